"""Where a webhook may lead: to the public internet, and never into the server's own network.

A name is resolved once, every address of it must be public, and the call goes to the address that
was checked, not to what the name resolves to a moment later.
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

MAX_URL = 500
RESOLVERS = 16
"""How many names are resolved at the same time: as many as all lookups of webhooks together."""

# Some parsers of URLs take a backslash for a slash, others do not.
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
            "168.63.129.16/32",  # a metadata service of a cloud provider, though it looks public
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

INTERNAL_SUFFIXES = frozenset(
    ("local", "localhost", "internal", "intranet", "lan", "home", "corp", "arpa")
)
"""The last labels of names in internal networks; a name without a dot is internal, too."""

_OPEN_6 = ip_network("2000::/3")
"""The global unicast range; mapped and translated IPv4 addresses lie outside."""

_CLOSED_6 = tuple(map(ip_network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))

Resolver: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses of a host's name and port."""


class BadWebhookUrl(TenbackError):
    """A webhook cannot lead there."""


@dataclass(frozen=True, slots=True)
class WebhookUrl:
    """The parts of a URL that may be a webhook."""

    url: str
    scheme: str
    host: str
    port: int
    path: str


@dataclass(frozen=True, slots=True)
class Target:
    """A URL that was checked: connect to `address`, and name the URL's host."""

    url: WebhookUrl
    address: str


def parse(url: str) -> WebhookUrl:
    """The parts of a URL; refuses what cannot be a webhook."""
    if len(url) > MAX_URL or not _PLAIN.fullmatch(url):
        raise BadWebhookUrl("hook-bad-url", limit=MAX_URL)
    try:
        parts = urlsplit(url)
    except ValueError:
        raise BadWebhookUrl("hook-bad-url", limit=MAX_URL) from None
    if "@" in parts.netloc:
        raise BadWebhookUrl("hook-credentials")
    host, port = _authority(parts.netloc.lower())
    if parts.scheme not in PORTS or parts.fragment or not host:
        raise BadWebhookUrl("hook-bad-url", limit=MAX_URL)
    return WebhookUrl(url, parts.scheme, host, _port(parts.scheme, port), _path(parts))


async def resolve(url: WebhookUrl, resolver: Resolver) -> Target:
    """Resolve a URL's host; every address of it must be public."""
    literal = _literal(url.host)
    if literal is not None and not is_public(literal):
        raise BadWebhookUrl("hook-not-public", host=url.host)
    addresses = (literal,) if literal else await _addresses(url, resolver)
    # The same refusal for an inner name as for none: nobody learns which names there are.
    if not addresses or not all(map(is_public, addresses)):
        raise BadWebhookUrl("hook-no-name", host=url.host)
    return Target(url, str(addresses[0]))


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address belongs to the public internet, also where it wraps another one."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _CLOSED_4)
    plain = address.scope_id is None and address in _OPEN_6
    return plain and not any(address in network for network in _CLOSED_6)


async def system_resolver(host: str, port: int) -> Sequence[str]:
    """The addresses of a name, by the resolver of the system."""
    ask = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    found = await asyncio.get_running_loop().run_in_executor(_resolvers(), ask)
    return [str(address[0]) for *_, address in found]


@cache
def _resolvers() -> ThreadPoolExecutor:
    """Threads of their own, so that slow lookups block no other work."""
    return ThreadPoolExecutor(RESOLVERS, thread_name_prefix="tenback-names")


def _authority(text: str) -> tuple[str, str]:
    """Host and port, each "" where it is missing or invalid."""
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
        raise BadWebhookUrl("hook-bad-port", allowed=", ".join(map(str, allowed)))
    return int(port or allowed[0])


def _path(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


async def _addresses(url: WebhookUrl, resolver: Resolver) -> tuple[IPv4Address | IPv6Address, ...]:
    """The addresses of a name; internal ones are not resolved, so that no client can probe them."""
    _, dot, last = url.host.rpartition(".")
    if not dot or last in INTERNAL_SUFFIXES:
        return ()
    try:
        return tuple(map(ip_address, await resolver(url.host, url.port)))
    except (OSError, ValueError):  # UnicodeError is a ValueError, TimeoutError an OSError
        return ()
