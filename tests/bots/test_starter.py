"""Whether a hand is one to start with."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tenback import Deal, Game, Rules
from tenback.bots.base import Willing
from tenback.bots.starter import by_hand
from tenback.core.rules import TalkPolicy
from tenback.core.variants import every
from tests.bots.playing_along import strong

TEAMS = [rules for rules in every() if not rules.duel]


@pytest.mark.rule("O3")
@pytest.mark.parametrize(
    ("hand", "would"),
    [
        ("2 3 40 50 60 70", Willing.START),
        ("2 99 40 50 60 70", Willing.START),
        ("5 96 40 50 60 70", Willing.START),
        ("10 90 40 50 60 70", Willing.NOT_ME),
        ("47 48 49 50 51 52", Willing.NOT_ME),
    ],
)
def test_by_how_many_cards_would_be_passed_over(hand: str, would: Willing) -> None:
    rules = Rules.named("original")
    view = Game(rules, Deal.from_seed(rules, 3, "any")).view(1)
    hands = (None, tuple(hand.split()), None)
    assert by_hand(replace(view, hands=hands)) is would


@pytest.mark.parametrize("rules", TEAMS, ids=lambda rules: rules.name)
def test_search_bots_are_never_contradicted(rules: Rules) -> None:
    talkative = replace(rules, talk=TalkPolicy.FREE)
    bot, answers = strong(talkative, 2), set()
    for number in range(60):
        view = Game(talkative, Deal.from_seed(rules, 2, f"start {number}")).view(number % 2)
        answers.add(would := by_hand(view))
        assert bot.willing(view, random.Random(1)) in (would, Willing.EITHER)
    assert answers == {Willing.START, Willing.NOT_ME}
