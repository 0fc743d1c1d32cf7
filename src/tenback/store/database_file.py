"""The file of a database: held by one process under whatever name, and known again.

Names lie: a hard link, another mount or a renamed file leads to the same or to another database
than the name says. What counts is the file's identity, its device and inode.
"""

from __future__ import annotations

import errno
import os
import struct
import sys
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from tenback.store.errors import StoreError

try:
    import fcntl
except ModuleNotFoundError:  # Windows, where the lock file beside the database has to do
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from pathlib import Path

Identity: TypeAlias = tuple[int, int]

LOCKED_BYTE = 2**62
"""The byte that is locked: far behind those that SQLite locks, and behind the end of any file."""

WAL = "-wal"

_held: set[Identity] = set()
_guard = Lock()


class FileGone(OSError):
    """The file has been deleted or replaced: what is written now would be lost."""


class DatabaseFile:
    """A file that this process holds, from before SQLite opens it until after it is closed.

    A process loses its POSIX locks of a file, and SQLite's are of this kind, when it closes any
    descriptor of it: hence this order, and no file is opened here that this process has already.
    """

    def __init__(self, path: Path) -> None:
        with _guard:
            self.path = path
            self.identity = _identity(path.stat())
            if self.identity in _held:
                raise StoreError("store-in-use", file=str(path))
            self._descriptor = os.open(path, os.O_RDWR)
            try:
                self._lock()
            except BaseException:
                os.close(self._descriptor)
                raise
            _held.add(self.identity)
        self._wal: Path | None = None
        self._gone = False

    def opened(self) -> None:
        """SQLite has opened the file: its write-ahead log has to stay there, too, from now on."""
        self._lock()  # where SQLite has looked into the file and closed it again, it was lost
        wal = self.path.with_name(f"{self.path.name}{WAL}")
        self._wal = wal if wal.exists() else None

    def check(self) -> None:
        """Raise `FileGone` if the name leads to another file now, or to none; then for good."""
        self._gone = self._gone or self._found() != self.identity or not self._has_wal()
        if self._gone:
            raise FileGone(errno.ENOENT, os.strerror(errno.ENOENT))

    def _found(self) -> Identity | None:
        """What the name leads to now. Other errors of the system may pass, and are raised."""
        with suppress(FileNotFoundError, NotADirectoryError):
            return _identity(self.path.stat())
        return None

    def _has_wal(self) -> bool:
        # Not by its inode: new Linux keeps finer times of a file that was asked for them, and the
        # next write to the log would cost a quarter more.
        return self._wal is None or os.access(self._wal, os.F_OK)

    def _lock(self) -> None:
        try:
            _lock_byte(self._descriptor)
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EAGAIN):
                raise
            raise StoreError("store-in-use", file=str(self.path)) from None

    def release(self) -> None:
        """Let other processes have the file."""
        with _guard:
            _held.discard(self.identity)
            os.close(self._descriptor)


def _lock_byte(descriptor: int) -> None:
    """Lock one byte, until the process ends at the latest; no process waits for it."""
    if sys.platform == "linux":
        # A lock of the descriptor, which does not go when the process closes another one.
        wanted = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, LOCKED_BYTE, 1, 0)
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, wanted)
    elif fcntl:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, LOCKED_BYTE)


def _identity(found: os.stat_result) -> Identity:
    return found.st_dev, found.st_ino
