"""What a host does now and then: close tables that nobody uses, drop links that have expired."""

from __future__ import annotations

from dataclasses import dataclass, field

from tenback.core.errors import TenbackError
from tenback.host.forgetting import Forgetting
from tenback.host.host import Host
from tenback.host.identities import Identities
from tenback.host.signing import Clock
from tenback.store import Store
from tenback.table import commands as c
from tenback.table.encoding import from_json
from tenback.table.events import Closed
from tenback.table.who import HOUSE

DAY = 24 * 3600.0


@dataclass(slots=True)
class Round:
    """What came of one look around: how many tables were closed; what failed, and where."""

    closed: int = 0
    failed: list[tuple[TenbackError, str | None]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Caretaker:
    """Looks after a host. `idle_days`: a table that nobody touched for so long is closed."""

    store: Store
    host: Host
    people: Identities
    forgetting: Forgetting
    clock: Clock
    idle_days: float

    async def look_around(self) -> Round:
        """Do whatever is to be done now; what fails is tried again in the next round."""
        done = Round()
        for chore in (self.forgetting.finish, self.people.tidy):
            try:
                await chore()
            except TenbackError as error:
                done.failed.append((error, None))
        await self._close_idle(done)
        return done

    async def _close_idle(self, done: Round) -> None:
        """Close the tables where nothing has happened for too long."""
        before = self.clock() - self.idle_days * DAY
        try:
            tables = await self.store.tables()
        except TenbackError as error:
            done.failed.append((error, None))
            return
        for table in tables:
            try:
                done.closed += await self._close_if_idle(table, before)
            except TenbackError as error:  # the others are closed nevertheless
                done.failed.append((error, table))

    async def _close_if_idle(self, table: str, before: float) -> bool:
        entries = await self.store.read(table)
        last = from_json(entries[-1].body) if entries else None
        if last is None or isinstance(last, Closed) or last.at >= before:
            return False
        await self.host.command(table, HOUSE, c.Close())
        return True
