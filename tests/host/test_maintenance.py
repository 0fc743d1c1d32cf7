"""Maintenance chores."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.core.errors import TenbackError
from tenback.host.account_deletion import DELETING, AccountDeletion
from tenback.host.host import Host
from tenback.host.identities import GUEST, LINK, Identities
from tenback.host.maintenance import Maintenance, MaintenanceReport
from tenback.store import Batch, Entry, Store, StoreUnavailable, open_store
from tenback.table.options import TableOptions
from tenback.table.phases import Phase
from tests.host.fakes import DAY, identities
from tests.host.harness import ManualClock, host_on

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import pytest


ALONE = TableOptions("original", 1)


@dataclass
class Place:
    """A host, its maintenance, and the clock."""

    host: Host
    store: Store
    people: Identities
    caretaker: Maintenance
    time: ManualClock

    async def phase(self, table: str) -> Phase:
        return await self.host.inspect(table, lambda found: found.phase)


@asynccontextmanager
async def looked_after(idle_days: float = 60.0) -> AsyncIterator[Place]:
    time = ManualClock()
    async with await open_store("memory:") as store, host_on(store, time) as host:
        people = await identities(store, clock=time)  # type: ignore[arg-type]
        forgetting = AccountDeletion(store, host.command)
        caretaker = Maintenance(store, host, people, forgetting, time, idle_days)
        yield Place(host, store, people, caretaker, time)


def codes(report: MaintenanceReport) -> list[tuple[str, str | None]]:
    """The code of each refusal, or the type of the error, and the table."""
    return [
        (error.code if isinstance(error, TenbackError) else type(error).__name__, table)
        for error, table in report.failed
    ]


async def test_idle_tables_are_closed() -> None:
    async with looked_after(idle_days=60.0) as found:
        old = await found.host.open("ann", "Ann", ALONE)
        found.time.now += 30 * DAY
        young = await found.host.open("ann", "Ann", ALONE)
        found.time.now += 29 * DAY
        assert (await found.caretaker.run()).closed == 0
        found.time.now += 2 * DAY
        assert (await found.caretaker.run()).closed == 1
        assert await found.phase(old) is Phase.CLOSED
        assert await found.phase(young) is Phase.GATHERING
        assert (await found.caretaker.run()).closed == 0, "it is closed already"


async def test_links_that_have_expired_are_dropped_and_deletions_finished() -> None:
    async with looked_after() as found:
        ann, ben = await found.people.create_guest("Ann"), await found.people.create_guest("Ben")
        await found.people.link(ann.id)
        await found.store.commit(Batch(documents={(DELETING, ben.id): b""}))
        found.time.now += 3600
        done = await found.caretaker.run()
        assert (done.closed, done.failed) == (0, [])
        assert not await found.store.scan(LINK)
        assert not await found.store.scan(DELETING)
        assert list(await found.store.scan(GUEST)) == [ann.id]


async def test_what_fails_is_reported_and_done_in_the_next_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with looked_after() as found:
        await found.people.link((await found.people.create_guest("Ann")).id)
        table = await found.host.open("ann", "Ann", ALONE)
        found.time.now += 61 * DAY

        async def broken(*_: object) -> None:
            raise StoreUnavailable("store-failed", why="a test")

        for owner, name in ((found.people, "delete_expired"), (found.store, "tables")):
            monkeypatch.setattr(owner, name, broken)
        done = await found.caretaker.run()
        assert codes(done) == [("store-failed", None)] * 2
        assert await found.store.scan(LINK)
        monkeypatch.undo()
        assert (await found.caretaker.run()).failed == []
        assert not await found.store.scan(LINK)
        assert await found.phase(table) is Phase.CLOSED


async def test_one_table_that_cannot_be_read_stops_nothing() -> None:
    async with looked_after(idle_days=1.0) as found:
        tables = [await found.host.open("ann", "Ann", ALONE) for _ in range(3)]
        await found.store.commit(Batch("0-broken", [Entry(1, "c", b"nonsense")]))
        found.time.now += 2 * DAY
        done = await found.caretaker.run()
        assert done.closed == len(tables)
        assert codes(done) == [("table-bad-event", "0-broken")]


async def test_an_unexpected_error_keeps_no_other_chore(monkeypatch: pytest.MonkeyPatch) -> None:
    async with looked_after(idle_days=1.0) as found:
        table = await found.host.open("ann", "Ann", ALONE)

        async def broken() -> None:
            raise KeyError("37-u1")

        monkeypatch.setattr(found.people, "delete_expired", broken)
        found.time.now += 2 * DAY
        done = await found.caretaker.run()
        assert codes(done) == [("KeyError", None)]
        assert await found.phase(table) is Phase.CLOSED


# A clock that is set

YEAR = 365 * DAY


async def test_a_clock_that_jumps_forward_closes_no_table() -> None:
    async with looked_after(idle_days=60.0) as found:
        table = await found.host.open("ann", "Ann", ALONE)
        ann = await found.people.create_guest("Ann")
        await found.caretaker.run()
        found.time.step = YEAR
        for hour in range(48):
            done = await found.caretaker.run()
            assert (done.closed, done.failed) == (0, [])
            assert done.jumped == (YEAR if hour == 0 else 0)
            found.time.now += 3600
        found.time.step = 0.0
        assert (await found.caretaker.run()).closed == 0
        assert await found.phase(table) is Phase.GATHERING
        assert list(await found.store.scan(GUEST)) == [ann.id]


async def test_the_wait_ends_when_the_clock_is_set_right() -> None:
    async with looked_after(idle_days=60.0) as found:
        table = await found.host.open("ann", "Ann", ALONE)
        await found.caretaker.run()
        found.time.step = YEAR
        await found.caretaker.run()
        found.time.step = 0.0
        closed = 0
        for _ in range(3):
            found.time.now += 21 * DAY
            closed += (await found.caretaker.run()).closed
        assert closed == 1
        assert await found.phase(table) is Phase.CLOSED


async def test_a_server_that_was_off_for_long_closes_its_idle_tables_later() -> None:
    async with looked_after(idle_days=60.0) as found:
        await found.host.open("ann", "Ann", ALONE)
        await found.caretaker.run()
        found.time.now += YEAR
        assert (await found.caretaker.run()).jumped == YEAR
        found.time.now += 6 * DAY
        assert (await found.caretaker.run()).closed == 0
        found.time.now += 1 * DAY
        assert (await found.caretaker.run()).closed == 1


async def test_a_clock_that_is_set_back_an_hour_changes_nothing() -> None:
    async with looked_after(idle_days=60.0) as found:
        await found.host.open("ann", "Ann", ALONE)
        await found.caretaker.run()
        found.time.step = -3600.0
        done = await found.caretaker.run()
        assert (done.closed, done.jumped, done.failed) == (0, 0.0, [])
