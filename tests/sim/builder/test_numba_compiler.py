"""What Numba makes of the kernels: the types that they promise, and no memory taken."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any

import numba
import pytest

from tenback import sim
from tenback.sim.library import GAMES, LIBRARIES, Library, find, load
from tests.kernels import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

types: Any = numba.types
PROMISED = {
    "Word": numba.uint64,
    "Signed": numba.int64,
    "Cards": types.UniTuple(numba.uint64, 2),
    "bool": numba.boolean,
    "None": numba.none,
}
WITH_FLOATS = ("tenback.sim.search.", "tenback.sim.games._reward")


class Counted:
    """Counts kernels as a progress file does."""

    lowered = 0

    def write(self, lowered: int) -> None:
        self.lowered = lowered

    def write_lowered(self, seconds: float) -> None:
        assert seconds > 0


def report() -> str:
    """How many kernels each library has, and which of them Numba understands in another way.

    Words that meet signed numbers become signed or, in older Numbas, floats.
    """
    from tenback.sim.builder.numba_compiler import NumbaCompiler

    compiler, lowered = NumbaCompiler(), {}
    for library in LIBRARIES:
        progress: Any = Counted()
        compiler.lower(library.modules, progress)
        lowered[library.name] = progress.lowered
    known = [(name, dispatcher) for name, dispatcher in kernels() if dispatcher.overloads]
    wrong = [name for name, each in known if not keeps_its_word(name, each)]
    return json.dumps({"kernels": len(known), "wrong": wrong, "lowered": lowered})


def kernels() -> Iterator[tuple[str, Any]]:
    """Every kernel of the package by its name; in a builder, where kernels are dispatchers."""
    seen = set()
    for found in walk_packages(sim.__path__, "tenback.sim."):
        if ".builder." in found.name:
            continue
        for value in vars(import_module(found.name)).values():
            if hasattr(value, "overloads") and value not in seen:
                seen.add(value)
                yield f"{value.py_func.__module__}.{value.py_func.__qualname__}", value


def keeps_its_word(name: str, dispatcher: Any) -> bool:
    """Whether it returns what it promises, and no variable of a rule is a float."""
    promised = PROMISED.get(dispatcher.py_func.__annotations__["return"])
    for made in dispatcher.overloads.values():
        returned = made.signature.return_type
        inside = () if name.startswith(WITH_FLOATS) else made.type_annotation.typemap.values()
        if promised not in (None, returned) or any(map(_is_float, inside)):
            return False
    return True


def _is_float(kind: Any) -> bool:
    return isinstance(kind, (numba.types.Float, numba.types.Complex))


def python(script: str) -> str:
    """What a builder prints: Numba's state is changed there, so it is a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", f"from tests.sim.builder.test_numba_compiler import *\n{script}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_words_stay_words() -> None:
    found = json.loads(python("print(report())"))
    assert found["kernels"] > 100
    assert found["wrong"] == []
    # They are the measure of progress; what an earlier library has lowered need not be again.
    assert GAMES.kernels == pytest.approx(found["lowered"][GAMES.name], rel=0.3)
    for library in LIBRARIES:
        assert found["lowered"][library.name] < 1.3 * library.kernels


MISTAKES = """
from tenback.sim.builder.numba_compiler import NumbaCompiler
compiler, word, signed = NumbaCompiler(), numba.uint64, numba.int64
def mixed(card: 'Word', word: 'Word') -> 'Word':
    return card | word
def halved(card: 'Word') -> 'Any':
    return numba.int64(card / 2)
def made(function, *kinds):
    dispatcher = compiler.compile(function, inline=False)
    dispatcher.compile(kinds)
    return keeps_its_word("tenback.sim.x", dispatcher)
mixed.__annotations__["return"] = "Word"
print(made(mixed, word, word), made(mixed, word, signed), made(halved, signed))
"""


def test_a_word_that_does_not_stay_one_is_found() -> None:
    assert python(MISTAKES) == "True False False"


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library.name)
def test_a_library_needs_nothing_but_mathematics(library: Library) -> None:
    """No memory is taken, and no Python is called: every name is known without Numba."""
    load(library)
    file = find(library)
    script = "import ctypes, os, sys; ctypes.CDLL(sys.argv[1], mode=os.RTLD_NOW)"
    done = subprocess.run(
        [sys.executable, "-c", script, str(file)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
