"""Tables in PostgreSQL, which several processes may share: versions detect concurrent writes."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Self

import asyncpg

from tenback.store import migrations, statements
from tenback.store.base import Store
from tenback.store.errors import StoreError, StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from asyncpg.pool import PoolConnectionProxy

    from tenback.store.base import Batch

# One statement is one transaction, and one round trip to the server.
WRITE = """
WITH forgotten AS (
    DELETE FROM tenback_log WHERE table_name = ANY ($1::text[])
), dropped AS (
    DELETE FROM tenback_document USING unnest($2::text[], $3::text[]) AS gone (kind, key)
    WHERE tenback_document.kind = gone.kind AND tenback_document.key = gone.key
), kept AS (
    INSERT INTO tenback_document (kind, key, body)
    SELECT * FROM unnest($4::text[], $5::text[], $6::bytea[])
    ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body
), added AS (
    INSERT INTO tenback_document (kind, key, body)
    SELECT * FROM unnest($7::text[], $8::text[], $9::bytea[])
)
INSERT INTO tenback_log (table_name, version, command, body, fingerprint)
SELECT $10::text, * FROM unnest($11::bigint[], $12::text[], $13::bytea[], $14::text[])
"""

CONFLICTS = (
    asyncpg.UniqueViolationError,
    # Two transactions locked the same rows in different orders, and this one was aborted.
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
)
FAILURES = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)

MAX_CONNECTIONS = 16
"""How many connections a process opens at most."""

TIMEOUT = 30.0
"""Seconds until a call to the server fails."""

MIGRATION_LOCK = 0x7E6BAC
"""The advisory lock under which a schema is migrated."""


class PostgresStore(Store):
    """A store on a server. The pool replaces lost connections."""

    def __init__(self, pool: asyncpg.Pool[asyncpg.Record]) -> None:
        self._pool = pool
        self._closed = False
        self._pending = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect to the server, and create the tables where they are missing."""
        try:
            return cls(await _connect(url))
        except FAILURES as error:
            raise StoreError("store-unreachable", why=_why(error)) from None
        except ValueError:
            raise StoreError("store-bad-address") from None

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Store]:
        """This store as it is now, for reading, while others write."""
        async with AsyncExitStack() as stack:
            with self._failures():
                connection = await stack.enter_async_context(self._pool.acquire())
                now = connection.transaction(isolation="repeatable_read", readonly=True)
                await now.start()
                await connection.fetchval("SELECT 1")  # a snapshot is taken by the first statement
            try:
                yield _Snapshot(connection, self._failures)
            finally:
                with suppress(*FAILURES):  # the connection may be lost, and the transaction with it
                    await now.rollback()

    async def close(self) -> None:
        """Finish the calls that were accepted, and close the connections."""
        self._closed = True
        # The pool would refuse calls that still wait for a connection.
        await self._idle.wait()
        await self._pool.close()

    async def _rows(self, statement: str, *values: str | int) -> list[tuple[Any, ...]]:
        with self._in_use():
            return [tuple(row) for row in await self._pool.fetch(statement, *values)]

    async def _write(self, batch: Batch) -> bool:
        with self._in_use():
            try:
                await self._pool.execute(WRITE, *_values(batch))
            except CONFLICTS:
                return False
        return True

    @contextmanager
    def _in_use(self) -> Iterator[None]:
        if self._closed:
            raise StoreError("store-closed")
        self._pending += 1
        self._idle.clear()
        try:
            with self._failures():
                yield
        finally:
            self._pending -= 1
            if not self._pending:
                self._idle.set()

    @contextmanager
    def _failures(self) -> Iterator[None]:
        """Report a failure of the server, and refuse with a code what it was asked for."""
        try:
            yield
        except FAILURES as error:
            self.on_error(error)
            raise StoreUnavailable("store-failed", why=_kind(error)) from None


class _Snapshot(Store):
    """What was stored when a transaction began."""

    def __init__(
        self,
        connection: PoolConnectionProxy[asyncpg.Record],
        failures: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._connection = connection
        self._failures = failures

    async def close(self) -> None:
        """The owner of the transaction ends it."""

    async def _rows(self, statement: str, *values: str | int) -> list[tuple[Any, ...]]:
        with self._failures():
            return [tuple(row) for row in await self._connection.fetch(statement, *values)]

    async def _write(self, _batch: Batch) -> bool:
        raise TypeError("a snapshot is read-only")


def _values(batch: Batch) -> Iterator[str | list[Any]]:
    """A batch as the columns that the statement takes."""
    # Sorted, so that two transactions lock the same documents in the same order.
    documents = sorted(batch.documents.items())
    yield list(batch.forget)
    yield from _columns([key for key, body in documents if body is None], 2)
    yield from _columns([(*key, body) for key, body in documents if body is not None], 3)
    yield from _columns([(*key, body) for key, body in sorted(batch.new.items())], 3)
    yield batch.table
    yield from _columns(batch.entries, 4)


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[column] for row in rows] for column in range(width)]


async def _connect(url: str) -> asyncpg.Pool[asyncpg.Record]:
    """Connections to a database that has the newest schema."""
    pool = await asyncpg.create_pool(
        url,
        min_size=1,
        max_size=MAX_CONNECTIONS,
        timeout=TIMEOUT,
        command_timeout=TIMEOUT,
        reset=_reset,
        server_settings={"synchronous_commit": "on", "application_name": "tenback"},
    )
    try:
        await _migrate(pool)
    except BaseException:
        await pool.close()
        raise
    return pool


async def _reset(connection: object) -> None:
    """No state is ever set on a connection, so none is reset before its next use."""


async def _migrate(pool: asyncpg.Pool[asyncpg.Record]) -> None:
    async with pool.acquire() as connection, connection.transaction():
        # Of two processes that start together, the second finds the schema migrated.
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        begun = await connection.fetchval("SELECT to_regclass('tenback_schema') IS NOT NULL")
        found = await connection.fetchval(statements.SCHEMA) if begun else 0
        if script := migrations.script("postgres", found or 0):
            await connection.execute(script)


def _kind(error: Exception) -> str:
    """The kind of a failure. PostgreSQL's messages may quote the row that they are about."""
    state: str | None = getattr(error, "sqlstate", None)
    return f"{type(error).__name__} {state}" if state else type(error).__name__


def _why(error: Exception) -> str:
    return str(error) or type(error).__name__
