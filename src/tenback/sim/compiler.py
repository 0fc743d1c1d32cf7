"""The decorators that compile kernels, and the folder where compiled kernels are cached.

Numba checks only the file of the called function, so it misses an edit of a callee in another file.
It also writes its cache beside the sources, which may be read-only. So the kernels have a folder of
their own in the user's cache, named by a hash of all their sources and of Numba's version.
"""

from __future__ import annotations

import ast
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

config: Any = typed_config  # Numba defines the settings at run time

Function = TypeVar("Function", bound="Callable[..., object]")

SOURCES = Path(__file__).parent
LIMITS = SOURCES.parent / "core" / "rules_check.py"
MARKS = ("tenback.sim.compiler import", "from numba", "np.dtype(")
"""A file that contains one of these is a source of kernels."""

KEPT_FOR = 30 * 24 * 3600  # seconds


def kernel(function: Function) -> Function:
    """A kernel that the compiler inlines into the kernels that call it."""
    return _compile(function, forceinline=True)


def noinline(function: Function) -> Function:
    """A kernel that its callers call too rarely to inline it."""
    return _compile(function)


def entry(function: Function) -> Function:
    """A kernel that Python calls; its compiled code is cached for the next process."""
    folder = cache_folder()
    if folder is None:
        return _compile(function)
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)  # Numba reads it once, when it makes the dispatcher
    try:
        return _compile(function, cache=True)
    finally:
        config.CACHE_DIR = before


def _compile(function: Function, **options: bool) -> Function:
    njit: Any = numba.njit
    return njit(nogil=True, error_model="numpy", **options)(function)


@cache
def cache_folder() -> Path | None:
    """The folder of compiled kernels; None if no folder is writable.

    Never a folder that other users can write to: Numba executes what it finds there.
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
    name = f"kernels-{cache_key()}"
    if chosen := os.environ.get("TENBACK_CACHE_DIR"):
        yield Path(chosen) / name
    yield user_cache_path("tenback", appauthor=False) / name


def _drop_old(new: Path) -> None:
    """Delete the kernels of versions that have not been used for long."""
    for folder in new.parent.glob("kernels-*"):
        if folder != new and time.time() - folder.stat().st_mtime > KEPT_FOR:
            shutil.rmtree(folder, ignore_errors=True)


@cache
def fingerprint() -> str:
    """A hash of every source of the simulator, which workers compare, and of Numba's version."""
    return _hash((*sorted(SOURCES.rglob("*.py")), LIMITS), Path.read_bytes)


@cache
def cache_key() -> str:
    """A hash of the kernels' sources, which names the cache folder, and of Numba's version."""
    return _hash(kernel_sources(), Path.read_bytes)


@cache
def kernel_fingerprint() -> str:
    """A hash of the kernels' code, which marks results, and of Numba's version.

    Comments, docstrings, imports and the names of files do not count: they cannot change a game.
    """
    codes = sorted(map(_code, kernel_sources()))
    return sha256(b"\n".join((numba.__version__.encode(), *codes))).hexdigest()[:16]


def kernel_sources() -> tuple[Path, ...]:
    """The files with kernels or with the layout of their data."""
    every = sorted(SOURCES.rglob("*.py"))
    return (*(file for file in every if any(m in file.read_text("utf-8") for m in MARKS)), LIMITS)


def _hash(files: Iterable[Path], content: Callable[[Path], bytes]) -> str:
    text = sha256(numba.__version__.encode())
    for file in files:
        text.update(file.name.encode())
        text.update(content(file))
    return text.hexdigest()[:16]


def _code(file: Path) -> bytes:
    """The code of a source in one layout, without comments, imports and idle strings."""
    tree = ast.parse(file.read_text("utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [each for each in body if not _is_idle(each)]  # type: ignore[attr-defined]
    return ast.unparse(tree).encode()


def _is_idle(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return True
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
