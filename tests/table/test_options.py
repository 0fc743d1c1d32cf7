"""What a table can agree on."""

from __future__ import annotations

from typing import Any

import pytest

from tenback import Rules
from tenback.core.errors import TenbackError
from tenback.core.rules import TalkPolicy
from tenback.core.variants import every
from tenback.table.options import LONGEST_CLOCK, TableOptions

MINE = """
name = "mine"
minimum = 1
hands = {2 = 3}
deck.numbers = "2..30"
piles.up = [1]
piles.down = [31]
"""


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
def test_a_published_game_is_kept_by_its_name(rules: Rules) -> None:
    options = TableOptions(rules.name, rules.player_counts[0])
    assert options.game == rules.name
    assert options.rules == rules
    assert options.policy is rules.talk


def test_a_pasted_variant_is_kept_in_one_form() -> None:
    options = TableOptions(MINE, 2)
    assert options.rules == Rules.from_toml(MINE)
    assert options == TableOptions("# the same\n" + MINE, 2)
    assert TableOptions(options.game, 2) == options


def test_names_are_written_in_one_way() -> None:
    assert TableOptions(" on-fire ", 2).game == "original-on-fire"


def test_a_table_is_private_and_plain_by_default() -> None:
    options = TableOptions("original", 2)
    assert not options.listed
    assert not options.memory_aid
    assert options.takebacks is None
    assert options.spectators
    assert options.free_text
    assert options.clock is None


def test_a_stricter_policy_can_be_chosen() -> None:
    options = TableOptions("original", 2, talk=TalkPolicy.SILENT)
    assert options.policy is TalkPolicy.SILENT


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "orignal"}, "unknown-variant"),
        ({"game": ""}, "unknown-variant"),
        ({"game": "a = "}, "not-toml"),
        ({"game": MINE.replace("mine", "original")}, "name-taken"),
        ({"players": 6}, "wrong-players"),
        ({"players": True}, "wrong-players"),
        ({"talk": "free"}, "looser-policy"),
        ({"talk": "loud"}, "unknown-policy"),
        ({"clock": 0}, "table-bad-clock"),
        ({"clock": LONGEST_CLOCK + 1}, "table-bad-clock"),
        ({"clock": 7.5}, "table-bad-clock"),
    ],
)
def test_what_cannot_be_played_is_refused(wrong: dict[str, Any], code: str) -> None:
    with pytest.raises(TenbackError) as caught:
        TableOptions(**{"game": "original", "players": 2, **wrong})
    assert caught.value.code == code
