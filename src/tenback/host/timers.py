"""Timers: actions at a later time, each with a task that waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tenback.host.dependencies import Dependencies

Work: TypeAlias = Coroutine[Any, Any, object]
Action: TypeAlias = Callable[[], Work]


class Timers:
    """Actions that are due later, by key; setting a key again replaces its timer."""

    def __init__(self, deps: Dependencies, start: Callable[[Work], object]) -> None:
        self._deps = deps
        self._start = start
        self._due: dict[Hashable, tuple[float, Action]] = {}
        self._waiting: dict[Hashable, asyncio.Task[None]] = {}
        self._stopped = False

    def set(self, key: Hashable, seconds: float, action: Action) -> None:
        """Run an action after so long, in the place of an earlier one with the same key."""
        if self._stopped:
            return
        at = self._deps.monotonic() + seconds
        # A task that waits already looks again at the time when it wakes up.
        if key not in self._due or at < self._due[key][0]:
            self.clear(key)
            self._waiting[key] = asyncio.create_task(self._wait(key))
        self._due[key] = at, action

    def clear(self, key: Hashable) -> None:
        """Cancel a timer."""
        if key in self._due:
            del self._due[key]
            self._waiting.pop(key).cancel()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._due

    def stop(self) -> None:
        """Cancel all timers, and set no new ones."""
        self._stopped = True
        for key in tuple(self._due):
            self.clear(key)

    async def _wait(self, key: Hashable) -> None:
        while (left := self._due[key][0] - self._deps.monotonic()) > 0:
            await self._deps.sleep(left)
        # From here on it cannot be cancelled: the action runs in a task of its own.
        _, action = self._due.pop(key)
        del self._waiting[key]
        self._start(action())
