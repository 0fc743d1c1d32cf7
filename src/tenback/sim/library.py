"""Compiled kernels as shared libraries: which there are, whether a file is sound, how it loads."""

from __future__ import annotations

import ctypes
import json
import sys
from collections import defaultdict
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tenback.core.messages import MESSAGES
from tenback.sim.folders import SHIPPED, KernelsMissing, is_safe, readable
from tenback.sim.levels import level
from tenback.sim.sources import cache_key

if TYPE_CHECKING:
    from collections.abc import Mapping


class Library(NamedTuple):
    """The entries of some modules, compiled together.

    `kernels` is about how many kernels they call: the measure of progress while they are compiled.
    """

    name: str
    modules: tuple[str, ...]
    kernels: int


GAMES: Final = Library(
    "games", ("tenback.sim.view_rows", "tenback.sim.batch", "tenback.sim.games"), 100
)
SEARCH: Final = Library(
    "search", ("tenback.sim.search.entrypoints", "tenback.sim.search.batch"), 180
)
TRAINING: Final = Library(
    "training", ("tenback.sim.search.selfplay", "tenback.sim.search.gradients"), 140
)
OUTSIDE: Final = 100
LIBRARIES: Final = (GAMES, SEARCH, TRAINING)

MANIFEST: Final = ".json"

_loading: defaultdict[Library, Lock] = defaultdict(Lock)
"""A thread that needs one library does not wait for another."""


def symbol_of(module: str, symbol: str) -> Any:
    """The machine code of an entry, as ctypes calls it; its library is made if it is missing."""
    return getattr(load(library_of(module)), symbol)


@cache
def library_of(module: str) -> Library:
    """The library with the entries of a module; a module outside `tenback` has its own."""
    for library in LIBRARIES:
        if module in library.modules:
            return library
    spec = find_spec(module)
    content = Path(str(spec and spec.origin)).read_bytes()
    return Library(f"{module}-{sha256(content).hexdigest()[:16]}", (module,), OUTSIDE)


def library_named(name: str) -> Library:
    """The library with this name; `library_of` has given it to those of modules outside."""
    known = {library.name: library for library in LIBRARIES}
    return known.get(name) or library_of(name.rpartition("-")[0])


def load(library: Library) -> ctypes.CDLL:
    """A library as loaded into this process."""
    with _loading[library]:
        return _loaded(library)


@cache
def _loaded(library: Library) -> ctypes.CDLL:
    file = find(library)
    if file is None:
        from tenback.sim.builder.jobs import make  # only where kernels are missing

        file = make(library)
    return _open(file)


def _open(file: Path) -> Any:
    if file.suffix == ".o":
        from tenback.sim.builder.objects import Objects  # where no linker made a library

        return Objects(file)
    try:
        return ctypes.CDLL(str(file))
    except OSError as error:  # where no file may be executed
        raise KernelsMissing("kernels-not-loaded", file=str(file), why=str(error)) from error


def is_ready(library: Library) -> bool:
    """Whether a library need not be made first."""
    return find(library) is not None


def find(library: Library) -> Path | None:
    """The file of a library that can be loaded; None if there is none."""
    for folder in readable():
        if file := sound_file(folder, library, level()):
            return file
    return None


def sound_file(folder: Path, library: Library, cpu: str) -> Path | None:
    """The file of a library in a folder; None if it is of other sources, unsafe or damaged."""
    manifest = folder / f"{library.name}{MANIFEST}"
    if not manifest.exists():
        return None
    shipped = folder.parent == SHIPPED  # as safe as the modules beside it
    if not shipped and not all(map(is_safe, (folder.parent, folder, manifest))):
        say_once("kernels-unsafe", file=str(folder))
        return None
    try:
        note: Mapping[str, Any] = json.loads(manifest.read_bytes())
        if (note["key"], note["level"]) != (cache_key(), cpu):
            return None
        file = folder / Path(note["file"]).name
        if (shipped or is_safe(file)) and sha256(file.read_bytes()).hexdigest() == note["sha256"]:
            return file
    # A damaged file fails in many ways; all mean the same.
    except Exception:  # noqa: BLE001, S110
        pass
    say_once("kernels-damaged", file=str(manifest))
    return None


@cache
def say_once(code: str, *, file: str = "") -> None:
    """Say something about the files of kernels, in English: no language is known here."""
    print(MESSAGES[code].format(file=file), file=sys.stderr)


def write_manifest(folder: Path, library: Library, file: Path, cpu: str) -> None:
    """Declare a file to be a library: the last step of making it."""
    digest = sha256(file.read_bytes()).hexdigest()
    note = {"key": cache_key(), "level": cpu, "file": file.name, "sha256": digest}
    part = folder / f"{library.name}{MANIFEST}.part"
    part.write_text(json.dumps(note), encoding="utf-8")
    part.replace(folder / f"{library.name}{MANIFEST}")
