"""Who is let in: known people, from our own pages, and not too many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.server import sessions
from tenback.server.quotas import Buckets, Shares, Sockets, TooFast

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request
    from starlette.websockets import WebSocket

    from tenback.host.identities import Guest
    from tenback.server.services import Services


class Doors:
    """Watches over everybody who comes."""

    def __init__(self, services: Services) -> None:
        quotas, clock = services.settings.quotas, services.clock
        self._services = services
        self.strangers = Buckets(quotas.address, clock)
        self.newcomers = Buckets(quotas.newcomers, clock)
        self.people = Shares(quotas.person, quotas.household, clock)
        self.openings = Shares(quotas.openings, quotas.household, clock)
        self.thinking = Shares(quotas.thinking, quotas.household, clock)
        self.sockets: Sockets[WebSocket] = Sockets(quotas.sockets)
        self._households: Sockets[WebSocket] = Sockets(quotas.sockets * quotas.household)

    async def visit(self, request: Request, *, known: bool, slow: bool) -> Guest | None:
        """Somebody asks for something over HTTP."""
        self._check(request, harmless=request.method in sessions.HARMLESS)
        guest = await sessions.guest(request, self._services)
        address = sessions.address(request)
        if guest is None:
            self.strangers.take(address)
        else:
            self.people.take(guest.id, address)
        if guest is None and known:
            raise sessions.NotAllowed("server-no-identity")
        if slow:
            self.thinking.take(guest.id if guest else address, address)
        return guest

    async def let_in(self, socket: WebSocket) -> str:
        """Somebody comes to a table to stay a while."""
        self._check(socket, harmless=False)
        address = sessions.address(socket)
        self.strangers.take(address)
        person = (await sessions.known(socket, self._services)).id
        self._households.open(address, socket)
        try:
            self.sockets.open(person, socket)
        except TooFast:
            self._households.close(address, socket)
            raise
        return person

    def let_out(self, person: str, socket: WebSocket) -> None:
        """They have gone."""
        self.sockets.close(person, socket)
        self._households.close(sessions.address(socket), socket)

    def _check(self, connection: HTTPConnection, *, harmless: bool) -> None:
        settings = self._services.settings
        sessions.check_host(connection, settings)
        if not harmless:
            sessions.check_origin(connection, settings)
