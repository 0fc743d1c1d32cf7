"""What happens by itself after a while: one task for each thing that is waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tenback.host.surroundings import Surroundings

Work: TypeAlias = Coroutine[Any, Any, object]
Action: TypeAlias = Callable[[], Work]


class Timers:
    """Actions that are due later, each known by a key: setting it again moves it."""

    def __init__(self, around: Surroundings, start: Callable[[Work], object]) -> None:
        self._around = around
        self._start = start
        self._due: dict[Hashable, tuple[float, Action]] = {}
        self._waiting: dict[Hashable, asyncio.Task[None]] = {}
        self._stopped = False

    def set(self, key: Hashable, at: float, action: Action) -> None:
        """Do something at this time, and nothing that was to be done under this key."""
        if self._stopped:
            return
        # Who waits already need not be woken to wait for longer.
        if key not in self._due or at < self._due[key][0]:
            self.clear(key)
            self._waiting[key] = asyncio.create_task(self._wait(key))
        self._due[key] = at, action

    def clear(self, key: Hashable) -> None:
        """Do not do it."""
        if key in self._due:
            del self._due[key]
            self._waiting.pop(key).cancel()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._due

    def stop(self) -> None:
        """Nothing happens by itself any more."""
        self._stopped = True
        for key in tuple(self._due):
            self.clear(key)

    async def _wait(self, key: Hashable) -> None:
        # A clock that was put back makes us wait again, not act too early.
        while (left := self._due[key][0] - self._around.clock()) > 0:
            await self._around.sleep(left)
        # From here on it cannot be cleared any more: it is done by a task of its own.
        _, action = self._due.pop(key)
        del self._waiting[key]
        self._start(action())
