"""Tables in one file: SQLite, one thread that writes and one that reads."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from tenback.store import migrations, statements
from tenback.store.base import Store
from tenback.store.database_file import DatabaseFile
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
APPEND = """
INSERT INTO tenback_log (table_name, version, command, body, fingerprint) VALUES (?, ?, ?, ?, ?)
"""

MEMORY = ":memory:"
"""SQLite's name of a database in memory."""

OWNER_ONLY = 0o600
OTHER_USERS = 0o077

SETTINGS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",  # without it macOS confirms a write too early
)


class OpenFile(NamedTuple):
    """A file that is open: the connections that write and read, and what keeps others out."""

    writing: sqlite3.Connection
    reading: sqlite3.Connection
    held: DatabaseFile
    locks: ExitStack


class SQLiteStore(Store):
    """A store in a file, which belongs to one process at a time, or in memory."""

    def __init__(self, writing: sqlite3.Connection, file: OpenFile | None = None) -> None:
        self._file = file
        check = file.held.check if file else _nothing
        self._writer = Worker(writing, self._report, check)
        # In memory one thread does both: no other connection can see that memory.
        # Reads are checked, too: what is found of a command tells its sender that it is kept.
        self._reader = Worker(file.reading, self._report, check) if file else self._writer

    @classmethod
    async def open(cls, file: Path) -> Self:
        """Open the store in a file, which is created where it is missing."""
        opened = await asyncio.to_thread(_open, _resolved(file))
        return cls(opened.writing, opened)

    @classmethod
    async def in_memory(cls) -> Self:
        """An empty store that lasts until it is closed."""
        return cls(_prepared(_connection(MEMORY)))

    async def close(self) -> None:
        """Finish the calls that were accepted, and close the file."""
        await self._reader.close()
        await self._writer.close()
        if self._file:
            self._file.locks.close()

    def _report(self, error: BaseException) -> None:
        self.on_error(error)

    async def _rows(self, statement: str, *values: str | int) -> list[tuple[Any, ...]]:
        return await self._reader.do(partial(_select, statement, values))

    async def _write(self, batch: Batch) -> bool:
        try:
            await self._writer.do(partial(_write_batch, batch))
        except sqlite3.IntegrityError:
            return False
        return True


async def backup(source: Path, target: Path) -> None:
    """Copy a store's file while it is in use, by this process or another."""
    await asyncio.to_thread(_back_up, _resolved(source), _resolved(target))


# In a worker's thread


def _select(
    statement: str, values: tuple[str | int, ...], connection: sqlite3.Connection
) -> list[tuple[Any, ...]]:
    return connection.execute(statement.replace("$", "?"), values).fetchall()


def _write_batch(batch: Batch, connection: sqlite3.Connection) -> None:
    for statement, rows in _changes(batch):
        if rows:
            connection.executemany(statement, rows)


def _changes(batch: Batch) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    documents = batch.documents.items()
    yield FORGET, [(table,) for table in batch.forget]
    yield DROP, [key for key, body in documents if body is None]
    yield KEEP, [(*key, body) for key, body in documents if body is not None]
    yield ADD, [(*key, body) for key, body in batch.new.items()]
    yield APPEND, [(batch.table, *entry) for entry in batch.entries]


# Opening


def _resolved(file: Path) -> Path:
    """The absolute path of a file, without links; its folder exists."""
    try:
        place = file.expanduser().resolve()
        found = place.parent.is_dir()
    except (OSError, RuntimeError, ValueError) as error:  # an unknown user's home, a loop of links
        raise StoreError("store-unusable", file=str(file), why=str(error)) from None
    if not found:
        raise StoreError("store-no-folder", folder=str(place.parent))
    return place


def _check_writable(folder: Path) -> None:
    """Refuse a folder that cannot be written to; SQLite's own message does not say so."""
    if not os.access(folder, os.W_OK):
        raise StoreError("store-read-only", folder=str(folder))


def _connection(file: Path | str) -> sqlite3.Connection:
    return sqlite3.connect(file, isolation_level=None, check_same_thread=False)


def _nothing() -> None:
    """What there is to check in memory."""


def _open(file: Path) -> OpenFile:
    """Lock out other processes, then connect."""
    _check_writable(file.parent)
    with ExitStack() as stack:
        # A file that is there is held before SQLite reads it: under a second name SQLite would
        # take it for another database.
        held = _hold(file, stack)
        stack.callback(_lock(file).close)
        with _named_failures(file):
            _create(file)
        held = held or _hold(file, stack)
        if held is None:  # a folder, or a device such as /dev/null
            raise StoreError("store-not-a-database", file=str(file))
        writing, reading = _connect(file)
        with _named_failures(file), _closed_on_error(writing), _closed_on_error(reading):
            held.opened()
        return OpenFile(writing, reading, held, stack.pop_all())


def _hold(file: Path, stack: ExitStack) -> DatabaseFile | None:
    """Hold a file for this process, whatever its name, until the stack is closed."""
    with _named_failures(file):
        if not file.is_file():
            return None
        held = DatabaseFile(file)
    stack.callback(held.release)
    return held


def _lock(file: Path) -> sqlite3.Connection:
    """Lock out other processes for as long as this connection is open.

    The lock is SQLite's own, on an empty file beside the database: it works on every system, older
    versions respect it, and the system releases it when the process ends. The lock file stays: if
    it were deleted, two processes could hold locks, one on the old file and one on a new one. It is
    not created beside a file that will be refused.
    """
    lock = file.with_name(f"{file.name}.lock")
    with _named_failures(file):
        if file.exists() and not lock.exists():
            _check_file(file)
    with _named_failures(lock):
        connection = sqlite3.connect(lock, timeout=0, isolation_level=None, check_same_thread=False)
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
    with _named_failures(file):
        _protect(file)
        writing = _prepared(_connection(file))
        with _closed_on_error(writing):
            _schema(writing)  # after this the file of the write-ahead log is there
            reading = _connection(file)
            reading.execute("PRAGMA query_only = ON")
    return writing, reading


def _create(file: Path) -> None:
    """Create the file for its owner alone: it will hold secrets."""
    if not file.exists():
        file.touch(OWNER_ONLY)


def _protect(file: Path) -> None:
    """Take the rights of other users from an empty file; those of an old store stay as they are."""
    # Before SQLite opens the file: the files that it creates beside it get the same rights.
    if _check_file(file) == 0 and file.stat().st_mode & OTHER_USERS:
        file.chmod(OWNER_ONLY)


def _check_file(file: Path) -> int:
    """The version of the schema in a file; a file that cannot be a store is refused."""
    if not file.is_file():  # a folder, or a device such as /dev/null
        raise StoreError("store-not-a-database", file=str(file))
    if not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    with closing(_connection(file)) as connection:
        found = _schema(connection)
    migrations.script("sqlite", found)  # refuses a newer one
    return found


def _prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    """A connection whose database was migrated to the newest schema."""
    with _closed_on_error(connection):
        found = _schema(connection)
        script = migrations.script("sqlite", found)
        for setting in SETTINGS:
            connection.execute(setting)
        if script:
            connection.executescript(f"BEGIN IMMEDIATE;\n{script}COMMIT;")
    return connection


def _schema(connection: sqlite3.Connection) -> int:
    """The version of the schema; 0 in an empty database."""
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
def _named_failures(file: Path) -> Iterator[None]:
    """Turn errors of the system and of SQLite into refusals that name the file."""
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
    with _named_failures(source), closing(_connection(source)) as old:
        _schema(old)  # refuses the database of another program
        with _named_failures(target):
            _copy(old, target)


def _copy(old: sqlite3.Connection, target: Path) -> None:
    """Copy atomically: the name appears when the copy is complete."""
    if target.exists():
        raise StoreError("store-file-exists", file=str(target))
    _check_writable(target.parent)
    part = target.with_name(f"{target.name}.part")
    try:
        _create(part)
        with closing(_connection(part)) as new:
            old.backup(new)
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)
