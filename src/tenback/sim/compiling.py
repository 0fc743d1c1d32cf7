"""Compiling: one decorator for every kernel, and a cache that forgets what has been edited.

Numba looks only at the file of the function that is called, so an edited callee elsewhere would go
unnoticed, and it keeps its files beside the sources, which may be read-only. So the kernels have a
folder of their own under the user's cache, named after all their sources and Numba's version.
"""

from __future__ import annotations

import os
import tempfile
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numba
from numba.core import config as typed_config
from platformdirs import user_cache_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

config: Any = typed_config  # its settings are made at run time

Function = TypeVar("Function", bound="Callable[..., object]")

SOURCES = Path(__file__).parent


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
    """Where compiled kernels are kept; None where nothing can be written."""
    for folder in _candidates():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return None


def _candidates() -> Iterator[Path]:
    name = f"kernels-{fingerprint()}"
    if chosen := os.environ.get("TENBACK_CACHE_DIR"):
        yield Path(chosen) / name
    yield user_cache_path("tenback", appauthor=False) / name
    owner = os.getuid() if hasattr(os, "getuid") else "user"
    yield Path(tempfile.gettempdir()) / f"tenback-{owner}" / name


def fingerprint() -> str:
    """A name that changes with any kernel source and with Numba."""
    text = sha256(numba.__version__.encode())
    for file in sorted(SOURCES.rglob("*.py")):
        text.update(file.relative_to(SOURCES).as_posix().encode())
        text.update(file.read_bytes())
    return text.hexdigest()[:16]
