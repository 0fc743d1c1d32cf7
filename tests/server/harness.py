"""A server for tests with its clients: players over sockets or over plain HTTP."""

from __future__ import annotations

import json
import random
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

from tenback import Deal, Game, Rules
from tenback.analysis.hints import adviser, find_hint
from tenback.host.hints import LEVEL
from tenback.table.fairness import commitment
from tests.host.harness import ManualClock
from tests.server.clients import Client, Reply, Socket
from tests.server.in_process import (
    NO_LIMITS,
    InProcessServer,
    in_process_server,
    server_dependencies,
)
from tests.table.lives import digest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from tenback.server.services import ServerDependencies
    from tenback.server.settings import RateLimits

MAX_STEPS = 5_000
"""More steps than any game takes."""


@cache
def compile_hints() -> None:
    """Compile what hints need before a test waits for one: the first time it takes minutes."""
    rules = Rules.named("original")
    view = Game(rules, Deal.from_seed(rules, players=2, seed="ready"), starter=0).view(0)
    find_hint(view, adviser(LEVEL), "ready", remembered=False)


@dataclass
class ServerHarness:
    """A server, its clock, and its clients."""

    here: InProcessServer
    time: ManualClock
    stack: AsyncExitStack

    async def client(self) -> Client:
        """An anonymous client."""
        client = Client(self.here.url)
        self.stack.push_async_callback(client.aclose)
        return client

    async def guest(self, name: str) -> Client:
        """A client with an identity."""
        client = await self.client()
        await client.be(name)
        return client

    async def guests(self, *names: str) -> list[Client]:
        return [await self.guest(name) for name in names]

    async def at(self, client: Client, table: str) -> SocketPlayer:
        """A client with the socket of a table."""
        socket = await self.stack.enter_async_context(client.at(table))
        guest = SocketPlayer(client, socket)
        guest.hear(await socket.receive())
        return guest

    async def table(
        self, *people: Client, bots: Sequence[str] = (), **options: Any
    ) -> tuple[str, list[SocketPlayer]]:
        """A full table before the deal, all players over sockets; the last seats are the bots'."""
        next_command = {"game": "original", "players": len(people) + len(bots)} | options
        table = await people[0].open(next_command)
        guests = [await self.at(client, table) for client in people]
        for number, guest in enumerate(guests[1:], start=1):
            await guest.do("sit", name=f"Guest {'BCDEF'[number]}")
        for bot in bots:
            await guests[0].do("seat-bot", bot=bot)
        return table, guests

    async def playing(
        self, *people: Client, bots: Sequence[str] = (), **options: Any
    ) -> tuple[str, list[SocketPlayer]]:
        """A table at which the game has started."""
        table, guests = await self.table(*people, bots=bots, **options)
        await guests[0].do("begin")
        await play_together(guests, until=lambda seen: seen["phase"] == "playing")
        for guest in guests:
            await guest.look()
        return table, guests


@asynccontextmanager
async def server_harness(
    deps: ServerDependencies | None = None,
    time: ManualClock | None = None,
    rate_limits: RateLimits = NO_LIMITS,
    url: str = "memory:",
    **settings: Any,
) -> AsyncIterator[ServerHarness]:
    """A server for a test, and a manual clock."""
    time = time or ManualClock()
    deps = deps or server_dependencies(time)
    async with (
        in_process_server(deps, url, rate_limits, **settings) as here,
        AsyncExitStack() as stack,
    ):
        yield ServerHarness(here, time, stack)


@dataclass
class SocketPlayer:
    """A player over a socket, who knows only what came over it."""

    client: Client
    socket: Socket
    seen: dict[str, Any] = field(default_factory=dict)
    numbers: Any = field(default_factory=count)

    def hear(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["type"] == "table":
            self.seen = message
        return message

    async def look(self) -> dict[str, Any]:
        """The whole table as it stands now."""
        await self.socket.send({"type": "table"})
        await self.socket.ping()  # whatever was on its way has come before the answer
        for text in reversed(self.socket.heard):
            if isinstance(text, bytes) and text.startswith(b'{"type":"table"'):
                self.seen = _read(text)
                return self.seen
        raise AssertionError("no table came")

    async def ask(self, kind: str, **message: Any) -> dict[str, Any]:
        return await self.socket.ask({"type": kind, "id": self.key()} | message)

    async def do(self, kind: str, **command: Any) -> dict[str, Any]:
        return await self.socket.do(self.key(), {"type": kind} | command)

    async def refused(self, kind: str, **command: Any) -> str:
        """The code with which a command is refused."""
        code: str = (await self.do(kind, **command))["code"]
        return code

    async def hears(self, event: str) -> dict[str, Any]:
        """Wait until something happens."""
        news = await self.socket.until(
            lambda message: (
                message["type"] == "news"
                and any((one["event"] or {}).get("type") == event for one in message["events"])
            )
        )
        return next(one["event"] for one in news["events"] if one["event"]["type"] == event)

    def key(self) -> str:
        return f"k{next(self.numbers)}"


def _read(text: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


# What moves a table on, by a player's own view


def next_command(seen: dict[str, Any], rng: random.Random) -> dict[str, Any] | None:
    """The next command of a player; None where they have to wait."""
    seat = seen["seat"]
    if seat is None:
        return None
    if seen["phase"] == "dealing":
        return _promise(seen)
    if seen["phase"] == "agreeing":
        return {"type": "start"}
    if seen["phase"] != "playing" or seen["view"]["turn"] != seat:
        return None
    return {"type": "play", "move": choose_move(seen["choices"], rng)}


def choose_move(choices: dict[str, Any], rng: random.Random) -> str:
    """A sensible move."""
    lays = sorted(choices["lays"], key=lambda lay: (lay["loses"], lay["step"]))
    if choices["may_end"] and (not lays or rng.random() < 0.8):
        return "end"
    move = rng.choice(lays[:2])["move"]
    return f"{move['card']}-{move['pile']}"


def _promise(seen: dict[str, Any]) -> dict[str, Any] | None:
    seat = seen["seat"]
    mine = next(share for share in seen["fair"]["shares"] if share["seat"] == seat)
    nonce = digest("nonce", seat, seen["number"])
    if seen["stage"] == "promising":
        return None if mine["commitment"] else {"type": "commit", "commitment": commitment(nonce)}
    return None if mine["nonce"] else {"type": "reveal", "nonce": nonce}


async def play_together(
    guests: Sequence[SocketPlayer],
    until: Callable[[dict[str, Any]], bool] = lambda seen: seen["phase"] == "over",
    seed: int = 1,
) -> dict[str, Any]:
    """All players do what moves the table on, until a condition holds; the table at that time."""
    rng = random.Random(seed)
    for _ in range(MAX_STEPS):
        for guest in guests:
            seen = await guest.look()
            if until(seen):
                return seen
            command = next_command(seen, rng)
            if command is not None:
                await guest.do(command.pop("type"), **command)
    raise AssertionError("the condition never holds")


async def play_over_http(
    clients: Sequence[Client],
    table: str,
    until: Callable[[dict[str, Any]], bool] = lambda seen: seen["phase"] == "over",
    seed: int = 1,
) -> dict[str, Any]:
    """The same over plain HTTP."""
    rng = random.Random(seed)
    for _ in range(MAX_STEPS):
        for client in clients:
            seen: dict[str, Any] = (await client.get(f"/api/tables/{table}")).json
            if until(seen):
                return seen
            command = next_command(seen, rng)
            if command is not None:
                body = {"command": command, "id": f"h{seen['version']}", "seen": seen["version"]}
                reply = await send(client, table, body)
                assert reply.status == 200, reply
    raise AssertionError("the condition never holds")


async def send(client: Client, table: str, body: dict[str, Any]) -> Reply:
    return await client.post(f"/api/tables/{table}/commands", body)
