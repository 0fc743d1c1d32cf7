"""How far a library is, in a file beside it that any process may read."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

    from tenback.sim.library import Library

LOWERED: Final = 0.65
"""The share of the work that is done when all kernels are lowered; LLVM does the rest."""

ALMOST: Final = 0.99


class ProgressFile:
    """The progress of one library: a share, and from when on LLVM needs how many seconds."""

    def __init__(self, folder: Path, library: Library) -> None:
        self._file = folder / f"{library.name}.progress"
        self._kernels = library.kernels

    def write(self, lowered: int) -> None:
        """Note how many kernels have been lowered."""
        self._put(f"{LOWERED * min(1, lowered / self._kernels):.3f} 0")

    def write_lowered(self, seconds: float) -> None:
        """Note that all are, and how long that took: what LLVM needs is in proportion to it."""
        self._put(f"{LOWERED} {seconds * (1 - LOWERED) / LOWERED:.3f}")

    def read(self) -> float:
        """The share of the work that is done, from 0 to 1."""
        try:
            share, seconds = map(float, self._file.read_text("ascii").split())
            if not seconds:
                return share
            since = time.time() - self._file.stat().st_mtime
        except (OSError, ValueError):
            return 0.0
        return share + (1 - LOWERED) * min(ALMOST, max(0.0, since / seconds))

    def remove(self) -> None:
        """Forget it: the work is done, or has failed."""
        self._file.unlink(missing_ok=True)

    def _put(self, text: str) -> None:
        part = self._file.with_suffix(".progress.part")
        part.write_text(text, "ascii")
        part.replace(self._file)
