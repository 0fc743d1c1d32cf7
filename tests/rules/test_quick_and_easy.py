"""Q1 to Q8: Quick & Easy."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from tenback import IllegalMove, InvalidDeal, Rules
from tenback.core.events import Drawn, Laid, Over, TurnBegan
from tenback.core.fits import Kind
from tenback.core.rules import TalkPolicy
from tests.rules.situations import (
    dealt,
    ending,
    fitting,
    game_at,
    hand,
    moves,
    on,
    play,
    play_turns,
    refusal,
    top,
)

QUICK = "quick-and-easy"
DECK = [f"{colour}{number}" for colour in "rygbp" for number in range(1, 11)]

quick_at = partial(game_at, QUICK)
professional_at = partial(game_at, "quick-and-easy-professional")


def number(card: str) -> int:
    return int(card[1:])


# Q1


@pytest.mark.rule("Q1")
def test_the_deck_is_1_to_10_in_five_colours() -> None:
    rules = Rules.named(QUICK)
    assert list(rules.cards) == DECK
    assert len(DECK) == 50


@pytest.mark.rule("Q1")
def test_the_colours_are_red_yellow_green_blue_and_purple() -> None:
    assert Rules.named(QUICK).deck.colours == ("red", "yellow", "green", "blue", "purple")


@pytest.mark.rule("Q1")
def test_there_is_one_ascending_and_one_descending_pile_both_empty() -> None:
    layout = Rules.named(QUICK).layout
    assert [(pile.name, pile.up, pile.base) for pile in layout] == [
        ("u1", True, None),
        ("d1", False, None),
    ]
    view = dealt(QUICK).view(0)
    assert (view.tops, view.sizes) == ((None, None), (0, 0))


@pytest.mark.rule("Q1")
@pytest.mark.parametrize("card", DECK)
def test_any_card_may_open_a_pile(card: str) -> None:
    game = quick_at(hands=f"{card} {'r1' if card != 'r1' else 'r2'} / ")
    assert {f"{card}-u1", f"{card}-d1"} <= moves(game)


@pytest.mark.rule("Q1")
def test_a_10_may_open_the_ascending_pile_and_a_1_the_descending_one() -> None:
    game = quick_at(hands="r10 b1 / ")
    play(game, "r10-u1 b1-d1")
    assert game.state.tops == ("r10", "b1")


@pytest.mark.rule("Q1", "Q3", "Q4")
def test_the_opening_of_sarah_tim_and_linus() -> None:
    game = quick_at(hands="r7 y1 / b4 g2 / b5 y2", stock="p1 p2 p3 p4")
    play(game, "r7-d1 end")
    assert hand(game, 0) == "y1 p1"
    play(game, "b4-d1 g2-d1 end")
    assert hand(game, 1) == "p2 p3"
    play(game, "b5-u1 end")
    assert hand(game, 2) == "y2 p4"
    assert game.state.tops == ("b5", "g2")


# Q2


@pytest.mark.rule("Q2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_players_get_two_cards_each(players: int) -> None:
    state = dealt(QUICK, players=players).state
    assert [len(hand) for hand in state.hands] == [2] * players
    assert [len(stock) for stock in state.stocks] == [50 - 2 * players]
    together = Counter(card for part in (*state.hands, *state.stocks) for card in part)
    assert together == Counter(DECK)


@pytest.mark.rule("Q2")
@pytest.mark.parametrize("players", [1, 6])
def test_one_and_six_cannot_play(players: int) -> None:
    with pytest.raises(InvalidDeal):
        dealt(QUICK, players=players)


@pytest.mark.rule("Q2")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_team_agrees_who_starts(seat: int) -> None:
    game = dealt(QUICK, starter=None)
    assert game.turn is None
    assert game.view(seat).agreeing
    game.start(seat)
    assert game.turn == seat


@pytest.mark.rule("Q2")
def test_turns_pass_clockwise() -> None:
    game = quick_at(hands="r2 r1 / r3 y1 / r4 y2", stock="p1..p9", u1="b1", d1="b9", turn=1)
    turns = []
    for move in ("r3-u1", "r4-u1", "r2-u1"):
        turns.append(game.turn)
        play(game, f"{move} end")
    assert [*turns, game.turn] == [1, 2, 0, 1]


# Q3


@pytest.mark.rule("Q3")
def test_one_card_is_enough_and_none_is_not() -> None:
    game = quick_at(hands="r4 y5 / b1 b2", stock="p5 p6 p7", u1="g3", d1="g9")
    assert game.view(0).minimum == 1
    assert refusal(game, "end") == "minimum-not-met"
    events = play(game, "r4-u1 end")
    assert Drawn(0, 1, ("p5",)) in events
    assert hand(game) == "y5 p5"


@pytest.mark.rule("Q3")
@pytest.mark.parametrize("lays", ["r4-u1 y5-u1", "y5-d1 r4-d1", "r4-u1 y5-d1", "y5-u1 r4-d1"])
def test_two_cards_go_on_either_pile_or_one_on_each(lays: str) -> None:
    game = quick_at(hands="r4 y5 / b1 b2", stock="p5 p6 p7", u1="g3", d1="g9")
    events = play(game, f"{lays} end")
    assert Drawn(0, 2, ("p5", "p6")) in events
    assert hand(game) == "p5 p6"


@pytest.mark.rule("Q3")
def test_two_cards_are_the_most() -> None:
    rules = Rules.named(QUICK)
    assert rules.maximum == 2
    game = quick_at(hands="r4 y5 / b1 b2", stock="p5 p6 p7", u1="g3", d1="g9")
    play(game, "r4-u1 y5-u1")
    assert moves(game) == {"end"}


@pytest.mark.rule("Q3")
def test_two_cards_are_the_most_whatever_the_hand_holds() -> None:
    text = Rules.named(QUICK).to_toml().replace(f'"{QUICK}"', '"three-cards"')
    game = game_at(Rules.from_toml(text.replace("2 = 2", "2 = 3")), hands="r4 r5 r6 / ", u1="r3")
    play(game, "r4-u1 r5-u1")
    assert refusal(game, "r6-u1") == "maximum-reached"
    assert moves(game) == {"end"}


@pytest.mark.rule("Q3")
def test_the_draw_ends_with_the_stock() -> None:
    game = quick_at(hands="r4 y5 / b1 b2", stock="p5", u1="g3", d1="g9")
    play(game, "r4-u1 y5-u1 end")
    assert hand(game) == "p5"
    assert game.state.stocks == ((),)


# Q4


@pytest.mark.rule("Q4", "Q5")
@pytest.mark.parametrize("shows", DECK)
def test_what_fits_on_a_top_card(shows: str) -> None:
    others = set(DECK) - {shows}
    same = {card for card in others if card[0] == shows[0]}
    higher = {card for card in others if number(card) > number(shows)}
    lower = {card for card in others if number(card) < number(shows)}
    assert fitting(QUICK, "u1", shows, size=2, others=" / ") == same | higher
    assert fitting(QUICK, "d1", shows, size=2, others=" / ") == same | lower


@pytest.mark.rule("Q4")
def test_equal_numbers_do_not_fit() -> None:
    game = quick_at(hands="r4 y5 / ", u1="g4", d1="g5")
    assert refusal(game, "r4-u1") == "does-not-fit"
    assert refusal(game, "y5-d1") == "does-not-fit"


@pytest.mark.rule("Q4")
def test_numbers_may_be_skipped() -> None:
    game = quick_at(hands="r10 y1 / ", u1="g1", d1="g10")
    play(game, "r10-u1 y1-d1")
    assert game.state.tops == ("r10", "y1")


# Q5


@pytest.mark.rule("Q5")
def test_maria_lays_the_green_8_on_a_descending_green_2() -> None:
    game = quick_at(hands="g8 y8 / ", u1="b9", d1="g2")
    assert on(game, "d1") == {"g8"}
    (laid,) = game.play("g8-d1")
    assert isinstance(laid, Laid)
    assert (laid.kind, laid.step) == (Kind.TRICK, -6)
    assert top(game, "d1") == "g8"


@pytest.mark.rule("Q5")
def test_an_ascending_pile_goes_back_by_colour_too() -> None:
    game = quick_at(hands="g1 y1 / ", u1="g9", d1="b1")
    assert moves(game) == {"g1-u1"}


@pytest.mark.rule("Q5")
def test_a_base_has_no_colour_and_needs_none() -> None:
    game = quick_at(hands="g1 y1 / ")
    (laid,) = game.play("g1-u1")
    assert isinstance(laid, Laid)
    assert laid.kind is Kind.PLAIN


# Q6


@pytest.mark.rule("Q6")
def test_without_stock_play_goes_on_without_drawing() -> None:
    game = quick_at(hands="r4 y5 / b6 b7", u1="g3", d1="g9")
    events = play(game, "r4-u1 end")
    assert events[-1] == TurnBegan(1, minimum=1)
    assert not [event for event in events if isinstance(event, Drawn)]
    assert hand(game) == "y5"


@pytest.mark.rule("Q6")
def test_players_without_cards_are_skipped() -> None:
    game = quick_at(hands="r4 y5 / / b6 b7", u1="g3", d1="g9")
    play(game, "r4-u1 end")
    assert game.turn == 2
    play(game, "b6-u1 end")
    assert game.turn == 0


@pytest.mark.rule("Q6", "O10")
def test_the_only_player_left_takes_turn_after_turn() -> None:
    game = quick_at(hands="r4 y5 / ", u1="g3", d1="g9")
    assert play(game, "r4-u1 end")[-1] == TurnBegan(0, minimum=1)
    assert refusal(game, "end") == "minimum-not-met"


# Q7


@pytest.mark.rule("Q7")
def test_lost_at_once_when_the_player_on_turn_cannot_lay() -> None:
    game = quick_at(hands="r9 y5 / b7 p8", stock="b1 b2 g2", u1="g8", d1="g4")
    events = play(game, "r9-u1 end")
    assert events[-2] == TurnBegan(1, minimum=1)
    assert isinstance(events[-1], Over)
    assert ending(game) == ("stuck", 2 + 2 + 2)
    assert game.outcome is not None
    assert not game.outcome.won


@pytest.mark.rule("Q7")
def test_one_card_that_fits_goes_on() -> None:
    game = quick_at(hands="r9 y5 / b7 p10", stock="b1 b2 g2", u1="g8", d1="g4")
    play(game, "r9-u1 end")
    assert (game.turn, game.outcome) == (1, None)


@pytest.mark.rule("Q7")
def test_a_player_who_has_laid_one_card_is_not_stuck() -> None:
    game = quick_at(hands="r9 y5 / b7 p10", stock="b1 b2 g2", u1="g8", d1="g4")
    game.play("r9-u1")
    assert moves(game) == {"end"}
    assert game.outcome is None


@pytest.mark.rule("Q7")
def test_won_when_all_50_are_laid() -> None:
    game = quick_at(hands="r9 y10 / ", u1="g8", d1="g4")
    game.play("r9-u1")
    assert game.outcome is None
    game.play("y10-u1")
    assert ending(game) == ("finished", 0)
    assert game.outcome is not None
    assert game.outcome.won
    assert game.outcome.winner is None


# Q8


@pytest.mark.rule("Q8")
def test_professionals_lay_exactly_one_card() -> None:
    game = professional_at(hands="r4 y5 / b6 b7", stock="p5 p6 p7", u1="g3", d1="g9")
    assert game.view(0).minimum == 1
    assert refusal(game, "end") == "minimum-not-met"
    game.play("r4-u1")
    assert moves(game) == {"end"}
    with pytest.raises(IllegalMove) as caught:
        game.play("y5-u1")
    assert caught.value.code == "maximum-reached"
    game.play("end")
    assert hand(game) == "y5 p5"


@pytest.mark.rule("Q8")
def test_professionals_lay_exactly_one_card_without_stock_too() -> None:
    game = professional_at(hands="r4 y5 / b6 b7", u1="g3", d1="g9")
    game.play("r4-u1")
    assert moves(game) == {"end"}


@pytest.mark.rule("Q8")
def test_professionals_talk_by_their_own_policy() -> None:
    assert Rules.named(QUICK, professional=True).talk is TalkPolicy.COLOURS_ONLY
    assert Rules.named(QUICK).talk is TalkPolicy.VAGUE_HEIGHTS


@pytest.mark.rule("Q8", "Q2")
def test_a_professional_game_is_dealt_like_any_other() -> None:
    game = dealt(Rules.named(QUICK, professional=True), players=3)
    assert [len(hand) for hand in game.state.hands] == [2, 2, 2]
    play_turns(game, 1)
    assert game.turn == 1
