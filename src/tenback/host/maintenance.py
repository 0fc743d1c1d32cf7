"""Maintenance chores: close idle tables, drop expired links, finish interrupted deletions."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from tenback.host import clock_jumps
from tenback.host.account_deletion import AccountDeletion
from tenback.host.host import Host
from tenback.host.identities import Identities
from tenback.host.signatures import Clock
from tenback.store import Store
from tenback.table import commands as c
from tenback.table.actors import SYSTEM
from tenback.table.event_json import from_json
from tenback.table.events import Closed

DAY = 24 * 3600.0


@dataclass(slots=True)
class MaintenanceReport:
    """What came of one run: how many tables were closed; the errors, and at which table.

    `jumped`: by how many seconds the clock had gone forward, too many to be believed at once.
    """

    closed: int = 0
    jumped: float = 0.0
    failed: list[tuple[Exception, str | None]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Maintenance:
    """The chores of a host. `idle_days`: a table without any event for so long is closed."""

    store: Store
    host: Host
    identities: Identities
    account_deletion: AccountDeletion
    clock: Clock
    idle_days: float

    async def run(self) -> MaintenanceReport:
        """Do each chore; one that fails does not stop the others, and is due again."""
        report = MaintenanceReport()
        for chore in (
            self.account_deletion.resume,
            self.identities.delete_expired,
            partial(self._close_idle, report),
        ):
            try:
                await chore()
            except Exception as error:  # noqa: BLE001 (it is in the report)
                report.failed.append((error, None))
        return report

    async def _close_idle(self, report: MaintenanceReport) -> None:
        """Close the tables where nothing has happened for too long, by a clock that is right."""
        now, idle = self.clock(), self.idle_days * DAY
        clock = await clock_jumps.check(self.store, now, idle)
        report.jumped = clock.jumped
        if clock.trusted:
            await self._close_before(now - idle, report)

    async def _close_before(self, before: float, report: MaintenanceReport) -> None:
        for table in await self.store.tables():
            try:
                report.closed += await self._close_if_idle(table, before)
            except Exception as error:  # noqa: BLE001 (as above)
                report.failed.append((error, table))

    async def _close_if_idle(self, table: str, before: float) -> bool:
        entries = await self.store.read(table)
        last = from_json(entries[-1].body) if entries else None
        if last is None or isinstance(last, Closed) or last.at >= before:
            return False
        await self.host.command(table, SYSTEM, c.Close())
        return True
