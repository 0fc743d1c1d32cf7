"""The time of day for a host, when the operating system's clock is set back.

Logs, links and webhooks hold times, and compare them. A clock that goes back by an hour would
stretch every such interval by that hour. So this one goes on, a little slower, until the other has
caught up. A step forward is followed at once: after a machine has slept it is right.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PACE = 0.9
"""How fast it goes while it is ahead: after a step of an hour for ten hours."""

LARGEST_STEP = 2 * 3600.0
"""Seconds; a larger step back is followed at once, as by a new start: the date was wrong before."""


class SteadyClock:
    """Seconds since 1970, which do not go back by less than `LARGEST_STEP`."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._last = monotonic(), wall()  # one value, so that threads see both or neither

    def __call__(self) -> float:
        """The time."""
        monotonic, wall = self._monotonic(), self._wall()
        before, last = self._last
        slow = last + PACE * max(0.0, monotonic - before)
        if last - LARGEST_STEP <= wall < slow:
            wall = slow
        self._last = monotonic, wall
        return wall
