"""The thread pool in which bots think, so that neither players nor other bots wait for one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from tenback.host.errors import HostError

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from tenback.host.dependencies import Dependencies

_T = TypeVar("_T")

AT_ONCE = 2
"""How many bots think at the same time at an overloaded server: one that hangs stops no other."""


class BotTimeout(Exception):
    """A bot thinks for too long."""


class BotPool:
    """A pool of threads that survives calls that never return."""

    def __init__(self, deps: Dependencies) -> None:
        self._deps = deps
        self._pool: Executor | None = None
        self._closed = False
        self._few_at_a_time = asyncio.Semaphore(AT_ONCE)

    async def ask(self, think: Callable[[], _T], patience: float | None = None) -> _T:
        """What a bot answers. At an overloaded server bots wait for each other.

        So people at the tables do not wait for all of them.
        """
        if self._deps.slowdown() > 1.0:
            async with self._few_at_a_time:
                return await self.ask_at_once(think, patience)
        return await self.ask_at_once(think, patience)

    async def ask_at_once(self, think: Callable[[], _T], patience: float | None = None) -> _T:
        """The result of a function that runs in a thread; `patience` counts from when it begins.

        A call that takes longer keeps its thread; the others get new ones.
        """
        while not self._closed:
            pool = self._pool = self._pool or self._deps.new_pool()
            answer, limit = self._begin(pool, think, patience)
            try:
                await asyncio.wait((answer, limit), return_when=asyncio.FIRST_COMPLETED)
            except asyncio.CancelledError:
                answer.cancel()  # it may come when there is no loop any more
                raise
            finally:
                limit.cancel()
                answer.add_done_callback(_retrieve)
            if not answer.done():
                self._give_up(pool)
                raise BotTimeout
            if not answer.cancelled():
                return answer.result()
            # Another call blocked the pool before this one began: there is a new pool now.
        raise HostError("host-stopping")

    def _begin(
        self, pool: Executor, think: Callable[[], _T], patience: float | None
    ) -> tuple[asyncio.Future[_T], asyncio.Task[None]]:
        """The answer, and a task that ends when it has taken too long."""
        loop, began = asyncio.get_running_loop(), asyncio.Event()

        def run() -> _T:
            loop.call_soon_threadsafe(began.set)
            return think()

        answer = loop.run_in_executor(pool, run)
        return answer, asyncio.create_task(self._limit(began, patience))

    async def _limit(self, began: asyncio.Event, patience: float | None) -> None:
        await began.wait()
        await (asyncio.Event().wait() if patience is None else self._deps.sleep(patience))

    def _give_up(self, pool: Executor) -> None:
        """Leave a pool to the call that blocks it; other calls that run there go on."""
        pool.shutdown(wait=False, cancel_futures=True)
        if pool is self._pool:
            self._pool = None

    def close(self) -> None:
        """Accept no more calls."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _retrieve(answer: asyncio.Future[Any]) -> None:
    """Retrieve an exception for which no caller waits any more, so that asyncio logs nothing."""
    if not answer.cancelled():
        answer.exception()
