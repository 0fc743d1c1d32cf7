"""Libraries on the disk: found, refused where they are damaged or unsafe, and made when missing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tenback.core.messages import MESSAGES
from tenback.sim import library
from tenback.sim.builder.jobs import Job
from tenback.sim.folders import SHIPPED, KernelsMissing
from tenback.sim.levels import level
from tenback.sim.library import GAMES, LIBRARIES, find, library_named, library_of, sound_file
from tests.kernels import HEAVY, ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# The smallest library that there is.
ECHOES = library_of("tests.sim.echoes")

DOUBLE = """
from tests.sim.echoes import twice_as_much
print(twice_as_much(21))
"""


def python(script: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A fresh process."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        capture_output=True,
        text=True,
        env=os.environ | env,
        cwd=ROOT,
        timeout=300,
        check=False,
    )


@pytest.fixture(name="cache")
def an_empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for libraries with one library in it."""
    Job(((ECHOES,),)).wait()
    made = find(ECHOES)
    assert made is not None
    folder = tmp_path / made.parent.parent.name / level()
    shutil.copytree(
        made.parent,
        folder,
        ignore=lambda _, names: {name for name in names if not name.startswith(ECHOES.name)},
    )
    monkeypatch.setenv("TENBACK_CACHE_DIR", str(tmp_path))
    assert find(ECHOES) == folder / made.name
    return folder


# Names


@pytest.mark.parametrize("each", LIBRARIES, ids=lambda each: each.name)
def test_every_module_with_entries_belongs_to_one_library(each: library.Library) -> None:
    assert library_named(each.name) == each
    assert {library_of(module) for module in each.modules} == {each}


def test_a_module_of_others_has_a_library_named_by_its_content() -> None:
    assert library_named(ECHOES.name) == ECHOES
    assert ECHOES.name.startswith("tests.sim.echoes-")


# Files


def changed(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


DAMAGES: dict[str, Callable[[Path, Path], object]] = {
    "a byte differs": lambda file, _: changed(file),
    "the file is short": lambda file, _: file.write_bytes(file.read_bytes()[:-1]),
    "the file is gone": lambda file, _: file.unlink(),
    "no JSON": lambda _, manifest: manifest.write_text("{"),
    "other JSON": lambda _, manifest: manifest.write_text("[1]"),
    "nothing": lambda _, manifest: manifest.write_bytes(b""),
    "a key is missing": lambda _, manifest: manifest.write_text('{"key": "x"}'),
    "bytes": lambda _, manifest: manifest.write_bytes(b"\xff\xfe\x00"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_library_is_ignored_and_said_so_once(
    cache: Path, damage: Callable[[Path, Path], object], capsys: pytest.CaptureFixture[str]
) -> None:
    file = find(ECHOES)
    assert file is not None
    damage(file, cache / f"{ECHOES.name}.json")
    library.say_once.cache_clear()
    assert sound_file(cache, ECHOES, level()) is None
    said = capsys.readouterr().err
    if "a key" not in said:
        assert ECHOES.name in said
        assert len(said.splitlines()) == 1
    assert sound_file(cache, ECHOES, level()) is None
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("key", ["key", "level"])
def test_a_library_of_other_sources_or_another_cpu_is_ignored(
    cache: Path, key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = cache / f"{ECHOES.name}.json"
    note = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(note | {key: "another"}))
    assert sound_file(cache, ECHOES, level()) is None
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("part", ["folder", "above", "file", "manifest"])
def test_nothing_is_loaded_that_others_can_write(
    cache: Path, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = find(ECHOES)
    assert file is not None
    places = {
        "folder": cache,
        "above": cache.parent,
        "file": file,
        "manifest": cache / f"{ECHOES.name}.json",
    }
    places[part].chmod(0o777)
    library.say_once.cache_clear()
    assert sound_file(cache, ECHOES, level()) is None
    assert capsys.readouterr().err


def test_what_a_wheel_brings_is_as_safe_as_its_modules(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another user may have installed it."""
    cache.chmod(0o777)
    library.say_once.cache_clear()
    monkeypatch.setattr(library, "SHIPPED", cache.parent)
    assert sound_file(cache, ECHOES, level())


def test_a_manifest_names_files_of_its_own_folder_only(cache: Path, tmp_path: Path) -> None:
    file, manifest = find(ECHOES), cache / f"{ECHOES.name}.json"
    assert file is not None
    elsewhere = tmp_path / file.name
    file.rename(elsewhere)
    note = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(note | {"file": str(elsewhere)}))
    assert sound_file(cache, ECHOES, level()) is None


# Processes


def test_a_damaged_library_is_made_anew(cache: Path) -> None:
    file = find(ECHOES)
    assert file is not None
    changed(file)
    done = python(DOUBLE)
    assert (done.returncode, done.stdout) == (0, "42\n")
    assert done.stderr.count("\n") == 1
    assert cache.name in done.stderr
    again = python(DOUBLE)
    assert (again.stdout, again.stderr) == ("42\n", "")


def test_a_second_process_finds_what_the_first_has_made(cache: Path) -> None:
    files = {file: file.stat().st_mtime_ns for file in cache.iterdir()}
    done = python(DOUBLE)
    assert (done.stdout, done.stderr) == ("42\n", "")
    assert {file: file.stat().st_mtime_ns for file in cache.iterdir()} == files


def test_kernels_work_where_nothing_can_be_kept(tmp_path: Path) -> None:
    """The library is made in a folder that goes with the process."""
    places = {"TENBACK_CACHE_DIR": "/dev/null/x", "XDG_CACHE_HOME": "/dev/null/x"}
    done = python(DOUBLE, HOME="/dev/null", TMPDIR=str(tmp_path), **places)
    assert (done.returncode, done.stdout) == (0, "42\n")
    assert done.stderr == MESSAGES["kernels-not-kept"] + "\n"
    assert not list(tmp_path.iterdir())


def test_a_library_that_may_not_be_executed_is_one_clear_sentence(tmp_path: Path) -> None:
    """As on a disk that is mounted so: whatever hinders the loader."""
    file = tmp_path / "a.so"
    file.write_bytes(b"no library")
    with pytest.raises(KernelsMissing, match="TENBACK_CACHE_DIR"):
        library._open(file)


def test_without_numba_a_missing_library_is_one_clear_sentence(tmp_path: Path) -> None:
    hidden = "import sys, importlib.util as u; find = u.find_spec\n"
    hidden += "u.find_spec = lambda name, *a: None if name == 'numba' else find(name, *a)\n"
    done = python(hidden + DOUBLE, TENBACK_CACHE_DIR=str(tmp_path))
    assert done.returncode == 1
    assert "KernelsMissing" in done.stderr
    assert "tenback[compile]" in done.stderr


def test_calls_load_no_compiler() -> None:
    script = "\nimport sys; print([n for n in ('numba', 'llvmlite') if n in sys.modules])"
    assert python(DOUBLE + script).stdout == "42\n[]\n"


def test_nothing_is_written_beside_the_sources() -> None:
    assert find(GAMES) is not None
    assert SHIPPED.exists() is False, "wheels have this folder, checkouts have not"


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
    done = python(script + report)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr
