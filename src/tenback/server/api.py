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
from tenback.host.errors import HostError
from tenback.host.hot_seat import COMPANIONS, companion
from tenback.host.identities import Guest
from tenback.server import sessions
from tenback.server.access import Access
from tenback.server.responses import JSON, answer
from tenback.server.services import Services

if TYPE_CHECKING:
    from msgspec import Struct
    from starlette.requests import HTTPConnection
    from starlette.responses import Response

    from tenback.table.commands import Command


_T = TypeVar("_T")

SOCKET = "/api/tables/{table}/socket"
"""The path of a table's socket; all others are endpoints."""

QUARTER, TENTH = 0.25, 0.1
"""What quicker requests are worth beside a hint: some milliseconds of work, and about one."""

BODY_TIMEOUT = 20
"""Seconds that a client has for sending a body."""


Companion: TypeAlias = Annotated[int, Meta(ge=1, le=COMPANIONS)]
"""The number of a companion at the same device."""


class BadRequest(TenbackError):
    """The request itself is malformed."""


def query(connection: HTTPConnection, name: str, kind: Any, default: Any) -> Any:
    """A query parameter, which may be given once."""
    texts = connection.query_params.getlist(name)
    if not texts:
        return default
    try:
        (text,) = texts
        return msgspec.convert(text, kind, strict=False)
    except msgspec.ValidationError as error:
        why = f"{text[:80]} ({explained(error)[1]})"
        raise BadRequest("server-bad-message", where=name, why=why) from None
    except ValueError:
        raise BadRequest("server-bad-message", where=name, why=", ".join(texts)[:80]) from None


def acting_person(connection: HTTPConnection, person: str) -> str:
    """The id that acts at a table: the client's own or, with `?companion=2`, a companion's."""
    number = query(connection, "companion", Companion, None)
    return companion(person, number) if person and number else person


@dataclass(frozen=True, slots=True)
class Call:
    """One request, with its guest and its body."""

    services: Services
    access: Access
    request: Request
    guest: Guest | None
    body: Any = None

    @property
    def me(self) -> Guest:
        """The guest, at endpoints that need an identity."""
        if self.guest is None:
            raise sessions.NotAllowed("server-no-identity")
        return self.guest

    @property
    def person(self) -> str:
        """The id of the guest; empty for an anonymous client."""
        return self.guest.id if self.guest else ""

    @property
    def actor(self) -> str:
        """The id that acts at a table: the guest's or a companion's."""
        return acting_person(self.request, self.person)

    async def admit_at_table(self) -> None:
        """Refuse people without a seat at the table of the path while the server is full."""
        await self.access.admit_at_table(self.path("table"), self.actor)

    def charge_new_table(self) -> None:
        """Charge the rate limit of new tables, or refuse."""
        self.access.new_tables.take(self.me.id, sessions.address(self.request))

    def charge_rules(self, game: str) -> None:
        """Charge the rate limit of slow requests for a game that has to be parsed, or refuse."""
        self.access.charge_rules(self.person, sessions.address(self.request), game)

    def charge_command(self, command: Command) -> None:
        """Charge the rate limits of commands, or refuse."""
        self.access.charge_command(self.me.id, sessions.address(self.request), command)

    def link(self, table: str) -> str:
        """The link to a table."""
        return f"{self.services.settings.url}/t/{table}"

    def path(self, name: str) -> str:
        """A parameter of the path."""
        return str(self.request.path_params[name])

    def query(self, name: str, kind: Any, default: Any) -> Any:
        """A query parameter, which may be given once."""
        return query(self.request, name, kind, default)


def check_queries(connection: HTTPConnection, allowed: Sequence[str]) -> None:
    """Refuse unknown query parameters: a client that sends one expects an effect."""
    for name in connection.query_params:
        if name not in allowed:
            known = ", ".join(allowed) or Part("query-none")
            raise BadRequest("server-bad-query", name=name[:40], allowed=known)


Handler: TypeAlias = Callable[[Call], Awaitable["Struct | Response"]]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A query parameter and its type."""

    name: str
    kind: Any
    purpose: str


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One endpoint of the HTTP interface.

    `body` and `answer` are types of the protocol; an answer that is a text names its media type.
    `needs_identity`: refused to anonymous clients. `slow`: it takes a while, so it takes so many
    tokens of a rate limit of its own (a hint takes 1), and is given up when the server stops.
    `sheddable`: it is refused while the server is busy, for nobody needs it to go on with a game.
    """

    method: str
    path: str
    purpose: str
    handler: Handler
    answer: Any
    body: Any = None
    queries: tuple[Parameter, ...] = ()
    needs_identity: bool = True
    slow: float = 0.0
    sheddable: bool = False


async def read(kind: Any, request: Request, limit: int) -> Any:
    """The body of a request, as a type of the protocol."""
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != JSON:
        raise BadRequest("server-not-json")
    if int(request.headers.get("content-length", 0)) > limit:
        raise BadRequest("server-too-large", limit=limit)
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            text = await _read_all(request, limit)
    except (TimeoutError, ClientDisconnect):
        raise BadRequest("server-too-slow", seconds=BODY_TIMEOUT) from None
    return decode(kind, text)


async def _read_all(request: Request, limit: int) -> bytes:
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > limit:
            raise BadRequest("server-too-large", limit=limit)
    return bytes(found)


def decode(kind: Any, text: bytes | str) -> Any:
    """JSON as a type of the protocol."""
    try:
        return _decoder(kind).decode(text)
    except msgspec.ValidationError as error:
        where, why = explained(error)
        raise BadRequest("server-bad-message", where=where, why=why) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadRequest("server-bad-json") from None


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def explained(error: msgspec.ValidationError) -> tuple[str, str]:
    """Where a message is wrong, and why, from msgspec's error."""
    why, _, where = str(error).partition(" - at `")
    return where.rstrip("`") or "$", why[:200]


async def respond(endpoint: Endpoint, call: Call) -> Response:
    """The response of an endpoint."""
    work = endpoint.handler(call)
    found = await (unless_stopping(work, call.services.stopping) if endpoint.slow else work)
    return answer(found) if isinstance(found, msgspec.Struct) else found


async def unless_stopping(work: Awaitable[_T], stopping: asyncio.Event) -> _T:
    """The result of slow work, which is cancelled when the server stops."""
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
