"""The folders of compiled kernels: the one in the package, and those that this machine fills.

Code is executed from these folders, so each must be out of reach of other users.
"""

from __future__ import annotations

import atexit
import os
import shutil
import stat
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_cache_path

from tenback.core.errors import TenbackError
from tenback.sim.levels import level
from tenback.sim.sources import cache_key

if TYPE_CHECKING:
    from collections.abc import Iterator

SHIPPED = Path(__file__).parent / "compiled"
"""Wheels hold libraries here, a folder for each level."""

KEPT_FOR = 30 * 24 * 3600  # seconds
ROOT = 0
PRIVATE = 0o700


class KernelsMissing(TenbackError):
    """The error if there are no compiled kernels, and none can be made."""


def readable() -> Iterator[Path]:
    """The folders where libraries for this machine may lie; what was made here comes first."""
    yield from (folder / level() for folder in (*_candidates(), *_private.made))
    yield SHIPPED / level()


@cache
def writable() -> Path:
    """The folder where this machine puts its libraries."""
    for folder in _candidates():
        try:
            fresh = not folder.is_dir()
            (folder / level()).mkdir(mode=PRIVATE, parents=True, exist_ok=True)
            if fresh:
                folder.chmod(PRIVATE)
                _drop_old(folder)
            with tempfile.TemporaryFile(dir=folder / level()):
                pass
        except OSError:
            continue
        if is_safe(folder) and is_safe(folder / level()):
            return folder / level()
    return _private() / level()


def is_private(folder: Path) -> bool:
    """Whether a folder goes with this process."""
    return folder.parent in _private.made


def is_safe(path: Path) -> bool:
    """Whether only this user and root can write to a file or a folder."""
    try:
        found = path.stat()
    except OSError:
        return False
    if os.name != "posix":
        return True
    if found.st_uid not in (os.geteuid(), ROOT) or found.st_mode & stat.S_IWOTH:
        return False
    if any(map(_is_open, path.absolute().parents)):
        return False
    # Many systems give each user a group of their own, and let the group write.
    return not found.st_mode & stat.S_IWGRP or found.st_gid == os.getegid()


def _is_open(folder: Path) -> bool:
    """Whether others can put another folder in the place of one of its folders."""
    mode = folder.stat().st_mode
    return bool(mode & stat.S_IWOTH) and not mode & stat.S_ISVTX


def _candidates() -> Iterator[Path]:
    chosen = os.environ.get("TENBACK_CACHE_DIR")
    folder = Path(chosen) if chosen else user_cache_path("tenback", appauthor=False)
    yield folder / f"kernels-{cache_key()}"


class _Private:
    """A folder for this process alone, if no other can be written: deleted when it ends."""

    def __init__(self) -> None:
        self.made: list[Path] = []

    def __call__(self) -> Path:
        try:
            folder = Path(tempfile.mkdtemp(prefix="tenback-")).resolve()
            (folder / level()).mkdir(mode=PRIVATE)
        except OSError as error:
            raise KernelsMissing("no-cache-folder", why=error.strerror or str(error)) from None
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        self.made.append(folder)
        return folder


_private = _Private()


def _drop_old(new: Path) -> None:
    """Delete the kernels of versions that have not been used for long."""
    for folder in new.parent.glob("kernels-*"):
        if folder != new and time.time() - folder.stat().st_mtime > KEPT_FOR:
            shutil.rmtree(folder, ignore_errors=True)
