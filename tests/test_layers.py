"""Dependencies point one way, down. The layers are those of ARCHITECTURE.md."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tenback
from tests.cases import check_each

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(tenback.__file__).parent

BELOW: dict[str, set[str]] = {
    "core": set(),
    "words": {"core"},
    "talk": {"core", "words"},
    "sim": {"core"},
    "bots": {"core", "talk", "sim", "words", "table"},
    "analysis": {"core", "talk", "sim", "words", "bots"},
    "lessons": {"core", "bots"},
    "table": {"core", "talk"},
    "store": {"core.errors"},
    "host": {"core", "words", "talk", "sim", "bots", "analysis", "lessons", "table", "store"},
}
"""What each layer may import besides itself: a whole layer, or one module of it."""

EVERYTHING_BELOW = {*BELOW}
WAYS_IN = {
    "terminal": EVERYTHING_BELOW,
    "testing": EVERYTHING_BELOW,
    "server": EVERYTHING_BELOW,
    "cli": EVERYTHING_BELOW | {"terminal", "server"},
    "": {"core"},
}
ALLOWED = BELOW | WAYS_IN

FILES = sorted(ROOT.rglob("*.py"))


def imports(file: Path) -> Iterator[str]:
    """Every module that a file imports, wherever the import stands."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} imports relatively"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layer(file: Path) -> str:
    parts = file.relative_to(ROOT).parts
    if file.name == "__main__.py":
        return "cli"
    return parts[0] if len(parts) > 1 else ""


def test_imports_point_down() -> None:
    def check(file: Path) -> None:
        own = layer(file)
        assert own in ALLOWED, f"{own} is no layer; add it to ARCHITECTURE.md and to this test"
        for module in imports(file):
            top, *rest = module.split(".")
            if top == "tenback" and rest and rest[0] in ALLOWED:
                wanted = {rest[0], ".".join(rest[:2])}
                assert wanted & {own, *ALLOWED[own]}, f"{own} must not import {module}"

    check_each(FILES, check)


def test_core_imports_the_standard_library_only() -> None:
    def check(file: Path) -> None:
        for module in imports(file):
            top = module.split(".")[0]
            assert top == "tenback" or top in sys.stdlib_module_names, f"core imports {module}"

    check_each(sorted((ROOT / "core").rglob("*.py")), check)


@pytest.mark.parametrize("name", ["engine.py", "turn.py", "fits.py", "state.py", "views.py"])
def test_the_engine_knows_no_variant_by_name(name: str) -> None:
    text = (ROOT / "core" / name).read_text("utf-8")
    names = ("original", "quick", "easy", "face-to-face", "rules.name", "expert", "professional")
    strings = [node.value for node in ast.walk(ast.parse(text))
               if isinstance(node, ast.Constant) and isinstance(node.value, str)]  # fmt: skip
    code = [value for value in strings if "\n" not in value and len(value) < 30]
    assert not [value for value in code if any(word in value for word in names)]
    assert "rules.name" not in text
