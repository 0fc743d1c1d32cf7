"""Admission of requests and sockets: host, origin, identity and rate limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.server import sessions
from tenback.server.protocol import is_own
from tenback.server.rate_limits import RateLimited, SharedBuckets, SocketLimit, TokenBuckets
from tenback.server.settings import Rate
from tenback.table import commands as c
from tenback.table.phases import Phase

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request
    from starlette.websockets import WebSocket

    from tenback.host.identities import Guest
    from tenback.server.api import Endpoint
    from tenback.server.services import Services
    from tenback.table.commands import Command
    from tenback.table.table import Table

PLAYING = (
    c.Commit,
    c.Reveal,
    c.Start,
    c.Play,
    c.TakeBack,
    c.Say,
    c.Resign,
    c.PlayOn,
)
"""Commands that play or talk."""


class Access:
    """The rate limits of a server, and the checks before a client is served."""

    def __init__(self, services: Services) -> None:
        limits, clock = services.settings.rate_limits, services.monotonic
        self._services = services
        self.anonymous_requests = TokenBuckets(limits.address, clock)
        self.files = TokenBuckets(limits.files, clock)
        self.new_identities = TokenBuckets(limits.new_identities, clock)
        self.requests = SharedBuckets(limits.person, limits.people_per_address, clock)
        self.new_tables = SharedBuckets(limits.new_tables, limits.people_per_address, clock)
        self.commands = SharedBuckets(limits.commands, limits.people_per_address, clock)
        self.changes = SharedBuckets(limits.changes, limits.people_per_address, clock)
        self.slow_requests = SharedBuckets(limits.slow_requests, limits.people_per_address, clock)
        too_fast = Rate(limits.connection.per_second, limits.patience)
        self.too_fast = SharedBuckets(too_fast, limits.people_per_address, clock)
        self.sockets: SocketLimit[WebSocket] = SocketLimit(limits.sockets)
        self._address_sockets: SocketLimit[WebSocket] = SocketLimit(
            limits.sockets * limits.people_per_address
        )

    async def admit_request(self, request: Request, endpoint: Endpoint) -> Guest | None:
        """Admit a request, or refuse it; the guest who sent it, None for an anonymous client."""
        self._check(request, safe=request.method in sessions.SAFE_METHODS)
        guest = await sessions.guest(request, self._services)
        address = sessions.address(request)
        if guest is None:
            self.anonymous_requests.take(address)
        else:
            self.requests.take(guest.id, address)
        if guest is None and endpoint.needs_identity:
            raise sessions.NotAllowed("server-no-identity")
        if endpoint.sheddable:
            self._services.load.admit()
        if endpoint.slow:
            self.slow_requests.take(guest.id if guest else "", address, endpoint.slow)
        return guest

    async def admit_at_table(self, table: str, person: str) -> None:
        """Refuse people without a seat while the server is full; a game that gathers is open."""

        def takes_part(found: Table) -> bool:
            return found.seat_of(person) is not None or found.phase is Phase.GATHERING

        load = self._services.load
        if load.full and not await self._services.host.inspect(table, takes_part):
            load.admit_newcomer()

    def admit_stranger(self, request: Request) -> None:
        """Admit a request whose answer is the same for everybody, or refuse it."""
        self._check(request, safe=True)
        self.anonymous_requests.take(sessions.address(request))

    def admit_file(self, request: Request) -> None:
        """Admit a request for a file of the page or for an unknown path, or refuse it."""
        self.files.take(sessions.address(request))

    def charge_rules(self, person: str, address: str, game: str) -> None:
        """Charge a game in a designer's own words: it is parsed. A name costs nothing."""
        if is_own(game):
            self.slow_requests.take(person, address)

    def charge_command(self, person: str, address: str, command: Command) -> None:
        """Charge a command, which makes a log longer."""
        if not isinstance(command, PLAYING):
            self.changes.take(person, address)
        self.commands.take(person, address)

    async def admit_socket(self, socket: WebSocket) -> str:
        """Admit the socket of a table, or refuse it; the id of its guest."""
        self._check(socket, safe=False)
        address = sessions.address(socket)
        self.anonymous_requests.take(address)
        person = (await sessions.require_guest(socket, self._services)).id
        self._address_sockets.open(address, socket)
        try:
            self.sockets.open(person, socket)
        except RateLimited:
            self._address_sockets.close(address, socket)
            raise
        return person

    def release_socket(self, person: str, socket: WebSocket) -> None:
        """Count a socket no longer that was closed."""
        self.sockets.close(person, socket)
        self._address_sockets.close(sessions.address(socket), socket)

    def _check(self, connection: HTTPConnection, *, safe: bool) -> None:
        settings = self._services.settings
        sessions.check_host(connection, settings)
        if not safe:
            sessions.check_origin(connection, settings)
