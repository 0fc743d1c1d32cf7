"""Sessions: the cookie with a guest's token, and the checks of host and origin."""

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
SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
IPV4_MAPPED = "::ffff:"
"""The prefix of IPv4 addresses where the server listens at `::`."""
FORWARDED_HEADERS = ("forwarded", "x-forwarded-for")
"""Headers that a proxy adds to the request of another client."""


class NotAllowed(TenbackError):
    """The client may not do this."""


def check_host(connection: HTTPConnection, settings: Settings) -> None:
    """Refuse host names that are not the server's own: DNS rebinding."""
    name = _host_name(connection.headers.get("host", ""))
    if not settings.is_own_host(name):
        raise NotAllowed("server-bad-host", url=settings.url)


def check_origin(connection: HTTPConnection, settings: Settings) -> None:
    """Refuse what another site's page sends; programs other than browsers send no Origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    own = settings.public_url or f"{_scheme(connection)}://{connection.headers.get('host', '')}"
    if origin.lower() != own.lower():
        raise NotAllowed("server-bad-origin", url=settings.url)


def token(connection: HTTPConnection) -> str:
    """The token in the cookie of a client."""
    return connection.cookies.get(COOKIE, "")


async def guest(connection: HTTPConnection, services: Services) -> Guest | None:
    """The guest of a connection; None for an anonymous client."""
    return await services.identities.guest(token(connection))


async def require_guest(connection: HTTPConnection, services: Services) -> Guest:
    """The guest of a connection; an anonymous client is refused."""
    found = await guest(connection, services)
    if found is None:
        raise NotAllowed("server-no-identity")
    return found


def set_cookie(response: Response, text: str, settings: Settings) -> Response:
    """Set the cookie with a token."""
    response.set_cookie(
        COOKIE, text, max_age=YEAR, httponly=True, samesite="lax", secure=settings.secure
    )
    return response


def clear_cookie(response: Response, settings: Settings) -> Response:
    """Delete the cookie."""
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=settings.secure)
    return response


def address(connection: HTTPConnection) -> str:
    """The address of a client, as limits count it."""
    return network_of(_client(connection))


def network_of(host: str) -> str:
    """A client's address; of IPv6 the /64 network, which one client usually has."""
    text = host.removeprefix(IPV4_MAPPED)
    if ":" not in text:
        return text
    try:
        return str(ip_network(f"{text.partition('%')[0]}/64", strict=False))
    except ValueError:
        return text


def is_local(connection: HTTPConnection) -> bool:
    """Whether a client on this machine sent a request, and no proxy.

    A forwarded request comes from another client, whatever its headers claim.
    """
    if any(name in connection.headers for name in FORWARDED_HEADERS):
        return False
    return is_loopback(_client(connection))


def _client(connection: HTTPConnection) -> str:
    return connection.client.host.removeprefix(IPV4_MAPPED) if connection.client else ""


def _scheme(connection: HTTPConnection) -> str:
    return {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)


def _host_name(text: str) -> str:
    try:
        return urlsplit(f"//{text}").hostname or ""
    except ValueError:
        return ""
