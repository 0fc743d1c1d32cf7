"""Which tests prove which rule: read from the marks, written to docs/rule-table.md.

Run `python -m tests.rules.table` in the root of the repository to write the table anew.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "docs" / "rules.md"
TABLE = ROOT / "docs" / "rule-table.md"
COMMAND = "python -m tests.rules.table"

RULE = re.compile(r"^- \*\*([A-Z][0-9]+)\*\* ", re.MULTILINE)
HEAD = f"""# Rule table

The tests that prove each rule of [rules.md](rules.md).
Written by `{COMMAND}`; a test fails when this page is out of date.
"""

Marked = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def rule_ids() -> list[str]:
    """The ids of docs/rules.md, in its order."""
    return RULE.findall(RULES.read_text("utf-8"))


def proofs() -> Iterator[tuple[str, str]]:
    """Every (rule id, test) that a mark under tests/ tells, in the order of the files."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        yield from marks(ast.parse(path.read_text("utf-8")), name)


def marks(
    scope: ast.Module | ast.ClassDef, name: str, outer: tuple[str, ...] = ()
) -> Iterator[tuple[str, str]]:
    """The marks of the tests in a module or a class; those of a class hold for all its tests."""
    for node in scope.body:
        if not isinstance(node, Marked):
            continue
        node_name, ids = f"{name}::{node.name}", (*outer, *_ids(node))
        if isinstance(node, ast.ClassDef):
            yield from marks(node, node_name, ids)
        elif node.name.startswith("test"):
            yield from ((rule, node_name) for rule in dict.fromkeys(ids))


def _ids(node: Marked) -> Iterator[str]:
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
            yield from (ast.literal_eval(argument) for argument in decorator.args)


def table() -> dict[str, list[str]]:
    """Rule id -> tests, in the order of docs/rules.md; ids that it does not know come last."""
    found: dict[str, list[str]] = {rule: [] for rule in rule_ids()}
    for rule, test in proofs():
        found.setdefault(rule, []).append(test)
    return found


def text() -> str:
    """The page."""
    lines = [HEAD]
    for rule, tests in table().items():
        lines.append(f"- **{rule}**")
        lines += [f"  - `{test}`" for test in tests]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TABLE.write_text(text(), "utf-8")
