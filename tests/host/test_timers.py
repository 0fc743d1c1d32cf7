"""What happens by itself: people go away and come back, deals run out, tables leave memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tenback.host.dependencies import HostConfig
from tenback.host.steady_clock import SteadyClock
from tenback.store import open_store
from tenback.table import commands as c
from tenback.table.fairness import PATIENCE, Stage, commitment
from tenback.table.options import TableOptions
from tenback.table.phases import Phase
from tests.host.harness import (
    NO_PAUSES,
    ManualClock,
    ScriptedPlayers,
    dealing_table,
    eventually,
    host_on,
    run_pending,
    running_host,
    started_table,
)
from tests.table.lives import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

DEFAULTS = HostConfig()


def away(party: ScriptedPlayers, person: str) -> Callable[[], Coroutine[None, None, bool]]:
    """Whether a person is marked as away."""

    async def asked() -> bool:
        seats = await party.host.inspect(party.table, lambda table: table.seats)
        return any(seat.person == person and seat.away_since is not None for seat in seats)

    return asked


async def stays(holds: Callable[[], Coroutine[None, None, bool]]) -> bool:
    await run_pending()
    return await holds()


# The deal


async def test_players_who_keep_the_deal_waiting_are_left_out() -> None:
    time = ManualClock()
    async with running_host(time=time) as host:
        party = await dealing_table(host, "original", 2)
        await party.ask("ann", c.Commit(commitment(digest("ann", 0))))
        await time.advance(PATIENCE - 1)
        assert (await party.seen("ann")).stage is Stage.PROMISING
        await time.advance(1)
        await eventually(lambda: revealing(party))
        await party.ask("ann", c.Reveal(digest("ann", 0)))
        seen = await party.seen("ann")
        assert seen.phase is Phase.AGREEING
        assert (await party.play()).phase is Phase.OVER
        record = await host.record(party.table, "ann")
        assert dict(record.headers)["Share 1"] == "left out"


async def revealing(party: ScriptedPlayers) -> bool:
    return (await party.seen("ann")).stage is Stage.REVEALING


async def test_both_steps_run_out() -> None:
    time = ManualClock()
    async with running_host(time=time) as host:
        party = await dealing_table(host, "original", 2)
        for person in party.people:
            await party.ask(person, c.Commit(commitment(digest(person, 0))))
        await time.advance(PATIENCE)
        await eventually(lambda: dealt(party))


async def dealt(party: ScriptedPlayers) -> bool:
    return (await party.seen("ann")).phase is Phase.AGREEING


async def test_the_deal_runs_out_after_a_crash_as_well() -> None:
    time = ManualClock()
    async with await open_store("memory:") as store:
        async with host_on(store, time) as host:
            party = await dealing_table(host, "original", 2)
        time.now += 3 * PATIENCE
        async with host_on(store, time) as later:
            party.host = later
            await later.snapshot(party.table, "ann")
            await eventually(lambda: dealt(party))


# People


async def test_a_player_without_connections_is_away_after_a_while() -> None:
    time = ManualClock()
    async with running_host(time=time) as host:
        party = await started_table(host)
        gone = away(party, "ben")
        host.connected(party.table, "ben")
        host.connected(party.table, "ben")
        host.disconnected(party.table, "ben")
        await time.advance(DEFAULTS.grace)
        assert not await stays(gone)
        host.disconnected(party.table, "ben")
        await time.advance(DEFAULTS.grace - 1)
        assert not await stays(gone)
        await time.advance(1)
        await eventually(gone)
        host.connected(party.table, "ben")
        await eventually(lambda: back(party, "ben"))
        assert host.connections == 1


async def back(party: ScriptedPlayers, person: str) -> bool:
    return not await away(party, person)()


async def test_a_page_that_is_loaded_again_leaves_no_trace() -> None:
    time = ManualClock()
    async with running_host(time=time) as host:
        party = await started_table(host)
        async with host.listen(party.table, "ann"), host.listen(party.table, "ben"):
            pass
        async with host.listen(party.table, "ann"), host.listen(party.table, "ben"):
            before = (await party.seen("ann")).version
            await time.advance(600)
            assert (await party.seen("ann")).version == before


async def test_a_polling_player_is_here_until_they_are_silent() -> None:
    time = ManualClock()
    async with running_host(time=time) as host:
        party = await started_table(host)
        for _ in range(5):
            await time.advance(DEFAULTS.silence - 1)
            await party.seen("ann")
            assert not await stays(away(party, "ann"))
        assert await away(party, "ben")()
        await time.advance(DEFAULTS.silence)
        await eventually(away(party, "ann"))
        await party.ask("ann", c.Say("thanks"))
        assert await back(party, "ann")


async def test_after_a_crash_players_who_do_not_come_back_are_away() -> None:
    time = ManualClock()
    async with await open_store("memory:") as store:
        async with host_on(store, time) as host:
            party = await started_table(host)
        async with host_on(store, time) as later:
            party.host = later
            async with later.listen(party.table, "ann"):
                await time.advance(DEFAULTS.silence)
                await eventually(away(party, "ben"))
                assert not await away(party, "ann")()


async def test_a_bot_plays_for_an_away_player() -> None:
    time = ManualClock()
    async with running_host(time=time) as host:
        party = await started_table(host)
        host.connected(party.table, "ann")
        host.connected(party.table, "ben")
        host.disconnected(party.table, "ben")
        await time.advance(DEFAULTS.grace)
        await eventually(away(party, "ben"))
        await time.advance(60)
        await party.ask("ann", c.CallBot(1, "simple"))
        party.people = ["ann"]
        seen = await party.play()
        assert seen.marks is not None
        assert seen.marks.stand_in


async def test_spectators_leave_when_they_have_been_gone_for_long() -> None:
    time = ManualClock()
    async with running_host(time=time) as host:
        party = await started_table(host)
        await party.ask("fay", c.Watch("Fay"))

        async def watched() -> bool:
            return await host.inspect(party.table, lambda table: bool(table.watching))

        async with host.listen(party.table, "fay"):
            await time.advance(10 * DEFAULTS.silence)
            assert await stays(watched)
        await time.advance(DEFAULTS.silence - 1)
        assert await stays(watched)
        await time.advance(1)

        async def gone() -> bool:
            return not await watched()

        await eventually(gone)


async def test_after_a_crash_spectators_who_do_not_come_back_leave() -> None:
    time = ManualClock()
    async with await open_store("memory:") as store:
        async with host_on(store, time) as host:
            party = await started_table(host)
            await party.ask("fay", c.Watch("Fay"))
        async with host_on(store, time) as later:
            assert (await later.snapshot(party.table, "ann")).watching

            async def gone() -> bool:
                return not (await later.snapshot(party.table, "ann")).watching

            await time.advance(DEFAULTS.silence)
            await eventually(gone)


# A clock that is set

STEPS = [-3600.0, 365 * 24 * 3600.0]


@pytest.mark.parametrize("step", STEPS)
async def test_people_are_away_in_time_when_the_clock_is_set(step: float) -> None:
    time = ManualClock()
    async with running_host(time=time) as host:
        party = await started_table(host)
        gone = away(party, "ben")
        host.connected(party.table, "ben")
        host.disconnected(party.table, "ben")
        time.step = step
        await time.advance(DEFAULTS.grace - 1)
        assert not await stays(gone)
        await time.advance(1)
        await eventually(gone)


@pytest.mark.parametrize("step", STEPS)
async def test_a_deal_runs_out_soon_when_the_clock_is_set(step: float) -> None:
    time = ManualClock()
    clock = SteadyClock(time, time.monotonic)
    async with running_host(time=time, clock=clock) as host:
        party = await dealing_table(host, "original", 2)
        time.step = step
        for _ in range(2):
            await time.advance(PATIENCE)
            await run_pending()

        async def runs_out() -> bool:
            await time.advance(1.0)
            return await dealt(party)

        before = time.now
        await eventually(runs_out)
        assert time.now - before <= PATIENCE


# Memory


@pytest.mark.parametrize("listening", [False, True])
async def test_idle_tables_leave_memory(listening: bool) -> None:
    time = ManualClock()
    async with running_host(time=time) as host:
        table = await host.open("ann", "Ann", TableOptions("original", 2))
        before = await host.snapshot(table, "ann")
        assert host.in_memory == 1
        if listening:
            async with host.listen(table, "ann"):
                await time.advance(DEFAULTS.idle + 5)
                assert host.in_memory == 1

        async def has_left() -> bool:  # until then the table may be busy with who went away
            await time.advance(DEFAULTS.idle)
            return host.in_memory == 0

        await eventually(has_left)
        after = await host.snapshot(table, "ann")
        assert replace(after, version=0, seats=()) == replace(before, version=0, seats=())


async def test_a_bot_that_thinks_keeps_its_table_in_memory() -> None:
    time = ManualClock()
    async with running_host(time=time, config=replace(NO_PAUSES, pace=5 * DEFAULTS.idle)) as host:
        party = await dealing_table(host, "original", 2, ["simple"])
        await party.play(lambda seen: seen.phase is Phase.AGREEING)
        await party.ask("ann", c.Start(1))
        await run_pending()
        await time.advance(2 * DEFAULTS.idle)
        assert host.in_memory == 1
