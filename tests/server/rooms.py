"""A server with guests: whoever is at a table, over sockets or over plain HTTP."""

from __future__ import annotations

import json
import random
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

from tenback import Deal, Game, Rules
from tenback.analysis.hints import adviser, explain
from tenback.host.asking import LEVEL
from tenback.table.fairness import commitment
from tests.host.evenings import Time
from tests.server.clients import Client, Reply, Socket
from tests.server.worlds import WIDE, Here, serving_here, world
from tests.table.lives import digest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from tenback.server.services import World
    from tenback.server.settings import Quotas

LONGEST = 5_000
"""More steps than any game takes."""


@cache
def ready_to_advise() -> None:
    """Compile what hints need before anybody waits for one: the first time it takes minutes."""
    rules = Rules.named("original")
    view = Game(rules, Deal.from_seed(rules, players=2, seed="ready"), starter=0).view(0)
    explain(view, adviser(LEVEL), "ready", remembered=False)


@dataclass
class Room:
    """A server, its clock, and everybody who has come."""

    here: Here
    time: Time
    stack: AsyncExitStack

    async def client(self) -> Client:
        """Somebody without a name."""
        client = Client(self.here.url)
        self.stack.push_async_callback(client.aclose)
        return client

    async def guest(self, name: str) -> Client:
        """Somebody with a name."""
        client = await self.client()
        await client.be(name)
        return client

    async def guests(self, *names: str) -> list[Client]:
        return [await self.guest(name) for name in names]

    async def at(self, client: Client, table: str) -> Guest:
        """Somebody at a table, over a socket."""
        socket = await self.stack.enter_async_context(client.at(table))
        guest = Guest(client, socket)
        guest.hear(await socket.receive())
        return guest

    async def table(
        self, *people: Client, bots: Sequence[str] = (), **options: Any
    ) -> tuple[str, list[Guest]]:
        """A full table before the deal, everybody over sockets; the last seats are the bots'."""
        wanted = {"game": "original", "players": len(people) + len(bots)} | options
        table = await people[0].open(wanted)
        guests = [await self.at(client, table) for client in people]
        for number, guest in enumerate(guests[1:], start=1):
            await guest.do("sit", name=f"Guest {'BCDEF'[number]}")
        for bot in bots:
            await guests[0].do("seat-bot", bot=bot)
        return table, guests

    async def playing(
        self, *people: Client, bots: Sequence[str] = (), **options: Any
    ) -> tuple[str, list[Guest]]:
        """A table at which the game has started."""
        table, guests = await self.table(*people, bots=bots, **options)
        await guests[0].do("begin")
        await together(guests, until=lambda seen: seen["phase"] == "playing")
        for guest in guests:
            await guest.look()
        return table, guests


@asynccontextmanager
async def room(
    around: World | None = None,
    time: Time | None = None,
    quotas: Quotas = WIDE,
    url: str = "memory:",
    **settings: Any,
) -> AsyncIterator[Room]:
    """A server for a test, and a clock that stands still."""
    time = time or Time()
    around = around or world(time)
    async with serving_here(around, url, quotas, **settings) as here, AsyncExitStack() as stack:
        yield Room(here, time, stack)


@dataclass
class Guest:
    """Somebody at a table over a socket, who knows nothing but what came over it."""

    client: Client
    socket: Socket
    seen: dict[str, Any] = field(default_factory=dict)
    numbers: Any = field(default_factory=count)

    def hear(self, told: dict[str, Any]) -> dict[str, Any]:
        if told["type"] == "table":
            self.seen = told
        return told

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
        told = await self.socket.until(
            lambda message: (
                message["type"] == "news"
                and any((one["event"] or {}).get("type") == event for one in message["events"])
            )
        )
        return next(one["event"] for one in told["events"] if one["event"]["type"] == event)

    def key(self) -> str:
        return f"k{next(self.numbers)}"


def _read(text: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


# What moves a table on, by what somebody sees


def wanted(seen: dict[str, Any], rng: random.Random) -> dict[str, Any] | None:
    """What somebody would do now; None where they have to wait."""
    seat = seen["seat"]
    if seat is None:
        return None
    if seen["phase"] == "dealing":
        return _promise(seen)
    if seen["phase"] == "agreeing":
        return {"type": "start"}
    if seen["phase"] != "playing" or seen["view"]["turn"] != seat:
        return None
    return {"type": "play", "move": chosen(seen["choices"], rng)}


def chosen(choices: dict[str, Any], rng: random.Random) -> str:
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


async def together(
    guests: Sequence[Guest],
    until: Callable[[dict[str, Any]], bool] = lambda seen: seen["phase"] == "over",
    seed: int = 1,
) -> dict[str, Any]:
    """Everybody does what moves the table on, until something holds; how it stands then."""
    rng = random.Random(seed)
    for _ in range(LONGEST):
        for guest in guests:
            seen = await guest.look()
            if until(seen):
                return seen
            command = wanted(seen, rng)
            if command is not None:
                await guest.do(command.pop("type"), **command)
    raise AssertionError("this table never gets there")


async def over_http(
    clients: Sequence[Client],
    table: str,
    until: Callable[[dict[str, Any]], bool] = lambda seen: seen["phase"] == "over",
    seed: int = 1,
) -> dict[str, Any]:
    """The same over plain HTTP."""
    rng = random.Random(seed)
    for number in range(LONGEST):
        for client in clients:
            seen: dict[str, Any] = (await client.get(f"/api/tables/{table}")).json
            if until(seen):
                return seen
            command = wanted(seen, rng)
            if command is not None:
                body = {"command": command, "id": f"h{number}", "seen": seen["version"]}
                assert (await send(client, table, body)).status == 200
    raise AssertionError("this table never gets there")


async def send(client: Client, table: str, body: dict[str, Any]) -> Reply:
    return await client.post(f"/api/tables/{table}/commands", body)
