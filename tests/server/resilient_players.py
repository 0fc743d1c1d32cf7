"""Players who survive crashes of the server: they reconnect, and resend unanswered commands."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tenback.table.fairness import commitment
from tests.server.clients import Client, Socket
from tests.table.lives import digest

GONE = (OSError, EOFError, ConnectionClosed, InvalidHandshake, InvalidMessage, httpx.TransportError)
"""How clients notice that a server is not there."""

PAUSE = 0.05
SLOWLY = 0.25

Command = dict[str, Any]
Seen = dict[str, Any]


@dataclass
class Acknowledged:
    """How many commands of all players were acknowledged."""

    acknowledged: int = 0


@dataclass
class ResilientPlayer:
    """A player over the socket of one table. Every command has an id, which is used again until the
    server has answered it.
    """

    client: Client
    name: str
    seat: int
    tally: Acknowledged
    rng: random.Random
    table: asyncio.Future[str]
    options: dict[str, Any] = field(default_factory=dict)
    bots: tuple[str, ...] = ()
    pending: tuple[str, Command] | None = None
    acknowledged: dict[str, tuple[int, ...]] = field(default_factory=dict)
    seen_events: dict[int, Command] = field(default_factory=dict)
    last: Seen = field(default_factory=dict)
    finished: bool = False
    connected: bool = False
    returns: int = 0
    numbers: Any = field(default_factory=count)
    sent: dict[str, Command] = field(default_factory=dict)

    async def play(self) -> None:
        """Until the game is over."""
        await self.insist(lambda: self.client.be(self.name))
        if not self.seat:
            self.table.set_result(await self.insist(lambda: self.client.open(self.options, "o")))
        await self.table
        while not self.finished:
            await self.insist(self.stay)

    async def insist(self, work: Any) -> Any:
        """Try until there is a server."""
        while True:
            try:
                return await work()
            except GONE:
                self.connected, self.returns = False, self.returns + 1
                await asyncio.sleep(PAUSE)

    # What to do

    def wanted(self, seen: Seen) -> Command | None:
        """What moves the table on; None where others have to."""
        if seen["seat"] is None:
            return {"type": "sit", "name": self.name, "seat": self.seat}
        match seen["phase"]:
            case "gathering" if not self.seat:
                return self.gather(seen["seats"])
            case "dealing":
                return self.promise(seen)
            case "agreeing" if not self.seat:
                return {"type": "start"}
            case "playing" if seen["choices"] and seen["view"]["turn"] == self.seat:
                return self.move(seen["choices"])
        return None

    def gather(self, seats: list[Seen]) -> Command | None:
        """The host has bots take the last seats, and begins when all players are there."""
        first = len(seats) - len(self.bots)
        for place, bot in enumerate(self.bots, start=first):
            if not taken(seats[place]):
                return {"type": "seat-bot", "bot": bot, "seat": place}
        return {"type": "begin"} if all(map(taken, seats)) else None

    def promise(self, seen: Seen) -> Command | None:
        share = next(share for share in seen["fair"]["shares"] if share["seat"] == self.seat)
        nonce = digest(self.client.id, seen["number"])
        if share["left_out"]:
            return None
        if seen["stage"] == "promising" and not share["commitment"]:
            return {"type": "commit", "commitment": commitment(nonce)}
        if seen["stage"] == "revealing" and not share["nonce"]:
            return {"type": "reveal", "nonce": nonce}
        return None

    def move(self, choices: Any) -> Command:
        lays = sorted(choices["lays"], key=lambda lay: (lay["loses"], lay["step"]))
        if choices["may_end"] and (not lays or self.rng.random() < 0.6):
            return {"type": "play", "move": "end"}
        lay = lays[0] if self.rng.random() < 0.5 else self.rng.choice(lays)
        return {"type": "play", "move": text(lay["move"])}

    def meant(self, command: Command) -> tuple[str, Command]:
        self.pending = f"c{next(self.numbers)}", command
        self.sent[self.pending[0]] = command
        return self.pending

    # What came of it

    def done(self, key: str, versions: tuple[int, ...]) -> None:
        """Something was acknowledged, and as often as it is, in the same way."""
        assert self.acknowledged.setdefault(key, versions) == versions, (key, versions)
        self.tally.acknowledged += 1
        if self.pending and self.pending[0] == key:
            self.pending = None

    def see(self, seen: Seen) -> None:
        self.last = seen
        self.finished = seen["phase"] == "over"

    # Over a socket

    async def stay(self) -> None:
        """One connection, for as long as it lasts."""
        async with self.client.at(self.table.result()) as socket:
            self.connected = True
            if self.acknowledged and self.rng.random() < 0.3:
                key = self.rng.choice(list(self.acknowledged))
                await self.send(socket, key, self.sent[key])
            if self.pending:
                await self.send(socket, *self.pending)
            while not self.finished:
                await self.hear(socket, await socket.receive())

    async def send(self, socket: Socket, key: str, command: Command) -> None:
        await socket.send({"type": "do", "id": key, "command": command})

    async def hear(self, socket: Socket, message: Seen) -> None:
        match message["type"]:
            case "table":
                self.see(message)
                await self.act(socket, self.wanted(message))
            case "news":
                await self.learn(socket, message)
            case "done":
                self.done(message["id"], tuple(message["versions"]))
                await self.look(socket)
            case "refused":
                if self.pending and self.pending[0] == message["id"]:
                    self.pending = None
                await self.look(socket)

    async def learn(self, socket: Socket, news: Seen) -> None:
        events = news["events"]
        self.seen_events |= {shown["version"]: shown["event"] for shown in events if shown["event"]}
        if news["done"]:
            self.done(news["done"], tuple(shown["version"] for shown in events))
        choices = news.get("table", news).get("choices")
        if choices and (choices["lays"] or choices["may_end"]):
            await self.act(socket, self.move(choices))
        elif any(map(decisive, events)):
            await self.look(socket)

    async def act(self, socket: Socket, command: Command | None) -> None:
        if command is not None and not self.pending:
            await self.send(socket, *self.meant(command))

    async def look(self, socket: Socket) -> None:
        await socket.send({"type": "table"})


class PollingPlayer(ResilientPlayer):
    """A player who polls over plain HTTP."""

    async def stay(self) -> None:
        path = f"/api/tables/{self.table.result()}"
        while not self.finished:
            if not self.pending:
                self.see((await self.client.get(path)).json)
                command = self.wanted(self.last)
                if command is None:
                    await asyncio.sleep(SLOWLY)
                    continue
                self.meant(command)
            assert self.pending is not None
            key, command = self.pending
            reply = await self.client.post(f"{path}/commands", {"id": key, "command": command})
            if reply.status == 200:
                self.done(key, tuple(reply.json["versions"]))
            self.pending = None


def taken(seat: Seen) -> bool:
    return bool(seat["person"] or seat["bot"])


def text(move: Any) -> str:
    return f"{move['card']}-{move['pile']}"


def decisive(shown: Seen) -> bool:
    """Whether it takes another look to know what to do."""
    event = shown["event"] or {}
    ended = any(followed["type"] == "over" for followed in shown["followed"])
    return ended or event.get("type") not in ("moved", "spoke", "went-away", "came-back")
