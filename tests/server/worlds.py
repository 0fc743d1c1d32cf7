"""Servers for tests: real sockets, and a world in which everything can be repeated."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import uvicorn

from tenback.server import serving
from tenback.server.app import application
from tenback.server.logs import LIBRARIES, JsonLines
from tenback.server.services import Services, World, running
from tenback.server.settings import Quotas, Rate, Settings
from tenback.store import open_store
from tests.host.evenings import HASTE, Time, surroundings
from tests.host.worlds import Chance

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from tenback.host.hooks import Request
    from tenback.host.surroundings import Habits

MUCH = Rate(1_000_000, 1_000_000)
WIDE = Quotas(
    connection=MUCH,
    person=MUCH,
    address=MUCH,
    newcomers=MUCH,
    openings=MUCH,
    thinking=MUCH,
    sockets=10_000,
)
"""For tests of other things."""

LOGGERS = ("tenback", *LIBRARIES)


async def _nobody_is_called(_request: Request) -> int:
    raise OSError("no network in tests")


def world(time: Time | None = None, habits: Habits = HASTE, **other: Any) -> World:
    """A world in which the same commands give the same answers."""
    around = surroundings(time, **other)
    return World(around=around, habits=habits, draw=Chance("server"), sender=_nobody_is_called)


@dataclass
class Here:
    """A server in this process."""

    settings: Settings
    services: Services
    lines: Lines

    @property
    def url(self) -> str:
        return f"http://{self.settings.host}:{self.settings.port}"

    async def settle(self, sockets: int | None = None) -> None:
        """Wait until nothing is going on, and so many sockets are open."""
        host = self.services.host
        quiet = 0
        while quiet < 3:
            await asyncio.sleep(0)
            driving = any(not task.done() for task in host._tables._driving.values())
            counted = sockets is None or host.connections == sockets
            busy = driving or host._tasks._accepted or not counted
            quiet = 0 if busy else quiet + 1
            await asyncio.sleep(0.0005 if busy else 0)


class Lines(logging.Handler):
    """What was logged, as whoever runs the server reads it, without the hour."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []
        self.setFormatter(JsonLines())

    def emit(self, record: logging.LogRecord) -> None:
        record.created = 0.0
        self.told.append(self.format(record))


@contextmanager
def logging_to(lines: Lines) -> Iterator[Lines]:
    """Set logs up as for somebody who wants to read everything, and keep what is told."""
    before = [(logger.level, logger.propagate, logger.handlers[:]) for logger in loggers()]
    serving.set_up_logs(verbose=True, lines=True)
    for logger in loggers():
        logger.handlers[:] = [lines]
    try:
        yield lines
    finally:
        for logger, state in zip(loggers(), before, strict=True):
            logger.level, logger.propagate, logger.handlers[:] = state


def loggers() -> list[logging.Logger]:
    return [logging.getLogger(name) for name in LOGGERS]


@asynccontextmanager
async def serving_here(
    around: World | None = None, url: str = "memory:", quotas: Quotas = WIDE, **settings: Any
) -> AsyncIterator[Here]:
    """A server on a port of its own, in this process."""
    bound = serving.bind(Settings(port=0, quotas=quotas, **settings))
    found: list[Services] = []
    async with await open_store(url) as store:

        @asynccontextmanager
        async def start() -> AsyncIterator[Services]:
            async with running(store, bound.settings, around or world()) as services:
                found.append(services)
                yield services

        config = serving._config(application(start), bound.settings)
        with logging_to(Lines()) as lines:
            server = uvicorn.Server(config)
            config.load()
            server.lifespan = config.lifespan_class(config)
            await server.startup([bound.listening])
            try:
                yield Here(bound.settings, found[0], lines)
            finally:
                await server.shutdown([bound.listening])
