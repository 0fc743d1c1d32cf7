"""Work that is finished once it was accepted, even if nobody waits for it any more."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, TypeVar

from tenback.core.errors import TenbackError

if TYPE_CHECKING:
    from collections.abc import Coroutine

_log = logging.getLogger("tenback.host")
_T = TypeVar("_T")


class Tasks:
    """What was accepted and is not done yet."""

    def __init__(self) -> None:
        self._accepted: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Do something meanwhile."""
        task = asyncio.create_task(work)
        self._accepted.add(task)
        task.add_done_callback(self._accepted.discard)
        task.add_done_callback(complain)
        return task

    async def finish(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Wait for something that goes on even if whoever waits goes away."""
        return await asyncio.shield(self.start(work))

    async def all_done(self) -> None:
        """Wait for everything."""
        while self._accepted:
            await asyncio.wait(self._accepted)


def complain(task: asyncio.Task[Any]) -> None:
    """Leave no failure unheard, and tell nothing about any card. Refusals have been told."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, TenbackError):
        _log.error("something has failed at a table: %s", type(error).__name__)
