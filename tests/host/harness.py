"""A host for tests: injected dependencies, a manual clock, and players that follow a script."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from tenback.core.errors import TenbackError
from tenback.host.dependencies import Dependencies, HostConfig
from tenback.host.host import Host
from tenback.store import open_store
from tenback.table import commands as c
from tenback.table.commands import Command
from tenback.table.fairness import Stage, commitment
from tenback.table.options import TableOptions
from tenback.table.phases import Phase
from tests.table.lives import NAMES, PEOPLE, dealer, digest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from tenback.store import Store
    from tenback.table.visibility import Snapshot

NOON = 1_800_014_400.0
NO_PAUSES = HostConfig(pace=0.0)


class ManualClock:
    """A clock that stands still until it is advanced. `step`: by how much its date is set off."""

    def __init__(self) -> None:
        self.now = NOON
        self.step = 0.0
        self._numbers = count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def __call__(self) -> float:
        return self.now + self.step

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        wakes: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._sleepers, (self.now + seconds, next(self._numbers), wakes))
        await wakes

    async def advance(self, seconds: float) -> None:
        """Advance the clock, and wake the sleepers that are due."""
        end = self.now + seconds
        while self._sleepers and self._sleepers[0][0] <= end:
            self.now, _, wakes = heappop(self._sleepers)
            if not wakes.done():
                wakes.set_result(None)
            await run_pending()
        self.now = end
        await run_pending()


async def run_pending() -> None:
    """Let other tasks run as far as they get without waiting for a disk."""
    for _ in range(20):
        await asyncio.sleep(0)


async def eventually(holds: Callable[[], Any]) -> None:
    """Wait for something that a thread has to do first."""
    for _ in range(20_000):
        result = holds()
        if asyncio.iscoroutine(result):
            result = await result
        if result:
            return
        await asyncio.sleep(0.001)
    raise AssertionError("the condition never holds")


async def refusal_code(awaited: Awaitable[object]) -> str:
    """The code with which something is refused."""
    with pytest.raises(TenbackError) as refused:
        await awaited
    return refused.value.code


class ImmediateExecutor(Executor):
    """An executor that runs each call at once, in the thread of the caller."""

    def submit(self, function: Any, /, *args: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args, **named))
        except Exception as error:  # noqa: BLE001 (it is the future's)
            future.set_exception(error)
        return future


def fake_dependencies(
    time: ManualClock | None = None, seed: object = "house", **other: Any
) -> Dependencies:
    """Dependencies with which every run is the same."""
    time = time or ManualClock()
    numbers = count()
    usual: dict[str, Any] = {
        "clock": time,
        "monotonic": time.monotonic,
        "sleep": time.sleep,
        "new_id": lambda: f"t{digest(seed, next(numbers))[:12]}",
        "dealer": dealer(seed),
        "new_pool": ImmediateExecutor,
        "ready_in": lambda _name: None,
    }
    return Dependencies(**usual | other)


@asynccontextmanager
async def running_host(
    url: str = "memory:",
    time: ManualClock | None = None,
    config: HostConfig = NO_PAUSES,
    **other: Any,
) -> AsyncIterator[Host]:
    """A host on a store of its own."""
    async with await open_store(url) as store, host_on(store, time, config, **other) as host:
        yield host


@asynccontextmanager
async def host_on(
    store: Store, time: ManualClock | None = None, config: HostConfig = NO_PAUSES, **other: Any
) -> AsyncIterator[Host]:
    """A host on an open store."""
    async with Host(store, fake_dependencies(time, **other), config) as host:
        yield host


def choose_move(seen: Snapshot, rng: random.Random) -> str:
    """A sensible move for the seat on turn, by its own view."""
    choices = seen.choices
    assert choices is not None
    lays = sorted(choices.lays, key=lambda lay: (lay.loses, lay.step))
    if choices.may_end and (not lays or rng.random() < 0.8):
        return "end"
    return str(rng.choice(lays[:2]).move)


_NUMBERS = count()
"""The numbers of commands: no id is used twice, also where others play on at a table."""


@dataclass
class ScriptedPlayers:
    """Players at one table who do what moves it on. Every command has an id."""

    host: Host
    table: str
    people: Sequence[str]
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    sent: list[tuple[str, Command, str]] = field(default_factory=list)
    numbers: Any = field(default_factory=lambda: _NUMBERS)

    async def seen(self, person: str) -> Snapshot:
        return await self.host.snapshot(self.table, person)

    async def ask(self, person: str, command: Command) -> None:
        key = f"c{next(self.numbers)}"
        self.sent.append((person, command, key))
        await self.host.command(self.table, person, command, key)

    async def wanted(self, person: str) -> Command | None:
        """The next command of a player; None where they have to wait."""
        seen = await self.seen(person)
        if seen.seat is None:
            return None
        if seen.phase is Phase.DEALING:
            return self._promise(seen, person)
        if seen.phase is Phase.AGREEING:
            return c.Start()
        if seen.phase is Phase.PLAYING and seen.view and seen.view.turn == seen.seat:
            return c.Play(choose_move(seen, self.rng))
        return None

    def _promise(self, seen: Snapshot, person: str) -> Command | None:
        assert seen.fair is not None
        share, nonce = seen.fair.share(seen.seat or 0), digest(person, seen.number)
        if seen.stage is Stage.PROMISING:
            return None if share.commitment else c.Commit(commitment(nonce))
        return None if share.nonce else c.Reveal(nonce)

    async def step(self) -> bool:
        """The first player who can act does so."""
        for person in self.people:
            command = await self.wanted(person)
            if command is not None:
                await self.ask(person, command)
                return True
        return False

    async def play(self, done: Callable[[Snapshot], bool] = lambda _: False) -> Snapshot:
        """Play to the end, or until something holds.

        The pauses grow while nothing happens: bots in other threads need the CPU.
        """
        pause, version = 0.0, 0
        for _ in range(20_000):
            seen = await self.seen(self.people[0])
            if seen.phase is Phase.OVER or done(seen):
                return seen
            if not await self.step():
                pause = 0.0005 if seen.version > version else min(2 * pause, 0.02)
                version = seen.version
                await asyncio.sleep(pause)
        raise AssertionError("the game never ends")


async def full_table(
    host: Host, game: str, players: int, bots: Sequence[str] = (), **options: Any
) -> ScriptedPlayers:
    """A full table; the last seats are the bots'."""
    people = PEOPLE[: players - len(bots)]
    table = await host.open("ann", "Ann", TableOptions(game, players, **options))
    party = ScriptedPlayers(host, table, people)
    for person, name in list(zip(PEOPLE, NAMES, strict=True))[1 : len(people)]:
        await party.ask(person, c.Sit(name))
    for bot in bots:
        await party.ask("ann", c.SeatBot(bot))
    return party


async def dealing_table(
    host: Host, game: str = "original", players: int = 2, bots: Sequence[str] = (), **options: Any
) -> ScriptedPlayers:
    """A table at which the deal has begun."""
    party = await full_table(host, game, players, bots, **options)
    await party.ask("ann", c.Begin())
    return party


async def started_table(
    host: Host, game: str = "original", players: int = 2, bots: Sequence[str] = (), **options: Any
) -> ScriptedPlayers:
    """A table at which the game has started, if no other player has to act first."""
    party = await dealing_table(host, game, players, bots, **options)
    await party.play(lambda seen: seen.phase is Phase.PLAYING)
    return party
