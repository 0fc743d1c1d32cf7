"""O1 to O17: the original."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tenback import EndTurn, Game, IllegalMove, InvalidDeal, InvalidRules, InvalidView, Lay, Rules
from tenback.core.events import Dealt, Drawn, Laid, Over, TakenBack, TurnBegan, TurnEnded
from tenback.core.fits import Kind
from tests.rules.situations import (
    EVERY_GAME,
    dealt,
    ending,
    fitting,
    game_at,
    hand,
    losing,
    moves,
    on,
    play,
    play_turns,
    refusal,
    shown,
    top,
)

DECK = [str(number) for number in range(2, 100)]
HAND_SIZES = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}


# O1


@pytest.mark.rule("O1")
def test_the_deck_is_98_cards_numbered_2_to_99() -> None:
    assert list(Rules.named("original").cards) == DECK
    assert len(DECK) == 98


@pytest.mark.rule("O1")
def test_two_piles_ascend_from_1_and_two_descend_from_100() -> None:
    layout = Rules.named("original").layout
    assert [(pile.name, pile.up, pile.base) for pile in layout] == [
        ("u1", True, 1),
        ("u2", True, 1),
        ("d1", False, 100),
        ("d2", False, 100),
    ]
    assert dealt().view(0).tops == (None, None, None, None)


@pytest.mark.rule("O1")
def test_the_smallest_and_the_largest_card_fit_on_every_base() -> None:
    game = game_at(hands="2 99")
    assert moves(game) == {
        f"{card}-{pile}" for card in ("2", "99") for pile in ("u1", "u2", "d1", "d2")
    }


# O2


@pytest.mark.rule("O2")
@pytest.mark.parametrize(("players", "size"), HAND_SIZES.items())
def test_hand_sizes_by_number_of_players_and_the_rest_is_the_stock(players: int, size: int) -> None:
    state = dealt(players=players).state
    assert [len(hand) for hand in state.hands] == [size] * players
    assert [len(stock) for stock in state.stocks] == [98 - players * size]


@pytest.mark.rule("O2")
@pytest.mark.parametrize("players", HAND_SIZES)
def test_a_deal_holds_every_card_once(players: int) -> None:
    state = dealt(players=players).state
    together = Counter(card for part in (*state.hands, *state.stocks) for card in part)
    assert together == Counter(DECK)


@pytest.mark.rule("O2")
@pytest.mark.parametrize("players", [0, 6])
def test_no_player_and_six_cannot_play(players: int) -> None:
    with pytest.raises(InvalidDeal) as caught:
        dealt(players=players)
    assert caught.value.code == "wrong-players"


# O3


@pytest.mark.rule("O3")
def test_every_player_sees_the_own_hand_before_the_start() -> None:
    game = dealt(starter=None)
    assert game.turn is None
    assert game.outcome is None
    for seat in range(3):
        assert game.view(seat).hand == game.state.hands[seat]
        assert game.view(seat).agreeing


@pytest.mark.rule("O3")
def test_no_player_moves_while_the_team_agrees() -> None:
    game = dealt(starter=None)
    assert game.legal_moves() == ()
    assert refusal(game, "end") == "not-started"
    assert refusal(game, f"{game.state.hands[0][0]}-u1") == "not-started"


@pytest.mark.rule("O3")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_team_may_let_any_seat_start(seat: int) -> None:
    game = dealt(starter=None)
    assert all(game.view(other).options().may_start for other in range(3))
    game.start(seat)
    assert game.turn == seat
    assert not any(game.view(other).agreeing for other in range(3))
    assert [type(event) for event in game.events] == [Dealt, TurnBegan]


@pytest.mark.rule("O3")
def test_the_start_is_settled_once() -> None:
    game = dealt(starter=1)
    with pytest.raises(IllegalMove) as caught:
        game.start(2)
    assert caught.value.code == "already-started"
    assert game.turn == 1


@pytest.mark.rule("O3")
@pytest.mark.parametrize("seat", [-1, 3])
def test_only_a_seat_at_the_table_can_start(seat: int) -> None:
    game = dealt(starter=None)
    with pytest.raises(IllegalMove) as caught:
        game.start(seat)
    assert caught.value.code == "no-such-seat"
    assert game.turn is None


@pytest.mark.rule("O3")
def test_alone_there_is_nothing_to_agree_on() -> None:
    assert dealt(players=1, starter=None).turn == 0


@pytest.mark.rule("O3")
def test_turns_pass_clockwise() -> None:
    game = dealt(players=4, starter=2)
    turns = []
    for _ in range(5):
        turns.append(game.turn)
        play_turns(game, 1)
    assert turns == [2, 3, 0, 1, 2]


# O4


@pytest.mark.rule("O4")
def test_a_turn_with_stock_is_at_least_two_cards() -> None:
    game = game_at(hands="4 8 13 20 / 30", stock="40 41", u1="2")
    assert game.view(0).minimum == 2
    assert refusal(game, "end") == "minimum-not-met"
    game.play("4-u1")
    assert "end" not in moves(game)
    assert refusal(game, "end") == "minimum-not-met"
    game.play("8-u1")
    assert "end" in moves(game)
    assert game.play("end")[0] == TurnEnded(0)


@pytest.mark.rule("O4")
def test_one_card_in_the_stock_still_asks_for_two() -> None:
    assert game_at(hands="4 8 / 30", stock="40", u1="2").view(0).minimum == 2


@pytest.mark.rule("O4")
def test_a_turn_may_use_up_the_whole_hand() -> None:
    game = game_at(hands="4 8 13 20 25 28 / 30", stock="40..50", u1="2")
    play(game, "4-u1 8-u1 13-u1 20-u1 25-u1 28-u1")
    assert hand(game) == ""
    assert len(game.state.placed) == 6
    assert game.turn == 0


@pytest.mark.rule("O4")
def test_linus_lays_on_three_piles_in_the_order_he_likes() -> None:
    game = game_at(hands="5 20 30 90 60 61 / 70", stock="40..50", u1="2")
    play(game, "5-u1 20-u2 30-u2 90-d2")
    assert game.state.tops == ("5", "30", None, "90")


@pytest.mark.rule("O4")
def test_cards_are_laid_singly_and_each_counts_from_the_one_before() -> None:
    game = game_at(hands="4 8 13 / 30", stock="40 41", u1="2")
    assert game.play("8-u1") == (Laid(0, "8", "u1", Kind.PLAIN, 6),)
    assert top(game, "u1") == "8"
    assert refusal(game, "4-u1") == "does-not-fit"
    assert refusal(game, "8-u2") == "not-held"


@pytest.mark.rule("O4")
def test_the_whole_turn_may_go_on_one_pile_or_on_all() -> None:
    one = game_at(hands="4 8 13 20 / 30", stock="40..50", u1="2")
    play(one, "4-u1 8-u1 13-u1 20-u1 end")
    assert one.state.tops == ("20", None, None, None)
    each = game_at(hands="4 8 13 20 / 30", stock="40..50", u1="2")
    play(each, "20-d2 4-u1 13-d1 8-u2 end")
    assert each.state.tops == ("4", "8", "13", "20")


# O5


@pytest.mark.rule("O5")
def test_the_4_the_8_and_the_13_go_on_an_ascending_pile() -> None:
    game = game_at(hands="4 8 13 / 30")
    play(game, "4-u1 8-u1 13-u1")
    assert top(game, "u1") == "13"


@pytest.mark.rule("O5")
def test_a_descending_pile_goes_down() -> None:
    game = game_at(hands="94 90 78 61 60 57", stock="2..10")
    play(game, "94-d1 90-d1 78-d1 61-d1 60-d1 57-d1")
    assert top(game, "d1") == "57"


@pytest.mark.rule("O5")
def test_the_gap_does_not_matter() -> None:
    game = game_at(hands="2 99 / 30")
    assert {"2-u1", "99-u1", "2-d1", "99-d1"} <= moves(game)
    play(game, "2-u1 99-u1")
    assert top(game, "u1") == "99"


@pytest.mark.rule("O5", "O6")
@pytest.mark.parametrize("shows", range(2, 100))
def test_what_fits_on_a_top_card(shows: int) -> None:
    others = set(range(2, 100)) - {shows}
    up = set(map(int, fitting("original", "u1", str(shows), size=8)))
    down = set(map(int, fitting("original", "d1", str(shows), size=8)))
    assert up == {number for number in others if number > shows or number == shows - 10}
    assert down == {number for number in others if number < shows or number == shows + 10}


@pytest.mark.rule("O5")
def test_a_card_against_the_direction_is_refused() -> None:
    game = game_at(hands="46 66", u1="47", d1="65")
    assert refusal(game, "46-u1") == "does-not-fit"
    assert refusal(game, "66-d1") == "does-not-fit"


# O6


@pytest.mark.rule("O6")
def test_the_37_goes_on_the_47() -> None:
    game = game_at(hands="37 36 38 27 / 50", stock="51 52", u1="47")
    assert on(game, "u1") == {"37"}
    (laid,) = game.play("37-u1")
    assert isinstance(laid, Laid)
    assert (laid.kind, laid.step) == (Kind.TRICK, -10)
    assert top(game, "u1") == "37"


@pytest.mark.rule("O6")
def test_the_75_goes_on_the_65() -> None:
    game = game_at(hands="75 74 76 85 / 50", stock="51 52", d1="65")
    assert on(game, "d1") == {"75"}
    (laid,) = game.play("75-d1")
    assert isinstance(laid, Laid)
    assert (laid.kind, laid.step) == (Kind.TRICK, -10)
    assert top(game, "d1") == "75"


@pytest.mark.rule("O6")
def test_the_pile_goes_on_from_the_trick() -> None:
    game = game_at(hands="37 38 27 46 / 50", stock="51 52", u1="47")
    game.play("37-u1")
    assert on(game, "u1") == {"38", "27", "46"}


@pytest.mark.rule("O6")
def test_tricks_mix_with_plain_lays_as_often_as_one_likes_on_all_piles() -> None:
    game = game_at(hands="37 27 30 20 75 85 80 90", stock="2 3", u1="47", d1="65")
    kinds = [
        event.kind
        for event in play(game, "37-u1 27-u1 30-u1 20-u1 75-d1 85-d1 80-d1 90-d1")
        if isinstance(event, Laid)
    ]
    trick, plain = Kind.TRICK, Kind.PLAIN
    assert kinds == [trick, trick, plain, trick, trick, trick, plain, trick]


@pytest.mark.rule("O6")
def test_the_trick_counts_from_ones_own_top_card() -> None:
    game = game_at(hands="47 37 / 50", stock="51 52", u1="40")
    play(game, "47-u1 37-u1")
    assert top(game, "u1") == "37"


@pytest.mark.rule("O6")
def test_the_trick_counts_from_a_top_card_that_another_player_laid() -> None:
    game = game_at(hands="47 60 / 37 61", u1="40")
    play(game, "47-u1 end 37-u1")
    assert top(game, "u1") == "37"


@pytest.mark.rule("O6")
@pytest.mark.parametrize(("pile", "ahead"), [("u1", {"51", "60"}), ("d1", {"40", "49"})])
def test_a_base_never_allows_a_trick(pile: str, ahead: set[str]) -> None:
    text = Rules.named("original").to_toml().replace('"original"', '"halfway"')
    rules = Rules.from_toml(text.replace("[1, 1]", "[50]").replace("[100, 100]", "[50]"))
    game = game_at(rules, hands="40 49 51 60")
    assert on(game, pile) == ahead


# O7


@pytest.mark.rule("O7")
@pytest.mark.parametrize(
    ("name", "start", "played", "covered"),
    [
        (
            "original",
            {"hands": "4 8 / 20 21 / 30 31", "stock": "40..60", "u1": "2"},
            "4-u1 8-u1 end 20-u1 21-u1 end 30-u1 31-u1 end",
            {"4", "8", "20", "21"},
        ),
        (
            "original-on-fire",
            {"hands": "4 8 / 20 21 / 30 31", "stock": "40..60", "u1": "2"},
            "4-u1 8-u1 end 20-u1 21-u1 end 30-u1 31-u1 end",
            {"4", "8", "20", "21"},
        ),
        (
            "quick-and-easy",
            {"hands": "r2 r1 / b3 b4 / g5 g6", "stock": "y1..y9", "u1": "p1", "d1": "p9"},
            "r2-u1 end b3-u1 end g5-u1 end",
            {"r2", "b3"},
        ),
        (
            "face-to-face",
            {"hands": "4 8 9 10 / 20 21", "stock": "30..40 / 41..50", "u1": "2", "u2": "3"},
            "4-u1 8-u1 end 20-u2 21-u2 end 9-u1 10-u1 end",
            {"4", "8", "20"},
        ),
    ],
    ids=lambda value: value if value in EVERY_GAME else "",
)
def test_only_the_top_card_of_a_pile_is_visible(
    name: str, start: dict[str, Any], played: str, covered: set[str]
) -> None:
    game = game_at(name, **start)
    play(game, played)
    for seat in (*range(game.players), None):
        view = game.view(seat, memory=False)
        assert view.tops == game.state.tops
        assert not shown(view) & covered
        with pytest.raises(InvalidView):
            view.laid()


# O8


@pytest.mark.rule("O8")
def test_linus_lays_four_and_draws_four() -> None:
    game = game_at(hands="4 8 13 20 90 91 / 30", stock="50 40 60 45 70", u1="2")
    play(game, "4-u1 8-u1 13-u1 20-u1")
    assert hand(game) == "90 91"
    events = game.play("end")
    assert events[:2] == (TurnEnded(0), Drawn(0, 4, ("50", "40", "60", "45")))
    assert hand(game) == "40 45 50 60 90 91"
    assert game.state.stocks == (("70",),)


@pytest.mark.rule("O8")
def test_the_draw_ends_with_the_stock() -> None:
    game = game_at(hands="4 8 13 / 30", stock="50 40", u1="2")
    play(game, "4-u1 8-u1 13-u1 end")
    assert hand(game) == "40 50"
    assert game.state.stocks == ((),)


# O9


@pytest.mark.rule("O9")
def test_without_stock_no_player_draws() -> None:
    game = game_at(hands="4 8 / 30 31", u1="2")
    events = play(game, "4-u1 end")
    assert not [event for event in events if isinstance(event, Drawn)]
    assert hand(game) == "8"


@pytest.mark.rule("O9")
def test_without_stock_one_card_is_enough() -> None:
    game = game_at(hands="4 8 / 30 31", u1="2")
    assert game.view(0).minimum == 1
    assert refusal(game, "end") == "minimum-not-met"
    play(game, "4-u1 end")
    assert game.turn == 1
    assert game.view(1).minimum == 1


@pytest.mark.rule("O9")
def test_the_stock_at_the_turns_start_fixes_the_minimum() -> None:
    game = game_at(hands="4 8 / 30 31", stock="50", u1="2")
    game.play("4-u1")
    assert game.view(0).minimum == 2
    assert refusal(game, "end") == "minimum-not-met"
    game.play("8-u1")
    assert game.view(0).minimum == 2
    assert game.play("end")[-1] == TurnBegan(1, minimum=1)


@pytest.mark.rule("O9", "O11")
def test_a_small_hand_never_lowers_the_minimum() -> None:
    single = game_at(hands="4 / 30 31", stock="50", u1="2")
    assert ending(single) == ("stuck", 4)
    pair = game_at("original-expert", hands="4 8 / 30 31", stock="50", u1="2")
    assert ending(pair) == ("stuck", 5)


# O10


@pytest.mark.rule("O10")
def test_a_player_without_cards_is_skipped() -> None:
    game = game_at(hands="4 8 / / 30 31", u1="2")
    play(game, "4-u1 end")
    assert game.turn == 2
    play(game, "30-u1 end")
    assert game.turn == 0


@pytest.mark.rule("O10")
def test_a_player_who_lays_the_last_card_of_the_hand_is_out() -> None:
    game = game_at(hands="4 / 8 9 / 30 31 32", u1="2")
    play(game, "4-u1 end 8-u1 end 30-u1 end")
    assert game.turn == 1
    assert game.outcome is None


@pytest.mark.rule("O10")
def test_two_empty_hands_in_a_row_are_skipped() -> None:
    game = game_at(hands="4 8 / / / 30", u1="2", turn=0)
    play(game, "4-u1 end")
    assert game.turn == 3


@pytest.mark.rule("O10")
def test_the_next_seat_is_looked_up_after_the_draw() -> None:
    game = game_at(hands="4 8 / ", stock="50 51", u1="2")
    events = play(game, "4-u1 8-u1 end")
    assert game.turn == 0
    assert events[-1] == TurnBegan(0, minimum=1)
    assert hand(game) == "50 51"


@pytest.mark.rule("O10")
def test_the_only_player_left_takes_turn_after_turn_each_a_full_one() -> None:
    game = game_at(hands="4 8 13 / ", u1="2")
    assert play(game, "4-u1 end")[-1] == TurnBegan(0, minimum=1)
    assert game.state.placed == ()
    assert refusal(game, "end") == "minimum-not-met"
    assert play(game, "8-u1 end")[-1] == TurnBegan(0, minimum=1)


@pytest.mark.rule("O10")
def test_each_turn_of_the_only_player_left_has_the_full_minimum_and_draw() -> None:
    game = game_at(hands="4 8 13 / ", stock="50 51 52", u1="2")
    assert play(game, "4-u1 8-u1 end")[-1] == TurnBegan(0, minimum=2)
    assert hand(game) == "13 50 51"
    assert play(game, "13-u1 50-u1 end")[-1] == TurnBegan(0, minimum=1)
    assert hand(game) == "51 52"


@pytest.mark.rule("O10")
def test_alone_turn_follows_turn() -> None:
    game = dealt(players=1)
    play_turns(game, 2)
    assert game.turn == 0
    assert game.state.placed == ()


# O11: u2, d1 and d2 are dead ends in these situations, so that only u1 takes cards.


def narrow(hands: str, u1: str, stock: str = "", name: str = "original") -> Game:
    return game_at(name, hands=hands, stock=stock, u1=u1, u2="99", d1="2", d2="3")


@pytest.mark.rule("O11")
def test_the_game_ends_at_the_turns_start_without_laying_what_still_fits() -> None:
    game = narrow("91 92 / 95 20 21", u1="90", stock="30..32")
    events = play(game, "91-u1 92-u1 end")
    assert events[-2] == TurnBegan(1, minimum=2)
    assert isinstance(events[-1], Over)
    assert ending(game) == ("stuck", 6)
    assert "95" in game.state.hands[1]
    assert refusal(game, "95-u1") == "game-over"


@pytest.mark.rule("O11")
def test_at_the_turns_start_no_sequence_at_all_may_reach_the_minimum() -> None:
    game = narrow("80 70 / 50", u1="90", stock="30")
    assert game.outcome is None
    assert moves(game) == {"80-u1"}
    play(game, "80-u1 70-u1")
    assert "end" in moves(game)


@pytest.mark.rule("O11")
def test_without_stock_one_card_that_fits_goes_on() -> None:
    assert narrow("95 20 / 50", u1="90").turn == 0
    assert ending(narrow("20 21 / 50", u1="90")) == ("stuck", 3)


@pytest.mark.rule("O11")
def test_the_game_ends_after_a_lay_that_leaves_the_minimum_out_of_reach() -> None:
    game = narrow("95 80 / 50", u1="90", stock="30")
    assert moves(game) == {"95-u1", "80-u1"}
    events = game.play("95-u1")
    assert [type(event) for event in events] == [Laid, Over]
    assert ending(game) == ("stuck", 3)
    assert top(game, "u1") == "95"


@pytest.mark.rule("O11")
def test_the_lay_that_loses_is_flagged_and_no_other() -> None:
    game = narrow("95 80 / 50", u1="90", stock="30")
    assert losing(game) == {"95-u1"}
    play(game, "80-u1")
    assert losing(game) == set()


@pytest.mark.rule("O11", "O13")
def test_a_lay_can_lose_two_cards_before_the_minimum() -> None:
    game = narrow("80 81 91 / 50", u1="90", stock="30", name="original-expert")
    assert losing(game) == {"91-u1"}
    assert ending(_after(game, "91-u1")) == ("stuck", 4)


def _after(game: Game, played: str) -> Game:
    play(game, played)
    return game


@pytest.mark.rule("O11")
def test_with_the_minimum_met_nothing_is_lost_when_no_card_fits() -> None:
    game = narrow("91 92 20 / 50 93", u1="90", stock="30")
    play(game, "91-u1 92-u1")
    assert game.outcome is None
    assert moves(game) == {"end"}


@pytest.mark.rule("O11")
def test_only_the_player_on_turn_can_be_stuck() -> None:
    game = narrow("91 92 93 / 20 21", u1="90", stock="30")
    assert game.outcome is None
    game.play("91-u1")
    assert game.outcome is None


@pytest.mark.rule("O11")
def test_a_player_without_cards_is_not_stuck() -> None:
    game = narrow("91 92 / / 93", u1="90")
    play(game, "91-u1 end")
    assert (game.turn, game.outcome) == (2, None)


@pytest.mark.rule("O11", "O10")
def test_ending_is_warned_about_when_one_has_to_go_on_alone_and_cannot() -> None:
    alone = narrow("91 20 / ", u1="90")
    alone.play("91-u1")
    assert alone.view(0).options().end_loses
    alone.play("end")
    assert ending(alone) == ("stuck", 1)


@pytest.mark.rule("O11", "O10")
@pytest.mark.parametrize(
    ("hands", "stock"), [("91 92 20 / 93", ""), ("91 92 20 / ", "30"), ("91 92 93 / ", "")]
)
def test_ending_is_not_warned_about_when_the_game_may_go_on(hands: str, stock: str) -> None:
    game = narrow(hands, u1="90", stock=stock)
    play(game, "91-u1 92-u1")
    assert game.view(0).options().may_end
    assert not game.view(0).options().end_loses


# O12


@pytest.mark.rule("O12")
def test_three_hands_of_six_and_a_stock_of_seven_score_25() -> None:
    hands = "20 21 22 23 24 25 / 30 31 32 33 34 35 / 40 41 42 43 44 45"
    game = narrow(hands, u1="98", stock="50..56")
    assert ending(game) == ("stuck", 25)


@pytest.mark.rule("O12")
@pytest.mark.parametrize(
    ("stock", "left", "excellent"), [("40..43", 9, True), ("40..44", 10, False)]
)
def test_fewer_than_ten_is_excellent(stock: str, left: int, excellent: bool) -> None:
    game = narrow("20 21 22 / 30 31", u1="98", stock=stock)
    assert game.outcome is not None
    assert (game.outcome.left, game.outcome.excellent) == (left, excellent)
    assert not game.outcome.won


@pytest.mark.rule("O12")
def test_the_last_card_beats_the_game_at_that_very_moment() -> None:
    game = game_at(hands="4 8 / ", u1="2")
    game.play("4-u1")
    assert game.outcome is None
    events = game.play("8-u1")
    assert [type(event) for event in events] == [Laid, Over]
    assert game.outcome is not None
    assert game.outcome.won
    assert game.outcome.winner is None
    assert ending(game) == ("finished", 0)


@pytest.mark.rule("O12")
def test_an_empty_hand_does_not_win_while_others_or_the_stock_have_cards() -> None:
    game = game_at(hands="4 / 8", u1="2")
    game.play("4-u1")
    assert game.outcome is None
    game = game_at(hands="4 8 / ", stock="50", u1="2")
    play(game, "4-u1 8-u1")
    assert game.outcome is None


# O13


@pytest.mark.rule("O13")
def test_experts_lay_at_least_three() -> None:
    game = game_at("original-expert", hands="4 8 13 20 / 30", stock="40 41", u1="2")
    assert game.view(0).minimum == 3
    play(game, "4-u1 8-u1")
    assert refusal(game, "end") == "minimum-not-met"
    play(game, "13-u1 end")
    assert hand(game) == "20 40 41"


@pytest.mark.rule("O13")
def test_experts_too_lay_one_without_stock() -> None:
    game = game_at("original-expert", hands="4 8 13 / 30", u1="2")
    assert game.view(0).minimum == 1
    play(game, "4-u1 end")
    assert game.turn == 1


@pytest.mark.rule("O13", "O11")
def test_an_expert_who_can_lay_only_two_is_stuck() -> None:
    assert ending(narrow("91 92 20 / 50", "90", "30", "original-expert")) == ("stuck", 5)
    assert narrow("91 92 20 / 50", "90", "30").outcome is None


@pytest.mark.rule("O13")
@pytest.mark.parametrize(("players", "size"), HAND_SIZES.items())
def test_expert_alone_does_not_shorten_hands(players: int, size: int) -> None:
    assert Rules.named("original", expert=True).hand_size(players) == size


# O14


@pytest.mark.rule("O14")
@pytest.mark.parametrize(("players", "size"), [(1, 7), (2, 6), (3, 5), (4, 5), (5, 5)])
def test_short_hands_are_one_card_less(players: int, size: int) -> None:
    game = dealt(Rules.named("original", expert=True, short_hands=True), players=players)
    assert [len(hand) for hand in game.state.hands] == [size] * players
    assert game.view(0).minimum == 3
    assert len(game.state.stocks[0]) == 98 - players * size


@pytest.mark.rule("O14")
@pytest.mark.parametrize("on_fire", [False, True])
def test_short_hands_without_expert_are_refused(on_fire: bool) -> None:
    with pytest.raises(InvalidRules) as caught:
        Rules.named("original", short_hands=True, on_fire=on_fire)
    assert caught.value.code == "option-needs"
    with pytest.raises(InvalidRules):
        Rules.named("original-short-hands")


# O15


@pytest.mark.rule("O15")
def test_ending_is_never_forced_while_a_lay_is_left() -> None:
    game = game_at(hands="4 8 13 / 30", stock="40 41", u1="2")
    play(game, "4-u1 8-u1")
    assert game.turn == 0
    assert {"13-u1", "13-u2", "13-d1", "13-d2", "end"} == moves(game)
    assert game.legal_moves()[-1] == EndTurn()
    assert Lay("13", "u1") in game.legal_moves()


@pytest.mark.rule("O15")
def test_a_whole_hand_laid_with_stock_left_is_drawn_anew() -> None:
    game = game_at(hands="4 8 13 / 30", stock="40 41 42 43", u1="2")
    play(game, "4-u1 8-u1 13-u1")
    assert (game.turn, game.outcome) == (0, None)
    assert hand(game) == ""
    game.play("end")
    assert hand(game) == "40 41 42"


@pytest.mark.rule("O15")
@pytest.mark.parametrize("stock", ["", "40 41"])
def test_ending_is_a_move_of_its_own_with_an_empty_hand(stock: str) -> None:
    game = game_at(hands="4 8 / 30 31", stock=stock, u1="2")
    play(game, "4-u1 8-u1")
    assert game.turn == 0
    assert moves(game) == {"end"}
    game.play("end")
    assert game.turn == 1


@pytest.mark.rule("O15")
def test_ending_is_a_move_of_its_own_when_nothing_fits() -> None:
    game = narrow("91 20 / 93", u1="90")
    game.play("91-u1")
    assert game.turn == 0
    assert moves(game) == {"end"}
    game.play("end")
    assert game.turn == 1


@pytest.mark.rule("O15", "Q3", "Q8")
@pytest.mark.parametrize("name", ["quick-and-easy", "quick-and-easy-professional"])
def test_ending_is_a_move_of_its_own_when_the_maximum_is_reached(name: str) -> None:
    game = game_at(name, hands="r4 r5 / b1 b2", stock="g1 g2", u1="r3", d1="b9")
    play(game, "r4-u1" if name.endswith("professional") else "r4-u1 r5-u1")
    assert game.turn == 0
    assert moves(game) == {"end"}
    game.play("end")
    assert game.turn == 1


@pytest.mark.rule("O15", "D6")
def test_ending_is_a_move_of_its_own_in_a_duel() -> None:
    game = game_at("face-to-face", hands="4 8 / 20 21", stock="30 31 / 40", u1="2")
    play(game, "4-u1 8-u1")
    assert game.turn == 0
    assert moves(game) == {"end"}
    game.play("end")
    assert game.turn == 1
    assert hand(game) == "30 31"


@pytest.mark.rule("O15")
def test_ending_is_ones_own_decision_in_every_game() -> None:
    quick = game_at("quick-and-easy", hands="r4 r5 / b1 b2", stock="g1", u1="r3", d1="b9")
    quick.play("r4-u1")
    assert {"r5-u1", "end"} <= moves(quick)
    duel = game_at("face-to-face", hands="4 8 13 / 20 21", stock="30 / 40", u1="2")
    play(duel, "4-u1 8-u1")
    assert {"13-u1", "end"} <= moves(duel)


# O16


@pytest.mark.rule("O16")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_team_may_resign_and_its_cards_are_counted(seat: int) -> None:
    game = game_at(hands="4 8 13 / 30", stock="40 41", u1="2")
    game.play("4-u1")
    assert game.view(seat).options().may_resign
    game.resign(seat)
    assert not game.view(seat).options().may_resign
    assert ending(game) == ("resigned", 5)
    assert game.outcome is not None
    assert not game.outcome.won
    assert game.outcome.winner is None


@pytest.mark.rule("O16")
def test_a_team_may_resign_before_it_starts_but_not_after_the_end() -> None:
    game = dealt(starter=None)
    assert game.view(1).options().may_resign
    game.resign(1)
    assert not game.view(1).agreeing
    assert ending(game) == ("resigned", 98)
    with pytest.raises(IllegalMove) as caught:
        game.resign(1)
    assert caught.value.code == "game-over"


# O17


def take_back_refusal(game: Game) -> str:
    before = game.state
    with pytest.raises(IllegalMove) as caught:
        game.take_back()
    assert game.state is before
    return caught.value.code


@pytest.mark.rule("O17")
def test_alone_a_lay_can_be_taken_back() -> None:
    game = game_at(hands="4 8 13", stock="40 41", u1="2")
    before = game.state
    assert not game.view(0).options().may_take_back
    game.play("4-u1")
    assert game.view(0).options().may_take_back
    assert game.take_back() == (TakenBack(0, "4", "u1"),)
    after = game.state
    assert (after.hands, after.tops, after.sizes) == (before.hands, before.tops, before.sizes)
    assert after.placed == ()


@pytest.mark.rule("O17")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_with_others_no_lay_can_be_taken_back(players: int) -> None:
    game = dealt(players=players)
    game.play(game.legal_moves()[0])
    assert not game.view(0).options().may_take_back
    assert take_back_refusal(game) == "takebacks-off"


@pytest.mark.rule("O17")
@pytest.mark.parametrize("name", ["quick-and-easy", "face-to-face"])
def test_taking_back_is_off_in_the_other_games_too(name: str) -> None:
    game = dealt(name, players=2)
    game.play(game.legal_moves()[0])
    assert take_back_refusal(game) == "takebacks-off"


@pytest.mark.rule("O17")
def test_a_table_may_switch_taking_back_on() -> None:
    game = game_at(hands="4 8 13 / 30", stock="40 41", u1="2", takebacks=True)
    play(game, "4-u1 8-u1")
    assert game.view(0).options().may_take_back
    game.take_back()
    game.take_back()
    assert hand(game) == "4 8 13"
    assert top(game, "u1") == "2"
    assert take_back_refusal(game) == "nothing-to-take-back"


@pytest.mark.rule("O17")
@pytest.mark.parametrize("players", ["4 8 13", "4 8 13 / 30 31"])
def test_nothing_can_be_taken_back_after_the_turn(players: str) -> None:
    game = game_at(hands=players, stock="40 41", u1="2", takebacks=True)
    play(game, "4-u1 8-u1 end")
    assert take_back_refusal(game) == "nothing-to-take-back"


@pytest.mark.rule("O17", "V1")
def test_a_card_taken_back_stays_publicly_known() -> None:
    game = game_at(hands="4 8 13 / 30 31", stock="40..44", u1="2", takebacks=True)
    game.play("8-u1")
    game.take_back()
    play(game, "4-u1 13-u1 end")
    for seat in (0, 1, None):
        assert game.view(seat).known == (("8",), ())
        assert TakenBack(0, "8", "u1") in game.view(seat).history
    assert game.view(1).hands[0] is None


@pytest.mark.rule("O17")
def test_a_known_card_that_is_laid_is_no_longer_known_to_be_in_that_hand() -> None:
    game = game_at(hands="4 8 13 / 30 31", stock="40..44", u1="2", takebacks=True)
    game.play("8-u1")
    game.take_back()
    game.play("8-u2")
    assert game.view(1).known == ((), ())


@pytest.mark.rule("O17")
def test_a_lay_that_lost_the_game_stands() -> None:
    game = narrow("95 80", u1="90", stock="30")
    game.play("95-u1")
    assert take_back_refusal(game) == "game-over"


@pytest.mark.rule("O17")
def test_a_lay_that_won_the_game_stands() -> None:
    game = game_at(hands="4", u1="2")
    game.play("4-u1")
    assert take_back_refusal(game) == "game-over"


@pytest.mark.rule("O17")
def test_what_is_taken_back_is_owed_again() -> None:
    game = game_at(hands="4 8 13", stock="40 41", u1="2")
    play(game, "4-u1 8-u1")
    game.take_back()
    assert refusal(game, "end") == "minimum-not-met"
