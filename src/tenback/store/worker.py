"""A database connection on a thread of its own, with group commit.

The event loop never waits for the disk. The jobs that arrive while one transaction runs form the
next one, so they share one write to the disk: the more callers, the less each of them costs. For
the same reason the thread is woken once for all jobs of one iteration of the event loop.
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

from tenback.store.database_file import FileGone
from tenback.store.errors import StoreError, StoreUnavailable

T = TypeVar("T")

Work: TypeAlias = Callable[[sqlite3.Connection], T]


@dataclass(slots=True, eq=False)
class Job:
    """What a caller waits for, and how it went."""

    work: Work[Any]
    done: asyncio.Future[Any]
    result: object = None
    error: Exception | None = None
    """What the job, or its transaction, has raised."""

    def settle(self) -> bool:
        """Answer the caller; False if it does not wait any more."""
        if self.done.done():
            return False
        if self.error is None:
            self.done.set_result(self.result)
        elif isinstance(self.error, FileGone):
            self.done.set_exception(StoreUnavailable("store-file-gone"))
        elif is_failure(self.error):
            # Only SQLite's name of the error, such as SQLITE_FULL, and nothing that is stored.
            why = getattr(self.error, "sqlite_errorname", type(self.error).__name__)
            self.done.set_exception(StoreUnavailable("store-failed", why=why))
        else:
            self.done.set_exception(self.error)
        return True


class Worker:
    """Runs jobs in groups, each group in one transaction; a job that fails spoils no other.

    `check` is called after each transaction; where it raises, no job of the group is confirmed.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        on_error: Callable[[BaseException], None],
        check: Callable[[], None],
    ) -> None:
        self._connection = connection
        self._on_error = on_error
        self._check = check
        self._loop = asyncio.get_running_loop()
        self._collected: list[Job] = []
        self._groups: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._closing = False
        self._thread = Thread(target=self._run, name="tenback store", daemon=True)
        self._thread.start()

    async def do(self, work: Work[T]) -> T:
        """Run a job on the connection; its changes are durable when this returns."""
        if self._closing:
            raise StoreError("store-closed")
        job = Job(work, self._loop.create_future())
        if not self._collected:
            self._loop.call_soon(self._submit)
        self._collected.append(job)
        result: T = await job.done
        return result

    async def close(self) -> None:
        """Finish the jobs that were accepted, then close the connection."""
        if not self._closing:
            self._closing = True
            self._submit()
            self._groups.put(None)
        await asyncio.to_thread(self._thread.join)

    def _submit(self) -> None:
        """Give the thread the jobs of this iteration of the event loop."""
        if self._collected:
            self._groups.put(self._collected)
            self._collected = []

    def _run(self) -> None:
        last = False
        while not last:
            arrived = self._next_jobs()
            last = None in arrived
            group = [job for jobs in arrived if jobs for job in jobs]
            self._transact(group)
            with suppress(RuntimeError):  # the loop has ended, and no caller waits any more
                self._loop.call_soon_threadsafe(self._settle, group)
        self._connection.close()

    def _next_jobs(self) -> list[list[Job] | None]:
        """All groups that wait, at least one."""
        arrived = [self._groups.get()]
        with suppress(Empty):
            while True:
                arrived.append(self._groups.get_nowait())
        return arrived

    def _transact(self, group: list[Job]) -> None:
        try:
            self._connection.execute("BEGIN")
            self._run_all(group)
            self._connection.execute("COMMIT")
            self._check()
        except Exception as error:  # noqa: BLE001 (it is raised to every caller)
            self._roll_back()
            for job in group:
                job.error = error

    def _run_all(self, group: list[Job]) -> None:
        """Run the jobs without savepoints; if one fails, all again, each in its own savepoint."""
        try:
            for job in group:
                job.result = job.work(self._connection)
            return
        except Exception as error:
            if isinstance(error, sqlite3.Error) and not self._connection.in_transaction:
                raise
        self._connection.execute("ROLLBACK")
        self._connection.execute("BEGIN")
        for job in group:
            self._run_alone(job)

    def _run_alone(self, job: Job) -> None:
        """Run one job. The group fails with it only if the database has ended the transaction."""
        self._connection.execute("SAVEPOINT job")
        try:
            job.result = job.work(self._connection)
        except Exception as error:
            if isinstance(error, sqlite3.Error) and not self._connection.in_transaction:
                raise
            self._connection.execute("ROLLBACK TO job")
            job.error = error
        self._connection.execute("RELEASE job")

    def _settle(self, group: list[Job]) -> None:
        """Answer the callers; report failures of the database, and errors without a caller."""
        unheard = [job for job in group if not job.settle()]
        found = [job.error for job in group if job.error and is_failure(job.error)]
        found += [job.error for job in unheard if job.error and not is_refused(job.error)]
        for error in {id(error): error for error in found}.values():
            self._on_error(error)

    def _roll_back(self) -> None:
        # After some errors SQLite has rolled back itself.
        with suppress(sqlite3.Error):
            self._connection.execute("ROLLBACK")


def is_failure(error: Exception) -> bool:
    """Whether the database has failed, and not the job that was done on it."""
    own = isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError)
    return isinstance(error, sqlite3.Error | OSError) and not own


def is_refused(error: Exception) -> bool:
    """Whether a job was in conflict with what is stored, which is no error."""
    return isinstance(error, sqlite3.IntegrityError)
