"""One table in memory: changed by one task at a time, and shown only as it is on the disk.

The table in memory changes first, and nobody looks at it until the store has everything. If that
fails, the table is dropped and built anew from its log; nobody has seen anything.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, TypeVar

from tenback.core.errors import TenbackError
from tenback.host.errors import HostError
from tenback.host.keeping import AUTOMATIC, Before, batch, rebuilt
from tenback.store import CommandKnown, VersionTaken
from tenback.table.encoding import from_json

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    from tenback.host.listening import Listener
    from tenback.host.surroundings import Habits, Surroundings
    from tenback.store import Entry, Store
    from tenback.table.commands import Command
    from tenback.table.table import Table
    from tenback.table.who import Who

TRIES = 40
"""How often a command is tried while other processes are faster."""

LONGEST_ID = 80
_ID = re.compile(rf"[!-~]{{1,{LONGEST_ID}}}", re.ASCII)
_DIGEST = 8
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Receipt:
    """What came of a command: the versions that it wrote; none where it made no difference."""

    versions: tuple[int, ...]


def full_id(who: Who, command: str | None) -> str | None:
    """The id of a command as it is kept: nobody can send one in another's name."""
    if command is None:
        return None
    if not _ID.fullmatch(command):
        raise HostError("host-bad-command-id", limit=LONGEST_ID)
    return f"{who if isinstance(who, str) else AUTOMATIC}/{command}"


class Seen:
    """Which commands a log has, in a few bytes each. It may err, but never by forgetting one."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._digests = bytearray()
        self.add(entries)

    def add(self, entries: Iterable[Entry]) -> None:
        """These are in the log, too."""
        for entry in entries:
            if entry.command is not None and "/" in entry.command:
                self._digests += _digest(entry.command)

    def __contains__(self, command: str) -> bool:
        return _digest(command) in self._digests


def _digest(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=_DIGEST).digest()


class Running:
    """A table that is being played at, and those who listen to it.

    `changed` is called whenever the table is new or another one than before.
    """

    def __init__(
        self,
        table_id: str,
        store: Store,
        around: Surroundings,
        habits: Habits,
        changed: Callable[[Running, Table], None],
    ) -> None:
        self.id = table_id
        self.listeners: set[Listener] = set()
        self.used = around.clock()
        self._store = store
        self._around = around
        self._habits = habits
        self._changed = changed
        self._lock = asyncio.Lock()
        self._users = 0
        self._table: Table | None = None
        self._seen = Seen()

    @property
    def busy(self) -> bool:
        """Whether somebody is at it just now."""
        return self._users > 0 or bool(self.listeners)

    @property
    def dropped(self) -> bool:
        """Whether the table has to be built anew."""
        return self._table is None

    # What is asked of it

    async def look(self, see: Callable[[Table], _T]) -> _T:
        """What a function finds at the table as it stands on the disk. It must change nothing."""
        async with self._alone():
            return see(await self._current())

    async def listen(self, listener: Listener) -> Running:
        """Tell somebody how the table stands, and from now on what happens."""
        async with self._alone():
            table = await self._current()
            self.listeners.add(listener)
            listener.tell(table)
        return self

    async def do(self, who: Who, command: Command, command_id: str | None = None) -> Receipt:
        """Carry a command out, once however often it is sent; it is on the disk then."""
        full = full_id(who, command_id)
        async with self._alone():
            for _ in range(TRIES):
                table = await self._current()
                if full and full in self._seen and (earlier := await self._earlier(full)):
                    return earlier
                try:
                    return await self._write(table, who, command, full)
                except (VersionTaken, CommandKnown):
                    continue  # somebody else was faster; look again
        raise HostError("host-busy")

    # How it is done

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Nobody else is at the table meanwhile."""
        self._users += 1
        try:
            async with self._lock:
                yield
        finally:
            self._users -= 1
            self.used = self._around.clock()

    async def _write(self, table: Table, who: Who, command: Command, full: str | None) -> Receipt:
        before = Before.of(table)
        try:
            if not table.handle(who, command, self._around.clock()):
                return Receipt(())
            new = batch(table, before, full)
            await self._store.commit(new)
        except BaseException as error:
            # Only a refusal has left the table as it was.
            if table.version > before.version or not isinstance(error, TenbackError):
                self._table = None
            raise
        self._seen.add(new.entries)
        self._tell(table)
        return Receipt(tuple(entry.version for entry in new.entries))

    async def _earlier(self, full: str) -> Receipt | None:
        """What a command has written that was carried out already."""
        log = await self._store.read(self.id)
        starts = [place for place, entry in enumerate(log) if entry.command == full]
        if not starts:
            return None
        versions = [log[starts[0]].version]
        for entry in log[starts[0] + 1 :]:
            if entry.command is not None:
                break
            versions.append(entry.version)
        return Receipt(tuple(versions))

    async def _current(self) -> Table:
        """The table as the log has it."""
        if self._table is None:
            return await self._load()
        if self._habits.shared:
            await self._catch_up(self._table)
        return self._table

    async def _load(self) -> Table:
        log = await self._store.read(self.id)
        if not log:
            raise HostError("host-no-table")
        table = await asyncio.to_thread(rebuilt, log, self._around.dealer)
        self._table, self._seen = table, Seen(log)
        self._tell(table)
        return table

    async def _catch_up(self, table: Table) -> None:
        """Let happen here what other processes have written."""
        log = await self._store.read(self.id, table.version)
        if not log:
            return
        try:
            for entry in log:
                table.apply(from_json(entry.body))
        except BaseException:
            self._table = None
            raise
        self._seen.add(log)
        self._tell(table)

    def _tell(self, table: Table) -> None:
        for listener in self.listeners:
            listener.tell(table)
        self._changed(self, table)
