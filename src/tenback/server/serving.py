"""Running the server: one process, one store, until it is told to stop."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import uvicorn

from tenback.server import garbage, logs
from tenback.server.app import application
from tenback.server.services import World, running
from tenback.server.settings import BadSettings, Settings
from tenback.store import open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from types import FrameType

    from tenback.server.services import Services

GRACE = 10
"""How many seconds connections have to end when the server stops."""

ABOUT_PORTS = (errno.EADDRINUSE, errno.EACCES)
"""What systems say when another port may do; whatever else they say is about the address."""

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class Bound:
    """A server that has its address, before anybody is served."""

    settings: Settings
    listening: socket.socket


def bind(settings: Settings) -> Bound:
    """Take the address; port 0 is any that is free."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # With the protocol named, asyncio turns Nagle's algorithm off; it holds answers back by 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, ValueError) as error:  # a ValueError: what cannot be a host at all
        listening.close()
        raise _not_bound(settings, error) from None
    return Bound(replace(settings, port=listening.getsockname()[1]), listening)


def _not_bound(settings: Settings, error: OSError | ValueError) -> BadSettings:
    """Why the address cannot be taken, and what may help: another port, or another address."""
    why = getattr(error, "strerror", None) or str(error)
    looked_up = not isinstance(error, socket.gaierror)  # whose numbers mean something else
    if looked_up and getattr(error, "errno", None) in ABOUT_PORTS:
        return BadSettings("server-cannot-listen", host=settings.host, port=settings.port, why=why)
    return BadSettings("server-no-such-host", host=settings.host, why=why)


def serve(
    bound: Bound, database: str, world: World | None = None, ready: Callable[[], None] | None = None
) -> None:
    """Serve until a signal comes; `ready` is called as soon as somebody can be served."""
    garbage.spare_the_old()
    asyncio.run(_serve(bound, database, world or World(), ready))


async def _serve(
    bound: Bound, database: str, world: World, ready: Callable[[], None] | None
) -> None:
    # Opened before anything else, so that whatever is wrong with it is told in one sentence.
    store = await open_store(database)
    async with store:
        server: _Server

        @asynccontextmanager
        async def start() -> AsyncIterator[Services]:
            async with running(store, bound.settings, world) as services:
                server.stopping = services.stopping
                logs.log("server-started", url=bound.settings.url)
                yield services
            logs.log("server-stopped")

        server = _Server(_config(application(start), bound.settings), ready)
        await server.serve(sockets=[bound.listening])


class _Server(uvicorn.Server):
    """Tells when it is ready; a signal ends it in good order, and is no failure."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._ready = ready
        self.stopping = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on a signal; a second one stops without waiting for anybody."""
        before = {one: signal.signal(one, self.handle_exit) for one in SIGNALS}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started and self._ready is not None:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what was accepted; uvicorn would wait for whatever takes a while, too."""
        self.stopping.set()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop. Uvicorn would send itself the signal once more, and the store would stay open."""
        super().handle_exit(sig, frame)
        self._captured_signals.clear()


def _config(app: Any, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=settings.quotas.body,
        # Messages are small; compressing them would cost more than it saves.
        ws_per_message_deflate=False,
        loop="asyncio",
        http="h11",
        lifespan="on",
        access_log=False,
        server_header=False,
        date_header=False,
        log_config=None,
        timeout_graceful_shutdown=GRACE,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
    )


def set_up_logs(*, verbose: bool, lines: bool) -> None:
    """What is told while the server runs."""
    logs.set_up(logging.INFO if verbose or lines else logging.WARNING, lines=lines)
