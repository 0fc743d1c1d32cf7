"""Tables whose clients only follow the news, as the page does: they play, talk, mute and watch."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import dataclass, field
from itertools import count, pairwise
from typing import TYPE_CHECKING, Any

from tenback.core.errors import TenbackError
from tenback.host.host import Host
from tenback.host.subscriptions import News, Subscription
from tenback.server import serialize
from tenback.server.responses import encode
from tenback.table import commands as c
from tenback.table import visibility
from tenback.table.events import BotReplaced, CardsDealt, Moved, Spoke
from tenback.table.fairness import commitment
from tenback.table.options import TableOptions
from tenback.table.table import Table
from tests.bots import talker
from tests.host.harness import NOON, running_host
from tests.server.followers import Follower, comparable
from tests.table.lives import dealer, digest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from contextlib import AsyncExitStack

    from tenback import Rules
    from tenback.table.visibility import Snapshot

LONGEST = 4000
Json = dict[str, Any]


def written(message: object, person: str) -> bytes:
    """A message as the socket sends it."""
    if isinstance(message, News):
        return encode(serialize.news(message, person, NOON))
    return encode(serialize.table(message, person, NOON))  # type: ignore[arg-type]


@dataclass
class Client:
    """A page in small: it follows the news, decides by them alone, and says what it has seen."""

    host: Host
    table: str
    person: str
    messages: Subscription
    rng: random.Random
    follower: Follower = field(default_factory=Follower)
    known: dict[int, list[Json]] = field(default_factory=dict)
    received: list[tuple[int, Json]] = field(default_factory=list)
    refusals: list[tuple[type[c.Command], str]] = field(default_factory=list)
    done: list[tuple[type[c.Command], int, int]] = field(default_factory=list)
    """What was sent and had an effect, the version that was seen, and that of the effect."""
    numbers: Any = field(default_factory=count)

    @property
    def version(self) -> int:
        return int(self.follower.table["version"])

    def read(self) -> None:
        """Take in all that has come."""
        waiting, self.messages._waiting = self.messages._waiting, []
        for message in waiting:
            found: Json = json.loads(written(message, self.person))
            self.follower.receive(found)
            seen = self.follower.table
            self.received.append((seen["version"], found))
            self.known.setdefault(seen["version"], []).append(seen)

    async def do(self, command: c.Command, seen: int | None = None) -> None:
        """Send a command, decided by all that is known or by what was known at that version."""
        seen = self.version if seen is None else seen
        key = f"{self.person}-{next(self.numbers)}"
        try:
            done = await self.host.command(self.table, self.person, command, key, seen=seen)
        except TenbackError as error:
            self.refusals.append((type(command), error.code))
        else:
            self.done += [(type(command), seen, version) for version in done.versions[:1]]
        self.read()

    def wanted(self) -> c.Command | None:
        """What the person would do now, by what the page shows; None for a spectator."""
        seen = self.follower.table
        if seen["seat"] is None:
            return None
        match seen["phase"]:
            case "dealing":
                return self.promise(seen)
            case "agreeing":
                return c.Start()
            case "playing" if seen["view"]["turn"] == seen["seat"]:
                return self.move(seen["choices"])
        return None

    def promise(self, seen: Json) -> c.Command | None:
        share = next(one for one in seen["fair"]["shares"] if one["seat"] == seen["seat"])
        nonce = digest(self.person, seen["number"])
        if seen["stage"] == "promising":
            return None if share["commitment"] else c.Commit(commitment(nonce))
        return None if share["nonce"] else c.Reveal(nonce)

    def move(self, choices: Json) -> c.Command:
        if choices["may_take_back"] and self.rng.random() < 0.15:
            return c.TakeBack()
        lays = sorted(choices["lays"], key=lambda lay: (lay["loses"], lay["step"]))
        if choices["may_end"] and (not lays or self.rng.random() < 0.8):
            return c.Play("end")
        lay = self.rng.choice(lays[:2])["move"]
        return c.Play(f"{lay['card']}-{lay['pile']}")

    @property
    def offered(self) -> bool:
        return bool(self.follower.table["resigning"])

    def aside(self, others: Sequence[str]) -> c.Command:
        """What else happens at a table while a game goes on."""
        rng, other = self.rng, self.rng.choice(others)
        phrases = self.follower.table["phrases"] or ["thanks"]
        talk: list[c.Command] = [c.Say(rng.choice(phrases)) for _ in range(12)]
        return rng.choice(
            [
                *talk,
                c.Say("", "well played"),
                c.Mute(other),
                c.Unmute(other),
                c.Unmute(other),
                c.Hint(),
                c.PlayOn()
                if self.follower.table["resigning"] or "ben" not in others
                else c.Resign(),
                c.Rename(rng.choice(["Anna", "Ann"])),
                c.HandOn(other),
            ]
        )


@dataclass
class FollowedTable:
    """A table, all its clients, and the messages that they got."""

    host: Host
    table: str
    clients: dict[str, Client]
    rng: random.Random

    async def play(self, games: int = 1) -> None:
        """Until that many games are over."""
        for _ in range(LONGEST):
            first = self.read()
            if first["phase"] == "over":
                if first["number"] == games:
                    return
                await self.clients["ann"].do(c.Rematch())
            elif not await self.step():
                await asyncio.sleep(0.0005)
        raise AssertionError("the game never ends")

    def read(self) -> Json:
        for client in self.clients.values():
            client.read()
        return self.clients["ann"].follower.table

    async def step(self) -> bool:
        """The first client that can moves the game on.

        Now and then a client does something else between its decision and its command.
        """
        self.read()
        here = [client for client in self.clients.values() if client.person != "zed"]
        decided = [(one, command, one.version) for one in here if (command := one.wanted())]
        if self.rng.random() < 0.25:
            client = self.rng.choice(here)
            await client.do(client.aside(list(self.clients)))
        for client, command, seen in decided[:1]:
            await client.do(command, seen)
        return bool(decided)

    def late(self, kind: type[c.Command]) -> list[tuple[int, int]]:
        """From where to where more had happened than the sender of such a command had seen."""
        sent = (one for client in self.clients.values() for one in client.done)
        return [(seen, done - 1) for what, seen, done in sent if what is kind and done > seen + 1]

    async def check_bots(self) -> None:
        """Every bot has spoken in the course of every game, and none was replaced."""
        log = await self.host.inspect(self.table, lambda table: tuple(table.log))
        assert not [event for event in log if isinstance(event, BotReplaced)]
        seats = await self.host.inspect(self.table, lambda table: table.seats)
        bots = {place for place, seat in enumerate(seats) if seat.bot}
        dealt = [place for place, event in enumerate(log) if isinstance(event, CardsDealt)]
        for first, behind in pairwise([*dealt, len(log)]):
            game = log[first:behind]
            begun = next(place for place, event in enumerate(game) if isinstance(event, Moved))
            assert bots <= {event.seat for event in game[begun:] if isinstance(event, Spoke)}

    async def moments(self) -> AsyncIterator[Table]:
        """The table after each of its events, one after the other."""
        log = await self.host.inspect(self.table, lambda table: list(table.log))
        table = Table.rebuilt(log[:1], dealer())
        yield table
        for event in log[1:]:
            table.apply(event)
            yield table

    async def check(self) -> int:
        """Compare each client's table after each message with the server's at that version."""
        compared = 0
        async for table in self.moments():
            for person, client in self.clients.items():
                for known in client.known.get(table.version, ()):
                    whole = comparable(as_sent(table, person))
                    assert comparable(known) == whole, (person, table.version)
                    compared += 1
        return compared

    async def stream(self, person: str) -> list[Json]:
        """Each message to a client, and the whole table as the server would have sent it then."""
        client, found = self.clients[person], list[Json]()
        async for table in self.moments():
            messages = [one for version, one in client.received if version == table.version]
            whole = as_sent(table, person) if messages else None
            found += [{"message": message, "table": whole} for message in messages]
        return found


def as_sent(table: Table, person: str) -> Json:
    """The whole table as the server sends it."""
    snapshot: Snapshot = visibility.snapshot(table, person)
    found: Json = json.loads(written(snapshot, person))
    return found


async def followed_table(
    stack: AsyncExitStack, rules: Rules, players: int, bot: str, seed: int, **options: Any
) -> FollowedTable:
    """A full table: two people at most, bots, a spectator and a stranger."""
    host = await stack.enter_async_context(
        running_host(check_bot=talker.make, make_bot=talker.make)
    )
    wanted = TableOptions(rules.name, players, takebacks=True, **options)
    table = await host.open("ann", "Ann", wanted)
    rng = random.Random(seed)
    clients = {}
    for person in (*(("ann", "ben")[: 2 if players > 2 else 1]), "fay", "zed"):
        messages = await stack.enter_async_context(host.listen(table, person))
        clients[person] = Client(host, table, person, messages, rng)
        clients[person].read()
    found = FollowedTable(host, table, clients, rng)
    if "ben" in clients:
        await clients["ben"].do(c.Sit("Ben"))
    await clients["fay"].do(c.Watch("Fay"))
    for _ in range(players - len(clients) + 2):
        await clients["ann"].do(c.SeatBot(bot))
    found.read()
    await clients["ann"].do(c.Begin())
    return found
