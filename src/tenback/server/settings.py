"""The settings of a server, as one value."""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import urlsplit

from tenback.core.errors import TenbackError

ALL_INTERFACES = ("0.0.0.0", "::")  # noqa: S104 (names to compare with)
DEFAULT_PORTS = {"http": 80, "https": 443}

ANY_PROXY = "*"
"""In the place of a proxy's address: every client is trusted as a proxy."""

_LOOPBACK = "127.0.0.1,::1"

# As browsers write hosts in Host and Origin: lower case, and other alphabets in Punycode.
_NAME = re.compile(r"(?=.{1,253}\Z)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.(?!\Z)|\Z))+", re.ASCII)


class BadSettings(TenbackError):
    """Settings with which no server can run."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate limit: so many a second on average, and so many at once."""

    per_second: float
    burst: int

    def times(self, many: int) -> Rate:
        """The limit for so many clients together."""
        return Rate(self.per_second * many, self.burst * many)


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The rate limits of clients; sizes are in bytes.

    Identities cost nothing, so all clients at one address share `people_per_address` times the
    limit of one person: enough for a school behind one address, and a limit for a client with a
    thousand identities.
    """

    connection: Rate = Rate(20, 60)
    person: Rate = Rate(40, 120)
    address: Rate = Rate(60, 300)
    """Requests of anonymous clients at one address."""
    files: Rate = Rate(300, 3000)
    """Files of the page and unknown paths, for one address: a school may load the page at once."""
    new_identities: Rate = Rate(0.2, 60)
    """New identities from one address: a class of thirty, with phones and laptops."""
    new_tables: Rate = Rate(0.1, 20)
    """New tables of one person."""
    commands: Rate = Rate(10, 200)
    """Commands of one person at tables: each is written to the disk."""
    changes: Rate = Rate(0.5, 30)
    """Commands that neither play nor talk: other names, seats, options."""
    slow_requests: Rate = Rate(0.5, 5)
    """Hints and other slow requests of one person; what is quicker counts as a part of one."""
    sockets: int = 20
    """Open sockets of one person."""
    people_per_address: int = 20
    """How many times the limit of one person an address has."""
    body: int = 64 * 1024
    patience: int = 200
    """How many messages of a person are refused as too fast before their sockets are closed; as
    many are forgiven in time as one connection may send.
    """


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The limits of open connections; times are in seconds.

    `head`: from connecting to the end of a request's head. `idle`: from an answer to the end of the
    next head. `body`: from the head to the end of the body, a little longer than the time after
    which a request is refused for it. `answer`: from the body to the end of the answer.
    `per_address` counts all connections of one address; a trusted proxy has no such limit. `total`
    is lower where the system allows fewer descriptors.
    """

    head: float = 10.0
    idle: float = 30.0
    body: float = 22.0
    answer: float = 120.0
    per_address: int = 500
    total: int = 20_000


@dataclass(frozen=True, slots=True)
class Settings:
    """Where a server listens, its public URL, and its limits.

    `public_url`: the URL behind a proxy; it decides links, the accepted Origin, and whether cookies
    are for https only. `trusted_proxies`: the proxies, besides those on this machine, whose
    X-Forwarded-For is trusted: addresses and networks with commas between them, or `*` for all.
    `open_metrics`: clients on other machines may read the metrics, too. `idle_days`: a table
    without any event for so long is closed.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str | None = None
    trusted_proxies: str | None = None
    open_metrics: bool = False
    rate_limits: RateLimits = field(default_factory=RateLimits)
    connection_limits: ConnectionLimits = field(default_factory=ConnectionLimits)
    idle_days: float = 60.0

    def __post_init__(self) -> None:
        """Check and normalise."""
        if not 0 <= self.port <= 65535:
            raise BadSettings("server-bad-port", port=self.port)
        object.__setattr__(self, "host", self.host.lower())
        _ = self.proxies  # refuses what is no network
        if self.public_url is not None:
            object.__setattr__(self, "public_url", _origin(self.public_url))

    @property
    def local_only(self) -> bool:
        """Whether only clients on this machine can reach the server."""
        return self.public_url is None and is_loopback(self.host)

    @property
    def secure(self) -> bool:
        """Whether browsers connect over https."""
        return self.public_url is not None and self.public_url.startswith("https:")

    @property
    def url(self) -> str:
        """The URL of the server for people, without a slash at the end."""
        if self.public_url is not None:
            return self.public_url
        name = lan_address() if self.host in ALL_INTERFACES else self.host
        return f"http://{_with_port(name, self.port)}"

    @property
    def listen_address(self) -> str:
        """The address of the server for a proxy."""
        return _with_port(self.host, self.port)

    @property
    def proxies(self) -> list[str]:
        """The trusted proxies, as uvicorn takes them."""
        if self.trusted_proxies == ANY_PROXY:
            return [ANY_PROXY]
        more = "" if self.trusted_proxies is None else f",{self.trusted_proxies}"
        return [written for text in f"{_LOOPBACK}{more}".split(",") for written in _networks(text)]

    def is_own_host(self, name: str) -> bool:
        """Whether a host in a request is the server's own.

        An IP address always is: DNS rebinding needs a name.
        """
        if name == "localhost" or _address(name) is not None:
            return True
        if self.public_url is not None:
            return name == urlsplit(self.public_url).hostname
        if self.local_only:
            return False
        return name in (self.host, socket.gethostname().lower()) or name.endswith(".local")


@cache
def lan_address() -> str:
    """This machine's address in its network, or the loopback; no packet is sent.

    It is determined once, so that every link has the same.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address


def is_loopback(name: str) -> bool:
    """Whether a host is this machine's loopback interface."""
    address = _address(name)
    return name == "localhost" or (address is not None and address.is_loopback)


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _with_port(name: str, port: int) -> str:
    return f"{f'[{name}]' if ':' in name else name}:{port}"


def _networks(text: str) -> list[str]:
    """An address or a network in all notations in which it may appear."""
    try:
        found = ipaddress.ip_network(text.strip())
    except ValueError:
        raise BadSettings("server-bad-proxy", proxy=text.strip()[:200]) from None
    if found.version == 6:
        return [str(found)]
    # IPv4 addresses as a server sees them that listens at `::`.
    return [str(found), f"::ffff:{found.network_address}/{96 + found.prefixlen}"]


def _origin(url: str) -> str:
    """A public URL as browsers write the Origin of its pages."""
    try:
        parts = urlsplit(url)
        name, port = parts.hostname or "", parts.port
        written = _ascii_host(name)
    except ValueError:  # also a UnicodeError
        raise BadSettings("server-bad-url", url=url[:200]) from None
    more = "@" in parts.netloc or parts.query or parts.fragment or parts.path.strip("/")
    if parts.scheme not in DEFAULT_PORTS or more or port == 0 or not url.isprintable():
        raise BadSettings("server-bad-url", url=url[:200])
    shown = "" if port in (None, DEFAULT_PORTS[parts.scheme]) else f":{port}"
    return f"{parts.scheme}://{written}{shown}"


def _ascii_host(name: str) -> str:
    """A host as browsers write it; raises `ValueError` if it is none."""
    if ":" in name:
        return f"[{ipaddress.IPv6Address(name)}]"
    ascii_name = name.encode("idna").decode("ascii").lower()
    if not _NAME.fullmatch(ascii_name):
        raise ValueError(name)
    return ascii_name
