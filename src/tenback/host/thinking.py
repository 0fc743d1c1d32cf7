"""Where bots think: in threads of their own, so that nobody else waits for them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from tenback.host.errors import HostError

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from tenback.host.surroundings import Surroundings

_T = TypeVar("_T")


class TooLong(Exception):
    """Somebody thinks for too long."""


class Thinking:
    """A pool of threads that survives those who never come back from it."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self._pool: Executor | None = None
        self._closed = False

    async def ask(self, think: Callable[[], _T], patience: float | None = None) -> _T:
        """What a function returns that runs in a thread; patience counts from when it begins.

        Whoever takes longer keeps its thread; the others get new ones.
        """
        while not self._closed:
            pool = self._pool = self._pool or self._around.new_pool()
            answer, limit = self._begin(pool, think, patience)
            try:
                await asyncio.wait((answer, limit), return_when=asyncio.FIRST_COMPLETED)
            except asyncio.CancelledError:
                answer.cancel()  # it may come when there is no loop any more
                raise
            finally:
                limit.cancel()
                answer.add_done_callback(_hear)
            if not answer.done():
                self._give_up(pool)
                raise TooLong
            if not answer.cancelled():
                return answer.result()
            # Somebody else has blocked the pool before this began: there is another one now.
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
        await (asyncio.Event().wait() if patience is None else self._around.sleep(patience))

    def _give_up(self, pool: Executor) -> None:
        """Leave a pool to whoever blocks it; what others have begun there goes on."""
        pool.shutdown(wait=False, cancel_futures=True)
        if pool is self._pool:
            self._pool = None

    def close(self) -> None:
        """Nobody is asked any more."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _hear(answer: asyncio.Future[Any]) -> None:
    """An answer that nobody waits for any more may be a failure; that is nobody's affair."""
    if not answer.cancelled():
        answer.exception()
