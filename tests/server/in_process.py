"""A server in the process of a test: real sockets, injected clock, ids and randomness."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import uvicorn

from tenback.server import connections, descriptors, run
from tenback.server.app import application
from tenback.server.logs import JsonLines, loggers
from tenback.server.services import ServerDependencies, Services, running
from tenback.server.settings import Rate, RateLimits, Settings
from tenback.store import open_store
from tests.host.fakes import SeededBytes
from tests.host.harness import NO_PAUSES, ManualClock, fake_dependencies

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from tenback.host.dependencies import HostConfig
    from tenback.host.webhooks import Request

UNLIMITED = Rate(1_000_000, 1_000_000)
NO_LIMITS = RateLimits(
    connection=UNLIMITED,
    person=UNLIMITED,
    address=UNLIMITED,
    files=UNLIMITED,
    new_identities=UNLIMITED,
    new_tables=UNLIMITED,
    commands=UNLIMITED,
    changes=UNLIMITED,
    slow_requests=UNLIMITED,
    sockets=10_000,
)
"""For tests of other things."""


async def _no_network(_request: Request) -> int:
    raise OSError("no network in tests")


async def no_lag() -> float:
    """A server without load, however slow the machine is on which tests run."""
    await asyncio.sleep(3600.0)
    return 0.0


def server_dependencies(
    time: ManualClock | None = None, config: HostConfig = NO_PAUSES, **other: Any
) -> ServerDependencies:
    """Dependencies with which the same commands give the same answers."""
    deps = fake_dependencies(time, **other)
    return ServerDependencies(
        host=deps,
        config=config,
        random_bytes=SeededBytes("server"),
        sender=_no_network,
        measure_lag=no_lag,
    )


@dataclass
class InProcessServer:
    """A server in this process."""

    settings: Settings
    services: Services
    log: LogCapture

    @property
    def url(self) -> str:
        return f"http://{self.settings.host}:{self.settings.port}"

    async def settle(self, sockets: int | None = None) -> None:
        """Wait until the host is idle, and so many sockets are open."""
        host = self.services.host
        idle = 0
        while idle < 3:
            await asyncio.sleep(0)
            driving = any(not task.done() for task in host._tables._driver_tasks.values())
            counted = sockets is None or host.connections == sockets
            busy = driving or host._tasks._accepted or not counted
            idle = 0 if busy else idle + 1
            await asyncio.sleep(0.0005 if busy else 0)


class LogCapture(logging.Handler):
    """The lines of the log, as the operator reads them, without the time."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.records: list[logging.LogRecord] = []
        self.setFormatter(JsonLines())

    def emit(self, record: logging.LogRecord) -> None:
        record.created = 0.0
        self.records.append(record)
        self.lines.append(self.format(record))

    def read(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines]


@contextmanager
def captured_log(lines: LogCapture) -> Iterator[LogCapture]:
    """Set up the log with all events, and capture its lines."""
    before = [(logger.level, logger.propagate, logger.handlers[:]) for logger in loggers()]
    run.set_up_logs(verbose=True, json_lines=True)
    for logger in loggers():
        logger.handlers[:] = [lines]
    try:
        yield lines
    finally:
        for logger, state in zip(loggers(), before, strict=True):
            logger.level, logger.propagate, logger.handlers[:] = state


@asynccontextmanager
async def in_process_server(
    deps: ServerDependencies | None = None,
    url: str = "memory:",
    rate_limits: RateLimits = NO_LIMITS,
    **settings: Any,
) -> AsyncIterator[InProcessServer]:
    """A server on a port of its own, in this process."""
    bound = run.bind(Settings(port=0, rate_limits=rate_limits, **settings))
    found: list[Services] = []
    open_ones = connections.of(bound.settings, descriptors.limit())
    async with await open_store(url) as store:

        @asynccontextmanager
        async def start() -> AsyncIterator[Services]:
            used = deps or server_dependencies()
            async with running(store, bound.settings, used, open_ones) as services:
                found.append(services)
                yield services

        config = run._config(application(start), bound.settings, open_ones)
        with captured_log(LogCapture()) as lines:
            server = uvicorn.Server(config)
            config.load()
            server.lifespan = config.lifespan_class(config)
            await server.startup([bound.listening])
            try:
                yield InProcessServer(bound.settings, found[0], lines)
            finally:
                await server.shutdown([bound.listening])
