"""The host: runs the tables of a store, for people and for bots."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, NamedTuple, Self, TypeAlias, TypeVar

from tenback.core.record import Record
from tenback.host import hints, persistence, plans, replays, result_documents
from tenback.host.command_ids import check_same, fingerprint, full_id
from tenback.host.dependencies import Dependencies, HostConfig
from tenback.host.errors import HostError
from tenback.host.subscriptions import Subscription
from tenback.host.table_registry import TableRegistry
from tenback.host.tasks import Tasks
from tenback.store import DocumentTaken
from tenback.table import commands as c
from tenback.table import visibility
from tenback.table.errors import IllegalCommand
from tenback.table.table import Table

if TYPE_CHECKING:
    import asyncio
    from collections.abc import AsyncIterator, Sequence

    from tenback.analysis.hints import Hint
    from tenback.core.views import View
    from tenback.host.live_table import Receipt
    from tenback.host.persistence import Listed
    from tenback.store import Store
    from tenback.table.actors import Actor
    from tenback.table.commands import Command
    from tenback.table.options import TableOptions
    from tenback.table.visibility import Shown, Snapshot

OPENING = "opening"
"""The kind of documents from a command's id to the table that it has opened."""

PAGE = 500
"""How many events one call returns at most."""

Check: TypeAlias = Callable[[], Awaitable[None]]
"""Raises where a table may not be opened."""

_T = TypeVar("_T")


class EventsPage(NamedTuple):
    """Events after a version, and the version of the table at that time."""

    version: int
    events: tuple[Shown, ...]


def _asked(options: TableOptions, command_id: str | None) -> str | None:
    """The fingerprint of a table that a client opens; ids of the host's own mean one thing only."""
    own = command_id is not None and command_id.startswith(persistence.AUTOMATIC)
    return None if own else fingerprint(options)


class Host:
    """Runs the tables of a store: `async with Host(store) as host`.

    What it promises: an event is on the disk before any client receives it; a command with an id is
    idempotent; no client receives more than `table.visibility` shows them.
    """

    def __init__(
        self,
        store: Store,
        deps: Dependencies | None = None,
        config: HostConfig | None = None,
    ) -> None:
        self._store = store
        self._deps = deps or Dependencies()
        self._config = config or HostConfig()
        self._tasks = Tasks(self._deps.on_error)
        self._tables = TableRegistry(store, self._deps, self._config, self._tasks)
        self._chores: tuple[asyncio.Task[None], ...] = ()
        self._stopping = False

    # Opening and stopping

    async def __aenter__(self) -> Self:
        chores = (self._tables.resume(), self._tables.sweep())
        self._chores = tuple(self._tasks.spawn(chore, "housekeeping") for chore in chores)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def stop(self) -> None:
        """Finish the commands that were accepted, and refuse all others. The store stays open."""
        self._stopping = True
        for chore in self._chores:
            chore.cancel()
        await self._tables.quiesce()
        await self._tasks.all_done()
        self._tables.close()

    def _check_open(self) -> None:
        if self._stopping:
            raise HostError("host-stopping")

    @property
    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    @property
    def connections(self) -> int:
        """How many connections to tables are open."""
        return len(self._tables.presence)

    # What people do

    async def open(
        self,
        person: str,
        name: str,
        options: TableOptions,
        command_id: str | None = None,
        *,
        check: Check | None = None,
    ) -> str:
        """A new table, by its id, which cannot be guessed. A resend finds the one it opened.

        `check` may refuse a table that would be new; a resend costs nothing.
        """
        self._check_open()
        full, asked = full_id(person, command_id), _asked(options, command_id)
        if full and (known := await self._table_of(full, asked)):
            return known
        if check is not None:
            await check()
        now, dealer = self._deps.clock(), self._deps.dealer
        table = Table.open(self._deps.new_id(), person, name, options, now, dealer)
        return await self._tasks.finish(self._keep(table, full, asked))

    async def _keep(self, table: Table, full: str | None, asked: str | None) -> str:
        """Keep a new table, unless this command has opened one already; the id of either."""
        before = persistence.Persisted()
        batch = persistence.batch(table, before, before.updated(table), None)
        if full is not None:
            opened = table.id if asked is None else f"{table.id} {asked}"
            batch = replace(batch, new={(OPENING, full): opened.encode()})
        try:
            await self._store.commit(batch)
        except DocumentTaken:  # another process got the same command, and was faster
            known = await self._table_of(full or "", asked)
            if known is None:
                raise
            return known
        return table.id

    async def _table_of(self, full: str, asked: str | None) -> str | None:
        """The table that a command has opened, or None; refused if it was another command."""
        known = await self._store.get(OPENING, full)
        if known is None:
            return None
        table, _, stored = known.decode().partition(" ")
        check_same(stored or None, asked)
        return table

    async def command(
        self,
        table_id: str,
        who: Actor,
        command: Command,
        command_id: str | None = None,
        *,
        seen: int | None = None,
    ) -> Receipt:
        """Carry out a command; its events are on the disk when this returns.

        `seen` is the last version that the client had received. An accepted command is carried out
        even if its caller is cancelled.
        """
        self._check_open()
        if isinstance(command, c.SeatBot | c.CallBot):
            self._deps.check_bot(command.bot)
        self._tables.presence.touch(table_id, who)
        return await self._tasks.finish(
            self._tables.at(table_id, lambda running: running.do(who, command, command_id, seen))
        )

    async def hint(self, table_id: str, person: str, command_id: str | None = None) -> Hint:
        """What to play and why, for the player on turn; the game is marked."""

        await self.inspect(table_id, lambda table: hints.hint_view(table, person))
        if (left := self._deps.ready_in(hints.ADVISER)) is not None:
            raise HostError("host-unready", seconds=ceil(left))
        self._tables.presence.touch(table_id, person)
        question = partial(hints.marked_question, person)
        asked = await self._tasks.finish(
            self._tables.at(
                table_id,
                lambda live: live.do_and_inspect(person, c.Hint(), question, command_id),
            )
        )
        return await self._tables.bot_pool.ask_at_once(asked.answer)

    # Presence

    def connected(self, table_id: str, person: str) -> None:
        """A connection of a person was opened; they may have others."""
        self._tables.presence.connected(table_id, person)

    def disconnected(self, table_id: str, person: str) -> None:
        """A connection of a person was closed; without any they are away after a time."""
        self._tables.presence.disconnected(table_id, person)

    # Views

    async def inspect(self, table_id: str, see: Callable[[Table], _T]) -> _T:
        """The result of a function of a table; for the server itself, for it sees everything."""
        self._check_open()
        return await self._tables.at(table_id, lambda running: running.inspect(see))

    async def snapshot(self, table_id: str, person: str) -> Snapshot:
        """The whole table, as this person may see it."""
        self._tables.presence.touch(table_id, person)
        return await self.inspect(table_id, lambda table: visibility.snapshot(table, person))

    async def events(self, table_id: str, person: str, after: int) -> EventsPage:
        """The events after a version, as this person may see them now; at most `PAGE`."""

        def page(table: Table) -> EventsPage:
            first = max(0, after) + 1
            versions = range(first, min(table.version, first + PAGE - 1) + 1)
            shown = tuple(visibility.shown(table, version, person) for version in versions)
            return EventsPage(table.version, shown)

        self._tables.presence.touch(table_id, person)
        return await self.inspect(table_id, page)

    @asynccontextmanager
    async def listen(self, table_id: str, person: str) -> AsyncIterator[Subscription]:
        """Messages as they come: first the whole table. A subscriber counts as connected."""
        self._check_open()
        listener = Subscription(person, self._config.backlog)
        running = await self._tables.at(table_id, lambda running: running.listen(listener))
        self.connected(table_id, person)
        try:
            yield listener
        finally:
            listener.close()
            running.listeners.discard(listener)
            self.disconnected(table_id, person)

    async def plan(self, table_id: str, person: str, moves: Sequence[str]) -> tuple[bool, ...]:
        """Which lays of a plan are still legal, one after the other."""
        return await self.inspect(table_id, lambda table: plans.check_plan(table, person, moves))

    async def lobby(self, *, after: str = "", limit: int = 100) -> tuple[Listed, ...]:
        """Listed tables with a connected player, in the order of their ids and in pages."""
        self._check_open()
        found = await self._store.scan(persistence.LISTED, after=after, limit=limit)
        lines = map(persistence.read_listed, found.values())
        return tuple(line for line in lines if line.here)

    # Finished games

    async def record(self, table_id: str, person: str, number: int | None = None) -> Record:
        """The record of a finished game, by default the last, for its players and people here.

        A sealed deal has none (V3).
        """
        record, _ = await self._stored_record(table_id, person, number)
        if record.sealed:
            raise IllegalCommand("table-sealed")
        return record

    async def replay(
        self,
        table_id: str,
        person: str,
        number: int | None = None,
        seat: int | None = None,
        *,
        open_hands: bool = False,
    ) -> tuple[View, ...]:
        """A finished game as views, one for each step: from this seat, or the person's own.

        With `open_hands` a spectator's views in which every hand lies open.
        """
        record, own = await self._stored_record(table_id, person, number)
        chosen = own if seat is None else seat
        if chosen is not None and not 0 <= chosen < record.players:
            raise IllegalCommand("no-such-seat", seat=chosen, last=record.players - 1)
        views = replays.open_views if open_hands else partial(replays.seat_views, seat=chosen)
        return await self._tables.bot_pool.ask_at_once(lambda: views(record))

    async def _stored_record(
        self, table_id: str, person: str, number: int | None
    ) -> tuple[Record, int | None]:
        """The record of a finished game, and the seat that the person had."""

        def games(table: Table) -> tuple[int, bool, bool]:
            return table.number, table.running, table.is_here(person)

        count, running, here = await self.inspect(table_id, games)
        number = max(1, count - running) if number is None else number
        played = await self._store.get(*result_documents.key(person, table_id, number))
        if played is None and not here:
            raise IllegalCommand("table-not-here")
        if not 1 <= number <= count:
            raise IllegalCommand("table-no-game", count=count)
        text = await self._store.get(persistence.RECORD, persistence.record_key(table_id, number))
        if text is None:
            raise IllegalCommand("table-not-over")
        record = Record.parse(text.decode())
        if played is None:
            return record, None
        return record, result_documents.seat_of(result_documents.from_json(played), person)
