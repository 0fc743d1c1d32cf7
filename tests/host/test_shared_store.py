"""Two processes on one PostgreSQL server run the same tables, and none of them is wrong."""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from tenback.host.host import Host
from tenback.host.persistence import rebuilt
from tenback.host.subscriptions import News
from tenback.store import open_store
from tenback.table import commands as c
from tenback.table.event_json import from_json
from tenback.table.events import Moved
from tenback.table.phases import Phase
from tests.host.harness import (
    NO_PAUSES,
    ManualClock,
    ScriptedPlayers,
    eventually,
    full_table,
    host_on,
)
from tests.table.lives import dealer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tenback.store import Store
    from tenback.table.commands import Command
    from tenback.table.visibility import Snapshot

SHARED = replace(NO_PAUSES, shared=True)


@asynccontextmanager
async def two(url: str, time: ManualClock | None = None) -> AsyncIterator[tuple[Host, Host, Store]]:
    async with (
        await open_store(url) as one,
        await open_store(url) as another,
        host_on(one, time, SHARED, seed="one") as first,
        host_on(another, time, SHARED, seed="another") as second,
    ):
        yield first, second, one


@dataclass
class Restless(ScriptedPlayers):
    """People who ask now this process and now that one."""

    hosts: tuple[Host, ...] = ()

    async def seen(self, person: str) -> Snapshot:
        self.host = self.rng.choice(self.hosts)
        return await super().seen(person)

    async def ask(self, person: str, command: Command) -> None:
        """As one who gets no answer in time does: to both at once, under one id."""
        key = f"c{next(self.numbers)}"
        sent = [host.command(self.table, person, command, key) for host in self.hosts]
        first, *others = await asyncio.gather(*sent)
        assert all(other == first for other in others)


@pytest.mark.parametrize(("game", "bots"), [("original", 1), ("quick-and-easy", 2)])
async def test_one_table_on_two_hosts(postgresql: str, game: str, bots: int) -> None:
    async with two(postgresql) as (one, another, store):
        party = await full_table(one, game, 3, ["simple"] * bots)
        restless = Restless(one, party.table, party.people, random.Random(3), hosts=(one, another))
        restless.numbers = party.numbers
        await restless.ask("ann", c.Begin())
        over = await restless.play()
        assert over.phase is Phase.OVER
        assert await one.snapshot(party.table, "ann") == await another.snapshot(party.table, "ann")
        log = await store.read(party.table)
        table = rebuilt(log, dealer())
        assert table.game is not None
        moves = [event for event in table.log if isinstance(event, Moved)]
        assert len(moves) == len(table.game.actions)
        commands = [entry.command for entry in log if entry.command is not None]
        assert len(commands) == len(set(commands))


async def test_many_at_once_from_both_sides(postgresql: str) -> None:
    async with two(postgresql) as (one, another, store):
        party = await full_table(one, "original", 2)
        wishes = [
            host.command(party.table, person, c.Rename(f"{person} {'a' * n}"))
            for n in range(12)
            for host, person in ((one, "ann"), (another, "ben"))
        ]
        receipts = await asyncio.gather(*wishes)
        versions = sorted(version for receipt in receipts for version in receipt.versions)
        assert len(versions) == len(set(versions)) == len(wishes)
        assert len(await store.read(party.table)) == versions[-1]


async def test_listeners_hear_of_what_happens_elsewhere(postgresql: str) -> None:
    time = ManualClock()
    async with two(postgresql, time) as (one, another, _):
        party = await full_table(one, "original", 2)
        async with another.listen(party.table, "ben") as messages:
            await anext(messages)
            receipt = await one.command(party.table, "ann", c.Rename("Anna"))
            await time.advance(1.0)
            news = await asyncio.wait_for(anext(messages), 10)
            assert isinstance(news, News)
            assert [shown.version for shown in news.events] == list(receipt.versions)


async def test_a_player_connected_to_another_process_is_not_away(postgresql: str) -> None:
    time = ManualClock()
    async with two(postgresql, time) as (one, another, store):
        party = await full_table(one, "original", 2)
        async with one.listen(party.table, "ann"), one.listen(party.table, "ben"):
            await another.snapshot(party.table, "eve")  # it has the table in memory now
            for _ in range(3):
                await time.advance(SHARED.silence)
                await another.snapshot(party.table, "eve")
            log = [from_json(entry.body).type for entry in await store.read(party.table)]
            assert "went-away" not in log


async def test_a_player_who_moves_to_another_process_is_soon_back(postgresql: str) -> None:
    time = ManualClock()
    async with two(postgresql, time) as (one, another, _):
        party = await full_table(one, "original", 2)

        async def is_away(host: Host) -> bool:
            seats = await host.inspect(party.table, lambda table: table.seats)
            return seats[1].away_since is not None

        async def is_back() -> bool:
            return not await is_away(one)

        async with one.listen(party.table, "ben"):
            pass
        await time.advance(SHARED.grace)
        await eventually(lambda: is_away(another))
        async with another.listen(party.table, "ben"):
            await time.advance(SHARED.round)
            await eventually(is_back)
