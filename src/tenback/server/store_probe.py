"""Whether the store keeps what it is given: asked by many, found out once a second."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from tenback.store import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback.store import Store

LIFETIME = 1.0
"""Seconds for which an answer holds, so that a flood of questions writes little."""

PATIENCE = 5.0
"""Seconds after which a store that has not answered counts as one that keeps nothing."""


class StoreProbe:
    """Writes to the store now and then, on demand. Those who ask at the same time share a write."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.monotonic,
        patience: float = PATIENCE,
    ) -> None:
        self._store = store
        self._clock = clock
        self._patience = patience
        self._since = 0.0
        self._last: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Raise what the store has raised, where it keeps nothing, or that it does not answer."""
        if self._last is None or (self._last.done() and self._clock() - self._since >= LIFETIME):
            self._since = self._clock()
            self._last = asyncio.create_task(self._store.check())
            self._last.add_done_callback(_retrieve)
        # Those who ask do not end the write: others wait for it, too.
        done, _ = await asyncio.wait((self._last,), timeout=self._patience)
        if not done:
            raise StoreUnavailable("store-failed", why="timeout")
        self._last.result()


def _retrieve(task: asyncio.Task[None]) -> None:
    """An error that no client waits for any more has been reported by the store."""
    if not task.cancelled():
        task.exception()
