"""Who guesses at a game, because no network was trained on it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tenback import Rules
from tenback.bots.knowing import guesses, is_known
from tenback.core.rules import TalkPolicy
from tenback.core.variants import every
from tenback.sim.thinking.networks import is_trained_on, shipped

BOTS = ["strong", "master", "master:quick", "mine.npz", "master@mine.npz", "careful", "run:strong"]


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
def test_every_published_table_is_known_and_was_trained_on(rules: Rules) -> None:
    for players in rules.player_counts:
        network = shipped(rules, players)
        assert network is not None
        assert is_trained_on(network, rules, players)
        assert is_known(rules, players)


def test_what_makes_another_game() -> None:
    rules = Rules.named("original")
    same = replace(rules, name="mine", talk=TalkPolicy.SILENT, hands=((3, rules.hand_size(3)),))
    assert is_known(same, 3)
    assert not is_known(replace(rules, hands=((3, 5),)), 3)
    assert not is_known(replace(rules, minimum=1), 3)
    assert not is_known(replace(rules, hands=((6, 6),)), 6)


def test_thinkers_guess_without_a_network_of_their_own() -> None:
    rules = Rules.named("original")
    other = replace(rules, minimum=1)
    assert [bot for bot in BOTS if guesses(bot, other, 3)] == BOTS[:3]
    assert not [bot for bot in BOTS if guesses(bot, rules, 3)]
