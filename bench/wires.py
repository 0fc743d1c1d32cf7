"""Clients for bench/server.py, as cheap as can be: on a small machine they share its cores.

A `Wire` is a WebSocket, a `Table` three of them whose players choose by a script, an `Echo` three
of the bare endpoint. A `BotTable` has one player and a spectator, both of whom do what the page
does, and bots of the server.
"""

from __future__ import annotations

import asyncio
import http.client
import time
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LOCAL = "127.0.0.1"
SEATS = 3
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
)
TEXT, PING, PONG, CLOSE = 0x81, 0x89, 0x8A, 0x88
MASKED, MEDIUM, LONG = 0x80, 126, 127
MASK = bytes(4)
"""A mask of zeros leaves a message as it is."""


class Wire(asyncio.Protocol):
    """A WebSocket that knows nothing but text in one piece; `receive` gets each message."""

    def __init__(self, receive: Callable[[bytes], None]) -> None:
        self.receive = receive
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._transport: Any = None

    @classmethod
    async def to(
        cls,
        port: int,
        path: str,
        receive: Callable[[bytes], None],
        cookie: str = "",
        address: str = LOCAL,
    ) -> Wire:
        """A wire to a server on this machine, from one of its addresses."""
        loop = asyncio.get_running_loop()
        transport, wire = await loop.create_connection(
            lambda: cls(receive), LOCAL, port, local_addr=(address, 0)
        )
        wire._transport = transport
        transport.write(HANDSHAKE.format(path=path, port=port, cookie=cookie).encode())
        await wire.open
        return wire

    def send(self, message: bytes, kind: int = TEXT) -> None:
        """Send a text."""
        size = len(message)
        short = size < MEDIUM
        wide = b"" if short else size.to_bytes(2)
        head = bytes((kind, MASKED | (size if short else MEDIUM)))
        self._transport.write(b"".join((head, wide, MASK, message)))

    @property
    def waiting(self) -> int:
        """How many bytes the server has not taken yet."""
        return int(self._transport.get_write_buffer_size())

    @property
    def closed(self) -> bool:
        """Whether either side has hung up."""
        return bool(self._transport.is_closing())

    def close(self) -> None:
        """Hang up."""
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take messages from what has come."""
        buffer = self._buffer + data if self._buffer else data
        if not self.open.done():
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            assert b" 101 " in head, head
            self.open.set_result(None)
        while (place := _first(buffer)) is not None:
            kind, message, buffer = buffer[0], buffer[place], buffer[place.stop :]
            if kind == TEXT:
                self.receive(message)
            else:
                assert kind in (PING, PONG, CLOSE), message
                if kind == PING:
                    self.send(message, PONG)
        self._buffer = buffer


def _first(buffer: bytes) -> slice | None:
    """Where the first message in a buffer is; None if it is not all there."""
    if len(buffer) < 2:
        return None
    wide = {MEDIUM: 2, LONG: 8}.get(buffer[1], 0)
    begin = 2 + wide
    end = begin + (int.from_bytes(buffer[2:begin]) if wide else buffer[1])
    return slice(begin, end) if end <= len(buffer) else None


# What scripted players read


class Move(msgspec.Struct):
    card: str
    pile: str


class Lay(msgspec.Struct):
    move: Move
    step: int
    loses: bool


class Choices(msgspec.Struct):
    lays: list[Lay]
    may_end: bool


class Event(msgspec.Struct):
    type: str


MOVED, OVER = Event("moved"), Event("over")


class Shown(msgspec.Struct):
    version: int
    event: Event | None = None
    followed: list[Event] = []


class Whole(msgspec.Struct):
    """A whole table within news, as far as a scripted player reads it."""

    choices: Choices | None


class Message(msgspec.Struct):
    """A message of the server, as far as a scripted player reads it."""

    type: str
    version: int = 0
    events: list[Shown] = []
    choices: Choices | msgspec.UnsetType | None = msgspec.UNSET
    table: Whole | str = ""
    done: str | None = None
    id: str | None = None
    code: str = ""


_read = msgspec.json.Decoder(Message).decode
_write = msgspec.json.Encoder().encode


class Player:
    """A player with a seat: keeps the last choices and the last version."""

    def __init__(self, port: int, cookie: str, address: str = LOCAL) -> None:
        self.port = port
        self.cookie = cookie
        self.address = address
        self.version = 0
        self.choices: Choices | None = None
        self.sizes: list[int] | None = None
        self.listener: Callable[[], None] = lambda: None
        self.done_at = 0.0
        self._count = 0
        self._asked: tuple[str, asyncio.Future[None]] | None = None
        self._wire: Wire | None = None

    @property
    def wire(self) -> Wire | None:
        """The socket of the table, once the player has come."""
        return self._wire

    async def come(self, table: str) -> None:
        """Sit before a table's socket."""
        path = f"/api/tables/{table}/socket"
        self._wire = await Wire.to(self.port, path, self._receive, self.cookie, self.address)

    def go(self) -> None:
        """Hang up."""
        if self._wire is not None:
            self._wire.close()

    def ask(self, **command: Any) -> asyncio.Future[None]:
        """Send a command; done when its own answer has come."""
        assert self._wire is not None
        self._count += 1
        command_id = f"c{self._count}"
        done = asyncio.get_running_loop().create_future()
        self._asked = command_id, done
        about = {"type": "do", "id": command_id, "command": command, "seen": self.version}
        self._wire.send(_write(about))
        return done

    def _receive(self, text: bytes) -> None:
        self._take(_read(text), len(text))

    def _take(self, message: Message, size: int) -> None:
        if message.type == "news":
            self.version = message.events[-1].version
            whole = message.table if isinstance(message.table, Whole) else message
            self._choose_from(whole.choices)
            if self.sizes is not None:
                self.sizes.append(size)
        elif message.type == "table":
            self.version = message.version
            self._choose_from(message.choices)
        if self._asked is not None and self._asked[0] in (message.done, message.id):
            self._answered(message)
        self.listener()

    def _choose_from(self, choices: Choices | msgspec.UnsetType | None) -> None:
        """News leave out what is as it was."""
        if choices is not msgspec.UNSET:
            self.choices = choices

    def _answered(self, message: Message) -> None:
        assert self._asked is not None
        self.done_at = time.perf_counter()
        _, done = self._asked
        self._asked = None
        if message.type == "refused":
            done.set_exception(RuntimeError(message.code))
        else:
            done.set_result(None)

    @property
    def on_turn(self) -> bool:
        """Whether the player has something to choose from."""
        return self.choices is not None and bool(self.choices.lays or self.choices.may_end)


def chosen(choices: Choices) -> str:
    """End as soon as possible; until then the nearest lay that does not lose."""
    if choices.may_end:
        return "end"
    good = [lay for lay in choices.lays if not lay.loses] or choices.lays
    best = min(good, key=lambda lay: lay.step)
    return f"{best.move.card}-{best.move.pile}"


class Table:
    """A table whose seats are all ours."""

    def __init__(self, table: str, players: Sequence[Player]) -> None:
        self.id = table
        self.players = players
        self._informed: asyncio.Future[None] | None = None
        self._due = 0
        for player in players:
            player.listener = self._listen

    async def gather(self) -> None:
        """All players come; the one who opened the table sits already."""
        for number, player in enumerate(self.players):
            await player.come(self.id)
            if number:
                await player.ask(type="sit", name="Ben" if number == 1 else "Cat")

    def go(self) -> None:
        """All hang up."""
        for player in self.players:
            player.go()

    async def deal(self, *, again: bool = False) -> None:
        """A new game, until a player is on turn."""
        first = self.players[0]
        await first.ask(type="rematch" if again else "begin")
        nonces = [f"{number:064x}" for number in range(SEATS)]
        for player, nonce in zip(self.players, nonces, strict=True):
            await player.ask(type="commit", commitment=sha256(nonce.encode()).hexdigest())
        for player, nonce in zip(self.players, nonces, strict=True):
            await player.ask(type="reveal", nonce=nonce)
        await self._all_know(self.players[-1])
        await first.ask(type="start")
        await self._all_know(first)

    @property
    def mover(self) -> Player | None:
        """Who is on turn; None when the game is over."""
        for player in self.players:
            if player.on_turn:
                return player
        return None

    async def move(self) -> float | None:
        """Make a move that all get to know; when its player had the answer. None: it is over."""
        mover = self.mover
        if mover is None or mover.choices is None:
            return None
        move, mover.choices = chosen(mover.choices), None
        await mover.ask(type="play", move=move)
        done_at = mover.done_at
        await self._all_know(mover)
        return done_at

    async def _all_know(self, first: Player) -> None:
        """Wait until all players know what this one knows."""
        self._due = first.version
        while any(player.version < self._due for player in self.players):
            self._informed = asyncio.get_running_loop().create_future()
            await self._informed

    def _listen(self) -> None:
        waiter = self._informed
        if waiter is not None and all(player.version >= self._due for player in self.players):
            self._informed = None
            waiter.set_result(None)


# As the page does


class PageClient(Player):
    """A person at the page, or a program that sends what the page sends and counts."""

    def __init__(self, port: int, cookie: str) -> None:
        super().__init__(port, cookie)
        self.messages = self.received = self.fetches = self.moves = 0
        self.over = False

    def _take(self, message: Message, size: int) -> None:
        self.messages += message.type in ("news", "table")
        self.received += size
        self.moves += sum(one.event == MOVED for one in message.events)
        self.over |= any(step == OVER for one in message.events for step in one.followed)
        known = self.version
        super()._take(message, size)
        if self.needs_table(message, known):
            self.fetch()

    def needs_table(self, message: Message, known: int) -> bool:
        """Whether the page would ask for the whole table: only where news are missing."""
        return message.type == "news" and message.events[0].version > known + 1

    def fetch(self) -> None:
        """Ask how the whole table stands."""
        assert self._wire is not None
        self.fetches += 1
        self._wire.send(b'{"type":"table"}')


class BotTable:
    """A table with one player at the page, a spectator at the page, and bots of the server."""

    def __init__(self, table: str, player: PageClient, spectator: PageClient) -> None:
        self.id = table
        self.player, self.spectator = player, spectator
        self._woken = asyncio.Event()
        player.listener = spectator.listener = self._woken.set

    async def gather(self, bots: Sequence[str]) -> None:
        """Both come, the bots sit down, and the cards are dealt."""
        player = self.player
        await player.come(self.id)
        await self.spectator.come(self.id)
        await self.spectator.ask(type="watch", name="Eve")
        for bot in bots:
            await player.ask(type="seat-bot", bot=bot)

    async def deal(self, *, again: bool = False) -> None:
        """A new game, until it has started."""
        player, nonce = self.player, "0" * 64
        player.over = False
        await player.ask(type="rematch" if again else "begin")
        await player.ask(type="commit", commitment=sha256(nonce.encode()).hexdigest())
        await player.ask(type="reveal", nonce=nonce)
        await player.ask(type="start")

    async def play(self) -> None:
        """Play a game to the end."""
        player = self.player
        while not player.over:
            if player.on_turn and player.choices is not None:
                move, player.choices = chosen(player.choices), None
                await player.ask(type="play", move=move)
                continue
            self._woken.clear()
            await self._woken.wait()

    def go(self) -> None:
        """Both hang up."""
        self.player.go()
        self.spectator.go()


class Echo:
    """Three sockets of the bare endpoint."""

    def __init__(self, wires: list[Wire]) -> None:
        self._wires = wires
        self._left = 0
        self._turn = 0
        self._informed: asyncio.Future[None] | None = None
        for wire in wires:
            wire.receive = self._count_down

    @classmethod
    async def at(cls, port: int, name: str) -> Echo:
        """A group of this name."""
        return cls([await Wire.to(port, f"/{name}", lambda _: None) for _ in range(SEATS)])

    def go(self) -> None:
        """All hang up."""
        for wire in self._wires:
            wire.close()

    async def send(self, message: bytes) -> None:
        """Send a message that all get, each in turn."""
        self._informed, self._left = asyncio.get_running_loop().create_future(), SEATS
        self._turn = (self._turn + 1) % SEATS
        self._wires[self._turn].send(message)
        await self._informed

    def _count_down(self, _message: bytes) -> None:
        self._left -= 1
        if not self._left and self._informed is not None:
            self._informed.set_result(None)


# Getting in


class Entrance:
    """New people and tables, over HTTP."""

    def __init__(self, port: int, address: str = LOCAL) -> None:
        self.port = port
        self.address = address
        self._http = http.client.HTTPConnection(LOCAL, port, source_address=(address, 0))

    def _post(self, path: str, cookie: str, **body: Any) -> tuple[Any, str]:
        headers = {"Content-Type": "application/json", "Cookie": cookie}
        self._http.request("POST", path, _write(body), headers)
        answer = self._http.getresponse()
        text = answer.read()
        assert answer.status == http.client.OK, text
        return msgspec.json.decode(text), answer.headers.get("Set-Cookie", "").split(";")[0]

    def person(self, name: str) -> Player:
        """A new guest."""
        return Player(self.port, self._cookie(name), self.address)

    def _cookie(self, name: str) -> str:
        return self._post("/api/me", "", name=name)[1]

    def opened(self, player: Player, game: str, players: int) -> str:
        """A new table, by its id."""
        options = {"game": game, "players": players}
        table: str = self._post("/api/tables", player.cookie, options=options)[0]["table"]
        return table

    def bot_table(self, game: str, bots: int) -> BotTable:
        """A table for one person and some bots, and a spectator for it."""
        player, spectator = (PageClient(self.port, self._cookie(name)) for name in ("Ann", "Eve"))
        return BotTable(self.opened(player, game, 1 + bots), player, spectator)

    def table(self) -> Table:
        """A table for three, and the people for it."""
        people = [self.person(name) for name in ("Ann", "Ben", "Cat")]
        return Table(self.opened(people[0], "original", SEATS), people)
