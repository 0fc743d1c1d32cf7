"""Tables in one file: SQLite, one thread that writes and one that reads."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from tenback.store import migrations, statements
from tenback.store.base import Store
from tenback.store.errors import StoreError
from tenback.store.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tenback.store.base import Batch

FORGET = "DELETE FROM tenback_log WHERE table_name = ?"
DROP = "DELETE FROM tenback_document WHERE kind = ? AND key = ?"
ADD = "INSERT INTO tenback_document (kind, key, body) VALUES (?, ?, ?)"
KEEP = f"{ADD} ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body"
APPEND = "INSERT INTO tenback_log (table_name, version, command, body) VALUES (?, ?, ?, ?)"

MEMORY = ":memory:"
"""What SQLite calls a database that is gone when it is closed."""

OURS_ALONE = 0o600
OTHERS = 0o077

SETTINGS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",  # a Mac's disk says too early that it is done
)


class SQLiteStore(Store):
    """A store in a file, which belongs to one process at a time, or in memory."""

    def __init__(
        self, writer: Worker, reader: Worker, lock: sqlite3.Connection | None = None
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._lock = lock

    @classmethod
    async def open(cls, file: Path) -> Self:
        """Open the store in a file, which is made where there is none."""
        file = _place(file)
        lock = await asyncio.to_thread(_lock, file)
        try:
            writing, reading = await asyncio.to_thread(_connect, file)
        except BaseException:
            lock.close()
            raise
        return cls(Worker(writing), Worker(reading), lock)

    @classmethod
    async def in_memory(cls) -> Self:
        """An empty store that is gone when it is closed."""
        # The thread that writes reads as well, for nobody else can see this memory.
        worker = Worker(_prepared(_connection(MEMORY)))
        return cls(worker, worker)

    async def close(self) -> None:
        """Finish what was accepted, and let go of the file."""
        await self._reader.close()
        await self._writer.close()
        if self._lock:
            self._lock.close()

    async def _rows(self, statement: str, *values: str | int) -> list[tuple[Any, ...]]:
        return await self._reader.do(partial(_found, statement, values))

    async def _write(self, batch: Batch) -> bool:
        try:
            await self._writer.do(partial(_put, batch))
        except sqlite3.IntegrityError:
            return False
        return True


async def backup(source: Path, target: Path) -> None:
    """Copy a store's file while it is in use, by this process or another."""
    await asyncio.to_thread(_back_up, _place(source), _place(target))


# In a worker's thread


def _found(
    statement: str, values: tuple[str | int, ...], connection: sqlite3.Connection
) -> list[tuple[Any, ...]]:
    return connection.execute(statement.replace("$", "?"), values).fetchall()


def _put(batch: Batch, connection: sqlite3.Connection) -> None:
    for statement, rows in _changes(batch):
        if rows:
            connection.executemany(statement, rows)


def _changes(batch: Batch) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    documents = batch.documents.items()
    yield FORGET, [(table,) for table in batch.forget]
    yield DROP, [key for key, body in documents if body is None]
    yield KEEP, [(*key, body) for key, body in documents if body is not None]
    yield ADD, [(*key, body) for key, body in batch.new.items()]
    yield APPEND, [(batch.table, each.version, each.command, each.body) for each in batch.entries]


# Opening


def _place(file: Path) -> Path:
    """Where a file is, whatever it is called on the way; its folder exists."""
    try:
        place = file.expanduser().resolve()
        found = place.parent.is_dir()
    except (OSError, RuntimeError, ValueError) as error:  # a stranger's home, a circle of links
        raise StoreError("store-unusable", file=str(file), why=str(error)) from None
    if not found:
        raise StoreError("store-no-folder", folder=str(place.parent))
    return place


def _check_writable(folder: Path) -> None:
    """SQLite itself would only say that it cannot open a file."""
    if not os.access(folder, os.W_OK):
        raise StoreError("store-read-only", folder=str(folder))


def _connection(file: Path | str) -> sqlite3.Connection:
    return sqlite3.connect(file, isolation_level=None, check_same_thread=False)


def _lock(file: Path) -> sqlite3.Connection:
    """Keep everybody else out for as long as this connection is open.

    The lock is SQLite's own, on an empty file beside the database: it works on every system, and
    it goes with the process, however that ends. The file stays, for whoever removed it would
    let two others in, one with the old file and one with the new. So it is not made at all
    beside a file that will be refused.
    """
    _check_writable(file.parent)
    beside = file.with_name(f"{file.name}.lock")
    with _blaming(file):
        if file.exists() and not beside.exists():
            _look(file)
    with _blaming(beside):
        connection = sqlite3.connect(
            beside, timeout=0, isolation_level=None, check_same_thread=False
        )
        with _closed_on_error(connection):
            try:
                connection.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
                raise StoreError("store-in-use", file=str(file)) from None
    return connection


def _connect(file: Path) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """The connection that writes, and the one that reads."""
    with _blaming(file):
        _make(file)
        _protect(file)
        writing = _prepared(_connection(file))
        with _closed_on_error(writing):
            reading = _connection(file)
            reading.execute("PRAGMA query_only = ON")
    return writing, reading


def _make(file: Path) -> None:
    """Make the file for our eyes only: it will hold secrets."""
    if not file.exists():
        file.touch(OURS_ALONE)


def _protect(file: Path) -> None:
    """Keep others from reading a file that holds nothing yet; an old one is as its owner wants."""
    # This comes before the file is opened to stay open: what SQLite lays beside it has its rights.
    if _look(file) == 0 and file.stat().st_mode & OTHERS:
        file.chmod(OURS_ALONE)


def _look(file: Path) -> int:
    """The version of the schema in a file, which is refused unless it can be a store."""
    if not file.is_file():  # a folder, or a device such as /dev/null
        raise StoreError("store-not-a-database", file=str(file))
    if not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    with closing(_connection(file)) as connection:
        found = _schema(connection)
    migrations.script("sqlite", found)  # which refuses what is newer
    return found


def _prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    """A connection whose database has the newest schema."""
    with _closed_on_error(connection):
        found = _schema(connection)
        script = migrations.script("sqlite", found)
        for setting in SETTINGS:
            connection.execute(setting)
        if script:
            connection.executescript(f"BEGIN IMMEDIATE;\n{script}COMMIT;")
    return connection


def _schema(connection: sqlite3.Connection) -> int:
    """The version of the schema; 0 where there is nothing yet."""
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
    if tables and "tenback_schema" not in tables:
        raise StoreError("store-foreign")
    return connection.execute(statements.SCHEMA).fetchone()[0] or 0 if tables else 0


@contextmanager
def _closed_on_error(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise


@contextmanager
def _blaming(file: Path) -> Iterator[None]:
    """Say which file it was that could not be used, and why."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            raise StoreError("store-not-a-database", file=str(file)) from None
        raise StoreError("store-unusable", file=str(file), why=str(error)) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreError("store-unusable", file=str(file), why=why) from None


# Copies of the file


def _back_up(source: Path, target: Path) -> None:
    if not source.is_file():
        raise StoreError("store-no-file", file=str(source))
    with _blaming(source), closing(_connection(source)) as old:
        _schema(old)  # a file of somebody else's is not ours to copy
        with _blaming(target):
            _copy(old, target)


def _copy(old: sqlite3.Connection, target: Path) -> None:
    """Copy all or nothing: the name appears when the copy is complete."""
    if target.exists():
        raise StoreError("store-file-exists", file=str(target))
    _check_writable(target.parent)
    part = target.with_name(f"{target.name}.part")
    try:
        _make(part)
        with closing(_connection(part)) as new:
            old.backup(new)
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)
