"""The engine and the referee count the same sequences of moves, and the same as ever."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests import referee
from tests.cases import IDS, TABLES
from tests.perft.make import COUNTS, KINDS, pair, perft

if TYPE_CHECKING:
    from tenback import Rules

GOLDEN: dict[str, dict[str, list[int]]] = json.loads(COUNTS.read_text("utf-8"))


def test_every_table_is_counted() -> None:
    assert list(GOLDEN) == IDS


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_engine_and_referee_count_as_ever(rules: Rules, players: int, kind: str) -> None:
    game, other = pair(rules, players, kind)
    golden = GOLDEN[f"{rules.name}-{players}p"][kind]
    assert perft(game) == golden
    assert referee.perft(other, len(golden)) == golden
