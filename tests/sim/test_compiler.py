"""Compiled kernels: kept where that can be done, and forgotten when a source changes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

from tenback import sim
from tenback.sim import compiler
from tenback.sim.arrays import GAME, RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
HEAVY = ("numba", "numpy", "joblib", "matplotlib", "distributed", "llvmlite")
SOURCES = sorted(compiler.SOURCES.rglob("*.py"))
# Modules around the kernels that `sim.games` and others import; no kernel calls them.
FOR_PYTHON = ("sim.results", "sim.simulation_setting")
WORKERS = {compiler.SOURCES / "workers.py"}  # compiles nothing, but asks for the sources' name

# The smallest of the kernels that Python calls; to compile it takes a second or two.
SHOW_A_DEAL = """
import json
from tenback import Rules, sim
from tenback.sim.batch import show_deal
from tenback.sim.compiler import cache_folder
from tenback.sim.results import deal_number
deal = deal_number(sim.Setting(Rules.named("original"), 3, ("random",), "cache"), 5)
print(json.dumps({
    "deal": [deal.hands, deal.stocks],
    "folder": str(cache_folder()),
    "hits": sum(show_deal.stats.cache_hits.values()),
    "misses": sum(show_deal.stats.cache_misses.values()),
}))
"""


def python(script: str, **env: str) -> str:
    """What a fresh process prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        capture_output=True,
        text=True,
        env=os.environ | env,
        cwd=ROOT,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# The name of the folder


@pytest.fixture(name="copied")
def copy_of_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "sim"
    shutil.copytree(compiler.SOURCES, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(compiler, "SOURCES", folder)
    return folder


def test_the_name_depends_on_the_sources_alone(copied: Path) -> None:
    name = compiler.fingerprint.__wrapped__()
    for file in copied.rglob("*.py"):
        os.utime(file, (0, 0))
    assert compiler.fingerprint.__wrapped__() == name


@pytest.mark.parametrize(
    "file", [file.relative_to(compiler.SOURCES).as_posix() for file in SOURCES]
)
def test_the_name_changes_with_every_source(copied: Path, file: str) -> None:
    before = compiler.fingerprint.__wrapped__()
    source = copied / file
    source.write_text(source.read_text("utf-8") + "\n# edited\n", "utf-8")
    assert compiler.fingerprint.__wrapped__() != before


def test_the_name_changes_with_the_limits_that_kernels_are_made_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = compiler.fingerprint.__wrapped__()
    limits = compiler.LIMITS
    copy = tmp_path / limits.name
    copy.write_text(limits.read_text("utf-8").replace("MAX_MINIMUM = 6", "MAX_MINIMUM = 8"))
    assert copy.read_text() != limits.read_text("utf-8")
    monkeypatch.setattr(compiler, "LIMITS", copy)
    assert compiler.fingerprint.__wrapped__() != before


def append(file: Path, text: str) -> tuple[str, str]:
    """Add a line to a source; return the key of the cache and the mark of results after that."""
    file.write_text(file.read_text("utf-8") + f"\n{text}\n", "utf-8")
    return compiler.cache_key.__wrapped__(), compiler.kernel_fingerprint.__wrapped__()


def test_files_without_kernels_change_neither_cache_nor_results(copied: Path) -> None:
    before = compiler.cache_key.__wrapped__(), compiler.kernel_fingerprint.__wrapped__()
    assert append(copied / "simulation_setting.py", "EDITED = 1") == before


@pytest.mark.parametrize(
    "text", ["# edited", '"""Edited."""', 'def edited() -> None:\n    """Do."""']
)
def test_a_changed_kernel_file_changes_the_cache(copied: Path, text: str) -> None:
    before = compiler.cache_key.__wrapped__()
    assert append(copied / "search" / "vectors.py", text)[0] != before


def test_results_are_marked_by_code_alone(copied: Path) -> None:
    """Comments and docstrings cannot change a game; code can, and so can a number in it."""
    source = copied / "search" / "vectors.py"
    before = compiler.kernel_fingerprint.__wrapped__()
    assert append(source, "# edited")[1] == before
    assert append(source, '"""Edited."""')[1] == before
    with_function = append(source, 'def edited() -> int:\n    """Edited."""\n    return 1')[1]
    text = source.read_text("utf-8")
    source.write_text(
        text.replace('    """Edited."""\n    return 1', "    # no more\n    return 1")
    )
    assert compiler.kernel_fingerprint.__wrapped__() == with_function != before
    source.write_text(text.replace("return 1", "return 2"))
    assert compiler.kernel_fingerprint.__wrapped__() not in (before, with_function)


def test_kernels_are_made_of_nothing_else() -> None:
    """Whatever a file with kernels imports from the simulator is such a file too."""
    files = {file.resolve() for file in compiler.kernel_sources()}
    made = re.compile(r"^from tenback\.(sim\S*) import", re.MULTILINE)
    for file in files - WORKERS:
        for module in made.findall(file.read_text("utf-8")):
            path = compiler.SOURCES.parent.joinpath(*module.split("."))
            found = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
            known = found.resolve() in files or module in FOR_PYTHON
            assert known, f"{file.name} imports {module}"


def test_old_kernels_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENBACK_CACHE_DIR", str(tmp_path))
    for name, age in (("kernels-old", 2 * compiler.KEPT_FOR), ("kernels-new", 60), ("other", 1e9)):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    found = compiler.cache_folder.__wrapped__()
    assert found is not None
    assert {folder.name for folder in tmp_path.iterdir()} == {found.name, "kernels-new", "other"}


def test_the_name_changes_with_new_files_other_names_and_numba(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [compiler.fingerprint.__wrapped__()]
    (copied / "kernel_bots" / "bold.py").write_text("")
    names.append(compiler.fingerprint.__wrapped__())
    (copied / "kernel_bots" / "bold.py").rename(copied / "kernel_bots" / "brave.py")
    names.append(compiler.fingerprint.__wrapped__())
    monkeypatch.setattr(numba, "__version__", "0.0.1")
    names.append(compiler.fingerprint.__wrapped__())
    assert len(set(names)) == len(names)


# Where it is


def test_the_chosen_folder_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENBACK_CACHE_DIR", str(tmp_path))
    found = compiler.cache_folder.__wrapped__()
    assert found is not None
    assert found.parent == tmp_path
    assert found.is_dir()
    assert compiler.cache_key.__wrapped__() in found.name


def test_where_nothing_can_be_written_the_next_place_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    occupied = tmp_path / "a file"
    occupied.write_text("")
    places = [occupied / "x", Path("/dev/null/x"), tmp_path / "a" / "b", tmp_path / "c"]
    monkeypatch.setattr(compiler, "_candidates", lambda: iter(places))
    assert compiler.cache_folder.__wrapped__() == tmp_path / "a" / "b"
    monkeypatch.setattr(compiler, "_candidates", lambda: iter(places[:2]))
    assert compiler.cache_folder.__wrapped__() is None


def test_a_folder_that_others_share_is_never_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies in the cache is executed, so the folder for temporary files will not do."""
    monkeypatch.delenv("TENBACK_CACHE_DIR", raising=False)
    monkeypatch.setattr(compiler, "user_cache_path", lambda *_, **__: Path("/dev/null/x"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert compiler.cache_folder.__wrapped__() is None
    assert not list(tmp_path.iterdir())


def test_kernels_work_where_nothing_can_be_written() -> None:
    nowhere = "import tempfile; tempfile.tempdir = '/dev/null/x'\n"
    places = {"TENBACK_CACHE_DIR": "/dev/null/x", "XDG_CACHE_HOME": "/dev/null/x"}
    found = json.loads(python(nowhere + SHOW_A_DEAL, HOME="/dev/null", **places))
    assert found["folder"] == "None"
    assert found["deal"] == json.loads(python(SHOW_A_DEAL))["deal"]


def test_a_second_process_finds_what_the_first_has_compiled(tmp_path: Path) -> None:
    first = json.loads(python(SHOW_A_DEAL, TENBACK_CACHE_DIR=str(tmp_path)))
    files = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*") if file.is_file()}
    second = json.loads(python(SHOW_A_DEAL, TENBACK_CACHE_DIR=str(tmp_path)))
    assert files
    assert files == {f: f.stat().st_mtime_ns for f in tmp_path.rglob("*") if f.is_file()}
    assert (first["hits"], first["misses"]) == (0, 1)
    assert (second["hits"], second["misses"]) == (1, 0)
    assert first["folder"] == second["folder"]
    assert first["deal"] == second["deal"]


def test_nothing_is_written_beside_the_sources() -> None:
    sim.play  # noqa: B018 (loads the kernels)
    assert not [*compiler.SOURCES.rglob("*.nbi"), *compiler.SOURCES.rglob("*.nbc")]


# What is loaded when


@pytest.mark.parametrize(
    "script",
    [
        "import tenback",
        "import tenback.cli.main",
        "import tenback.sim",
        "from tenback.cli.main import main\nassert main(['--help']) == 0",
        "from tenback.cli.main import main\nassert main(['variants']) == 0",
        "from tenback.cli.main import main\nassert main(['simulate', '--help']) == 0",
    ],
)
def test_what_needs_no_kernels_loads_none(script: str) -> None:
    report = f"\nimport sys\nprint([name for name in {HEAVY!r} if name in sys.modules])"
    assert python(script + report).splitlines()[-1] == "[]"


def test_every_name_of_the_package_can_be_had() -> None:
    assert all(getattr(sim, name) for name in sim.__all__)
    with pytest.raises(AttributeError):
        _ = sim.nothing_of_the_kind


# What is compiled


def kernels() -> Iterator[tuple[str, Any]]:
    """Every compiled function of the package, kernel bots included, by name."""
    seen = set()
    for found in walk_packages(sim.__path__, "tenback.sim."):
        for value in vars(import_module(found.name)).values():
            if isinstance(value, Dispatcher) and value not in seen:
                seen.add(value)
                yield f"{value.py_func.__module__}.{value.py_func.__qualname__}", value


def test_every_kernel_lets_other_threads_run() -> None:
    found = dict(kernels())
    assert len(found) > 30
    assert [name for name, kernel in found.items() if not kernel.targetoptions["nogil"]] == []
    assert [name for name, kernel in found.items() if not kernel.targetoptions["nopython"]] == []


IN_A_FRESH_PROCESS = """
from tests.sim.test_compiler import mistaken
print(mistaken())
"""

_typeof: Any = numba.typeof
PROMISED = {
    "Word": numba.uint64,
    "Signed": numba.int64,
    "Cards": _typeof((np.uint64(0), np.uint64(0))),
    "bool": numba.boolean,
    "None": numba.none,
}


def mistaken() -> list[str]:
    """Every kernel that Numba understands in another way than its annotation says.

    Words that meet signed numbers become signed or, in older Numbas, floats.
    """
    from tenback.sim import kernel, kernel_bots

    rules, game, word = numba.from_dtype(RULES), numba.from_dtype(GAME), numba.uint64
    order = numba.types.Array(numba.uint8, 2, "C")
    compiled(kernel.deal, rules, game, word, word)
    compiled(kernel.deal_in_order, rules, game, word, word, order, word)
    compiled(kernel.lay, rules, game, word, word)
    compiled(kernel.end_turn, rules, game)
    for bot in kernel_bots.KERNEL_BOTS.values():
        compiled(bot, rules, game)
    known = [(name, dispatcher) for name, dispatcher in kernels() if dispatcher.overloads]
    assert len(known) > 30
    return [name for name, dispatcher in known if not keeps_its_word(dispatcher)]


def compiled(dispatcher: Any, *kinds: Any) -> Any:
    dispatcher.compile(kinds)
    return dispatcher


def keeps_its_word(dispatcher: Any) -> bool:
    """Whether it returns what it promises, and no variable in it is a float."""
    promised = PROMISED.get(dispatcher.py_func.__annotations__["return"])
    for made in dispatcher.overloads.values():
        returned = made.signature.return_type
        inside = made.type_annotation.typemap.values()
        if promised not in (None, returned) or any(map(_is_float, (returned, *inside))):
            return False
    return True


def _is_float(kind: Any) -> bool:
    return isinstance(kind, (numba.types.Float, numba.types.Complex))


def test_words_stay_words() -> None:
    # In a process of its own, for here kernels may have come from the cache, without their types.
    assert python(IN_A_FRESH_PROCESS).strip() == "[]"


def test_a_word_that_does_not_stay_one_is_found() -> None:
    def mixed(card: Any, word: Any) -> Any:
        return card | word

    def halved(card: Any) -> Any:
        return numba.int64(card / 2)

    mixed.__annotations__["return"] = "Word"
    word, signed = numba.uint64, numba.int64
    assert keeps_its_word(compiled(numba.njit(mixed), word, word))
    assert not keeps_its_word(compiled(numba.njit(mixed), word, signed))
    assert not keeps_its_word(compiled(numba.njit(halved), signed))
