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
        # Each task, by what those wait for who want to know how it went.
        self._accepted: dict[asyncio.Future[Any], asyncio.Task[Any]] = {}

    def start(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Do something meanwhile."""
        task = asyncio.create_task(work)
        self._accepted[task] = task
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        del self._accepted[task]
        complain(task)

    async def finish(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Wait for something that goes on even if whoever waits goes away."""
        answer: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        self._accepted[answer] = asyncio.create_task(self._answer(work, answer))
        return await answer

    async def _answer(self, work: Coroutine[Any, Any, _T], answer: asyncio.Future[_T]) -> None:
        """Do something, and tell how it went if somebody still waits for it."""
        try:
            result = await work
            if not answer.done():
                answer.set_result(result)
        except Exception as error:  # noqa: BLE001 (it is raised where somebody waits)
            _complain_of(error)
            if not answer.done():
                answer.set_exception(error)
        finally:
            answer.cancel()  # where nothing came of it
            del self._accepted[answer]

    async def all_done(self) -> None:
        """Wait for everything."""
        while self._accepted:
            await asyncio.wait(tuple(self._accepted.values()))


def complain(task: asyncio.Task[Any]) -> None:
    """Leave no failure unheard, and tell nothing about any card. Refusals have been told."""
    error = None if task.cancelled() else task.exception()
    if error is not None:
        _complain_of(error)


def _complain_of(error: BaseException) -> None:
    if not isinstance(error, TenbackError):
        _log.error("something has failed at a table: %s", type(error).__name__)
