"""Whole evenings on a real server, as a script: everything can be done again elsewhere."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

from tenback.bots import registry
from tenback.table import commands as c
from tenback.table.fairness import Stage, commitment
from tenback.table.phases import Phase
from tests.host.evenings import Time
from tests.server.clients import Client, Socket, written
from tests.server.worlds import Here, serving_here, world
from tests.table.lives import dealer, digest

if TYPE_CHECKING:
    import random
    from collections.abc import AsyncIterator, Sequence

    from tenback.table.fairness import Dealer
    from tenback.table.table import Table

SEATED = ("ann", "ben", "cleo", "dora", "emil")
SPECTATOR, STRANGER, NOBODY = "fay", "zed", "nobody"
"""Who watches, who has a name here but is not at the table, and who has not even a name."""


@dataclass(frozen=True)
class Step:
    """Something that somebody does, so that it can be done again; `{table}` and `{ben}` are ids."""

    who: str
    way: str
    """Over the socket `do` a command, `ask` for something or `send` a raw text; the method of a
    request; go and come `back` after some seconds; or `wait`.
    """
    what: Any = None
    path: str = ""


@dataclass
class Evening:
    """A table on a server, everybody's clients, and everything that was done."""

    here: Here
    time: Time
    clients: dict[str, Client]
    table: str = ""
    sockets: dict[str, Socket] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    codes: list[str | None] = field(default_factory=list)
    """With which code each step was refused."""
    versions: list[int] = field(default_factory=list)
    """How many events there were before each step."""
    marks: list[dict[str, int]] = field(default_factory=list)
    """How much everybody had heard before each step."""
    numbers: Any = field(default_factory=count)
    stacks: dict[str, AsyncExitStack] = field(default_factory=dict)

    # Carrying steps out

    async def take(self, step: Step) -> None:
        """Do something, and wait until everybody has heard what came of it."""
        self.versions.append(await self.look(lambda table: table.version))
        self.marks.append(self.heard())
        self.steps.append(step)
        self.codes.append(await self._carry_out(step))
        await self.here.settle(len(self.sockets))
        for socket in self.sockets.values():
            await socket.ping()

    def heard(self) -> dict[str, int]:
        everybody = {name: len(client.heard) for name, client in self.clients.items()}
        return everybody | {"log": len(self.here.lines.told)}

    async def _carry_out(self, step: Step) -> str | None:
        match step.way:
            case "do":
                told = await self.sockets[step.who].do(self._key(), self._ids(step.what))
                return told.get("code")
            case "send":
                await self.sockets[step.who].send(step.what)
            case "ask":
                message = {"id": self._key()} | step.what
                return (await self.sockets[step.who].ask(message)).get("code")
            case "back":
                await self.disconnect(step.who)
                await self.here.settle(len(self.sockets))
                await self.wait(step.what)
                await self.connect(step.who)
            case "wait":
                await self.wait(step.what)
            case method:
                body = self._ids(step.what)
                reply = await self.clients[step.who].ask(method, self._path(step.path), body)
                return reply.code
        return None

    def _key(self) -> str:
        return f"c{next(self.numbers)}"

    def _path(self, path: str) -> str:
        return path.replace("{table}", self.table)

    def _ids(self, what: Any) -> Any:
        """The same with ids in the place of names."""
        if isinstance(what, dict):
            return {key: self._ids(value) for key, value in what.items()}
        if isinstance(what, str) and what.startswith("{"):
            return self.clients[what[1:-1]].id
        return what

    async def connect(self, who: str) -> None:
        stack = self.stacks[who] = AsyncExitStack()
        socket = await stack.enter_async_context(self.clients[who].at(self.table))
        await socket.receive()
        self.sockets[who] = socket

    async def disconnect(self, who: str) -> None:
        del self.sockets[who]
        await self.stacks.pop(who).aclose()

    async def wait(self, seconds: int) -> None:
        """Let time pass second by second, and let everything happen that is due."""
        for _ in range(seconds):
            await self.time.pass_by(1.0)
            await self.here.settle()

    # What the house knows

    async def look(self, see: Any) -> Any:
        return await self.here.services.host.look(self.table, see)

    def name(self, person: str) -> str:
        return next(name for name, client in self.clients.items() if client.id == person)

    async def close(self) -> None:
        for who in tuple(self.sockets):
            await self.disconnect(who)
        for client in self.clients.values():
            await client.aclose()


@asynccontextmanager
async def evening(
    options: dict[str, Any], bots: Sequence[str] = (), cards: Dealer | None = None
) -> AsyncIterator[Evening]:
    """A table with everybody in their places, before the deal; the last seats are the bots'."""
    people = SEATED[: options["players"] - len(bots)]
    async with _house(people, dealer=cards or dealer("real")) as found:
        await _gather(found, options, people, bots)
        yield found


@asynccontextmanager
async def daily_evening(game: str) -> AsyncIterator[Evening]:
    """A table with the deal of the day, which has been dealt. Nobody else may watch there.

    The ladder is empty: how bots did on a deal tells everybody something about it, and may.
    """
    async with _house(SEATED[:1], make_bot=lambda _name: registry.make("simple")) as found:
        found.here.services.days.bots = ()
        await _gather_for_today(found, game)
        yield found


@asynccontextmanager
async def _house(people: Sequence[str], **around: Any) -> AsyncIterator[Evening]:
    time = Time()
    async with serving_here(world(time, **around), public_url="http://tenback.example") as here:
        everybody = (*people, SPECTATOR, STRANGER, NOBODY)
        found = Evening(here, time, {name: Client(here.url) for name in everybody})
        try:
            yield found
        finally:
            await found.close()


async def _gather_for_today(found: Evening, game: str) -> None:
    names = ("ann", SPECTATOR, STRANGER)
    for name in names:
        await found.clients[name].be(name.title())
    found.table = (await found.clients["ann"].post(f"/api/daily/{game}", None)).json["table"]
    await found.here.settle()  # a bot may have the first turn
    for name in names:
        await found.connect(name)
    await found.here.settle(len(found.sockets))
    await found.take(Step(SPECTATOR, "do", {"type": "watch", "name": "Fay"}))


async def _gather(
    found: Evening, options: dict[str, Any], people: Sequence[str], bots: Sequence[str]
) -> None:
    for name in (*people, SPECTATOR, STRANGER):
        await found.clients[name].be(name.title())
    found.table = await found.clients["ann"].open(options)
    for name in (*people, SPECTATOR, STRANGER):
        await found.connect(name)
    await found.here.settle(len(found.sockets))
    for name in people[1:]:
        await found.take(Step(name, "do", {"type": "sit", "name": name.title()}))
    await found.take(Step(SPECTATOR, "do", {"type": "watch", "name": "Fay"}))
    for bot in bots:
        await found.take(Step("ann", "do", {"type": "seat-bot", "bot": bot}))
    await found.take(Step("ann", "do", {"type": "begin"}))


# What moves a table on


async def sensible(found: Evening, rng: random.Random) -> Step | None:
    """What the first person wants to do who is not waiting for somebody else."""
    for person, client in found.clients.items():
        command = await found.look(lambda table, client=client: wanted(table, client.id, rng))
        if command is not None:
            way = rng.choice(["do", "POST"])
            told = written(command)
            body = told if way == "do" else {"command": told}
            return Step(person, way, body, "/api/tables/{table}/commands")
    return None


def wanted(table: Table, person: str, rng: random.Random) -> c.Command | None:
    """What a person would do now; None where they have to wait."""
    seat = table.seat_of(person)
    if seat is None:
        return None
    if table.phase is Phase.DEALING:
        return _promise(table, seat)
    if table.phase is Phase.AGREEING:
        return c.Start()
    if table.game is None or table.game.turn != seat:
        return None
    seen = table.game.view(seat).options()
    lays = sorted(seen.lays, key=lambda lay: (lay.loses, lay.step))
    if seen.may_end and (not lays or rng.random() < 0.8):
        return c.Play("end")
    return c.Play(str(rng.choice(lays[:2]).move))


def _promise(table: Table, seat: int) -> c.Command | None:
    fair = table.fair
    assert fair is not None
    share, nonce = fair.share(seat), digest("nonce", seat, table.number)
    if fair.stage is Stage.PROMISING:
        return None if share.commitment else c.Commit(commitment(nonce))
    return None if share.nonce else c.Reveal(nonce)
