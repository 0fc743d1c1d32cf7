"""Packages hold the built page, and wheels compiled kernels: users need neither Node nor Numba."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = "tenback/sim/compiled"
GLIBC = re.compile(rb"GLIBC_(\d+)\.(\d+)")
MODULE = ("-P", "-m", "tenback.sim.builder")
IN_PLACE = 'pip install -e ".[compile]"'


class CannotCompile(Exception):
    """Why there are no compiled kernels, as a sentence."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"The kernels of the wheel cannot be compiled: {why} "
            f"An install in place compiles nothing beforehand: {IN_PLACE}"
        )


class PackageHook(BuildHookInterface[BuilderConfig]):
    """Builds the page before all packages and editable installs, and the kernels before wheels."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """A Node, where the page has to be built and the machine has none that is new enough."""
        page = self._page()
        return [] if page.is_fresh() or page.of_machine() else [page.PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what has changed, and put kernels into a wheel that is not an editable one."""
        self._page().build()
        if self.target_name == "wheel" and version == "standard":
            self._add_kernels(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Forget the kernels, which are in the wheel now."""
        if folder := getattr(self, "_folder", None):
            folder.cleanup()

    def _page(self) -> SimpleNamespace:
        """What is in web/build.py, which belongs to no package."""
        return SimpleNamespace(**runpy.run_path(str(Path(self.root, "web", "build.py"))))

    def _add_kernels(self, build_data: dict[str, Any]) -> None:
        self._folder = TemporaryDirectory(prefix="tenback-")  # goes with the process at the latest
        files = compile_kernels(Path(self.root, "src"), Path(self._folder.name))
        build_data["force_include"] |= {
            str(file): f"{COMPILED}/{file.parent.name}/{file.name}" for file in files
        }
        build_data["pure_python"] = False
        # ctypes loads the libraries: any Python can.
        build_data["tag"] = f"py3-none-{platform_of(files)}"


def compile_kernels(source: Path, folder: Path) -> list[Path]:
    """The libraries for all levels of this architecture, in a folder for each, and manifests."""
    sys.path.insert(0, str(source))
    try:
        levels = import_module("tenback.sim.levels").levels()
        groups = import_module("tenback.sim.builder.jobs").SIDE_BY_SIDE
        key = import_module("tenback.sim.sources").cache_key()
    except ModuleNotFoundError as error:
        raise CannotCompile(f"{error.name} is not installed.") from error
    finally:
        sys.path.remove(str(source))
    jobs = [
        (folder / level, key, [each.name for each in group])
        for level, group in product(levels, groups)
    ]
    with ThreadPoolExecutor(os.cpu_count()) as several:
        return [
            file for made in several.map(lambda job: _compile(source, *job), jobs) for file in made
        ]


def _compile(source: Path, folder: Path, key: str, names: list[str]) -> list[Path]:
    """Some libraries for one level, by a process that ends with Numba's memory."""
    folder.mkdir(exist_ok=True)
    paths = (str(source), os.environ.get("PYTHONPATH"))
    done = subprocess.run(  # noqa: S603
        [sys.executable, *MODULE, str(folder), folder.name, key, *names],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotCompile(f"{(done.stderr.splitlines() or ['the process was killed'])[-1]}.")
    made = [folder / f"{name}.{kind}" for name in names for kind in ("so", "json")]
    if not all(file.exists() for file in made):
        raise CannotCompile("no C compiler (cc, gcc or clang) is there to link them.")
    return made


def platform_of(files: list[Path]) -> str:
    """The platform of libraries: on Linux with the oldest glibc that has all that they call."""
    machine = re.sub(r"[-.]", "_", sysconfig.get_platform())
    called = [version for file in files for version in GLIBC.findall(file.read_bytes())]
    if not called:
        return machine
    major, minor = max((int(major), int(minor)) for major, minor in called)
    return machine.replace("linux", f"manylinux_{major}_{minor}", 1)
