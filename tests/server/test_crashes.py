"""Nothing is lost: a server is killed again and again while games are played at many tables.

Fourteen tables and four kills, two tables of every kind in `GAMES`; in `make soak` hundreds of
tables and thirty kills. Every game is played to its end.
"""

from __future__ import annotations

import asyncio
import json
import random
import signal
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tenback.host import history
from tenback.host.persistence import rebuilt
from tenback.server import serialize
from tenback.server.responses import encode
from tenback.store import Store, open_store
from tenback.table import visibility
from tenback.table.event_json import to_json
from tenback.table.events import Moved
from tenback.table.phases import Phase
from tests.cases import SOAK
from tests.server.clients import Client
from tests.server.processes import Served, free_port
from tests.server.resilient_players import Acknowledged, PollingPlayer, ResilientPlayer
from tests.store.conftest import addresses
from tests.table.lives import NAMES, dealer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tenback.store import Entry
    from tenback.table.table import Table

TABLES = 700 if SOAK else 14
KILLS = 30 if SOAK else 4
BETWEEN = (50, 500) if SOAK else (20, 200)
"""How many commands are acknowledged between two kills."""

PATIENCE = 3600.0 if SOAK else 900.0
"""How many seconds all of it may take before something must be wrong."""

GAMES: list[tuple[str, tuple[type[ResilientPlayer], ...], tuple[str, ...]]] = [
    ("original", (ResilientPlayer, ResilientPlayer), ()),
    ("original", (ResilientPlayer,), ()),
    ("original-expert", (ResilientPlayer, PollingPlayer), ("simple",)),
    ("original-on-fire", (ResilientPlayer,), ("simple", "careful")),
    ("quick-and-easy", (ResilientPlayer, ResilientPlayer), ("simple",)),
    ("quick-and-easy-professional", (PollingPlayer, PollingPlayer), ()),
    ("face-to-face", (ResilientPlayer,), ("simple",)),
]
"""What is played, who plays it over a socket or plain HTTP, and with which bots."""

OPEN = ("moved", "sat", "started", "bot-seated", "spoke", "committed")
"""Events that every client sees as they are."""


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return addresses(request.param, request, tmp_path)()


async def test_nothing_is_lost_whenever_the_server_dies(
    database: str, chance: random.Random
) -> None:
    async with Served(database, free_port()) as served, gathered(served.url, chance) as people:
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as together:
            kills = together.create_task(killed(served, people, chance))
            for person in people:
                together.create_task(person.play())
        assert kills.result() == KILLS
        assert await served.end(signal.SIGTERM) == 0
    async with await open_store(database) as store:
        await check_acknowledged(store, people)
        for person in people:
            await check_story(store, person)


@asynccontextmanager
async def gathered(
    url: str, chance: random.Random, tables: int = TABLES
) -> AsyncIterator[list[ResilientPlayer]]:
    """All players, before they connect."""
    tally, people = Acknowledged(), list[ResilientPlayer]()
    for number in range(tables):
        game, kinds, bots = GAMES[number % len(GAMES)]
        table: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        options = {"game": game, "players": len(kinds) + len(bots), "memory_aid": True}
        for seat, kind in enumerate(kinds):
            rng = random.Random(chance.random())
            client, name = Client(url), NAMES[seat]
            people.append(kind(client, name, seat, tally, rng, table, options, bots))
    try:
        yield people
    finally:
        for person in people:
            await person.client.aclose()


async def killed(served: Served, people: list[ResilientPlayer], chance: random.Random) -> int:
    """Kill the server at random moments; how often it died during a game."""
    tally, kills = people[0].tally, 0
    while kills < KILLS and not all(person.finished for person in people):
        enough = tally.acknowledged + chance.randint(*BETWEEN)
        while tally.acknowledged < enough and not all(person.finished for person in people):
            await asyncio.sleep(chance.random() * 0.01)
        assert await served.end(signal.SIGKILL) == -signal.SIGKILL
        kills += 1
        async with await open_store(served.database) as store:
            await check_acknowledged(store, people)
        await served.begin()
    return kills


# What must hold


async def check_acknowledged(store: Store, people: list[ResilientPlayer]) -> None:
    """Every acknowledged command is in the log of its table, once."""
    here = [person for person in people if person.table.done()]
    known = [(person, dict(person.acknowledged)) for person in here]
    logs = {table: await store.read(table) for table in {one.table.result() for one in here}}
    for log in logs.values():
        assert [entry.version for entry in log] == list(range(1, len(log) + 1))
        commands = [entry.command for entry in log if entry.command is not None]
        assert len(commands) == len(set(commands))
    for person, acknowledged in known:
        for key, versions in acknowledged.items():
            command = f"{person.client.id}/{key}"
            check_receipt(logs[person.table.result()], command, versions)


def check_receipt(log: list[Entry], command: str, versions: tuple[int, ...]) -> None:
    written = [log[version - 1] for version in versions]
    assert [entry.command for entry in written] == [command, *[None] * len(written)][: len(written)]
    assert [entry.version for entry in log if entry.command == command] == [*versions[:1]]


async def check_story(store: Store, person: ResilientPlayer) -> None:
    """What a player received is what the log holds, and their game was played to its end."""
    log = await store.read(person.table.result())
    table = rebuilt(log, dealer())
    assert table.phase is Phase.OVER
    assert table.game is not None
    moves = [event for event in table.log if isinstance(event, Moved)]
    assert len(moves) == len(table.game.actions)
    for version, event in person.seen_events.items():
        kept = json.loads(to_json(table.log[version - 1]))
        assert kept["type"] == event["type"]
        if event["type"] in OPEN:
            assert kept == {"format": kept["format"]} | event
    assert person.last == shown(rebuilt(log[: person.last["version"]], dealer()), person)
    assert len(await history.games(store, person.client.id)) == 1


def shown(table: Table, person: ResilientPlayer) -> Any:
    """The whole table, as this person should have seen it in the end."""
    standing = visibility.snapshot(table, person.client.id)
    return json.loads(encode(serialize.table(standing, person.client.id, person.last["now"])))
