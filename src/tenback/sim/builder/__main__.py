"""`python -m tenback.sim.builder FOLDER LEVEL KEY LIBRARY...`: builds libraries, one by one.

A process of its own, so that Numba's memory goes with it and several cores can be used.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.sim.builder.linker import link
from tenback.sim.builder.progress import ProgressFile
from tenback.sim.library import library_named, sound_file, write_manifest
from tenback.sim.sources import NUMBA, cache_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.sim.builder.numba_compiler import NumbaCompiler
    from tenback.sim.library import Library

try:
    import fcntl
except ImportError:  # not on Windows: two builders there do the same work
    fcntl = None  # type: ignore[assignment]


def main(folder: Path, cpu: str, key: str, names: Sequence[str]) -> None:
    """Build what is missing, from the sources that the caller has read."""
    if key != cache_key():
        sys.exit("the sources have changed meanwhile; start again")
    compiler: NumbaCompiler | None = None
    for library in map(library_named, names):
        with _alone(folder / f"{library.name}.lock"):
            if not sound_file(folder, library, cpu):
                compiler = compiler or _compiler()
                _build(compiler, library, folder, cpu)


def _compiler() -> NumbaCompiler:
    """Numba, which takes a while to load."""
    import numba

    if numba.__version__ != NUMBA:
        sys.exit(f"Numba {NUMBA} is needed, and {numba.__version__} is installed")
    from tenback.sim.builder.numba_compiler import NumbaCompiler

    return NumbaCompiler()


def _build(compiler: NumbaCompiler, library: Library, folder: Path, cpu: str) -> None:
    progress = ProgressFile(folder, library)
    try:
        module = compiler.lower(library.modules, progress)
        code = folder / f"{library.name}.o"
        code.write_bytes(compiler.emit(module, cpu))
        write_manifest(folder, library, _linked(code), cpu)
    finally:
        progress.remove()


def _linked(code: Path) -> Path:
    """A shared library, or where no linker is the object code itself."""
    made = code.with_suffix(".so.part")
    if not link(code, made):
        return code
    code.unlink()
    return made.replace(code.with_suffix(".so"))


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Wait until no other process builds the same library; a process that dies lets go."""
    with file.open("wb") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:])
