"""The tables of a host that has been away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.host import keeping
from tenback.host.surroundings import Habits
from tenback.store import open_store
from tenback.table import commands as c
from tenback.table.options import Options
from tenback.table.phases import Phase
from tests.host.evenings import Time, a_moment, begun, on, running, until
from tests.table.lives import dealer

if TYPE_CHECKING:
    from tenback.store import Store
    from tenback.table.table import Table

SLOW = Habits(pace=1000.0)
"""Bots that do not get far before their host goes."""


async def written(store: Store, table: str) -> Table:
    """A table as it stands on the disk: to look at it at home would wake it."""
    return keeping.rebuilt(await store.read(table), dealer("house"))


async def test_bots_go_on_after_a_restart_though_nobody_looks() -> None:
    async with await open_store("memory:") as store:
        async with on(store, habits=SLOW) as host:
            party = await running(host, bots=["simple"])
            while (command := await party.wanted("ann")) is not None:
                await party.ask("ann", command)
            assert list(await store.scan(keeping.PENDING)) == [party.table]
        async with on(store):

            async def is_anns_turn() -> bool:
                game = (await written(store, party.table)).game
                return game is not None and (game.turn == 0 or game.outcome is not None)

            await until(is_anns_turn)
            assert await store.scan(keeping.PENDING) == {}


async def test_bots_among_themselves_go_on_from_the_start() -> None:
    async with await open_store("memory:") as store:
        async with on(store, habits=SLOW) as host:
            table = await host.open("ann", "Ann", Options("original", 2))
            await host.command(table, "ann", c.Watch("Ann"))
            for _ in range(2):
                await host.command(table, "ann", c.SeatBot("simple"))
            await host.command(table, "ann", c.Begin())
            await a_moment()
            assert list(await store.scan(keeping.PENDING)) == [table]
        async with on(store):

            async def is_over() -> bool:
                return (await written(store, table)).phase is Phase.OVER

            await until(is_over)
            assert await store.scan(keeping.PENDING) == {}


async def test_a_deal_runs_out_after_a_restart_though_nobody_looks() -> None:
    time = Time()
    async with await open_store("memory:") as store:
        async with on(store, time) as host:
            table = (await begun(host)).table
            assert list(await store.scan(keeping.PENDING)) == [table]
        async with on(store, time):
            for _ in range(5):
                await time.pass_by(30)

            async def is_dealt() -> bool:
                await time.pass_by(1)
                return (await written(store, table)).game is not None

            await until(is_dealt)


async def test_whoever_has_not_come_back_after_a_restart_is_not_in_the_lobby() -> None:
    time = Time()
    async with await open_store("memory:") as store:
        async with on(store, time) as host:
            await host.open("ann", "Ann", Options("original", 2, listed=True))
        async with on(store, time) as host:
            assert len(await host.lobby()) == 1

            async def is_empty() -> bool:
                await time.pass_by(10)
                return not await host.lobby()

            await until(is_empty)
