"""Compiling: one decorator for every kernel, and a cache that forgets what has been edited.

Numba looks only at the file of the function that is called, so an edited callee elsewhere would go
unnoticed, and it keeps its files beside the sources, which may be read-only. So the kernels have a
folder of their own under the user's cache, named after all their sources and Numba's version.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numba
from numba.core import config as typed_config
from platformdirs import user_cache_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

config: Any = typed_config  # its settings are made at run time

Function = TypeVar("Function", bound="Callable[..., object]")

SOURCES = Path(__file__).parent
LIMITS = SOURCES.parent / "core" / "playable.py"
MARKS = ("tenback.sim.compiling import", "from numba", "np.dtype(")
KEPT_FOR = 30 * 24 * 3600  # seconds


def kernel(function: Function) -> Function:
    """A kernel that other kernels call; it becomes part of them."""
    return _compile(function, forceinline=True)


def seldom(function: Function) -> Function:
    """A kernel that is called too seldom to be made part of its callers."""
    return _compile(function)


def entry(function: Function) -> Function:
    """A kernel that Python calls: what was compiled for it is kept for the next process."""
    folder = cache_folder()
    if folder is None:
        return _compile(function)
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)  # read once, when the dispatcher is made
    try:
        return _compile(function, cache=True)
    finally:
        config.CACHE_DIR = before


def _compile(function: Function, **options: bool) -> Function:
    njit: Any = numba.njit
    return njit(nogil=True, error_model="numpy", **options)(function)


@cache
def cache_folder() -> Path | None:
    """Where compiled kernels are kept; None where nothing can be written.

    Never a folder that others share: Numba executes what it finds there.
    """
    for folder in _candidates():
        try:
            if not folder.is_dir():
                folder.mkdir(parents=True)
                _drop_old(folder)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return None


def _candidates() -> Iterator[Path]:
    name = f"kernels-{kernel_fingerprint()}"
    if chosen := os.environ.get("TENBACK_CACHE_DIR"):
        yield Path(chosen) / name
    yield user_cache_path("tenback", appauthor=False) / name


def _drop_old(new: Path) -> None:
    """Forget the kernels of versions that nobody has used for long."""
    for folder in new.parent.glob("kernels-*"):
        if folder != new and time.time() - folder.stat().st_mtime > KEPT_FOR:
            shutil.rmtree(folder, ignore_errors=True)


@cache
def fingerprint() -> str:
    """A name that changes with any source of the simulator, and with Numba."""
    return _fingerprint((*sorted(SOURCES.rglob("*.py")), LIMITS))


@cache
def kernel_fingerprint() -> str:
    """A name that changes with any source that kernels are made of, and with Numba."""
    return _fingerprint(kernel_sources())


def kernel_sources() -> tuple[Path, ...]:
    """The files that kernels are made of: those that compile, and those that lay data out."""
    every = sorted(SOURCES.rglob("*.py"))
    return (*(file for file in every if any(m in file.read_text("utf-8") for m in MARKS)), LIMITS)


def _fingerprint(files: Iterable[Path]) -> str:
    text = sha256(numba.__version__.encode())
    for file in files:
        text.update(file.name.encode())
        text.update(file.read_bytes())
    return text.hexdigest()[:16]
