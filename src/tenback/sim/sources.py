"""Hashes of the sources of kernels: they name what is compiled from them."""

from __future__ import annotations

import ast
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

NUMBA: Final = "0.68.1"
"""The version of Numba that compiles kernels; `pyproject.toml` asks for the same."""

SOURCES = Path(__file__).parent
LIMITS = SOURCES.parent / "core" / "rules_check.py"
MARKS = ("tenback.sim.compiler import", "from numba", "np.dtype(")
"""A file that contains one of these is a source of kernels."""

BUILDERS = ("library.py", "builder/__main__.py", "builder/linker.py")
"""Files without kernels that decide what is in a library, too."""


@cache
def fingerprint() -> str:
    """A hash of every source of the simulator, which workers compare, and of Numba's version."""
    return _hash((*sorted(SOURCES.rglob("*.py")), LIMITS))


@cache
def cache_key() -> str:
    """A hash of all that libraries are made from, which marks them, and of Numba's version."""
    return _hash((*kernel_sources(), *(SOURCES / name for name in BUILDERS)))


@cache
def kernel_fingerprint() -> str:
    """A hash of the kernels' code, which marks results, and of Numba's version.

    Comments, docstrings, imports and the names of files do not count: they cannot change a game.
    """
    codes = sorted(map(_code, kernel_sources()))
    return sha256(b"\n".join((NUMBA.encode(), *codes))).hexdigest()[:16]


def kernel_sources() -> tuple[Path, ...]:
    """The files with kernels, with the layout of their data, or with what compiles them."""
    every = sorted(SOURCES.rglob("*.py"))
    return (*(file for file in every if any(m in file.read_text("utf-8") for m in MARKS)), LIMITS)


def _hash(files: Iterable[Path]) -> str:
    text = sha256(NUMBA.encode())
    for file in files:
        text.update(file.name.encode())
        text.update(file.read_bytes())
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
