"""From object code to a library: by a linker, or without one by LLVM."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tenback.sim.builder.jobs import Job
from tenback.sim.builder.linker import COMPILERS, link
from tenback.sim.folders import writable
from tenback.sim.library import find, library_of
from tests.kernels import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ECHOES = library_of("tests.sim.echoes")


@pytest.fixture(name="cache")
def an_empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("TENBACK_CACHE_DIR", str(tmp_path / "cache"))
    writable.cache_clear()
    yield writable()
    writable.cache_clear()


def test_what_is_no_object_code_is_not_linked(tmp_path: Path) -> None:
    (tmp_path / "a.o").write_text("no code")
    assert any(map(shutil.which, COMPILERS)), "the tests need a C compiler, as make test does"
    assert not link(tmp_path / "a.o", tmp_path / "a.so")


def test_without_a_linker_object_code_is_loaded_as_it_is(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    Job(((ECHOES,),)).wait()
    file = find(ECHOES)
    assert file is not None
    assert file.suffix == ".o"
    script = "from tests.sim.echoes import *; print(twice_as_much(21), double(1.5), is_less(1, 2))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("42 1.5 True\n", "")


def test_names_that_are_not_there_are_missing(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tenback.sim.builder.objects import Objects

    monkeypatch.setenv("PATH", str(tmp_path))
    Job(((ECHOES,),)).wait()
    file: Any = find(ECHOES)
    with pytest.raises(AttributeError):
        _ = Objects(file).no_such_entry
