"""The load of a server, and whom it refuses while there is too much of it.

It is measured as the lag of the event loop: how much later than planned a pause ends. Everything
that a server does waits as long. Where the lag stays high, the server is busy: new tables, people
without a seat and slow requests are refused. Where that does not help, it is overloaded: bots play
slower, and two think at a time. Commands at running games are always carried out.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Awaitable, Callable
from enum import IntEnum
from statistics import median
from typing import TypeAlias

from tenback.core.errors import TenbackError

Lag: TypeAlias = Callable[[], Awaitable[float]]
"""Waits a moment, and returns how many seconds too late that was over."""

PAUSE = 0.25
"""Seconds of the pause that is measured."""

SAMPLES = 5
"""The median of so many lags counts: one long step, or two, are no load."""

MEMORY = 1.0
"""Seconds in which such a median counts less and less."""

LONGEST = 5.0
"""More seconds than this do not count: a process that was stopped for an hour has no load."""

RETRY = 15
"""Seconds after which a client that was refused may ask again."""

SLOWER = 4.0
"""How many times as long bots take at an overloaded server."""


class Overloaded(TenbackError):
    """The server has too much to do for this."""


class Level(IntEnum):
    """How much there is to do."""

    NORMAL = 0
    BUSY = 1
    OVERLOADED = 2


RISES = {Level.BUSY: 0.15, Level.OVERLOADED: 0.4}
"""The lag in seconds from which on a level is reached."""

FALLS = {Level.BUSY: 0.07, Level.OVERLOADED: 0.2}
"""The lag below which it is left again: a level that comes and goes would help nobody."""


async def measured_lag() -> float:
    """How many seconds too late a pause ends."""
    begun = time.perf_counter()
    await asyncio.sleep(PAUSE)
    return time.perf_counter() - begun - PAUSE


class Load:
    """The load of one server.

    `observe` gets each lag, for the metrics. `crowded` says whether there is room for few more
    connections, which is as good a reason to refuse people, but none to refuse those who are there.
    """

    def __init__(
        self,
        measure: Lag = measured_lag,
        observe: Callable[[float], None] = lambda _lag: None,
        crowded: Callable[[], bool] = lambda: False,
    ) -> None:
        self._measure = measure
        self._observe = observe
        self._crowded = crowded
        self._last = deque([0.0] * SAMPLES, SAMPLES)
        self._lag = 0.0
        self.level = Level.NORMAL

    async def run(self) -> None:
        """Measure for ever."""
        while True:
            self.add(await self._measure())

    def add(self, lag: float) -> None:
        """Take a measured lag into account."""
        self._observe(max(0.0, lag))
        lag = min(max(0.0, lag), LONGEST)
        self._last.append(lag)
        weight = 1 - math.exp(-(PAUSE + lag) / MEMORY)
        self._lag += weight * (median(self._last) - self._lag)
        self.level = self._next()

    def _next(self) -> Level:
        """The level of the lag; a level that was reached is kept until the lag is well below."""
        level = Level.NORMAL
        for above in (Level.BUSY, Level.OVERLOADED):
            bound = FALLS if self.level >= above else RISES
            if self._lag >= bound[above]:
                level = above
        return level

    @property
    def full(self) -> bool:
        """Whether more people would be too many."""
        return self.level >= Level.BUSY or self._crowded()

    def admit(self) -> None:
        """Refuse work that can wait while the server is busy."""
        if self.level >= Level.BUSY:
            raise Overloaded("server-busy", seconds=RETRY)

    def admit_newcomer(self) -> None:
        """Refuse what brings more people while there is too much to do, or room for few."""
        if self.full:
            raise Overloaded("server-busy", seconds=RETRY)

    def slowdown(self) -> float:
        """How many times as long bots take."""
        return SLOWER if self.level is Level.OVERLOADED else 1.0
