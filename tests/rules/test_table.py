"""Every rule has a test, every mark names a rule, and docs/rule-table.md says which."""

from __future__ import annotations

import ast

from tests.rules import table

MARKED = """
import pytest

@pytest.mark.rule("O1")
class TestDeck:
    @pytest.mark.parametrize("players", [1, 2])
    @pytest.mark.rule("O2", "O3")
    def test_deal(self): ...
    def test_cards(self): ...
    def deck(self): ...

@pytest.mark.rule("D4")
async def test_trick(): ...

def test_unmarked(): ...
"""


def test_the_ids_of_the_rules_are_found() -> None:
    ids = table.rule_ids()
    assert len(ids) == len(set(ids))
    counts = {"O": 17, "T": 7, "F": 7, "Q": 8, "D": 10, "V": 4, "C": 2}
    for letter, count in counts.items():
        named = [rule for rule in ids if rule[0] == letter]
        assert named == [f"{letter}{number}" for number in range(1, count + 1)]


def test_every_rule_has_a_test() -> None:
    unproven = [rule for rule, tests in table.table().items() if not tests]
    assert not unproven, f"no test is marked with {', '.join(unproven)}"


def test_every_mark_names_a_rule() -> None:
    known = set(table.rule_ids())
    unknown = [f"{test} names {rule}" for rule, test in table.proofs() if rule not in known]
    assert not unknown, f"not in docs/rules.md: {'; '.join(unknown)}"


def test_the_committed_table_is_up_to_date() -> None:
    written = table.TABLE.read_text("utf-8")
    assert written == table.text(), f"write docs/rule-table.md anew: {table.COMMAND}"


def test_marks_of_functions_and_classes_are_read() -> None:
    assert list(table.marks(ast.parse(MARKED), "tests/test_x.py")) == [
        ("O1", "tests/test_x.py::TestDeck::test_deal"),
        ("O2", "tests/test_x.py::TestDeck::test_deal"),
        ("O3", "tests/test_x.py::TestDeck::test_deal"),
        ("O1", "tests/test_x.py::TestDeck::test_cards"),
        ("D4", "tests/test_x.py::test_trick"),
    ]
