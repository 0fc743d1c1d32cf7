"""Running the server: one process, one store, until a signal stops it."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any

import uvicorn

from tenback.server import connections, descriptors, gc_tuning, logs
from tenback.server.app import application
from tenback.server.frame_limits import frames
from tenback.server.services import ServerDependencies, running
from tenback.server.settings import BadSettings, Settings
from tenback.store import open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from types import FrameType

    from tenback.server.services import Services

SHUTDOWN_TIMEOUT = 10
"""Seconds that connections have to end when the server stops."""

QUEUE = 1024
"""How many clients may wait until they are accepted; asyncio would accept them all at once."""

PORT_ERRORS = (errno.EADDRINUSE, errno.EACCES)
"""The errors of the system that are about the port; all others are about the address."""

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class Bound:
    """The settings of a server, and the socket that it listens on."""

    settings: Settings
    listening: socket.socket


def bind(settings: Settings) -> Bound:
    """Bind the address; port 0 is any free one."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # With the protocol named, asyncio sets TCP_NODELAY; without, answers are late by 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, ValueError) as error:  # a ValueError: no host at all
        listening.close()
        raise _bind_error(settings, error) from None
    return Bound(replace(settings, port=listening.getsockname()[1]), listening)


def _bind_error(settings: Settings, error: OSError | ValueError) -> BadSettings:
    """Why the address cannot be bound, and what may help: another port, or another address."""
    why = getattr(error, "strerror", None) or str(error)
    looked_up = not isinstance(error, socket.gaierror)  # whose error numbers are others
    if looked_up and getattr(error, "errno", None) in PORT_ERRORS:
        return BadSettings("server-cannot-listen", host=settings.host, port=settings.port, why=why)
    return BadSettings("server-no-such-host", host=settings.host, why=why)


def serve(
    bound: Bound,
    database: str,
    deps: ServerDependencies | None = None,
    ready: Callable[[], None] | None = None,
) -> None:
    """Serve until a signal comes; `ready` is called as soon as the server accepts connections."""
    gc_tuning.disable_full_gc()
    descriptors.raise_limit()
    asyncio.run(_serve(bound, database, deps or ServerDependencies(), ready))


async def _serve(
    bound: Bound, database: str, deps: ServerDependencies, ready: Callable[[], None] | None
) -> None:
    # Opened first, so that an error of the store is a sentence of its own.
    store = await open_store(database)
    async with store:
        server: _Server
        open_ones = connections.of(bound.settings, descriptors.limit())

        @asynccontextmanager
        async def start() -> AsyncIterator[Services]:
            async with running(store, bound.settings, deps, open_ones) as services:
                server.stopping = services.stopping
                logs.log("server-started", url=bound.settings.url)
                with services.errors.watching_process():
                    yield services
            logs.log("server-stopped")

        server = _Server(_config(application(start), bound.settings, open_ones), ready)
        await server.serve(sockets=[bound.listening])


class _Server(uvicorn.Server):
    """Calls back when it is ready; a signal ends it in good order, and is no failure."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._ready = ready
        self.stopping = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on a signal; a second one stops without waiting for connections."""
        before = {number: signal.signal(number, self.handle_exit) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(QUEUE)
        if self.started and self._ready is not None:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish the requests that were accepted; slow ones are given up."""
        self.stopping.set()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop. Uvicorn would send itself the signal again, and the store would stay open."""
        super().handle_exit(sig, frame)
        self._captured_signals.clear()


def _config(
    app: Any, settings: Settings, open_ones: connections.Connections | None = None
) -> uvicorn.Config:
    if open_ones is None:
        open_ones = connections.of(settings, descriptors.limit())
    return uvicorn.Config(
        app,
        **connections.protocols(open_ones, frames(settings.rate_limits)),
        backlog=descriptors.ACCEPTED_AT_ONCE,
        timeout_keep_alive=ceil(open_ones.limits.idle),
        ws_max_size=settings.rate_limits.body,
        # Messages are small: compression would cost more than it saves.
        ws_per_message_deflate=False,
        loop="asyncio",
        lifespan="on",
        access_log=False,
        server_header=False,
        date_header=False,
        log_config=None,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
    )


def set_up_logs(*, verbose: bool, json_lines: bool) -> None:
    """Set up what the server logs while it runs."""
    logs.set_up(logging.INFO if verbose or json_lines else logging.WARNING, json_lines=json_lines)
