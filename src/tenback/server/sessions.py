"""Who asks: the cookie that makes somebody a guest, and whether their browser was sent by us."""

from __future__ import annotations

from ipaddress import ip_network
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tenback.core.errors import TenbackError
from tenback.server.settings import is_loopback

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.responses import Response

    from tenback.host.identities import Guest
    from tenback.server.services import Services
    from tenback.server.settings import Settings

COOKIE = "tenback"
YEAR = 365 * 24 * 3600
HARMLESS = frozenset(("GET", "HEAD", "OPTIONS"))
MAPPED = "::ffff:"
"""Before an IPv4 address, where the server listens at `::`; all of these lie in one network."""
FORWARDED = ("forwarded", "x-forwarded-for")
"""What a proxy adds when it asks for somebody else."""


class NotAllowed(TenbackError):
    """Whoever asks may not, whatever it is."""


def check_host(connection: HTTPConnection, settings: Settings) -> None:
    """Refuse names that lead here without being ours: somebody else's page may use them."""
    name = _host_name(connection.headers.get("host", ""))
    if not settings.is_own_host(name):
        raise NotAllowed("server-bad-host", url=settings.url)


def check_origin(connection: HTTPConnection, settings: Settings) -> None:
    """Refuse what another site's page sends; programs that are no browsers have no Origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    own = settings.public_url or f"{_scheme(connection)}://{connection.headers.get('host', '')}"
    if origin.lower() != own.lower():
        raise NotAllowed("server-bad-origin", url=settings.url)


def token(connection: HTTPConnection) -> str:
    """What somebody shows to prove who they are."""
    return connection.cookies.get(COOKIE, "")


async def guest(connection: HTTPConnection, services: Services) -> Guest | None:
    """Whoever asks; None for a stranger."""
    return await services.people.guest(token(connection))


async def known(connection: HTTPConnection, services: Services) -> Guest:
    """Whoever asks, who has to have a name here."""
    found = await guest(connection, services)
    if found is None:
        raise NotAllowed("server-no-identity")
    return found


def welcome(response: Response, text: str, settings: Settings) -> Response:
    """Let a browser keep a token."""
    response.set_cookie(
        COOKIE, text, max_age=YEAR, httponly=True, samesite="lax", secure=settings.secure
    )
    return response


def farewell(response: Response, settings: Settings) -> Response:
    """Let a browser forget it."""
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=settings.secure)
    return response


def address(connection: HTTPConnection) -> str:
    """Where somebody asks from; who has one IPv6 address has the whole network it lies in."""
    text = _client(connection)
    if ":" not in text:
        return text
    try:
        return str(ip_network(f"{text.partition('%')[0]}/64", strict=False))
    except ValueError:
        return text


def is_from_here(connection: HTTPConnection) -> bool:
    """Whether this machine asks, and for itself.

    Whatever was passed on is somebody else's, also if it claims to be ours.
    """
    if any(name in connection.headers for name in FORWARDED):
        return False
    return is_loopback(_client(connection))


def _client(connection: HTTPConnection) -> str:
    return connection.client.host.removeprefix(MAPPED) if connection.client else ""


def _scheme(connection: HTTPConnection) -> str:
    return {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)


def _host_name(text: str) -> str:
    try:
        return urlsplit(f"//{text}").hostname or ""
    except ValueError:
        return ""
