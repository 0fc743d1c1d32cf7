"""Small source trees with a page, on machines with a Node that is none."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

NPM = """\
#!/bin/sh
# Stands in for npm: notes what it is asked, installs a lock file, and builds two files.
echo "$*" >> ../asked
case "$1" in
  ci) mkdir -p node_modules && cp package-lock.json node_modules/.package-lock.json ;;
  run)
    [ -e ../broken ] && exit 3
    mkdir -p "$TENBACK_PAGE/assets"
    [ -e ../slow ] && sleep 1
    cat src/main.ts > "$TENBACK_PAGE/assets/main.js"
    echo image > "$TENBACK_PAGE/picture.png"
    [ -e ../dying ] && kill -9 $PPID ;;
  test) exit 7 ;;
esac
exit 0
"""
TOOLS = ("cat", "cp", "mkdir", "sh", "sleep")
"""All that the machine has besides, so that it is the same machine everywhere."""

LOCK: dict[str, Any] = {
    "packages": {
        "": {"name": "page"},
        "node_modules/a": {"version": "1.0.0", "integrity": "x"},
    }
}


@dataclass
class Tree:
    """A small source tree, and the programs of its machine."""

    root: Path

    @property
    def programs(self) -> Path:
        return self.root.parent / "bin"

    @property
    def path(self) -> str:
        return f"{self.programs}{os.pathsep}{self.root.parent / 'tools'}"

    @property
    def static(self) -> Path:
        return self.root / "src" / "tenback" / "server" / "static"

    def write(self, name: str, text: str) -> Path:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        return file

    def program(self, name: str, text: str) -> None:
        self.write(f"../bin/{name}", text).chmod(0o755)

    def lock(self, **packages: dict[str, Any]) -> None:
        found = {f"node_modules/{name}": package for name, package in packages.items()}
        lock = {"packages": LOCK["packages"] | found}
        self.write("web/package-lock.json", json.dumps(lock))

    def start(self, *words: str) -> subprocess.Popen[str]:
        # -S: without the packages of this environment, among which there is a Node.
        return subprocess.Popen(
            [sys.executable, "-S", str(self.root / "web" / "build.py"), *words],
            env={"PATH": self.path},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str) -> tuple[int, str, str]:
        process = self.start(*words)
        out, complaints = process.communicate()
        return process.returncode, out, complaints

    def built(self) -> None:
        assert self.run() == (0, "The page is being built.\n", "")

    def asked(self) -> list[str]:
        """What npm was asked since one has looked."""
        file = self.root / "asked"
        if not file.exists():
            return []
        found = [line.split()[0] for line in file.read_text("utf-8").splitlines()]
        file.unlink()
        return found


def planted(folder: Path) -> Tree:
    """A tree with everything that building its page needs."""
    root = folder / "tree"
    root.mkdir()
    tree = Tree(root)
    tree.write("web/src/main.ts", "first")
    tree.write("src/tenback/words/en/games.toml", "a = 'b'")
    (root / "src" / "tenback" / "server").mkdir()
    shutil.copy(ROOT / "web" / "build.py", root / "web" / "build.py")
    tree.lock()
    (folder / "tools").mkdir()
    for name in TOOLS:
        (folder / "tools" / name).symlink_to(shutil.which(name) or name)
    tree.program("node", "#!/bin/sh\necho v22.1.0\n")
    tree.program("npm", NPM)
    return tree
