"""The open connections: how long one may keep quiet, and how many there may be.

A connection that sends nothing costs its client nothing and the server a descriptor. So a client
has a time for the head of a request, for its body, for reading the answer and until the next
request, and an address has a share of all connections. Where there are too many, those who have
never sent a request go first, then those who hold back the rest of one, then those between two
requests, the oldest first; a request that is being answered and the socket of a table never do.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections import Counter
from contextlib import suppress
from enum import Enum
from functools import lru_cache, partial
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any, NamedTuple

from uvicorn.protocols.http.h11_impl import H11Protocol

from tenback.server.descriptors import room_for_connections
from tenback.server.frame_limits import LimitedFrames
from tenback.server.logs import log
from tenback.server.sessions import network_of
from tenback.server.settings import ANY_PROXY, ConnectionLimits, Rate, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import h11

SWEEP_INTERVAL = 1.0
"""Seconds between two looks at who has kept quiet for too long."""

REPORT_INTERVAL = 60.0
"""Seconds between two lines in the log about connections that were cut."""

UNREAD_TIMEOUT = 60
"""Seconds after which the system drops a connection whose client takes nothing in."""

SHARE = 4
"""One address may have one connection of so many."""

CROWDED = 0.75
"""The share of connections in use beyond which people without a seat have to wait."""


class Stage(Enum):
    """What a connection is doing; the value is the word of metrics and logs."""

    SILENT = "silent"
    """It has not sent the head of a request yet."""
    SENDING = "sending"
    """It has sent the head of a request, and not yet all of its body."""
    ANSWERING = "answering"
    IDLE = "idle"
    """It waits between two requests."""
    SOCKET = "socket"


SHED = (Stage.SILENT, Stage.SENDING, Stage.IDLE)
"""Who goes where there are too many, in this order."""

FULL, REFUSED = "full", "refused"
"""Why a connection was cut, besides the stage in which it took too long: another one came, and
there was no room for both; or it came itself, and there was nobody to cut.
"""


class _Place(NamedTuple):
    """A connection in the table: whose it is, and what it does. A proxy has no address."""

    address: str | None
    stage: Stage


class Connections:
    """All open connections of a server, by their transports.

    `total`: how many there may be. `is_proxy` says whose share is not limited, for all clients
    of a proxy come from its address. `on_cut` gets to know why a connection was cut.
    """

    def __init__(
        self,
        limits: ConnectionLimits | None = None,
        total: int | None = None,
        is_proxy: Callable[[str], bool] = lambda _host: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits or ConnectionLimits()
        self.total = min(self.limits.total, total or self.limits.total)
        self.per_address = min(self.limits.per_address, max(1, self.total // SHARE))
        self.on_cut: Callable[[str], None] = lambda _why: None
        self._is_proxy = is_proxy
        self._clock = clock
        self._places: dict[asyncio.Transport, _Place] = {}
        # Since when each connection is in its stage, the oldest first.
        self._since: dict[Stage, dict[asyncio.Transport, float]] = {each: {} for each in Stage}
        self._of_address: dict[str, dict[asyncio.Transport, None]] = {}
        self._cut: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._places)

    def count(self, stage: Stage) -> int:
        """How many connections are in a stage."""
        return len(self._since[stage])

    @property
    def crowded(self) -> bool:
        """Whether most of the room is taken by connections that cannot be cut."""
        return self.count(Stage.ANSWERING) + self.count(Stage.SOCKET) > CROWDED * self.total

    # What happens to a connection

    def opened(self, transport: asyncio.Transport, host: str) -> None:
        """A client has connected; it is cut at once where there is no room."""
        address = None if self._is_proxy(host) else network_of(host)
        if self._has_room(address):
            self._admit(transport, address)
        else:
            self._note(REFUSED)
            transport.abort()

    def _has_room(self, address: str | None) -> bool:
        """Whether one more fits in, from this address and in all; others may have to go for it."""
        theirs = self._of_address.get(address, {}) if address is not None else {}
        if len(theirs) >= self.per_address and not self._make_room(theirs):
            return False
        return len(self) < self.total or self._make_room()

    def _admit(self, transport: asyncio.Transport, address: str | None) -> None:
        self._places[transport] = _Place(address, Stage.SILENT)
        self._since[Stage.SILENT][transport] = self._clock()
        if address is not None:
            self._of_address.setdefault(address, {})[transport] = None

    def entered(self, transport: asyncio.Transport, stage: Stage) -> None:
        """A connection has reached a stage; its time counts from the first moment there."""
        place = self._places.get(transport)
        if place is None or place.stage is stage:
            return
        del self._since[place.stage][transport]
        self._since[stage][transport] = self._clock()
        self._places[transport] = place._replace(stage=stage)

    def closed(self, transport: asyncio.Transport) -> None:
        """A connection is no more."""
        place = self._places.pop(transport, None)
        if place is None:
            return
        del self._since[place.stage][transport]
        if place.address is not None:
            theirs = self._of_address[place.address]
            del theirs[transport]
            if not theirs:
                del self._of_address[place.address]

    # Too many

    def _make_room(self, among: Iterable[asyncio.Transport] | None = None) -> bool:
        """Cut the connection that is missed least; whether there was one."""
        for stage in SHED:
            waiting = self._since[stage]
            found = waiting if among is None else (each for each in among if each in waiting)
            if (oldest := next(iter(found), None)) is not None:
                self._end(oldest, FULL)
                return True
        return False

    # Too long

    def sweep(self) -> None:
        """Cut the connections whose time is over."""
        limits, now = self.limits, self._clock()
        self._end_before(Stage.SILENT, now - limits.head)
        self._end_before(Stage.SENDING, now - limits.body)
        self._end_before(Stage.IDLE, now - limits.idle)
        self._end_before(Stage.ANSWERING, now - limits.answer)

    def _end_before(self, stage: Stage, moment: float) -> None:
        for transport, since in tuple(self._since[stage].items()):
            if since > moment:
                return
            self._end(transport, stage.value)

    def _end(self, transport: asyncio.Transport, why: str) -> None:
        self._note(why)
        self.closed(transport)  # counted no longer, though the system closes it a moment later
        transport.abort()

    # For the operator

    def _note(self, why: str) -> None:
        self._cut[why] += 1
        self.on_cut(why)

    async def run(self) -> None:
        """Sweep for ever."""
        reported = self._clock()
        while True:
            await asyncio.sleep(SWEEP_INTERVAL)
            self.sweep()
            if self._clock() - reported >= REPORT_INTERVAL:
                reported = self._clock()
                self.report()

    def report(self) -> None:
        """One line about all connections that were cut for want of room since the last one."""
        cut, self._cut = self._cut, Counter()
        if cut[FULL] or cut[REFUSED]:
            log(
                "connections-full",
                logging.WARNING,
                open=len(self),
                cut=cut[FULL],
                refused=cut[REFUSED],
            )


def of(settings: Settings, descriptors: int) -> Connections:
    """The connections of a server that has so many descriptors."""
    total = room_for_connections(descriptors)
    return Connections(settings.connection_limits, total, proxies(settings))


def proxies(settings: Settings) -> Callable[[str], bool]:
    """Whether a host is a proxy that is trusted to name its clients."""
    if ANY_PROXY in settings.proxies:
        return lambda _host: True
    networks = [ip_network(text) for text in settings.proxies]

    @lru_cache(maxsize=1024)
    def is_proxy(host: str) -> bool:
        try:
            address = ip_address(host.partition("%")[0])
        except ValueError:
            return False
        return any(address in network for network in networks)

    return is_proxy


# What uvicorn makes of a connection


class HttpProtocol(H11Protocol):
    """A connection that speaks HTTP, and tells the table of connections what it does."""

    def __init__(self, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._table = connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        _drop_if_unread(transport)
        self._table.opened(transport, self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone, or was cut."""
        self._table.closed(self.transport)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Something has come; perhaps a request is complete now, or only its head."""
        super().handle_events()
        if self.cycle is not None and not self.cycle.response_complete:
            stage = Stage.SENDING if self.cycle.more_body else Stage.ANSWERING
            self._table.entered(self.transport, stage)

    def on_response_complete(self) -> None:
        """A request is answered."""
        self._table.entered(self.transport, Stage.IDLE)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The client asks for a socket."""
        self._table.entered(self.transport, Stage.SOCKET)
        super().handle_websocket_upgrade(event)


class SocketProtocol(LimitedFrames):
    """A connection that has become a socket."""

    def __init__(self, connections: Connections, rate: Rate, **given: Any) -> None:
        super().__init__(rate, **given)
        self._table = connections

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone, or was closed."""
        self._table.closed(self.transport)
        super().connection_lost(exc)


def protocols(connections: Connections, frames: Rate) -> dict[str, Any]:
    """What uvicorn makes connections with, as arguments of its configuration."""
    return {
        "http": partial(HttpProtocol, connections),
        "ws": partial(SocketProtocol, connections, frames),
    }


def _drop_if_unread(transport: asyncio.Transport) -> None:
    """Let the system drop a client that takes nothing in: no close of ours would ever be sent."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    found = transport.get_extra_info("socket")
    if option is not None and found is not None:
        with suppress(OSError):  # it has gone already
            found.setsockopt(socket.IPPROTO_TCP, option, 1000 * UNREAD_TIMEOUT)
