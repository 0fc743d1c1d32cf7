"""Hashes of the kernels' sources: what changes them, and what does not."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from tenback.sim import sources

SOURCES = sorted(sources.SOURCES.rglob("*.py"))
# Modules around the kernels that `sim.games` and others import; no kernel calls them.
FOR_PYTHON = ("sim.results", "sim.simulation_setting", "sim.library", "sim.builder.progress")
ROOT = Path(__file__).parents[2]


@pytest.fixture(name="copied")
def copy_of_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "sim"
    shutil.copytree(sources.SOURCES, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(sources, "SOURCES", folder)
    return folder


def test_the_name_depends_on_the_sources_alone(copied: Path) -> None:
    name = sources.fingerprint.__wrapped__()
    for file in copied.rglob("*.py"):
        os.utime(file, (0, 0))
    assert sources.fingerprint.__wrapped__() == name


@pytest.mark.parametrize("file", [file.relative_to(sources.SOURCES).as_posix() for file in SOURCES])
def test_the_name_changes_with_every_source(copied: Path, file: str) -> None:
    before = sources.fingerprint.__wrapped__()
    source = copied / file
    source.write_text(source.read_text("utf-8") + "\n# edited\n", "utf-8")
    assert sources.fingerprint.__wrapped__() != before


def test_the_name_changes_with_the_limits_that_kernels_are_made_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sources.fingerprint.__wrapped__()
    limits = sources.LIMITS
    copy = tmp_path / limits.name
    copy.write_text(limits.read_text("utf-8").replace("MAX_MINIMUM = 6", "MAX_MINIMUM = 8"))
    assert copy.read_text() != limits.read_text("utf-8")
    monkeypatch.setattr(sources, "LIMITS", copy)
    assert sources.fingerprint.__wrapped__() != before


def append(file: Path, text: str) -> tuple[str, str]:
    """Add a line to a source; return the key of libraries and the mark of results after that."""
    file.write_text(file.read_text("utf-8") + f"\n{text}\n", "utf-8")
    return sources.cache_key.__wrapped__(), sources.kernel_fingerprint.__wrapped__()


def test_files_without_kernels_change_neither_libraries_nor_results(copied: Path) -> None:
    before = sources.cache_key.__wrapped__(), sources.kernel_fingerprint.__wrapped__()
    assert append(copied / "simulation_setting.py", "EDITED = 1") == before


@pytest.mark.parametrize(
    "text", ["# edited", '"""Edited."""', 'def edited() -> None:\n    """Do."""']
)
@pytest.mark.parametrize(
    "file", ["search/vectors.py", "builder/numba_compiler.py", "builder/linker.py", "library.py"]
)
def test_a_changed_kernel_file_changes_the_libraries(copied: Path, file: str, text: str) -> None:
    before = sources.cache_key.__wrapped__()
    assert append(copied / file, text)[0] != before


def test_results_are_marked_by_code_alone(copied: Path) -> None:
    """Comments and docstrings cannot change a game; code can, and so can a number in it."""
    source = copied / "search" / "vectors.py"
    before = sources.kernel_fingerprint.__wrapped__()
    assert append(source, "# edited")[1] == before
    assert append(source, '"""Edited."""')[1] == before
    with_function = append(source, 'def edited() -> int:\n    """Edited."""\n    return 1')[1]
    text = source.read_text("utf-8")
    source.write_text(
        text.replace('    """Edited."""\n    return 1', "    # no more\n    return 1")
    )
    assert sources.kernel_fingerprint.__wrapped__() == with_function != before
    source.write_text(text.replace("return 1", "return 2"))
    assert sources.kernel_fingerprint.__wrapped__() not in (before, with_function)


def test_kernels_are_made_of_nothing_else() -> None:
    """Whatever a file with kernels imports from the simulator is such a file too."""
    files = {file.resolve() for file in sources.kernel_sources()}
    made = re.compile(r"^from tenback\.(sim\S*) import", re.MULTILINE)
    for file in files:
        for module in made.findall(file.read_text("utf-8")):
            path = sources.SOURCES.parent.joinpath(*module.split("."))
            found = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
            known = found.resolve() in files or module in FOR_PYTHON
            assert known, f"{file.name} imports {module}"


def test_the_name_changes_with_new_files_other_names_and_numba(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [sources.fingerprint.__wrapped__()]
    (copied / "kernel_bots" / "bold.py").write_text("")
    names.append(sources.fingerprint.__wrapped__())
    (copied / "kernel_bots" / "bold.py").rename(copied / "kernel_bots" / "brave.py")
    names.append(sources.fingerprint.__wrapped__())
    monkeypatch.setattr(sources, "NUMBA", "0.0.1")
    names.append(sources.fingerprint.__wrapped__())
    assert len(set(names)) == len(names)


def test_the_package_asks_for_the_numba_that_the_sources_name() -> None:
    assert f'compile = ["numba=={sources.NUMBA}"]' in (ROOT / "pyproject.toml").read_text("utf-8")
    assert f"numba=={sources.NUMBA}\n" in (ROOT / "constraints.txt").read_text("utf-8")
