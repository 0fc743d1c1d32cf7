"""The number that would take a pile back by the trick's distance (O6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tenback import Deal, Game, Rules
from tenback.core.fits import Fits, Trick
from tenback.core.moves import Lay
from tenback.core.variants import every
from tests.cases import IDS, TABLES


def fits(numbers: tuple[int, ...], *, up: bool, trick: Trick) -> Fits:
    cards = {str(number): Lay(str(number), "p") for number in numbers}
    return Fits(cards, up, None, trick)


def test_it_is_as_far_away_as_the_rules_say_and_in_the_deck() -> None:
    rising = fits((1, 2, 3, 4, 5, 7), up=True, trick=Trick(3))
    falling = fits((1, 2, 3, 4, 5, 7), up=False, trick=Trick(3))
    assert (rising.backs["7"], rising.backs["4"], rising.backs["3"]) == (4, 1, None)
    assert (falling.backs["2"], falling.backs["4"], falling.backs["3"]) == (5, 7, None)


def test_nothing_takes_an_empty_place_back_nor_a_trick_of_colours_alone() -> None:
    assert fits((1, 2, 3), up=True, trick=Trick(1)).backs[None] is None
    assert fits((1, 4), up=True, trick=Trick(None, same_colour=True)).backs["4"] is None


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_a_card_with_that_number_is_a_trick_and_no_other_is_by_its_distance(
    rules: Rules, players: int
) -> None:
    game = Game(rules, Deal.from_seed(rules, players, "backs"), starter=0)
    while game.turn is not None:
        view = game.view(game.turn)
        for lay in view.options().lays:
            place = rules.pile_index[lay.move.pile]
            if rules.layout[place].owner not in (None, game.turn):
                continue
            back = view.backs[place] == rules.numbers[lay.move.card]
            assert back == (lay.step == -(rules.trick.distance or 0) < 0)
        moves = game.legal_moves()
        game.play(moves[len(moves) // 2])


def test_a_game_without_a_distance_has_no_way_back() -> None:
    rules = Rules.named("original")
    flat = replace(rules, trick=Trick(None))
    assert set(Game(flat, Deal.from_seed(flat, 1, "x")).view().backs) == {None}
    assert any(one.trick.distance for one in every())
