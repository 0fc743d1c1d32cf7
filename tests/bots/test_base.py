"""Abilities that a bot has or has not."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tenback import Deal, Game, Rules
from tenback.bots.base import Willing, leave, plan_turn, remarks, willingness
from tenback.bots.simple import Simple
from tenback.core.rules import TalkPolicy
from tenback.talk.phrases import PHRASES

if TYPE_CHECKING:
    from tenback import Move, View

RULES = Rules.named("original")


def view() -> View:
    return Game(RULES, Deal.from_seed(RULES, 2, "base"), starter=0).view(0)


class Able(Simple):
    def turn(self, view: View, rng: random.Random) -> tuple[Move, ...]:
        return view.legal_moves()[:1]

    def say(self, view: View, policy: TalkPolicy, rng: random.Random) -> tuple[str, ...]:
        return (str(policy),)

    def willing(self, view: View, rng: random.Random) -> Willing:
        return Willing.NOT_ME

    def close(self) -> None:
        raise RuntimeError("closed")


def test_a_bot_that_only_moves_has_an_answer_to_everything() -> None:
    bot, rng = Simple(), random.Random(1)
    assert plan_turn(bot, view(), rng) == ()
    assert remarks(bot, view(), TalkPolicy.FREE, rng) == ()
    assert willingness(bot, view(), rng) is Willing.EITHER
    leave(bot)


def test_abilities_are_asked_for() -> None:
    bot, rng = Able(), random.Random(1)
    assert plan_turn(bot, view(), rng) == view().legal_moves()[:1]
    assert remarks(bot, view(), TalkPolicy.NO_CLUES, rng) == ("no-clues",)
    assert willingness(bot, view(), rng) is Willing.NOT_ME
    with pytest.raises(RuntimeError, match="closed"):
        leave(bot)


def test_willingness_is_said_in_phrases() -> None:
    assert {Willing.START, Willing.NOT_ME} <= set(PHRASES)
