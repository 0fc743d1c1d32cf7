"""Tables to train on, as they are typed."""

from __future__ import annotations

from typing import Any

import pytest

from tenback.analysis.training import table_notation
from tenback.analysis.training.table_notation import TrainingError
from tenback.core.errors import TenbackError


def read(*texts: str, players: str | None = None, policy: str | None = None) -> list[Any]:
    found = table_notation.tables(texts, players, policy)
    return [(table.rules.name, table.players, str(table.policy)) for table in found]


def test_a_table_says_what_for_whom_and_how_it_talks() -> None:
    assert read("original") == [("original", 3, "no-numbers")]
    assert read("original+expert:2-3:silent") == [
        ("original-expert", 2, "silent"),
        ("original-expert", 3, "silent"),
    ]
    assert read("original:2..3") == read("original:2-3") == read("original", players="2..3")
    assert read("on-fire:no-numbers", players="1,4") == [
        ("original-on-fire", 1, "silent"),
        ("original-on-fire", 4, "no-numbers"),
    ]
    assert read("quick-and-easy", policy="silent") == [("quick-and-easy", 3, "silent")]
    assert read("face-to-face")[0][1] == 2


def test_a_table_is_named_once() -> None:
    assert read("original", "original:3") == [("original", 3, "no-numbers")]


@pytest.mark.parametrize("text", ["", ":", "original:", "original:3:loud", "silent", "0"])
def test_a_table_that_makes_no_sense(text: str) -> None:
    with pytest.raises((TrainingError, TenbackError)):
        read(text)
