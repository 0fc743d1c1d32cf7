"""The coach keeps to its script, and plays on where that is not possible any more."""

from __future__ import annotations

import random

import pytest

from tenback import Deal, Game, Rules
from tenback.bots import registry
from tenback.bots.stand_in import usual_stand_in
from tenback.core.bot_spec import InvalidBot
from tenback.core.moves import END, Lay
from tenback.core.notation import parse_move
from tenback.host.dependencies import Dependencies
from tenback.lessons import COACH, Coach, lesson
from tenback.lessons.lesson import SCRIPTED


def begun(*moves: str) -> Game:
    """The lesson of the original, after some moves."""
    found = lesson("original")
    game = Game(found.rules, found.deal, starter=0)
    for move in moves:
        game.play(parse_move(move))
    return game


def answer(game: Game) -> object:
    return Coach().move(game.view(SCRIPTED), random.Random(1))


def test_it_plays_what_is_written() -> None:
    game = begun("5-u1", "97-d1", "end")
    assert answer(game) == Lay("14", "u1")
    game.play(Lay("14", "u1"))
    assert answer(game) == Lay("95", "d1")


def test_where_the_script_does_not_fit_it_plays_as_the_usual_stand_in() -> None:
    game = begun("38-u1", "97-d1", "end")
    rng = random.Random(1)
    assert answer(game) == usual_stand_in().move(game.view(SCRIPTED), rng)
    assert answer(game) != Lay("14", "u1")


def test_once_it_had_to_leave_the_script_it_says_nothing_more() -> None:
    game = begun("5-u1", "97-d1", "end")
    talk = game.view().rules.talk
    for move in ("14-u1", "95-d1", "end", "4-u1", "94-d1", "end", "8-u1", "90-d2", "end"):
        game.play(parse_move(move))
    assert Coach().say(game.view(SCRIPTED), talk, random.Random(1)) == ("small:u1",)
    other = begun("5-u1", "97-d1", "end", "14-u1", "95-d1", "end", "4-u1", "94-d1", "end")
    for move in ("8-u1", "70-d2", "end"):
        other.play(parse_move(move))
    assert Coach().say(other.view(SCRIPTED), talk, random.Random(1)) == ()


def test_after_the_script_it_plays_on() -> None:
    game = begun("5-u1", "97-d1", "end", "14-u1", "95-d1", "end", "4-u1", "94-d1", "end")
    for move in ("8-u1", "90-d2", "end", "93-d1", "92-d1", "end"):
        game.play(parse_move(move))
    assert answer(game) in game.view(SCRIPTED).legal_moves()


@pytest.mark.parametrize("name", ["original", "original-expert"])
def test_another_deal_is_an_ordinary_game(name: str) -> None:
    rules = Rules.named(name)
    game = Game(rules, Deal.from_seed(rules, players=2, seed="other"), starter=SCRIPTED)
    for _ in range(8):
        move = answer(game)
        assert move in game.view(SCRIPTED).legal_moves()
        assert isinstance(move, Lay) or move == END
        if move == END:
            return
        game.play(parse_move(str(move)))


def test_only_the_server_can_seat_it() -> None:
    assert COACH not in registry.names()
    with pytest.raises(InvalidBot):
        Dependencies().check_bot(COACH)
    assert isinstance(Dependencies().make_bot(COACH), Coach)
