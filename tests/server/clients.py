"""Clients of a server: HTTP and sockets, and everything that they received."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tenback.server.sessions import COOKIE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from tenback.table.commands import Command

PATIENCE = 120.0
"""How many seconds a client waits for an answer: a shared machine is slow at times."""

OUR_OWN = frozenset(("sec-websocket-accept", "date"))
"""Headers of a handshake that follow from the client's chance or from the hour."""


@dataclass(frozen=True)
class Reply:
    """An answer over HTTP, as it came."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str | None:
        """With which code it was refused, if it was."""
        return None if self.status < 400 else self.json["code"]


@dataclass(frozen=True)
class Closed:
    """How a socket was closed by the server."""

    code: int | None
    reason: str


class Client:
    """A client with a cookie of its own. `heard` is everything that came, in order."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.id = ""
        self.heard: list[object] = []
        self._http = httpx.AsyncClient(
            base_url=url,
            timeout=PATIENCE,
            verify=False,
            trust_env=False,
            # Shorter than the server's, so that no request meets a connection that is just closed.
            limits=httpx.Limits(keepalive_expiry=1.0),
        )

    @property
    def token(self) -> str:
        """What proves who this is; empty for who has no name here."""
        return self._http.cookies.get(COOKIE) or ""

    async def aclose(self) -> None:
        await self._http.aclose()

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> Reply:
        """One request. A body that is no bytes is sent as JSON."""
        content = {"json": body} if not isinstance(body, bytes | None) else {"content": body}
        found = await self._http.request(method, path, headers=headers, **content)
        reply = Reply(found.status_code, tuple(found.headers.raw), found.content)
        self.heard.append(reply)
        return reply

    async def get(self, path: str) -> Reply:
        return await self.ask("GET", path)

    async def post(self, path: str, body: object) -> Reply:
        return await self.ask("POST", path, body)

    async def be(self, name: str) -> None:
        """Have a name here."""
        self.id = (await self.post("/api/me", {"name": name})).json["id"]

    async def open(self, options: dict[str, Any], command_id: str | None = None) -> str:
        """A new table."""
        body = {"options": options} | ({"id": command_id} if command_id else {})
        table: str = (await self.post("/api/tables", body)).json["table"]
        return table

    @asynccontextmanager
    async def at(self, table: str, query: str = "", **headers: str) -> AsyncIterator[Socket]:
        """The socket of a table."""
        async with connect(
            f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket{query}",
            additional_headers={"Cookie": f"{COOKIE}={self.token}"} | headers,
            proxy=None,
            compression=None,
            user_agent_header=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            max_size=None,
            max_queue=None,
        ) as connection:
            assert connection.response is not None
            raw = connection.response.headers.raw_items()
            self.heard.append([header for header in raw if header[0].lower() not in OUR_OWN])
            yield Socket(connection, self.heard)


@dataclass
class Socket:
    """A connection to a table."""

    connection: ClientConnection
    heard: list[object] = field(default_factory=list)

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        text = json.dumps(message) if isinstance(message, dict) else message
        with self._hearing():
            await self.connection.send(text)

    async def receive(self) -> dict[str, Any]:
        """The next message; once the server has closed the socket, `ConnectionClosed`."""
        with self._hearing():
            text = await self.connection.recv(decode=False)
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        return message

    @contextmanager
    def _hearing(self) -> Iterator[None]:
        """Record how the socket was closed, in whichever call it shows."""
        try:
            yield
        except ConnectionClosed as closed:
            frame = closed.rcvd
            self.heard.append(Closed(frame.code if frame else None, frame.reason if frame else ""))
            raise

    async def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next message of a kind; those before it are heard, too."""
        while not holds(message := await self.receive()):
            pass
        return message

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message with an id, and wait for what answers it."""
        await self.send(message)
        return await self.until(lambda reply: answers(reply, message["id"]))

    async def do(self, command_id: str, command: dict[str, Any], **other: Any) -> dict[str, Any]:
        """Send a command, and wait until it is done or refused."""
        return await self.ask({"type": "do", "id": command_id, "command": command} | other)

    async def ping(self) -> None:
        """Wait until everything has been heard that was sent before."""
        await self.send({"type": "ping"})
        await self.until(lambda reply: reply["type"] == "pong")


def answers(reply: dict[str, Any], message_id: str) -> bool:
    """Whether this is the answer to the message with this id."""
    return message_id in (reply.get("id"), reply.get("done"))


def written(command: Command) -> dict[str, Any]:
    """A command as clients send it: without what goes without saying."""
    fields = {name: getattr(command, name) for name in command.__dataclass_fields__}
    return {name: value for name, value in fields.items() if value is not None}
