"""The host: runs tables for people who ask, and for bots who are asked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Self, TypeAlias, TypeVar

from tenback.core.record import Record
from tenback.host import asking, keeping, results
from tenback.host.errors import HostError
from tenback.host.listening import Listener
from tenback.host.running import Receipt, full_id
from tenback.host.surroundings import Habits, Surroundings
from tenback.host.tables import Tables
from tenback.host.tasks import Tasks, complain
from tenback.store import DocumentTaken
from tenback.table import commands as c
from tenback.table import sight
from tenback.table.errors import IllegalCommand
from tenback.table.table import Table

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from tenback.analysis.hints import Explanation
    from tenback.core.views import View
    from tenback.host.keeping import Listed
    from tenback.host.listening import Outlet
    from tenback.store import Store
    from tenback.table.commands import Command
    from tenback.table.options import Options
    from tenback.table.sight import Shown, Snapshot
    from tenback.table.who import Who

OPENING = "opening"
"""The kind of documents that tell which table a command has opened."""

PAGE = 500
"""How many events are told at once to who asks for those behind a version."""

Check: TypeAlias = Callable[[], Awaitable[None]]
"""Raises where something may not be done."""

_T = TypeVar("_T")


class Behind(NamedTuple):
    """Events behind a version, and the version of the table when they were looked at."""

    version: int
    events: tuple[Shown, ...]


class Host:
    """Runs the tables of a store: `async with Host(store) as host`.

    What it promises: an event is on the disk before anybody learns of it; a command with an id has
    one effect, however often it is sent; nobody gets to see more than `table.sight` shows them.
    """

    def __init__(
        self,
        store: Store,
        around: Surroundings | None = None,
        habits: Habits | None = None,
    ) -> None:
        self._store = store
        self._around = around or Surroundings()
        self._habits = habits or Habits()
        self._tasks = Tasks()
        self._tables = Tables(store, self._around, self._habits, self._tasks)
        self._chores: tuple[asyncio.Task[None], ...] = ()
        self._stopping = False

    # Opening and stopping

    async def __aenter__(self) -> Self:
        chores = (self._tables.wake(), self._tables.look_around())
        self._chores = tuple(map(asyncio.create_task, chores))
        for chore in self._chores:
            chore.add_done_callback(complain)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def stop(self) -> None:
        """Finish what was accepted, and nothing else. The store stays open."""
        self._stopping = True
        for chore in self._chores:
            chore.cancel()
        await self._tables.quiet()
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
        """How many connections there are."""
        return len(self._tables.attendance)

    # What people do

    async def open(
        self,
        person: str,
        name: str,
        options: Options,
        command_id: str | None = None,
        *,
        check: Check | None = None,
    ) -> str:
        """A new table, by its id, which nobody can guess. A resend finds the one it opened.

        `check` may refuse a table that would be new; a resend costs nothing.
        """
        self._check_open()
        full = full_id(person, command_id)
        if full and (known := await self._opened_by(full)):
            return known
        if check is not None:
            await check()
        now, dealer = self._around.clock(), self._around.dealer
        table = Table.open(self._around.new_id(), person, name, options, now, dealer)
        return await self._tasks.finish(self._keep(table, full))

    async def _keep(self, table: Table, full: str | None) -> str:
        """Keep a new table, unless this command has opened one already; the id of either."""
        before = keeping.Before()
        batch = keeping.batch(table, before, before.after(table), None)
        if full is not None:
            batch = replace(batch, new={(OPENING, full): table.id.encode()})
        try:
            await self._store.commit(batch)
        except DocumentTaken:  # another process was asked the same, and was faster
            known = await self._opened_by(full or "")
            if known is None:
                raise
            return known
        return table.id

    async def _opened_by(self, full: str) -> str | None:
        """The table that a command has opened."""
        known = await self._store.get(OPENING, full)
        return None if known is None else known.decode()

    async def command(
        self,
        table_id: str,
        who: Who,
        command: Command,
        command_id: str | None = None,
        *,
        seen: int | None = None,
    ) -> Receipt:
        """Do what somebody asks for; it is on the disk when this returns.

        `seen` is the version that they had seen when they decided. Once it is accepted it is
        carried out, even if nobody waits for the receipt.
        """
        self._check_open()
        if isinstance(command, c.SeatBot | c.CallBot):
            self._around.check_bot(command.bot)
        self._tables.attendance.heard_of(table_id, who)
        return await self._tasks.finish(
            self._tables.at(table_id, lambda running: running.do(who, command, command_id, seen))
        )

    async def hint(self, table_id: str, person: str, command_id: str | None = None) -> Explanation:
        """What to play and why, for whoever is on turn; the game is marked."""

        def question(table: Table) -> tuple[View, str, bool]:
            view = asking.advised(table, person)
            seed = f"{table_id} {table.number} {view.moment}"
            return view, seed, table.options.memory_aid

        view, seed, memory_aid = await self.look(table_id, question)
        if not await self._around.is_ready(asking.ADVISER):
            raise HostError("host-unready")
        await self.command(table_id, person, c.AskHint(), command_id)
        return await self._tables.thinking.ask(
            lambda: asking.advice(view, seed, memory_aid=memory_aid)
        )

    # Who is there

    def connected(self, table_id: str, person: str) -> None:
        """Somebody can be reached, once more if they could already."""
        self._tables.attendance.came(table_id, person)

    def disconnected(self, table_id: str, person: str) -> None:
        """One of somebody's connections has gone; without any they are away after a while."""
        self._tables.attendance.went(table_id, person)

    # What people see

    async def look(self, table_id: str, see: Callable[[Table], _T]) -> _T:
        """What a function finds at a table; for the house alone, which may see everything."""
        self._check_open()
        return await self._tables.at(table_id, lambda running: running.look(see))

    async def snapshot(self, table_id: str, person: str) -> Snapshot:
        """The whole table, as this person may see it."""
        self._tables.attendance.heard_of(table_id, person)
        return await self.look(table_id, lambda table: sight.standing(table, person))

    async def events(self, table_id: str, person: str, after: int) -> Behind:
        """The events behind a version as this person may see them now; at most `PAGE`."""

        def behind(table: Table) -> Behind:
            first = max(0, after) + 1
            versions = range(first, min(table.version, first + PAGE - 1) + 1)
            shown = tuple(sight.shown(table, version, person) for version in versions)
            return Behind(table.version, shown)

        self._tables.attendance.heard_of(table_id, person)
        return await self.look(table_id, behind)

    @asynccontextmanager
    async def listen(
        self, table_id: str, person: str, outlet: Outlet | None = None
    ) -> AsyncIterator[Listener]:
        """Messages as they come: first the whole table. Whoever listens is connected."""
        self._check_open()
        listener = Listener(person, self._habits.backlog, outlet)
        running = await self._tables.at(table_id, lambda running: running.listen(listener))
        self.connected(table_id, person)
        try:
            yield listener
        finally:
            listener.close()
            running.listeners.discard(listener)
            self.disconnected(table_id, person)

    async def plan(self, table_id: str, person: str, moves: Sequence[str]) -> tuple[bool, ...]:
        """Which lays of a plan still hold, one after the other."""
        return await self.look(table_id, lambda table: asking.holding(table, person, moves))

    async def lobby(self, *, after: str = "", limit: int = 100) -> tuple[Listed, ...]:
        """Listed tables at which somebody is, in the order of their ids and in pages."""
        self._check_open()
        found = await self._store.scan(keeping.LISTED, after=after, limit=limit)
        lines = map(keeping.read_listed, found.values())
        return tuple(line for line in lines if line.here)

    # Games that are over

    async def record(self, table_id: str, person: str, number: int | None = None) -> Record:
        """The record of a finished game, for who played it or is here; by default the last one.

        Of a sealed deal there is none (V3).
        """
        record, _ = await self._kept(table_id, person, number)
        if record.sealed:
            raise IllegalCommand("table-sealed")
        return record

    async def replay(
        self, table_id: str, person: str, number: int | None = None, seat: int | None = None
    ) -> tuple[View, ...]:
        """A finished game as views, one for each step: from this seat, or one's own."""
        record, own = await self._kept(table_id, person, number)
        chosen = own if seat is None else seat
        if chosen is not None and not 0 <= chosen < record.players:
            raise IllegalCommand("no-such-seat", seat=chosen, last=record.players - 1)
        return await self._tables.thinking.ask(lambda: asking.views(record, chosen))

    async def _kept(
        self, table_id: str, person: str, number: int | None
    ) -> tuple[Record, int | None]:
        """The record of a finished game, and the seat that the person had."""

        def begun(table: Table) -> tuple[int, bool, bool]:
            return table.number, table.running, table.is_here(person)

        count, running, here = await self.look(table_id, begun)
        number = max(1, count - running) if number is None else number
        played = await self._store.get(*results.key(person, table_id, number))
        if played is None and not here:
            raise IllegalCommand("table-not-here")
        if not 1 <= number <= count:
            raise IllegalCommand("table-no-game", count=count)
        text = await self._store.get(keeping.RECORD, keeping.record_key(table_id, number))
        if text is None:
            raise IllegalCommand("table-not-over")
        seat = None if played is None else results.seat_of(results.from_json(played), person)
        return Record.parse(text.decode()), seat
