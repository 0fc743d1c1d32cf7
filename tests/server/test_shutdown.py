"""A server that is told to stop finishes what it has accepted, and one that cannot run says why."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from subprocess import PIPE
from typing import TYPE_CHECKING

import pytest

from tenback.store import open_store
from tests.server import test_crashes as crashes
from tests.server.clients import Client, Closed
from tests.server.processes import Served, free_port, spawned

if TYPE_CHECKING:
    import random
    from pathlib import Path

    from tests.server.resilient_players import Acknowledged, ResilientPlayer

RESTARTS = 1012
"""The code of RFC 6455's registry for a server that goes, and may come back."""


async def some(tally: Acknowledged, commands: int) -> None:
    """Wait until so many more commands have been acknowledged."""
    enough = tally.acknowledged + commands
    while tally.acknowledged < enough:
        await asyncio.sleep(0.001)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_what_was_accepted_is_finished(
    tmp_path: Path, how: signal.Signals, chance: random.Random
) -> None:
    database = f"{tmp_path}/tables.db"
    async with (
        asyncio.timeout(crashes.PATIENCE),
        Served(database, free_port()) as served,
        crashes.gathered(served.url, chance, tables=14) as people,
    ):
        playing = [asyncio.create_task(person.play()) for person in people]
        try:
            await some(people[0].tally, chance.randint(100, 300))
            here = [person for person in people if person.connected]
            assert here
            assert await served.end(how) == 0
            await asyncio.gather(*map(turned_away, here))
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        async with await open_store(database) as store:
            await crashes.check_acknowledged(store, people)


async def turned_away(person: ResilientPlayer) -> None:
    """A connected client learns that the server stops, unless it has gone before."""
    while not (person.returns or person.finished):
        await asyncio.sleep(0.001)
    closed = [heard for heard in person.client.heard if isinstance(heard, Closed)]
    assert person.finished or [each.code for each in closed] == [RESTARTS]


async def test_people_go_on_where_they_stopped(tmp_path: Path, chance: random.Random) -> None:
    database = f"{tmp_path}/tables.db"
    async with (
        asyncio.timeout(crashes.PATIENCE),
        Served(database, free_port()) as served,
        crashes.gathered(served.url, chance, tables=7) as people,
    ):
        async with asyncio.TaskGroup() as together:
            for person in people:
                together.create_task(person.play())
            await some(people[0].tally, 60)
            assert await served.end(signal.SIGTERM) == 0
            await served.begin()
        assert await served.end(signal.SIGTERM) == 0
        async with await open_store(database) as store:
            await crashes.check_acknowledged(store, people)
            for person in people:
                await crashes.check_story(store, person)


async def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    database = f"{tmp_path}/tables.db"
    async with Served(database, free_port()) as served:
        second = await spawned(free_port(), database, PIPE)
        output, complaint = await second.communicate()
        assert (second.returncode, output) == (2, b"")
        assert "is in use: another tenback has it open" in complaint.decode()
        assert complaint.count(b"\n") == 1
        await check_healthy(served)


async def test_an_address_that_is_taken_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with Served(f"{tmp_path}/tables.db", free_port()) as served:
        second = await spawned(served.port, f"{tmp_path}/others.db", PIPE)
        output, complaint = await second.communicate()
        assert (second.returncode, output) == (2, b"")
        assert str(served.port) in complaint.decode()
        assert complaint.count(b"\n") == 1
        await check_healthy(served)


async def check_healthy(served: Served) -> None:
    client = Client(served.url)
    try:
        assert (await client.get("/healthz")).status == 200
    finally:
        with suppress(OSError):
            await client.aclose()
