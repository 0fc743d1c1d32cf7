"""The simple bot: legal, to the end, the same for the same seed, and blind to what is hidden."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenback import Deal, Game, Position, Rules, View
from tenback.bots.simple import Simple
from tenback.testing.strategies import any_rules, deals, games
from tests.cases import IDS, TABLES

if TYPE_CHECKING:
    from tenback.bots.base import Bot
    from tenback.core.moves import Move


def play(game: Game, seed: str) -> tuple[Move, ...]:
    """A whole game among simple bots; the moves."""
    rng, bot = random.Random(seed), Simple()
    moves = []
    if game.turn is None and game.outcome is None:
        game.start(0)
    while game.turn is not None:
        move = bot.move(game.view(game.turn), rng)
        assert move in game.legal_moves()
        game.play(move)
        moves.append(move)
    return tuple(moves)


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_it_plays_every_game_legally_to_the_end(rules: Rules, players: int) -> None:
    for seed in ("a", "b", "c"):
        game = Game(rules, Deal.from_seed(rules, players, seed))
        play(game, seed)
        assert game.outcome is not None


@settings(max_examples=50)
@given(st.data())
def test_it_plays_any_variant_legally_to_the_end(data: st.DataObject) -> None:
    rules = data.draw(any_rules())
    game = Game(rules, data.draw(deals(rules)))
    play(game, "any")
    assert game.outcome is not None


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_the_same_seed_gives_the_same_game(rules: Rules, players: int) -> None:
    deal = Deal.from_seed(rules, players, "same")
    assert play(Game(rules, deal), "x") == play(Game(rules, deal), "x")


@settings(max_examples=100)
@given(games(), st.integers())
def test_it_cannot_tell_a_twin_from_the_real_game(game: Game, seed: int) -> None:
    if game.turn is None:
        return
    view = game.view(game.turn)
    twin = view.sample(random.Random(seed)).view(game.turn)
    bot = Simple()
    assert bot.move(view, random.Random(seed)) == bot.move(twin, random.Random(seed))


def test_it_is_a_bot_with_a_name() -> None:
    bot: Bot = Simple()
    assert bot.name == "simple"


def view_of(position: str) -> View:
    game = Position.parse(position).game()
    return game.view(game.turn)


def test_it_covers_a_fire_before_it_ends() -> None:
    view = view_of("original-on-fire 1p u1=33*94 u2=- d1=- d2=- hands=40,50,99 stocks=98 turn=0 ")
    for seed in range(20):
        assert str(Simple().move(view, random.Random(seed))) == "40-u1"


def test_it_ends_when_it_has_laid_enough() -> None:
    view = view_of(
        "original 2p u1=30*93 u2=40*1 d1=- d2=- hands=60/70,71 stocks=98 turn=0 "
        "laid=30-u1:20,40-u2:-"
    )
    assert str(Simple().move(view, random.Random(0))) == "end"
