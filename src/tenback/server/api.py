"""Endpoints as data: from one list come the routes and the OpenAPI document."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import ClientDisconnect, Request

from tenback.core.errors import Part, TenbackError
from tenback.host.companions import COMPANIONS, companion
from tenback.host.errors import HostError
from tenback.host.identities import Guest
from tenback.server import sessions
from tenback.server.answers import JSON, answer
from tenback.server.doors import Doors
from tenback.server.services import Services

if TYPE_CHECKING:
    from msgspec import Struct
    from starlette.requests import HTTPConnection
    from starlette.responses import Response


_T = TypeVar("_T")

SOCKET = "/api/tables/{table}/socket"
"""Where the socket of a table is; everything else is an endpoint."""

PATIENCE = 20
"""How many seconds somebody has to send a body."""


Companion: TypeAlias = Annotated[int, Meta(ge=1, le=COMPANIONS)]
"""Which of those who play at the same device."""


class BadRequest(TenbackError):
    """The request itself is wrong, whatever it asks for."""


def query(connection: HTTPConnection, name: str, kind: Any, default: Any) -> Any:
    """A parameter behind the question mark, which may stand there once."""
    texts = connection.query_params.getlist(name)
    if not texts:
        return default
    try:
        (text,) = texts
        return msgspec.convert(text, kind, strict=False)
    except msgspec.ValidationError as error:
        why = f"{text[:80]} ({located(error)[1]})"
        raise BadRequest("server-bad-message", where=name, why=why) from None
    except ValueError:
        raise BadRequest("server-bad-message", where=name, why=", ".join(texts)[:80]) from None


def acting(connection: HTTPConnection, person: str) -> str:
    """Who acts at a table: whoever asks or, with `?companion=2`, somebody beside them."""
    number = query(connection, "companion", Companion, None)
    return companion(person, number) if person and number else person


@dataclass(frozen=True, slots=True)
class Call:
    """One request, read: who asks, what for."""

    services: Services
    doors: Doors
    request: Request
    guest: Guest | None
    body: Any = None

    @property
    def me(self) -> Guest:
        """Whoever asks, at endpoints for people who are known."""
        if self.guest is None:
            raise sessions.NotAllowed("server-no-identity")
        return self.guest

    @property
    def person(self) -> str:
        """The id of whoever asks; empty for a stranger."""
        return self.guest.id if self.guest else ""

    @property
    def actor(self) -> str:
        """The id of whoever acts at a table: who asks, or somebody beside them."""
        return acting(self.request, self.person)

    def charge_opening(self) -> None:
        """Whoever asks opens one more table, or has to wait."""
        self.doors.openings.take(self.me.id, sessions.address(self.request))

    def link(self, table: str) -> str:
        """What leads friends to a table."""
        return f"{self.services.settings.url}/t/{table}"

    def path(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def query(self, name: str, kind: Any, default: Any) -> Any:
        """A parameter behind the question mark, which may stand there once."""
        return query(self.request, name, kind, default)


def check_queries(connection: HTTPConnection, allowed: Sequence[str]) -> None:
    """Refuse what nobody would look at: whoever writes it means something by it."""
    for name in connection.query_params:
        if name not in allowed:
            known = ", ".join(allowed) or Part("query-none")
            raise BadRequest("server-bad-query", name=name[:40], allowed=known)


Handler: TypeAlias = Callable[[Call], Awaitable["Struct | Response"]]


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something behind the question mark, and the type it is read as."""

    name: str
    kind: Any
    purpose: str


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One thing that can be asked over HTTP.

    `body` and `answer` are types of the protocol; an answer that is a text names its media type.
    `known`: only for people who have a name here. `slow`: it takes a while, so it is rationed, and
    given up when the server stops.
    """

    method: str
    path: str
    purpose: str
    handler: Handler
    answer: Any
    body: Any = None
    queries: tuple[Parameter, ...] = ()
    known: bool = True
    slow: bool = False


async def read(kind: Any, request: Request, limit: int) -> Any:
    """The body of a request, as the type that it must have."""
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != JSON:
        raise BadRequest("server-not-json")
    if int(request.headers.get("content-length", 0)) > limit:
        raise BadRequest("server-too-large", limit=limit)
    try:
        async with asyncio.timeout(PATIENCE):
            text = await _all_of(request, limit)
    except (TimeoutError, ClientDisconnect):
        raise BadRequest("server-too-slow", seconds=PATIENCE) from None
    return decoded(kind, text)


async def _all_of(request: Request, limit: int) -> bytes:
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > limit:
            raise BadRequest("server-too-large", limit=limit)
    return bytes(found)


def decoded(kind: Any, text: bytes | str) -> Any:
    """JSON as a type of the protocol."""
    try:
        return _decoder(kind).decode(text)
    except msgspec.ValidationError as error:
        where, why = located(error)
        raise BadRequest("server-bad-message", where=where, why=why) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadRequest("server-bad-json") from None


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def located(error: msgspec.ValidationError) -> tuple[str, str]:
    """Where a message is wrong, and why, as msgspec tells it."""
    why, _, where = str(error).partition(" - at `")
    return where.rstrip("`") or "$", why[:200]


async def respond(endpoint: Endpoint, call: Call) -> Response:
    """What an endpoint answers."""
    work = endpoint.handler(call)
    found = await (unless_stopping(work, call.services.stopping) if endpoint.slow else work)
    return answer(found) if isinstance(found, msgspec.Struct) else found


async def unless_stopping(work: Awaitable[_T], stopping: asyncio.Event) -> _T:
    """What something leads to that takes a while; it is given up when the server stops."""
    task, end = asyncio.ensure_future(work), asyncio.ensure_future(stopping.wait())
    try:
        await asyncio.wait((task, end), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise HostError("host-stopping")
        return task.result()
    finally:
        task.cancel()
        end.cancel()
        await asyncio.gather(task, end, return_exceptions=True)
