"""A server with too much to do: who is refused, who is not, and what bots do."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import ConnectionClosed

from tenback.server.load import (
    FALLS,
    LONGEST,
    PAUSE,
    RISES,
    SAMPLES,
    SLOWER,
    Level,
    Load,
    Overloaded,
    measured_lag,
)
from tests.host.harness import eventually
from tests.server.harness import ServerHarness, play_together, server_harness
from tests.server.in_process import server_dependencies
from tests.server.test_app import header

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.server.clients import Client, Reply

CALM, LATE, VERY_LATE = 0.0, 0.3, 2.0
LONG = 100
"""More measurements than any change of level takes."""


def after(load: Load, lag: float) -> Level:
    """The level when the lag stays the same for long."""
    for _ in range(LONG):
        load.add(lag)
    return load.level


# Levels


def test_levels_come_with_the_lag_and_go_with_it() -> None:
    load = Load()
    assert after(load, CALM) is Level.NORMAL
    assert after(load, LATE) is Level.BUSY
    assert after(load, VERY_LATE) is Level.OVERLOADED
    assert after(load, CALM) is Level.NORMAL


@pytest.mark.parametrize("level", [Level.BUSY, Level.OVERLOADED])
def test_a_level_stays_until_the_lag_is_well_below(level: Level) -> None:
    load = Load()
    between = (FALLS[level] + RISES[level]) / 2
    assert after(load, between) < level
    assert after(load, RISES[level] + 0.01) is level
    assert after(load, between) is level
    assert after(load, FALLS[level] - 0.01) < level


@pytest.mark.parametrize("lag", [0.7, VERY_LATE, 3600.0])
def test_one_long_step_is_no_load(lag: float) -> None:
    load = Load()
    for _ in range(2 * SAMPLES):
        for each in (lag, *[CALM] * (SAMPLES - 1)):
            load.add(each)
            assert load.level is Level.NORMAL


def test_many_of_them_are() -> None:
    load, seconds = Load(), 0.0
    while seconds < 2.0:
        load.add(LATE)
        seconds += PAUSE + LATE
    assert load.level is Level.BUSY


def test_hours_in_which_the_process_stood_still_are_soon_forgotten() -> None:
    load, short = Load(), Load()
    for _ in range(SAMPLES):
        load.add(3600.0)
        short.add(LONGEST)
    assert load._lag == short._lag > 0


def test_what_is_refused_and_how_slow_bots_are() -> None:
    load = Load()
    load.admit()
    assert load.slowdown() == 1.0
    after(load, LATE)
    with pytest.raises(Overloaded) as refused:
        load.admit()
    assert refused.value.code == "server-busy"
    assert load.slowdown() == 1.0
    after(load, VERY_LATE)
    assert load.slowdown() == SLOWER


def test_few_free_connections_are_a_reason_too() -> None:
    load = Load(crowded=lambda: True)
    with pytest.raises(Overloaded):
        load.admit_newcomer()
    load.admit()  # those who are there go on


async def test_a_pause_is_measured() -> None:
    assert await measured_lag() >= -0.01


# A server


class Lags:
    """Lags that a test decides on."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[float] = asyncio.Queue()

    async def __call__(self) -> float:
        return await self._queue.get()

    async def stay(self, lag: float, found: ServerHarness) -> None:
        """Let the lag be this for long."""
        for _ in range(LONG):
            self._queue.put_nowait(lag)
        await eventually(self._queue.empty)
        await asyncio.sleep(0)
        assert found.here.services.load.level in Level


@asynccontextmanager
async def under_load() -> AsyncIterator[tuple[ServerHarness, Lags]]:
    """A server, and its lag."""
    lags = Lags()
    async with server_harness(replace(server_dependencies(), measure_lag=lags)) as found:
        yield found, lags


OPTIONS = {"options": {"game": "original", "players": 2}}


def is_busy(reply: Reply) -> bool:
    """Whether a request was refused for the load, with when to come again."""
    if reply.code != "server-busy":
        return False
    assert reply.status == 503
    assert int(header(reply, "retry-after") or 0) > 1
    assert "try again" in reply.json["message"]
    return True


async def test_new_tables_wait_and_running_games_go_on() -> None:
    async with under_load() as (found, lags):
        ann = await found.guest("Ann")
        table, (player,) = await found.playing(ann)
        known = (await ann.post("/api/tables", OPTIONS | {"id": "first"})).json
        await lags.stay(VERY_LATE, found)
        assert is_busy(await ann.post("/api/tables", OPTIONS))
        assert is_busy(await ann.post("/api/daily/original", None))
        assert (await ann.post("/api/tables", OPTIONS | {"id": "first"})).json == known
        over = await play_together([player])
        assert over["phase"] == "over"
        assert (await ann.get(f"/api/tables/{table}")).status == 200
        assert (await ann.get("/healthz")).status == 200
        assert "tenback_load 2.0" in (await ann.get("/metrics")).body.decode()
        await lags.stay(CALM, found)
        assert (await ann.post("/api/tables", OPTIONS)).status == 200
        assert (await ann.post("/api/daily/original", None)).status == 200


async def test_a_daily_deal_that_was_begun_goes_on() -> None:
    async with under_load() as (found, lags):
        ann = await found.guest("Ann")
        table = (await ann.post("/api/daily/original", None)).json["table"]
        await lags.stay(LATE, found)
        assert (await ann.post("/api/daily/original", None)).json["table"] == table


async def test_a_lesson_that_was_begun_is_not_closed_for_one_that_is_refused() -> None:
    async with under_load() as (found, lags):
        ann = await found.guest("Ann")
        table = (await ann.post("/api/lessons/original", None)).json["table"]
        await lags.stay(LATE, found)
        assert is_busy(await ann.post("/api/lessons/original", None))
        assert (await ann.get(f"/api/tables/{table}")).json["phase"] != "closed"
        await found.at(ann, table)


@pytest.mark.parametrize(
    "path",
    [
        "/api/me/tables",
        "/api/me/games",
        "/api/me/statistics",
        "/api/tables/{table}/record",
        "/api/tables/{table}/qr",
        "/api/tables/{table}/events",
    ],
)
async def test_a_player_finds_back_whatever_the_load(path: str) -> None:
    async with under_load() as (found, lags):
        ann = await found.guest("Ann")
        table, (player,) = await found.playing(ann)
        await play_together([player])
        await lags.stay(VERY_LATE, found)
        assert (await ann.get(path.format(table=table))).status == 200


async def test_and_may_plan_and_read_the_rules() -> None:
    async with under_load() as (found, lags):
        ann = await found.guest("Ann")
        table, _ = await found.playing(ann)
        await lags.stay(VERY_LATE, found)
        assert (await ann.post(f"/api/tables/{table}/plan", {"moves": []})).status == 200
        assert (await ann.post("/api/games/rulebook", {"game": "original"})).status == 200
        assert is_busy(await ann.post("/api/games/check", {"game": "original"}))
        assert is_busy(await ann.get("/api/daily/2027-01-14/original"))


async def test_slow_requests_wait() -> None:
    async with under_load() as (found, lags):
        ann = await found.guest("Ann")
        table, (player,) = await found.playing(ann)
        await lags.stay(LATE, found)
        assert is_busy(await ann.post(f"/api/tables/{table}/hint", {"id": "h"}))
        assert is_busy(await ann.get(f"/api/tables/{table}/replay"))
        assert (await player.ask("hint"))["code"] == "server-busy"


async def test_people_without_a_seat_wait_and_players_come_back() -> None:
    async with under_load() as (found, lags):
        ann, eve = await found.guests("Ann", "Eve")
        table, (player,) = await found.playing(ann)
        gathering = (await ann.post("/api/tables", OPTIONS)).json["table"]
        await lags.stay(LATE, found)
        assert await refused_at(eve, table) == "server-busy"
        await found.at(ann, table)
        friend = await found.at(eve, gathering)
        assert (await friend.do("sit", name="Eve")).get("code") is None
        await play_together([player])
        await lags.stay(CALM, found)
        assert (await found.at(eve, table)).seen["phase"] == "over"


async def test_nor_do_people_without_a_seat_watch_by_asking_again_and_again() -> None:
    async with under_load() as (found, lags):
        ann, eve = await found.guests("Ann", "Eve")
        table, _ = await found.playing(ann)
        gathering = (await ann.post("/api/tables", OPTIONS)).json["table"]
        there = await found.at(eve, gathering)
        inside = await found.at(eve, table)
        await lags.stay(LATE, found)
        for client in (eve, await found.client()):
            for path in (f"/api/tables/{table}", f"/api/tables/{table}/events"):
                assert is_busy(await client.get(path))
        watch = {"command": {"type": "watch", "name": "Eve"}}
        assert is_busy(await eve.post(f"/api/tables/{table}/commands", watch))
        assert await inside.refused("watch", name="Eve") == "server-busy"
        assert (await there.do("watch", name="Eve")).get("code") is None
        assert (await eve.get(f"/api/tables/{gathering}")).status == 200
        assert (await ann.get(f"/api/tables/{table}/events")).status == 200


async def refused_at(client: Client, table: str) -> str:
    """The code with which a socket is refused and closed."""
    async with client.at(table) as socket:
        code: str = (await socket.receive())["code"]
        with pytest.raises(ConnectionClosed):
            await socket.receive()
        return code
