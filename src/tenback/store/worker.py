"""A database connection on a thread of its own, so that nobody else waits for the disk.

Whatever has arrived while the last transaction ran is done in the next one. So the disk is asked
once for all who wait, and the more they are, the less each of them costs. For the same reason the
thread is woken once for all who come in the same round of the event loop.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeAlias, TypeVar

from tenback.store.errors import StoreError, StoreUnavailable

T = TypeVar("T")

Work: TypeAlias = Callable[[sqlite3.Connection], T]


@dataclass(slots=True, eq=False)
class Job:
    """What somebody waits for, and how it went."""

    work: Work[Any]
    done: asyncio.Future[Any]
    result: object = None
    error: Exception | None = None

    def settle(self) -> None:
        """Tell whoever still waits."""
        if self.done.done():
            return
        if self.error:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.result)


class Worker:
    """Does jobs in groups, each group one transaction; a job that fails harms no other."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._gathered: list[Job] = []
        self._groups: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._closing = False
        self._thread = Thread(target=self._run, name="tenback store", daemon=True)
        self._thread.start()

    async def do(self, work: Work[T]) -> T:
        """Run something on the connection; what it changed is durable when this returns."""
        if self._closing:
            raise StoreError("store-closed")
        job = Job(work, self._loop.create_future())
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(job)
        result: T = await job.done
        return result

    async def close(self) -> None:
        """Finish the jobs that were accepted, then close the connection."""
        if not self._closing:
            self._closing = True
            self._hand_over()
            self._groups.put(None)
        await asyncio.to_thread(self._thread.join)

    def _hand_over(self) -> None:
        """Give the thread what has come in this round of the event loop."""
        if self._gathered:
            self._groups.put(self._gathered)
            self._gathered = []

    def _run(self) -> None:
        last = False
        while not last:
            arrived = self._arrived()
            last = None in arrived
            group = [job for jobs in arrived if jobs for job in jobs]
            self._transact(group)
            with suppress(RuntimeError):  # the loop has ended, and nobody waits any more
                self._loop.call_soon_threadsafe(_settle, group)
        self._connection.close()

    def _arrived(self) -> list[list[Job] | None]:
        """Everything that waits, at least one."""
        arrived = [self._groups.get()]
        with suppress(Empty):
            while True:
                arrived.append(self._groups.get_nowait())
        return arrived

    def _transact(self, group: list[Job]) -> None:
        try:
            self._connection.execute("BEGIN")
            self._do_all(group)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            for job in group:
                job.error = _told(error)

    def _do_all(self, group: list[Job]) -> None:
        """Do the jobs as if none could fail; if one does, all again, each by itself."""
        try:
            for job in group:
                job.result = job.work(self._connection)
        except Exception as error:
            if isinstance(error, sqlite3.Error) and not self._connection.in_transaction:
                raise
            self._connection.execute("ROLLBACK")
            self._connection.execute("BEGIN")
            for job in group:
                self._attempt(job)

    def _attempt(self, job: Job) -> None:
        """Do one job. It concerns the others only when the database has given up on them all."""
        self._connection.execute("SAVEPOINT job")
        try:
            job.result = job.work(self._connection)
        except Exception as error:
            if isinstance(error, sqlite3.Error) and not self._connection.in_transaction:
                raise
            self._connection.execute("ROLLBACK TO job")
            job.error = _told(error)
        self._connection.execute("RELEASE job")

    def _roll_back(self) -> None:
        # Some errors have done so themselves, and then there is nothing to roll back.
        with suppress(sqlite3.Error):
            self._connection.execute("ROLLBACK")


def _told(error: Exception) -> Exception:
    """Trouble with the database has a sentence; faults of a job are told as they are."""
    own = isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError)
    if own or not isinstance(error, sqlite3.Error):
        return error
    return StoreUnavailable("store-failed", why=str(error))


def _settle(group: list[Job]) -> None:
    for job in group:
        job.settle()
