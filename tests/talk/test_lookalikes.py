"""Names that look the same."""

from __future__ import annotations

import pytest

from tenback.talk.lookalikes import skeleton

ALIKE = [
    ("Ann", "ann"),
    ("Ann", "Аnn"),  # a Cyrillic A
    ("Ann", "A n n"),
    ("Ann", "Añn"),
    ("Illy", "lIly"),
    ("Otto", "0tto"),
    ("Ramona", "Rarnona"),
    ("Pat", "Раt"),  # Cyrillic letters that sound otherwise
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_the_same_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anna"), ("Ben", "Bea"), ("李", "王"), ("🦊", "🐻")]
)
def test_other_names_do_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)
