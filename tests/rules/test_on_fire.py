"""F1 to F7: On Fire."""

from __future__ import annotations

from functools import partial

import pytest

from tenback import Game, InvalidRules, Rules
from tenback.core.events import Laid, Over
from tenback.core.fits import Kind
from tests.rules.situations import (
    dealt,
    ending,
    fitting,
    game_at,
    losing,
    moves,
    play,
    refusal,
    top,
)

FIRE = ("22", "33", "44", "55", "66", "77")


fire_at = partial(game_at, "original-on-fire")


def burning(game: Game) -> list[tuple[str, int]]:
    """The piles that burn, and by the end of whose turn they must be covered."""
    return [(fire.pile, fire.seat) for fire in game.view(0).burning]


# F1


@pytest.mark.rule("F1")
def test_the_fire_cards_are_22_33_44_55_66_and_77() -> None:
    assert Rules.named("original", on_fire=True).fire_cards == set(FIRE)


@pytest.mark.rule("F1")
@pytest.mark.parametrize("card", [str(number) for number in range(2, 100)])
def test_exactly_the_fire_cards_burn(card: str) -> None:
    game = fire_at(hands=f"{card} {'9' if card != '9' else '8'}")
    game.play(f"{card}-u1")
    assert bool(burning(game)) == (card in FIRE)


@pytest.mark.rule("F1")
def test_fire_cards_replace_the_ordinary_ones() -> None:
    rules = Rules.named("original", on_fire=True)
    assert rules.cards == Rules.named("original").cards
    assert len(rules.cards) == 98


@pytest.mark.rule("F1")
def test_without_the_option_nothing_burns() -> None:
    game = game_at(hands="22 33 / 50 51", stock="60 61", u1="10")
    play(game, "22-u1 33-u1")
    assert burning(game) == []
    assert not Rules.named("original").fire_cards


@pytest.mark.rule("F1")
@pytest.mark.parametrize("card", FIRE)
@pytest.mark.parametrize("pile", ["u1", "d1"])
def test_fire_cards_are_laid_by_the_ordinary_rules(card: str, pile: str) -> None:
    ordinary = fitting("original", pile, card, size=8)
    assert fitting("original-on-fire", pile, card, size=8) == ordinary
    for shows in (int(card) - 11, int(card) - 10, int(card) + 10, int(card) + 11):
        fits = card in fitting("original", pile, str(shows), size=8)
        assert (card in fitting("original-on-fire", pile, str(shows), size=8)) == fits


@pytest.mark.rule("F1")
def test_a_fire_card_may_be_a_backwards_trick() -> None:
    game = fire_at(hands="33 50 / 60", stock="70 71", u1="43")
    (laid,) = game.play("33-u1")
    assert isinstance(laid, Laid)
    assert laid.kind is Kind.TRICK


# F2


@pytest.mark.rule("F2")
def test_fire_covered_by_the_same_player() -> None:
    game = fire_at(hands="22 23 / 50 51", stock="60..70", u1="10")
    game.play("22-u1")
    assert burning(game) == [("u1", 1)]
    game.play("23-u1")
    assert burning(game) == []
    play(game, "end 50-u2 51-u2 end")
    assert game.outcome is None


@pytest.mark.rule("F2")
def test_fire_covered_by_the_next_player() -> None:
    game = fire_at(hands="22 5 / 50 51", stock="60..70", u1="10")
    play(game, "22-u1 5-u2 end")
    assert burning(game) == [("u1", 1)]
    play(game, "50-u1 51-u1")
    assert burning(game) == []
    game.play("end")
    assert game.outcome is None


@pytest.mark.rule("F2")
def test_the_next_player_may_cover_with_any_card_of_the_turn() -> None:
    game = fire_at(hands="50 51 52 / 53 54", stock="60..70", u1="33")
    play(game, "50-u2 51-u2 52-u1 end")
    assert game.outcome is None


@pytest.mark.rule("F2", "O17")
def test_a_fire_uncovered_by_taking_back_is_due_again() -> None:
    game = fire_at(hands="40 5 6", stock="60..70", u1="33", u2="2")
    game.play("40-u1")
    game.take_back()
    assert burning(game) == [("u1", 0)]
    play(game, "5-u2 6-u2 end")
    assert ending(game)[0] == "fire"


# F3


@pytest.mark.rule("F3")
def test_fire_that_no_player_covers_loses() -> None:
    game = fire_at(hands="22 5 / 50 51 / 52 53", stock="60..70", u1="10")
    play(game, "22-u1 5-u2 end 50-u2 51-u2")
    assert game.outcome is None
    events = game.play("end")
    assert isinstance(events[-1], Over)
    assert ending(game)[0] == "fire"
    assert game.outcome is not None
    assert not game.outcome.won
    assert game.outcome.winner is None


@pytest.mark.rule("F3")
def test_the_cards_left_are_counted_after_a_loss_by_fire() -> None:
    game = fire_at(hands="50 51 40 / 52 53 / 54", stock="60..70", u1="33")
    play(game, "50-u2 51-u2 end")
    assert ending(game) == ("fire", 1 + 2 + 1 + 11)


@pytest.mark.rule("F3")
def test_a_loss_by_fire_is_never_excellent() -> None:
    game = fire_at(hands="50 40 / 52", u1="33")
    play(game, "50-u2 end")
    assert ending(game) == ("fire", 2)
    assert game.outcome is not None
    assert not game.outcome.excellent


@pytest.mark.rule("F3")
def test_one_of_two_fires_left_uncovered_loses() -> None:
    game = fire_at(hands="50 51 40 / 52 53", stock="80..90", u1="33", d1="66")
    assert burning(game) == [("u1", 0), ("d1", 0)]
    play(game, "50-u1 51-u1 end")
    assert ending(game)[0] == "fire"


@pytest.mark.rule("F3")
def test_two_fires_covered_lose_nothing() -> None:
    game = fire_at(hands="50 51 40 / 52 53", stock="80..90", u1="33", d1="66")
    play(game, "50-u1 51-d1 end")
    assert game.outcome is None


# F4


@pytest.mark.rule("F4")
@pytest.mark.parametrize(("card", "kind"), [("34", "plain"), ("99", "plain"), ("23", "trick")])
def test_any_legal_lay_covers_a_fire(card: str, kind: str) -> None:
    game = fire_at(hands=f"{card} 5 / 52 53", stock="60..70", u1="33", u2="2")
    option = next(o for o in game.view(0).options().lays if str(o.move) == f"{card}-u1")
    assert (option.kind, option.covers_fire) == (Kind(kind), True)
    play(game, f"{card}-u1 5-u2")
    assert burning(game) == []
    game.play("end")
    assert game.outcome is None


@pytest.mark.rule("F4")
def test_a_lay_on_another_pile_covers_nothing() -> None:
    game = fire_at(hands="34 5 / 52 53", stock="60..70", u1="33", u2="2")
    covering = {str(o.move) for o in game.view(0).options().lays if o.covers_fire}
    assert covering == {"34-u1"}


@pytest.mark.rule("F4")
def test_a_fire_on_a_fire_starts_its_own_obligation() -> None:
    game = fire_at(hands="44 50 / 52 53 / 54 55", stock="60..70", u1="33")
    game.play("44-u1")
    assert burning(game) == [("u1", 1)]
    play(game, "50-u2 end")
    assert game.outcome is None
    assert burning(game) == [("u1", 1)]
    play(game, "52-u2 53-u2 end")
    assert ending(game)[0] == "fire"


@pytest.mark.rule("F4")
def test_a_fire_on_a_fire_covered_in_time_loses_nothing() -> None:
    game = fire_at(hands="44 50 / 52 53 / 54 56", stock="60..70", u1="33")
    play(game, "44-u1 50-u2 end 52-u1 53-u2 end")
    assert (game.turn, game.outcome, burning(game)) == (2, None, [])


# F5


@pytest.mark.rule("F5")
def test_the_next_player_is_the_next_one_who_takes_a_turn() -> None:
    game = fire_at(hands="22 5 / / 50 51", u1="10")
    game.play("22-u1")
    assert burning(game) == [("u1", 2)]
    game.play("end")
    assert (game.turn, burning(game)) == (2, [("u1", 2)])
    play(game, "50-u2 end")
    assert ending(game) == ("fire", 2)


@pytest.mark.rule("F5")
def test_skipping_an_empty_hand_leaves_the_fire_to_be_covered_in_time() -> None:
    game = fire_at(hands="22 5 / / 50 51", u1="10")
    play(game, "22-u1 end 50-u1 end")
    assert (game.turn, game.outcome) == (0, None)


@pytest.mark.rule("F5")
@pytest.mark.parametrize("others", ["", " / ", " / / "])
def test_alone_it_is_ones_own_next_turn(others: str) -> None:
    game = fire_at(hands=f"22 5 50 51{others}", u1="10")
    game.play("22-u1")
    assert burning(game) == [("u1", 0)]
    game.play("end")
    assert game.outcome is None
    assert burning(game) == [("u1", 0)]
    play(game, "5-u2 end")
    assert ending(game) == ("fire", 2)


@pytest.mark.rule("F5")
@pytest.mark.parametrize("others", ["", " / "])
def test_alone_the_own_next_turn_can_cover(others: str) -> None:
    game = fire_at(hands=f"22 5 50 51{others}", stock="60..70", u1="10")
    play(game, "22-u1 5-u2 end 50-u1 51-u1 end")
    assert (game.turn, game.outcome) == (0, None)


@pytest.mark.rule("F5")
def test_an_empty_stock_changes_nothing_about_it() -> None:
    game = fire_at(hands="22 5 / 50 51", u1="10")
    play(game, "22-u1 end")
    assert burning(game) == [("u1", 1)]
    play(game, "50-u2 end")
    assert ending(game) == ("fire", 2)


# F6


@pytest.mark.rule("F6")
def test_the_last_card_wins_even_if_it_burns() -> None:
    game = fire_at(hands="22 / ", u1="10")
    game.play("22-u1")
    assert ending(game) == ("finished", 0)
    assert game.outcome is not None
    assert game.outcome.won


@pytest.mark.rule("F6")
def test_the_last_card_wins_even_if_another_pile_burns() -> None:
    game = fire_at(hands="50 / ", u1="33", u2="10")
    game.play("50-u2")
    assert ending(game) == ("finished", 0)
    assert top(game, "u1") == "33"


@pytest.mark.rule("F6")
def test_until_the_turn_ends_nothing_is_lost_by_fire() -> None:
    game = fire_at(hands="5 6 7 / 50 51", stock="60..70", u1="33", u2="2")
    assert not {move for move in moves(game) if move.endswith("-u1")}
    play(game, "5-u2 6-u2")
    assert game.outcome is None
    assert {"7-u2", "end"} <= moves(game)
    game.play("7-u2")
    assert moves(game) == {"end"}
    game.play("end")
    assert ending(game)[0] == "fire"


@pytest.mark.rule("F6")
def test_ending_with_a_due_fire_is_legal_and_warned_about() -> None:
    game = fire_at(hands="5 6 40 / 50 51", stock="60..70", u1="33", u2="2")
    play(game, "5-u2 6-u2")
    assert game.view(0).options().may_end
    assert game.view(0).options().end_loses
    game.play("40-u1")
    assert not game.view(0).options().end_loses


@pytest.mark.rule("F6", "F2")
def test_ending_with_a_fire_of_this_turn_loses_nothing_yet() -> None:
    game = fire_at(hands="5 22 / 50 51", stock="60..70", u1="10", u2="2")
    play(game, "5-u2 22-u1")
    options = game.view(0).options()
    assert not options.end_loses
    assert options.leaves_burning == ("u1",)


@pytest.mark.rule("F6")
def test_a_fire_that_cannot_be_covered_does_not_make_one_stuck() -> None:
    game = fire_at(hands="5 6 / 50 51", stock="60..70", u1="33", u2="2")
    assert (game.turn, game.outcome) == (0, None)
    assert losing(game) == set()


@pytest.mark.rule("F6")
def test_the_minimum_out_of_reach_at_the_start_is_stuck_although_a_fire_is_due() -> None:
    game = fire_at(hands="5 80 / 50", stock="60", u1="77", u2="99", d1="2", d2="3")
    assert ending(game) == ("stuck", 4)


@pytest.mark.rule("F6")
def test_a_lay_that_puts_the_minimum_out_of_reach_is_stuck_although_a_fire_is_due() -> None:
    game = fire_at(hands="88 67 / 50", stock="60", u1="77", u2="99", d1="2", d2="3")
    game.play("88-u1")
    assert ending(game) == ("stuck", 3)


@pytest.mark.rule("F6")
def test_the_minimum_met_and_a_due_fire_uncovered_is_fire() -> None:
    game = fire_at(hands="5 6 / 50 51", stock="60..70", u1="33", u2="2")
    play(game, "5-u2 6-u2 end")
    assert ending(game) == ("fire", 13)


@pytest.mark.rule("F6")
def test_a_due_fire_does_not_excuse_from_the_minimum() -> None:
    game = fire_at(hands="40 6 / 50 51", stock="60..70", u1="33", u2="2")
    game.play("40-u1")
    assert refusal(game, "end") == "minimum-not-met"


# F7


@pytest.mark.rule("F7")
@pytest.mark.parametrize("short", [False, True])
def test_fire_combines_with_expert_and_short_hands(short: bool) -> None:
    rules = Rules.named("original", on_fire=True, expert=True, short_hands=short)
    game = dealt(rules, players=3)
    assert rules.fire_cards == set(FIRE)
    assert game.view(0).minimum == 3
    assert len(game.view(0).hand) == (5 if short else 6)


@pytest.mark.rule("F7")
def test_an_expert_still_has_to_cover_a_fire() -> None:
    rules = Rules.named("original", on_fire=True, expert=True, short_hands=True)
    hands = "4 5 6 40 / 50 51 52"
    covers = game_at(rules, hands=hands, stock="60..70", u1="33", u2="2")
    play(covers, "4-u2 5-u2 40-u1 end")
    assert covers.outcome is None
    forgets = game_at(rules, hands=hands, stock="60..70", u1="33", u2="2")
    play(forgets, "4-u2 5-u2 6-u2 end")
    assert ending(forgets)[0] == "fire"


@pytest.mark.rule("F7", "O14")
def test_fire_does_not_stand_in_for_expert() -> None:
    with pytest.raises(InvalidRules):
        Rules.named("original", on_fire=True, short_hands=True)
