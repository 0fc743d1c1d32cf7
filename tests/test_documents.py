"""What README and guides show is what happens."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
FLAGS = doctest.ELLIPSIS


def blocks(document: Path, language: str) -> list[str]:
    """The code blocks of one language."""
    return re.findall(rf"```{language}\n(.*?)```", document.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_blocks_run(document: Path) -> None:
    text = "\n".join(blocks(document, "python"))
    test = doctest.DocTestParser().get_doctest(text, {}, document.name, str(document), 0)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append)
    assert result.failed == 0, "".join(report)


COMMANDS = [
    (document.name, command, expected)
    for document in DOCUMENTS
    for block in blocks(document, "console")
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


@pytest.mark.parametrize(("name", "command", "expected"), COMMANDS)
def test_console_blocks_run(name: str, command: str, expected: str, tmp_path: Path) -> None:
    program, *words = shlex.split(command)
    assert program == "tenback"
    done = subprocess.run(
        [sys.executable, "-m", "tenback.cli.main", *words],
        input="0\nquit\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert doctest.OutputChecker().check_output(expected, done.stdout, doctest.ELLIPSIS), (
        done.stdout
    )


def test_the_readme_has_code_that_runs() -> None:
    readme = ROOT / "README.md"
    assert len(blocks(readme, "python")) > 4
    assert [command for name, command, _ in COMMANDS if name == "README.md"]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", document.read_text("utf-8")):
        if "://" not in target:
            assert (document.parent / target).exists(), f"{document.name} links to {target}"


def test_every_path_in_the_architecture_exists() -> None:
    """A map with places that are gone is worse than none."""
    for name in ("ARCHITECTURE.md", "docs/decisions.md", "CONTRIBUTING.md"):
        text = (ROOT / name).read_text("utf-8")
        paths = re.findall(r"[\w.-]+(?:/[\w*.-]+)+\.(?:py|ts|css|svelte|toml)\b", text)
        assert paths, name
        roots = (ROOT, ROOT / "src" / "tenback", ROOT / "web" / "src", ROOT / "web")
        for path in paths:
            found = any(any(root.glob(path)) for root in roots)
            assert found or "xx" in path, f"{name}: {path}"
