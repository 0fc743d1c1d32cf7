"""The tables of a host that has been away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.host import persistence
from tenback.host.dependencies import HostConfig
from tenback.store import StoreUnavailable, open_store
from tenback.table import commands as c
from tenback.table.options import TableOptions
from tenback.table.phases import Phase
from tests.host.harness import (
    ManualClock,
    dealing_table,
    eventually,
    host_on,
    run_pending,
    started_table,
)
from tests.table.lives import dealer

if TYPE_CHECKING:
    import pytest

    from tenback.store import Store
    from tenback.table.table import Table

SLOW = HostConfig(pace=1000.0)
"""Bots that do not get far before their host goes."""


async def written(store: Store, table: str) -> Table:
    """A table as it stands on the disk: to look at it at home would wake it."""
    return persistence.rebuilt(await store.read(table), dealer("house"))


async def test_bots_go_on_after_a_restart_without_a_client() -> None:
    async with await open_store("memory:") as store:
        async with host_on(store, config=SLOW) as host:
            party = await started_table(host, bots=["simple"])
            while (command := await party.wanted("ann")) is not None:
                await party.ask("ann", command)
            assert list(await store.scan(persistence.PENDING)) == [party.table]
        async with host_on(store):

            async def is_anns_turn() -> bool:
                game = (await written(store, party.table)).game
                return game is not None and (game.turn == 0 or game.outcome is not None)

            await eventually(is_anns_turn)
            assert await store.scan(persistence.PENDING) == {}


async def test_a_store_that_fails_at_the_start_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with await open_store("memory:") as store:
        async with host_on(store, config=SLOW) as host:
            await host.open("ann", "Ann", TableOptions("original", 2, listed=True))
        scan, calls = store.scan, 0

        async def scan_at_last(kind: str, prefix: str = "") -> dict[str, bytes]:
            nonlocal calls
            calls += 1
            if calls < 3:
                raise StoreUnavailable("store-failed", why="gone")
            return await scan(kind, prefix)

        monkeypatch.setattr(store, "scan", scan_at_last)
        time = ManualClock()
        async with host_on(store, time) as host:

            async def loaded() -> bool:
                await time.advance(2.0)
                return host.in_memory == 1

            await eventually(loaded)


async def test_bots_among_themselves_go_on_from_the_start() -> None:
    async with await open_store("memory:") as store:
        async with host_on(store, config=SLOW) as host:
            table = await host.open("ann", "Ann", TableOptions("original", 2))
            await host.command(table, "ann", c.Watch("Ann"))
            for _ in range(2):
                await host.command(table, "ann", c.SeatBot("simple"))
            await host.command(table, "ann", c.Begin())
            await run_pending()
            assert list(await store.scan(persistence.PENDING)) == [table]
        async with host_on(store):

            async def is_over() -> bool:
                return (await written(store, table)).phase is Phase.OVER

            await eventually(is_over)
            assert await store.scan(persistence.PENDING) == {}


async def test_a_deal_times_out_after_a_restart_without_a_client() -> None:
    time = ManualClock()
    async with await open_store("memory:") as store:
        async with host_on(store, time) as host:
            table = (await dealing_table(host)).table
            assert list(await store.scan(persistence.PENDING)) == [table]
        async with host_on(store, time):
            for _ in range(5):
                await time.advance(30)

            async def is_dealt() -> bool:
                await time.advance(1)
                return (await written(store, table)).game is not None

            await eventually(is_dealt)


async def test_people_who_do_not_reconnect_after_a_restart_leave_the_lobby() -> None:
    time = ManualClock()
    async with await open_store("memory:") as store:
        async with host_on(store, time) as host:
            await host.open("ann", "Ann", TableOptions("original", 2, listed=True))
        async with host_on(store, time) as host:
            assert len(await host.lobby()) == 1

            async def is_empty() -> bool:
                await time.advance(10)
                return not await host.lobby()

            await eventually(is_empty)
