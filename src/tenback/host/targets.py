"""Where a web hook may lead: to the public internet, and never into the server's own network.

A name is looked up once, every address behind it must be public, and the call goes to the address
that was looked at, not to what the name leads to a moment later.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TypeAlias
from urllib.parse import SplitResult, urlsplit

from tenback.core.errors import TenbackError

PORTS = {"http": (80, 8080), "https": (443, 8443)}
"""The allowed ports of each scheme, its usual one first."""

LONGEST = 500
RESOLVERS = 4
"""How many names are looked up at the same time."""

PATIENCE = 5.0
"""How many seconds the lookup of a name may take."""

# A backslash is a slash to some who read URLs, and none to others.
_PLAIN = re.compile(r"[!-\[\]-~]+", re.ASCII)
_AUTHORITY = re.compile(
    r"(\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[a-z0-9.-]+))(:(?P<port>[0-9]{1,5}))?", re.ASCII
)
_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
# The last label begins with a letter: 127.1, 0x7f.1 and 2130706433 are numbers in disguise.
_NAME = re.compile(rf"(?=.{{1,253}}\Z)({_LABEL}\.)*(?=[a-z]){_LABEL}", re.ASCII)

_CLOSED_4 = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "168.63.129.16/32",  # the inner service of a large provider, though it looks public
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3",
        ),
    )
)

INSIDE = frozenset(("local", "localhost", "internal", "intranet", "lan", "home", "corp", "arpa"))
"""How names end that lead nowhere in public; so does a name without a dot."""

_OPEN_6 = ip_network("2000::/3")
"""All that is given out for the public internet, so that mapped and translated ones lie outside."""

_CLOSED_6 = tuple(map(ip_network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))

Resolver: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses behind a host's name and port."""


class BadTarget(TenbackError):
    """A web hook cannot lead there."""


@dataclass(frozen=True, slots=True)
class Place:
    """An address as it was written, taken apart."""

    url: str
    scheme: str
    host: str
    port: int
    path: str


@dataclass(frozen=True, slots=True)
class Target:
    """A place that was looked at: connect to `address`, and call it by the place's host."""

    place: Place
    address: str


def read(url: str) -> Place:
    """Take a URL apart; refuse whatever cannot be a web hook by its looks."""
    if len(url) > LONGEST or not _PLAIN.fullmatch(url):
        raise BadTarget("hook-bad-url", limit=LONGEST)
    try:
        parts = urlsplit(url)
    except ValueError:
        raise BadTarget("hook-bad-url", limit=LONGEST) from None
    if "@" in parts.netloc:
        raise BadTarget("hook-credentials")
    host, port = _authority(parts.netloc.lower())
    if parts.scheme not in PORTS or parts.fragment or not host:
        raise BadTarget("hook-bad-url", limit=LONGEST)
    return Place(url, parts.scheme, host, _port(parts.scheme, port), _path(parts))


async def resolved(place: Place, resolver: Resolver) -> Target:
    """Look a place up; every address behind its name has to be public."""
    literal = _literal(place.host)
    addresses = (literal,) if literal else await _addresses(place, resolver)
    if not all(map(is_public, addresses)):
        raise BadTarget("hook-not-public", host=place.host)
    return Target(place, str(addresses[0]))


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address belongs to the public internet, whatever it is wrapped into."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _CLOSED_4)
    plain = address.scope_id is None and address in _OPEN_6
    return plain and not any(address in network for network in _CLOSED_6)


async def system_resolver(host: str, port: int) -> Sequence[str]:
    """The addresses that this machine finds behind a name."""
    ask = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    found = await asyncio.get_running_loop().run_in_executor(_resolvers(), ask)
    return [str(address[0]) for *_, address in found]


@cache
def _resolvers() -> ThreadPoolExecutor:
    """Threads of their own: names that take for ever to look up keep nobody else waiting."""
    return ThreadPoolExecutor(RESOLVERS, thread_name_prefix="tenback-names")


def _authority(text: str) -> tuple[str, str]:
    """Host and port, "" where there is none, or none that can be."""
    found = _AUTHORITY.fullmatch(text)
    if found is None:
        return "", ""
    host = found["six"] or found["name"].removesuffix(".")
    literal = _literal(host)
    fits = isinstance(literal, IPv6Address) if found["six"] else literal or _NAME.fullmatch(host)
    return (host if fits else ""), found["port"] or ""


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _port(scheme: str, port: str) -> int:
    allowed = PORTS[scheme]
    if port and int(port) not in allowed:
        raise BadTarget("hook-bad-port", allowed=", ".join(map(str, allowed)))
    return int(port or allowed[0])


def _path(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


async def _addresses(place: Place, resolver: Resolver) -> tuple[IPv4Address | IPv6Address, ...]:
    """At least one; names for inside alone are not looked up, so that nobody learns which exist."""
    _, dot, last = place.host.rpartition(".")
    if not dot or last in INSIDE:
        raise BadTarget("hook-not-public", host=place.host)
    try:
        async with asyncio.timeout(PATIENCE):
            found = await resolver(place.host, place.port)
        addresses = tuple(map(ip_address, found))
    except (OSError, ValueError):  # UnicodeError is a ValueError, TimeoutError an OSError
        addresses = ()
    if not addresses:
        raise BadTarget("hook-no-name", host=place.host)
    return addresses
