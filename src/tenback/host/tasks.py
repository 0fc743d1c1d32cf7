"""Work that is finished once it was accepted, even if its caller goes away."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

_T = TypeVar("_T")


class Tasks:
    """The work that was accepted and is not done yet.

    `on_error` is called with each error that no caller waits for, and with where it was raised.
    """

    def __init__(self, on_error: Callable[[str, BaseException], None]) -> None:
        self._on_error = on_error
        # Each task, by the future that its caller waits for.
        self._accepted: dict[asyncio.Future[Any], asyncio.Task[Any]] = {}

    def start(self, work: Coroutine[Any, Any, _T], where: str = "task") -> asyncio.Task[_T]:
        """Do something in the background, and finish it before the host stops."""
        task = self.spawn(work, where)
        self._accepted[task] = task
        task.add_done_callback(self._accepted.pop)
        return task

    def spawn(self, work: Coroutine[Any, Any, _T], where: str) -> asyncio.Task[_T]:
        """Do something in the background that ends when it is cancelled."""
        task = asyncio.create_task(work)
        task.add_done_callback(lambda done: self._report(done, where))
        return task

    def _report(self, task: asyncio.Task[Any], where: str) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._on_error(where, error)

    async def finish(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Wait for something that goes on even if its caller is cancelled."""
        answer: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        self._accepted[answer] = asyncio.create_task(self._answer(work, answer))
        return await answer

    async def _answer(self, work: Coroutine[Any, Any, _T], answer: asyncio.Future[_T]) -> None:
        """Do something, and pass the outcome to the caller, if it still waits."""
        try:
            result = await work
            if not answer.done():
                answer.set_result(result)
        except Exception as error:  # noqa: BLE001 (it is raised to the caller, or reported)
            if answer.done():
                self._on_error("task", error)
            else:
                answer.set_exception(error)
        finally:
            answer.cancel()  # where the work itself was cancelled
            del self._accepted[answer]

    async def all_done(self) -> None:
        """Wait for everything."""
        while self._accepted:
            await asyncio.wait(tuple(self._accepted.values()))
