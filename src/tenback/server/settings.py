"""How a server is set up, as one value."""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import urlsplit

from tenback.core.errors import TenbackError

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 (names to compare with)
USUAL_PORTS = {"http": 80, "https": 443}

ANYBODY = "*"
"""Instead of a proxy's address: whoever comes is believed."""

_THIS_MACHINE = "127.0.0.1,::1"

# As browsers write it in Host and Origin: small letters, and other alphabets in Punycode.
_NAME = re.compile(r"(?=.{1,253}\Z)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.(?!\Z)|\Z))+", re.ASCII)


class BadSettings(TenbackError):
    """A server cannot be run like this."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second on average, and so many at once."""

    per_second: float
    burst: int

    def times(self, many: int) -> Rate:
        """So many times as much."""
        return Rate(self.per_second * many, self.burst * many)


@dataclass(frozen=True, slots=True)
class Quotas:
    """How much a client may ask for; sizes are in bytes.

    Names cost nothing, so everybody at one address shares `household` times what one person may:
    wide enough for a school behind one address, and an end for who makes a thousand names.
    """

    connection: Rate = Rate(20, 60)
    person: Rate = Rate(40, 120)
    address: Rate = Rate(60, 300)
    """Strangers from one address."""
    newcomers: Rate = Rate(0.2, 30)
    """New identities from one address."""
    openings: Rate = Rate(0.1, 20)
    """New tables of one person."""
    thinking: Rate = Rate(0.5, 5)
    """Hints, replays and other things that take a while."""
    sockets: int = 20
    """Open sockets of one person."""
    household: int = 20
    """How many people's share one address has."""
    body: int = 64 * 1024
    patience: int = 200
    """How many messages in a row are refused for being too fast before the socket is closed."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where a server listens, what it is called outside, and how much it allows.

    `public_url`: the address behind a proxy; it decides links, which Origin is let in, and whether
    cookies are for https only. `trusted_proxies`: whose word is believed about where somebody comes
    from, besides this machine's: addresses and networks with commas between them, or `*` for
    anybody's. `open_metrics`: everybody may read the metrics, and not this machine alone.
    `idle_days`: a table that nobody touched for so long is closed.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str | None = None
    trusted_proxies: str | None = None
    open_metrics: bool = False
    quotas: Quotas = field(default_factory=Quotas)
    idle_days: float = 60.0

    def __post_init__(self) -> None:
        """Refuse what cannot be served."""
        if not 0 <= self.port <= 65535:
            raise BadSettings("server-bad-port", port=self.port)
        object.__setattr__(self, "host", self.host.lower())
        _ = self.proxies  # refuses what is none
        if self.public_url is not None:
            object.__setattr__(self, "public_url", _clean(self.public_url))

    @property
    def only_here(self) -> bool:
        """Whether nobody but this machine can reach the server."""
        return self.public_url is None and is_loopback(self.host)

    @property
    def secure(self) -> bool:
        """Whether browsers come over https."""
        return self.public_url is not None and self.public_url.startswith("https:")

    @property
    def url(self) -> str:
        """Where people find the server, without a slash at the end."""
        if self.public_url is not None:
            return self.public_url
        name = lan_address() if self.host in EVERYWHERE else self.host
        return f"http://{_with_port(name, self.port)}"

    @property
    def listens_at(self) -> str:
        """Where a proxy finds the server."""
        return _with_port(self.host, self.port)

    @property
    def proxies(self) -> list[str]:
        """Whose word is believed about where somebody comes from, as uvicorn wants it."""
        if self.trusted_proxies == ANYBODY:
            return [ANYBODY]
        more = "" if self.trusted_proxies is None else f",{self.trusted_proxies}"
        return [
            written for text in f"{_THIS_MACHINE}{more}".split(",") for written in _network(text)
        ]

    def is_own_host(self, name: str) -> bool:
        """Whether a browser that asks for this host means us, and no name made up elsewhere.

        An address is no name: nobody can make it lead elsewhere.
        """
        if name == "localhost" or _address(name) is not None:
            return True
        if self.public_url is not None:
            return name == urlsplit(self.public_url).hostname
        if self.only_here:
            return False
        return name in (self.host, socket.gethostname().lower()) or name.endswith(".local")


@cache
def lan_address() -> str:
    """This machine's address in its network, as far as it can be told; nothing is sent.

    It is looked for once: every link has the same.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address


def is_loopback(name: str) -> bool:
    """Whether only this machine can reach what is called so."""
    address = _address(name)
    return name == "localhost" or (address is not None and address.is_loopback)


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _with_port(name: str, port: int) -> str:
    return f"{f'[{name}]' if ':' in name else name}:{port}"


def _network(text: str) -> list[str]:
    """An address or a network in all the ways in which it may appear."""
    try:
        found = ipaddress.ip_network(text.strip())
    except ValueError:
        raise BadSettings("server-bad-proxy", proxy=text.strip()[:200]) from None
    if found.version == 6:
        return [str(found)]
    # A server that listens at :: sees IPv4 addresses so.
    return [str(found), f"::ffff:{found.network_address}/{96 + found.prefixlen}"]


def _clean(url: str) -> str:
    """A public address as browsers write the Origin of its pages."""
    try:
        parts = urlsplit(url)
        name, port = parts.hostname or "", parts.port
        written = _written(name)
    except ValueError:  # UnicodeError is one, too
        raise BadSettings("server-bad-url", url=url[:200]) from None
    more = "@" in parts.netloc or parts.query or parts.fragment or parts.path.strip("/")
    if parts.scheme not in USUAL_PORTS or more or port == 0 or not url.isprintable():
        raise BadSettings("server-bad-url", url=url[:200])
    shown = "" if port in (None, USUAL_PORTS[parts.scheme]) else f":{port}"
    return f"{parts.scheme}://{written}{shown}"


def _written(name: str) -> str:
    """A host as it stands in an address; whatever cannot be one is a `ValueError`."""
    if ":" in name:
        return f"[{ipaddress.IPv6Address(name)}]"
    ascii_name = name.encode("idna").decode("ascii").lower()
    if not _NAME.fullmatch(ascii_name):
        raise ValueError(name)
    return ascii_name
