"""One table in memory: changed by one task at a time, and shown only as it is on the disk.

The table in memory changes first, and is shown to no client until the store has everything. If that
fails, the table is dropped and built anew from its log.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tenback.core.errors import TenbackError
from tenback.host.command_ids import CommandDigests, check_same, fingerprint, full_id
from tenback.host.errors import HostError
from tenback.host.hot_seat import check_one_hand
from tenback.host.persistence import Persisted, batch, rebuilt
from tenback.host.subscriptions import Broadcast
from tenback.store import CommandKnown, VersionTaken
from tenback.table.event_json import from_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback.host.dependencies import Dependencies, HostConfig
    from tenback.host.subscriptions import Subscription
    from tenback.store import Store
    from tenback.table.actors import Actor
    from tenback.table.commands import Command
    from tenback.table.table import Table

TRIES = 40
"""How often a command is tried while other processes are faster."""

_T = TypeVar("_T")


class Receipt(NamedTuple):
    """What came of a command: the versions that it wrote; none where it made no difference."""

    versions: tuple[int, ...]


class SentCommand(NamedTuple):
    """A command as it was sent, with its id, and what its sender had seen."""

    who: Actor
    command: Command
    id: str | None
    seen: int | None

    @property
    def full_id(self) -> str | None:
        """The id as it is stored."""
        return full_id(self.who, self.id)

    @property
    def fingerprint(self) -> str | None:
        """What a person asks for; the same prompt may get two answers of a bot."""
        return fingerprint(self.command) if self.id and isinstance(self.who, str) else None


class LiveTable:
    """A table in play, and its subscriptions.

    `changed` is called whenever the table is new or another one than before.
    """

    def __init__(
        self,
        table_id: str,
        store: Store,
        deps: Dependencies,
        config: HostConfig,
        changed: Callable[[LiveTable, Table], None],
    ) -> None:
        self.id = table_id
        self.listeners: set[Subscription] = set()
        self.used = deps.monotonic()
        self._store = store
        self._deps = deps
        self._config = config
        self._changed = changed
        self._lock = asyncio.Lock()
        self._users = 0
        self._table: Table | None = None
        self._before = Persisted()
        self._digests = CommandDigests()

    @property
    def busy(self) -> bool:
        """Whether a task or a subscription uses it just now."""
        return self._users > 0 or bool(self.listeners)

    @property
    def dropped(self) -> bool:
        """Whether the table has to be built anew."""
        return self._table is None

    def watches(self, person: str) -> bool:
        """Whether a person only watches here, as far as is known just now."""
        return self._table is not None and self._table.watches(person)

    # What is asked of it

    async def inspect(self, see: Callable[[Table], _T]) -> _T:
        """What a function finds at the table as it stands on the disk. It must change nothing."""

        await self._enter()
        try:
            return see(await self._current())
        finally:
            self._leave()

    async def listen(self, listener: Subscription) -> LiveTable:
        """Send a subscriber the whole table, and from now on its news."""

        def join(table: Table) -> None:
            self.listeners.add(listener)
            listener.notify(Broadcast(table))

        await self.inspect(join)
        return self

    async def do(
        self, who: Actor, command: Command, command_id: str | None = None, seen: int | None = None
    ) -> Receipt:
        """Carry a command out, once however often it is sent; it is on the disk then.

        `seen` is the version that the sender had seen.
        """
        return await self.do_and_inspect(
            who, command, lambda _table, receipt: receipt, command_id, seen
        )

    async def do_and_inspect(
        self,
        who: Actor,
        command: Command,
        see: Callable[[Table, Receipt], _T],
        command_id: str | None = None,
        seen: int | None = None,
    ) -> _T:
        """Carry a command out; what a function finds at the table before anything else happens."""
        sent = SentCommand(who, command, command_id, seen)
        await self._enter()
        try:
            receipt = await self._do(sent)
            return see(self._table or await self._current(), receipt)
        finally:
            self._leave()

    # How it is done

    async def _enter(self) -> None:
        """Wait until no other task is at the table, and keep others out."""
        self._users += 1
        try:
            await self._lock.acquire()
        except BaseException:
            self._users -= 1
            raise

    def _leave(self) -> None:
        """Let the next task in."""
        self._lock.release()
        self._users -= 1
        self.used = self._deps.monotonic()

    async def _do(self, sent: SentCommand) -> Receipt:
        full = sent.full_id
        for _ in range(TRIES):
            table = await self._current()
            if full and full in self._digests and (earlier := await self._earlier(sent)):
                return earlier
            try:
                return await self._write(table, sent)
            except (VersionTaken, CommandKnown):
                continue  # another process was faster; look again
        raise HostError("host-busy")

    async def _write(self, table: Table, sent: SentCommand) -> Receipt:
        before = self._before
        try:
            check_one_hand(table, sent.who, sent.command)
            if not table.handle(sent.who, sent.command, self._deps.clock(), seen=sent.seen):
                return Receipt(())
            now = before.updated(table)
            new = batch(table, before, now, sent.full_id, sent.fingerprint)
            await self._store.commit(new)
        except BaseException as error:
            # Only a refusal has left the table as it was.
            if table.version > before.version or not isinstance(error, TenbackError):
                self._table = None
            raise
        self._before = now
        self._digests.add(new.entries)
        self._publish(table, sent)
        return Receipt(tuple([entry.version for entry in new.entries]))

    async def _earlier(self, sent: SentCommand) -> Receipt | None:
        """What a command has written that was carried out already."""
        found = await self._store.find(self.id, sent.full_id or "")
        if found is None:
            return None
        check_same(found.fingerprint, sent.fingerprint)
        return Receipt(found.versions)

    async def _current(self) -> Table:
        """The table as the log has it."""
        if self._table is None:
            return await self._load()
        if self._config.shared:
            await self._catch_up(self._table)
        return self._table

    async def _load(self) -> Table:
        log = await self._store.read(self.id)
        if not log:
            raise HostError("host-no-table")
        table = await asyncio.to_thread(rebuilt, log, self._deps.dealer)
        self._table, self._before = table, Persisted().updated(table)
        self._digests = CommandDigests(log)
        self._publish(table)
        return table

    async def _catch_up(self, table: Table) -> None:
        """Apply what other processes have written."""
        log = await self._store.read(self.id, table.version)
        if not log:
            return
        try:
            for entry in log:
                table.apply(from_json(entry.body))
        except BaseException:
            self._table = None
            raise
        self._before = self._before.updated(table)
        self._digests.add(log)
        self._publish(table)

    def _publish(self, table: Table, sent: SentCommand | None = None) -> None:
        """Send all subscribers what is new; one that cannot be told is cut off, and comes back."""
        broadcast = Broadcast(table)
        for listener in self.listeners:
            own = sent is not None and sent.who == listener.person
            try:
                listener.notify(broadcast, sent.id if sent and own else None)
            except Exception as error:  # noqa: BLE001 (the command is on the disk, others go on)
                self._deps.on_error("subscription", error)
                listener.close()
        self._changed(self, table)
