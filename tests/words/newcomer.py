"""A made-up language, added to a copy of the source tree as CONTRIBUTING.md says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.words.gaps import LIST, ROOT, forms, reference
from web.build import node

if TYPE_CHECKING:
    from tenback.words import Entry

NAME = "Nowomowa"
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "static", ".*")


@dataclass(frozen=True)
class Copy:
    """A source tree with one more language."""

    root: Path
    language: str

    def python(self, script: str, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        """Run Python with the copy's package instead of this one, and without compiling kernels."""
        path = os.pathsep.join([str(self.root / "src"), str(ROOT)])
        return self._run([sys.executable, "-c", script, *words], PYTHONPATH=path, **env)

    def command(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        """Run the command tenback."""
        return self.python(
            "from tenback.cli.main import main; raise SystemExit(main())", *words, **env
        )

    def node(self, script: str) -> subprocess.CompletedProcess[str]:
        """Run a module in the page's folder."""
        flags = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"]
        return self._run(
            [str(node().program), *flags, "--input-type=module-typescript", "-e", script]
        )

    def _run(self, command: list[str], **env: str) -> subprocess.CompletedProcess[str]:
        around = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONUTF8": "1"} | env
        return subprocess.run(
            command, cwd=self.root / "web", env=around, capture_output=True, text=True, check=False
        )

    def files(self) -> list[Path]:
        """Every catalogue of the new language."""
        return [self.root / name.format(self.language) for name in reference(self.root)]

    def rewrite(self, file: Path, entries: dict[str, Entry]) -> None:
        """Write a catalogue anew."""
        file.write_text(toml(entries), "utf-8")


def grown(folder: Path, language: str, locale: str) -> Copy:
    """A copy in which a language has everything that it needs.

    Its sentences are English ones in brackets, and its plural forms name themselves.
    """
    copy = Copy(folder / "tree", language)
    shutil.copytree(ROOT / "src", copy.root / "src", ignore=LEFT_OUT)
    shutil.copytree(ROOT / "web", copy.root / "web", ignore=LEFT_OUT)
    (copy.root / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    entry = f"\n[{language}]\nname = {json.dumps(NAME)}\nlocale = {json.dumps(locale)}\n"
    with (copy.root / LIST).open("a", encoding="utf-8") as file:
        file.write(entry)
    for name, english in reference(copy.root).items():
        made = {key: translated(entry, locale) for key, entry in english.items()}
        path = copy.root / name.format(language)
        path.parent.mkdir(exist_ok=True)
        copy.rewrite(path, made)
    return copy


def translated(entry: Entry, locale: str) -> Entry:
    if isinstance(entry, str):
        return f"[{entry}]"
    return {form: f"[{form}: {entry['other']}]" for form in forms(locale)}


def toml(entries: dict[str, Entry]) -> str:
    """A catalogue of one subject. A text of JSON is one of TOML, too."""
    return "".join(f"{_key(name)} = {_value(entry)}\n" for name, entry in entries.items())


def _key(name: str) -> str:
    return ".".join(json.dumps(part) for part in name.split(".")[1:])


def _value(entry: Entry) -> str:
    if isinstance(entry, str):
        return json.dumps(entry, ensure_ascii=False)
    inner: Any = (
        f"{form} = {json.dumps(text, ensure_ascii=False)}" for form, text in entry.items()
    )
    return "{ " + ", ".join(inner) + " }"
