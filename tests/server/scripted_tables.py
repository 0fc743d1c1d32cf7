"""Games on a real server as scripts, which can be repeated on another one."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

from tenback.bots import registry
from tenback.table import commands as c
from tenback.table.fairness import Stage, commitment
from tenback.table.phases import Phase
from tests.host.harness import ManualClock
from tests.server.clients import Client, Socket, written
from tests.server.in_process import InProcessServer, in_process_server, server_dependencies
from tests.table.lives import dealer, digest

if TYPE_CHECKING:
    import random
    from collections.abc import AsyncIterator, Sequence

    from tenback.table.fairness import Dealer
    from tenback.table.table import Table

SEATED = ("ann", "ben", "cleo", "dora", "emil")
SPECTATOR, STRANGER, ANONYMOUS = "fay", "zed", "anonymous"
"""A spectator, a guest who is not at the table, and an anonymous client."""


@dataclass(frozen=True)
class Step:
    """One action of a client, which can be repeated; `{table}` and `{ben}` are ids."""

    who: str
    way: str
    """Over the socket `do` a command, `ask` for something or `send` a raw text; the method of a
    request; go and come `back` after some seconds; or `wait`.
    """
    what: Any = None
    path: str = ""


@dataclass
class ScriptedTable:
    """A table on a server, its clients, and every step that was taken."""

    here: InProcessServer
    time: ManualClock
    clients: dict[str, Client]
    table: str = ""
    sockets: dict[str, Socket] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    codes: list[str | None] = field(default_factory=list)
    """The code with which each step was refused, or None."""
    versions: list[int] = field(default_factory=list)
    """How many events there were before each step."""
    marks: list[dict[str, int]] = field(default_factory=list)
    """How much each client had received before each step."""
    numbers: Any = field(default_factory=count)
    stacks: dict[str, AsyncExitStack] = field(default_factory=dict)

    # Carrying steps out

    async def take(self, step: Step) -> None:
        """Take a step, and wait until every client has received its effect."""
        self.versions.append(await self.look(lambda table: table.version))
        self.marks.append(self.heard())
        self.steps.append(step)
        self.codes.append(await self._carry_out(step))
        await self.here.settle(len(self.sockets))
        for socket in self.sockets.values():
            await socket.ping()

    def heard(self) -> dict[str, int]:
        received = {name: len(client.heard) for name, client in self.clients.items()}
        return received | {"log": len(self.here.log.lines)}

    async def _carry_out(self, step: Step) -> str | None:
        match step.way:
            case "do":
                answer = await self.sockets[step.who].do(self._key(), self._ids(step.what))
                return answer.get("code")
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
            await self.time.advance(1.0)
            await self.here.settle()

    # The table itself

    async def look(self, see: Any) -> Any:
        return await self.here.services.host.inspect(self.table, see)

    def name(self, person: str) -> str:
        return next(name for name, client in self.clients.items() if client.id == person)

    async def close(self) -> None:
        for who in tuple(self.sockets):
            await self.disconnect(who)
        for client in self.clients.values():
            await client.aclose()


@asynccontextmanager
async def scripted_table(
    options: dict[str, Any], bots: Sequence[str] = (), cards: Dealer | None = None
) -> AsyncIterator[ScriptedTable]:
    """A table with all clients in their places, before the deal; the last seats are the bots'."""
    people = SEATED[: options["players"] - len(bots)]
    async with _server_with_clients(people, dealer=cards or dealer("real")) as found:
        await _gather(found, options, people, bots)
        yield found


@asynccontextmanager
async def scripted_daily_table(game: str) -> AsyncIterator[ScriptedTable]:
    """A table with the deal of the day, already dealt. Spectators are not allowed there.

    The ladder is empty: the results of bots reveal something about the deal, and may.
    """
    async with _server_with_clients(
        SEATED[:1], make_bot=lambda _name: registry.make("simple")
    ) as found:
        found.here.services.daily_deals.bots = ()
        await _gather_for_today(found, game)
        yield found


@asynccontextmanager
async def _server_with_clients(people: Sequence[str], **deps: Any) -> AsyncIterator[ScriptedTable]:
    time = ManualClock()
    async with in_process_server(
        server_dependencies(time, **deps), public_url="http://tenback.example"
    ) as here:
        names = (*people, SPECTATOR, STRANGER, ANONYMOUS)
        found = ScriptedTable(here, time, {name: Client(here.url) for name in names})
        try:
            yield found
        finally:
            await found.close()


async def _gather_for_today(found: ScriptedTable, game: str) -> None:
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
    found: ScriptedTable, options: dict[str, Any], people: Sequence[str], bots: Sequence[str]
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


async def next_step(found: ScriptedTable, rng: random.Random) -> Step | None:
    """The step of the first player who does not have to wait."""
    for person, client in found.clients.items():
        command = await found.look(lambda table, client=client: next_command(table, client.id, rng))
        if command is not None:
            way = rng.choice(["do", "POST"])
            data = written(command)
            body = data if way == "do" else {"command": data}
            return Step(person, way, body, "/api/tables/{table}/commands")
    return None


def next_command(table: Table, person: str, rng: random.Random) -> c.Command | None:
    """The next command of a player; None where they have to wait."""
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
