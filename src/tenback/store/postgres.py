"""Tables in PostgreSQL, which several processes may share: versions tell them of each other."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Self

import asyncpg

from tenback.store import migrations, statements
from tenback.store.base import Store
from tenback.store.errors import StoreError, StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

    from asyncpg.pool import PoolConnectionProxy

    from tenback.store.base import Batch

# One statement is one transaction, and one way to the server and back.
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
INSERT INTO tenback_log (table_name, version, command, body)
SELECT $10::text, * FROM unnest($11::bigint[], $12::text[], $13::bytea[])
"""

IN_THE_WAY = (
    asyncpg.UniqueViolationError,
    # Two wanted the same things in another order, and this one had to give way.
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
)
TROUBLE = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)

CONNECTIONS = 16
"""How many a process opens at most; the server writes for all of them at once."""

PATIENCE = 30.0
"""Seconds until an answer is no longer expected."""

MIGRATING = 0x7E6BAC
"""The number of the lock under which a schema is brought up to date."""


class PostgresStore(Store):
    """A store on a server. Lost connections are made anew when they are needed."""

    def __init__(self, pool: asyncpg.Pool[asyncpg.Record]) -> None:
        self._pool = pool
        self._closed = False
        self._asking = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect to the server, and make the tables where there are none."""
        try:
            return cls(await _connect(url))
        except TROUBLE as error:
            raise StoreError("store-unreachable", why=_why(error)) from None
        except ValueError:
            raise StoreError("store-bad-address") from None

    @asynccontextmanager
    async def moment(self) -> AsyncIterator[Store]:
        """This store as it is now, for reading, whatever is written meanwhile."""
        async with AsyncExitStack() as leaving:
            with _blaming():
                connection = await leaving.enter_async_context(self._pool.acquire())
                now = connection.transaction(isolation="repeatable_read", readonly=True)
                await now.start()
                await connection.fetchval("SELECT 1")  # "now" is when it is first asked
            try:
                yield _Moment(connection)
            finally:
                with suppress(*TROUBLE):  # the connection may be lost, and all this with it
                    await now.rollback()

    async def close(self) -> None:
        """Finish what was accepted, and let go of the connections."""
        self._closed = True
        # The pool would turn away those who still wait for a connection.
        await self._quiet.wait()
        await self._pool.close()

    async def _rows(self, statement: str, *values: str | int) -> list[tuple[Any, ...]]:
        with self._asked():
            return [tuple(row) for row in await self._pool.fetch(statement, *values)]

    async def _write(self, batch: Batch) -> bool:
        with self._asked():
            try:
                await self._pool.execute(WRITE, *_values(batch))
            except IN_THE_WAY:
                return False
        return True

    @contextmanager
    def _asked(self) -> Iterator[None]:
        if self._closed:
            raise StoreError("store-closed")
        self._asking += 1
        self._quiet.clear()
        try:
            with _blaming():
                yield
        finally:
            self._asking -= 1
            if not self._asking:
                self._quiet.set()


class _Moment(Store):
    """What was stored when a transaction began."""

    def __init__(self, connection: PoolConnectionProxy[asyncpg.Record]) -> None:
        self._connection = connection

    async def close(self) -> None:
        """Whoever began the transaction ends it."""

    async def _rows(self, statement: str, *values: str | int) -> list[tuple[Any, ...]]:
        with _blaming():
            return [tuple(row) for row in await self._connection.fetch(statement, *values)]

    async def _write(self, batch: Batch) -> bool:
        raise TypeError(f"what is past cannot be written to: {batch}")


@contextmanager
def _blaming() -> Iterator[None]:
    """Trouble with the server has a sentence."""
    try:
        yield
    except TROUBLE as error:
        raise StoreUnavailable("store-failed", why=_why(error)) from None


def _values(batch: Batch) -> Iterator[str | list[Any]]:
    """The batch as the columns that the statement takes."""
    # In order, so that two who keep the same documents wait for each other and never in a circle.
    documents = sorted(batch.documents.items())
    yield list(batch.forget)
    yield from _columns([key for key, body in documents if body is None], 2)
    yield from _columns([(*key, body) for key, body in documents if body is not None], 3)
    yield from _columns([(*key, body) for key, body in sorted(batch.new.items())], 3)
    yield batch.table
    yield from _columns([(each.version, each.command, each.body) for each in batch.entries], 3)


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[column] for row in rows] for column in range(width)]


async def _connect(url: str) -> asyncpg.Pool[asyncpg.Record]:
    """Connections to a database that has the newest schema."""
    pool = await asyncpg.create_pool(
        url,
        min_size=1,
        max_size=CONNECTIONS,
        timeout=PATIENCE,
        command_timeout=PATIENCE,
        reset=_leave,
        server_settings={"synchronous_commit": "on", "application_name": "tenback"},
    )
    try:
        await _migrate(pool)
    except BaseException:
        await pool.close()
        raise
    return pool


async def _leave(connection: object) -> None:
    """Nothing is ever set on a connection, so there is nothing to reset before the next use."""


async def _migrate(pool: asyncpg.Pool[asyncpg.Record]) -> None:
    async with pool.acquire() as connection, connection.transaction():
        # Of two processes that start together, the second finds everything done.
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
        begun = await connection.fetchval("SELECT to_regclass('tenback_schema') IS NOT NULL")
        found = await connection.fetchval(statements.SCHEMA) if begun else 0
        if script := migrations.script("postgres", found or 0):
            await connection.execute(script)


def _why(error: Exception) -> str:
    return str(error) or type(error).__name__
