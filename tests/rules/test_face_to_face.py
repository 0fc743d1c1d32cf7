"""D1 to D10: Face to Face."""

from __future__ import annotations

from functools import partial

import pytest

from tenback import Deal, Game, InvalidDeal, Rules
from tenback.core.events import Drawn, Laid, Over, TurnBegan
from tenback.core.fits import Kind
from tests.rules.situations import (
    cards,
    dealt,
    ending,
    fitting,
    game_at,
    hand,
    losing,
    moves,
    on,
    play,
    refusal,
    shown,
    top,
)

DUEL = "face-to-face"
NUMBERS = range(2, 60)
DECK = [str(number) for number in NUMBERS]

duel_at = partial(game_at, DUEL)


def winner(game: Game) -> int | None:
    assert game.outcome is not None
    assert game.outcome.won
    return game.outcome.winner


def numbers_fitting(pile: str, shows: int) -> set[int]:
    """What seat 0, with both own piles at their bases but for this one, may lay there."""
    return set(map(int, fitting(DUEL, pile, str(shows), size=6, others=" / 2 3")))


# D1


@pytest.mark.rule("D1")
def test_each_player_has_58_cards_numbered_2_to_59() -> None:
    state = dealt(DUEL, players=2).state
    for seat in (0, 1):
        assert sorted(map(int, state.hands[seat] + state.stocks[seat])) == list(NUMBERS)
    assert len(DECK) == 58


@pytest.mark.rule("D1")
def test_each_player_has_a_pile_from_1_up_and_one_from_60_down() -> None:
    layout = Rules.named(DUEL).layout
    assert [(pile.name, pile.up, pile.base, pile.owner) for pile in layout] == [
        ("u1", True, 1, 0),
        ("d1", False, 60, 0),
        ("u2", True, 1, 1),
        ("d2", False, 60, 1),
    ]


@pytest.mark.rule("D1")
@pytest.mark.parametrize("seat", [0, 1])
def test_every_card_fits_on_the_own_bases_and_on_no_other(seat: int) -> None:
    game = duel_at(hands="2 59 / 2 59", turn=seat)
    own = ("u1", "d1") if seat == 0 else ("u2", "d2")
    assert moves(game) == {f"{card}-{pile}" for card in ("2", "59") for pile in own}


@pytest.mark.rule("D1")
@pytest.mark.parametrize("players", [1, 3])
def test_only_two_can_play(players: int) -> None:
    with pytest.raises(InvalidDeal):
        dealt(DUEL, players=players)


# D2


@pytest.mark.rule("D2")
def test_each_takes_six_of_the_own_cards() -> None:
    state = dealt(DUEL, players=2).state
    assert [len(hand) for hand in state.hands] == [6, 6]
    assert [len(stock) for stock in state.stocks] == [52, 52]


@pytest.mark.rule("D2")
def test_the_two_decks_are_shuffled_apart() -> None:
    state = dealt(DUEL, players=2).state
    assert state.stocks[0] != state.stocks[1]
    assert list(state.stocks[0]) != sorted(state.stocks[0], key=int)
    assert list(state.stocks[1]) != sorted(state.stocks[1], key=int)


@pytest.mark.rule("D2")
def test_decks_shuffled_by_hand_are_as_good() -> None:
    deal = Deal((tuple(cards("2..7")), tuple(cards("54..59"))), (tuple(DECK[6:]), tuple(DECK[:52])))
    assert Game(Rules.named(DUEL), deal, starter=1).turn == 1


@pytest.mark.rule("D2")
def test_the_lot_decides_who_starts() -> None:
    rules = Rules.named(DUEL)
    starters = set()
    for seed in map(str, range(20)):
        deal = Deal.from_seed(rules, players=2, seed=seed)
        game = Game(rules, deal)
        assert game.turn == deal.starter
        starters.add(game.turn)
    assert starters == {0, 1}


# D3


@pytest.mark.rule("D3")
@pytest.mark.parametrize("stock", ["30..40 / 30..40", " / 30..40", " / "])
def test_a_turn_is_at_least_two_cards_with_or_without_stock(stock: str) -> None:
    game = duel_at(hands="4 8 13 / 20 21", stock=stock, u1="2")
    assert game.view(0).minimum == 2
    assert refusal(game, "end") == "minimum-not-met"
    game.play("4-u1")
    assert refusal(game, "end") == "minimum-not-met"
    game.play("8-u1")
    assert {"13-u1", "end"} <= moves(game)


@pytest.mark.rule("D3")
def test_all_six_may_be_laid_one_after_the_other() -> None:
    game = duel_at(hands="4 8 13 50 45 41 / 20 21", stock="30..40 / 30..40", u1="2")
    for move in ("4-u1", "50-d1", "8-u1", "13-u1", "45-d1", "41-d1"):
        (laid,) = game.play(move)
        assert isinstance(laid, Laid)
        assert game.turn == 0
    assert (hand(game), game.outcome) == ("", None)


@pytest.mark.rule("D3")
def test_turns_alternate() -> None:
    game = duel_at(hands="4 8 / 20 21", stock="30..40 / 30..40", u1="2", turn=0)
    play(game, "4-u1 8-u1 end")
    assert game.turn == 1
    play(game, "20-u2 21-u2 end")
    assert game.turn == 0


# D4


@pytest.mark.rule("D4")
def test_sarah_lays_the_4_the_8_and_the_13() -> None:
    game = duel_at(hands="4 8 13 / 20 21")
    play(game, "4-u1 8-u1 13-u1")
    assert top(game, "u1") == "13"


@pytest.mark.rule("D4")
def test_a_descending_row() -> None:
    game = duel_at(hands="54 50 48 41 40 37 / 20 21")
    play(game, "54-d1 50-d1 48-d1 41-d1 40-d1 37-d1")
    assert top(game, "d1") == "37"


@pytest.mark.rule("D4")
def test_tim_lays_the_17_on_the_27() -> None:
    game = duel_at(hands="17 16 18 / 20 21", u1="27")
    assert on(game, "u1") == {"17"}
    (laid,) = game.play("17-u1")
    assert isinstance(laid, Laid)
    assert (laid.kind, laid.step) == (Kind.TRICK, -10)


@pytest.mark.rule("D4")
def test_sarah_lays_the_45_on_the_35_of_her_descending_pile() -> None:
    game = duel_at(hands="45 44 46 / 20 21", d1="35")
    assert on(game, "d1") == {"45"}
    (laid,) = game.play("45-d1")
    assert isinstance(laid, Laid)
    assert (laid.kind, laid.step) == (Kind.TRICK, -10)


@pytest.mark.rule("D4")
def test_ten_higher_on_an_ascending_pile_is_an_ordinary_lay() -> None:
    game = duel_at(hands="37 38 / 20 21", u1="27")
    (laid,) = game.play("37-u1")
    assert isinstance(laid, Laid)
    assert (laid.kind, laid.step) == (Kind.PLAIN, 10)


@pytest.mark.rule("D4")
@pytest.mark.parametrize("shows", NUMBERS)
def test_what_fits_on_ones_own_top_cards(shows: int) -> None:
    others = set(NUMBERS) - {shows}
    up = {number for number in others if number > shows or number == shows - 10}
    down = {number for number in others if number < shows or number == shows + 10}
    assert numbers_fitting("u1", shows) == up
    assert numbers_fitting("d1", shows) == down


@pytest.mark.rule("D4")
def test_the_trick_counts_from_a_card_that_was_given() -> None:
    game = duel_at(hands="12 30 31 / 2 20 21", stock=" / 40", u1="29", u2="29")
    play(game, "12-u2 30-u1 end")
    assert "2-u2" in moves(game)
    (laid,) = game.play("2-u2")
    assert isinstance(laid, Laid)
    assert laid.kind is Kind.TRICK


# D5


@pytest.mark.rule("D5")
def test_tim_gives_the_12_to_an_ascending_29() -> None:
    game = duel_at(hands="12 30 / 20 21", u1="5", u2="29")
    assert on(game, "u2") == {"12"}
    (laid,) = game.play("12-u2")
    assert isinstance(laid, Laid)
    assert (laid.kind, laid.step) == (Kind.GIFT, -17)
    assert top(game, "u2") == "12"


@pytest.mark.rule("D5")
def test_sarah_gives_below_tims_18_or_above_his_40() -> None:
    game = duel_at(hands="17 2 19 39 41 59 / 20 21", u2="18", d2="40")
    assert on(game, "u2") == {"2", "17"}
    assert on(game, "d2") == {"41", "59"}
    assert refusal(game, "19-u2") == "gift-must-improve"
    assert refusal(game, "39-d2") == "gift-must-improve"


@pytest.mark.rule("D5")
@pytest.mark.parametrize("shows", NUMBERS)
def test_a_gift_improves_and_no_other_rule_holds(shows: int) -> None:
    others = set(NUMBERS) - {shows}
    assert numbers_fitting("u2", shows) == {number for number in others if number < shows}
    assert numbers_fitting("d2", shows) == {number for number in others if number > shows}


@pytest.mark.rule("D5")
@pytest.mark.parametrize("seat", [0, 1])
def test_both_players_may_give(seat: int) -> None:
    game = duel_at(hands="12 50 / 12 50", turn=seat, u1="29", d1="30", u2="29", d2="30")
    up, down = ("u2", "d2") if seat == 0 else ("u1", "d1")
    assert on(game, up) == {"12"}
    assert on(game, down) == {"50"}


@pytest.mark.rule("D5")
@pytest.mark.parametrize("lays", ["12-u2 30-u1 31-u1", "30-u1 12-u2 31-u1", "30-u1 31-u1 12-u2"])
def test_the_gift_may_come_at_any_point_of_the_turn(lays: str) -> None:
    game = duel_at(hands="12 30 31 / 20 21", u1="5", u2="29", stock="50..55 / 40")
    play(game, lays)
    assert game.view(0).gift_used
    assert "end" in moves(game)


@pytest.mark.rule("D5")
def test_one_gift_a_turn_is_all() -> None:
    game = duel_at(hands="12 11 50 30 / 20 21", stock="40 / 40", u1="5", u2="29", d2="35")
    game.play("12-u2")
    assert refusal(game, "11-u2") == "gift-used"
    assert refusal(game, "50-d2") == "gift-used"
    assert not on(game, "u2") | on(game, "d2")


@pytest.mark.rule("D5")
def test_the_next_turn_has_its_own_gift() -> None:
    game = duel_at(hands="12 30 11 31 / 20 21 22 23", stock="40 / 40", u1="5", u2="29")
    play(game, "12-u2 30-u1 end")
    assert not game.view(1).gift_used
    play(game, "20-u2 21-u2 end")
    assert not game.view(0).gift_used
    assert "11-u2" in moves(game)


@pytest.mark.rule("D5")
def test_after_a_gift_the_own_piles_stay_open() -> None:
    game = duel_at(hands="12 30 31 / 20 21", u1="5", u2="29")
    game.play("12-u2")
    assert on(game, "u1") == {"30", "31"}


@pytest.mark.rule("D5")
@pytest.mark.parametrize("pile", ["u2", "d2"])
def test_a_base_cannot_be_improved(pile: str) -> None:
    game = duel_at(hands="2 59 / 20 21", u1="5")
    assert refusal(game, f"2-{pile}") == "gift-must-improve"
    assert refusal(game, f"59-{pile}") == "gift-must-improve"


@pytest.mark.rule("D5")
def test_a_base_in_the_middle_cannot_be_improved_either() -> None:
    text = Rules.named(DUEL).to_toml().replace(f'"{DUEL}"', '"halfway"')
    rules = Rules.from_toml(text.replace("[1]", "[30]").replace("[60]", "[30]"))
    game = game_at(rules, hands="20 40 / 20 40")
    assert moves(game) == {"40-u1", "20-d1"}


@pytest.mark.rule("D5")
def test_equal_numbers_fit_nowhere() -> None:
    game = duel_at(hands="12 29 35 / 20 21", u1="5", u2="29", d2="35")
    assert refusal(game, "29-u2") == "gift-must-improve"
    assert refusal(game, "35-d2") == "gift-must-improve"
    own = duel_at(hands="12 30 / 12 40", stock="50 51 / 50 51", u1="5", d1="59", u2="29", d2="45")
    play(own, "12-u2 30-u1 end")
    assert top(own, "u2") == "12"
    assert refusal(own, "12-u2") == "does-not-fit"
    down = duel_at(hands="50 30 / 50 40", stock="51 / 51", u1="5", u2="20", d2="45")
    play(down, "50-d2 30-u1 end")
    assert refusal(down, "50-d2") == "does-not-fit"


# D6


@pytest.mark.rule("D6")
def test_sarah_lays_three_on_her_own_piles_and_draws_two() -> None:
    game = duel_at(hands="4 8 13 50 51 52 / 20 21", stock="30..40 / 22..28", u1="2")
    events = play(game, "4-u1 8-u1 13-u1 end")
    assert Drawn(0, 2, ("30", "31")) in events
    assert hand(game) == "30 31 50 51 52"


@pytest.mark.rule("D6")
def test_tim_lays_five_with_a_gift_and_draws_up_to_six() -> None:
    game = duel_at(hands="4 8 13 50 12 52 / 20 21", stock="30..40 / 22..28", u1="2", u2="29")
    events = play(game, "4-u1 8-u1 13-u1 50-u1 12-u2 end")
    assert Drawn(0, 5, ("30", "31", "32", "33", "34")) in events
    assert hand(game) == "30 31 32 33 34 52"


@pytest.mark.rule("D6")
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_two_are_drawn_however_many_were_laid(count: int) -> None:
    held = cards("4 8 13 20 25 28")
    game = duel_at(hands=f"{' '.join(held)} / 20 21", stock="30..40 / 30..40", u1="2")
    play(game, " ".join(f"{card}-u1" for card in held[:count]))
    assert game.view(0).options().draws == 2
    game.play("end")
    assert len(game.state.hands[0]) == 6 - count + 2


@pytest.mark.rule("D6")
def test_a_small_hand_is_filled_up_to_six_after_a_gift() -> None:
    game = duel_at(hands="4 12 50 / 20 21", stock="30..40 / 30..40", u1="2", u2="29")
    play(game, "4-u1 12-u2 end")
    assert hand(game) == "30 31 32 33 34 50"


@pytest.mark.rule("D6")
@pytest.mark.parametrize(("stock", "drawn"), [("30", "30 50"), ("", "50")])
def test_both_draws_end_with_the_stock(stock: str, drawn: str) -> None:
    own = duel_at(hands="4 8 50 / 20 21", stock=f"{stock} / 30..40", u1="2")
    play(own, "4-u1 8-u1 end")
    assert hand(own) == drawn
    gift = duel_at(hands="4 12 50 / 20 21", stock=f"{stock} / 30..40", u1="2", u2="29")
    play(gift, "4-u1 12-u2 end")
    assert hand(gift) == drawn


@pytest.mark.rule("D6")
def test_each_player_draws_from_the_own_stock() -> None:
    game = duel_at(hands="4 8 / 20 21", stock="30..40 / 50..55", u2="2", turn=1)
    play(game, "20-u2 21-u2 end")
    assert hand(game, 1) == "50 51"
    assert game.state.stocks == (tuple(cards("30..40")), tuple(cards("52..55")))
    assert hand(game, 0) == "4 8"


# D7


@pytest.mark.rule("D7")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_first_to_lay_all_own_cards_wins_at_that_moment(seat: int) -> None:
    held, pile = ("4 8 / 20 21", "u1") if seat == 0 else ("20 21 / 4 8", "u2")
    game = duel_at(hands=held, stock=" / ", u1="2", u2="2", turn=seat)
    game.play(f"4-{pile}")
    assert game.outcome is None
    events = game.play(f"8-{pile}")
    assert [type(event) for event in events] == [Laid, Over]
    assert winner(game) == seat
    assert ending(game) == ("finished", 2)


@pytest.mark.rule("D7")
def test_an_empty_hand_does_not_win_while_the_own_stock_has_cards() -> None:
    game = duel_at(hands="4 8 / 20 21", stock="30 / ", u1="2")
    play(game, "4-u1 8-u1")
    assert game.outcome is None


@pytest.mark.rule("D7")
def test_a_gift_counts_towards_the_two_of_the_turn() -> None:
    game = duel_at(hands="4 12 50 / 20 21", stock="30 / 30", u1="2", u2="29")
    play(game, "12-u2 4-u1")
    assert "end" in moves(game)


@pytest.mark.rule("D7")
def test_a_gift_as_the_last_card_wins() -> None:
    game = duel_at(hands="4 12 / 20 21", stock=" / 30", u1="2", u2="29")
    play(game, "4-u1 12-u2")
    assert winner(game) == 0
    assert ending(game) == ("finished", 3)


@pytest.mark.rule("D7")
def test_a_gift_received_does_not_count_for_the_receiver() -> None:
    game = duel_at(hands="12 30 31 / 20 21", stock=" / ", u1="5", u2="29")
    play(game, "12-u2 30-u1 end 20-u2")
    assert game.outcome is None
    game.play("21-u2")
    assert winner(game) == 1
    assert ending(game) == ("finished", 1)


# D8: own piles at 58 up and 3 down take next to nothing.


@pytest.mark.rule("D8")
def test_who_cannot_lay_two_at_the_turns_start_loses_at_once() -> None:
    game = duel_at(hands="6 7 / 59 20", stock="30..40 / 30..40", u1="5", u2="58", d2="3")
    events = play(game, "6-u1 7-u1 end")
    assert events[-2] == TurnBegan(1, minimum=2)
    assert isinstance(events[-1], Over)
    assert winner(game) == 0
    assert ending(game) == ("stuck", 2 + 2 + 9 + 11)
    assert "59" in game.state.hands[1]


@pytest.mark.rule("D8")
def test_a_lay_that_leaves_the_second_out_of_reach_loses_at_once() -> None:
    game = duel_at(hands="59 48 / 20 21", stock="30..40 / 30..40", u1="58", d1="3")
    assert losing(game) == {"59-u1"}
    events = game.play("59-u1")
    assert [type(event) for event in events] == [Laid, Over]
    assert winner(game) == 1
    assert ending(game)[0] == "stuck"


@pytest.mark.rule("D8")
def test_the_right_order_does_not_lose() -> None:
    game = duel_at(hands="59 48 / 20 21", stock="30..40 / 30..40", u1="58", d1="3")
    play(game, "48-u1 59-u1")
    assert game.outcome is None


@pytest.mark.rule("D8")
def test_only_the_player_on_turn_can_lose_so() -> None:
    game = duel_at(hands="6 7 8 / 20 21", stock="30..40 / 30..40", u1="5", u2="58", d2="3")
    play(game, "6-u1 7-u1 8-u1")
    assert game.outcome is None


@pytest.mark.rule("D8", "D3")
@pytest.mark.parametrize("stock", ["", "30..40"])
def test_a_single_card_at_the_turns_start_loses_although_it_fits(stock: str) -> None:
    game = duel_at(hands="6 7 / 20", stock=f"30..40 / {stock}", u1="5", u2="2")
    play(game, "6-u1 7-u1 end")
    assert winner(game) == 0
    assert ending(game)[0] == "stuck"


@pytest.mark.rule("D8")
def test_keeping_a_single_card_loses_on_the_own_next_turn_and_not_before() -> None:
    game = duel_at(hands="6 7 8 / 20 21 22 23", stock=" / ", u1="5", u2="2")
    play(game, "6-u1 7-u1 end")
    assert game.turn == 1
    play(game, "20-u2 21-u2 end")
    assert winner(game) == 1
    assert ending(game) == ("stuck", 1 + 2)


@pytest.mark.rule("D8")
def test_the_gift_counts_for_what_can_be_laid() -> None:
    game = duel_at(hands="59 12 / 20 21", stock="30 / 30", u1="58", d1="3", u2="29")
    assert moves(game) == {"59-u1", "12-u2"}
    assert losing(game) == set()
    play(game, "12-u2 59-u1")
    assert game.outcome is None


@pytest.mark.rule("D8", "D5")
def test_two_gifts_are_not_two_cards() -> None:
    game = duel_at(hands="12 11 / 20 21", stock="30 / 30", u1="58", d1="3", u2="29")
    assert winner(game) == 1
    assert ending(game)[0] == "stuck"


@pytest.mark.rule("D8", "D5")
def test_a_gift_that_loses_is_flagged() -> None:
    game = duel_at(hands="13 12 / 20 21", stock="30 / 30", u1="58", d1="3", u2="29")
    assert moves(game) == {"13-d1", "13-u2", "12-u2"}
    assert losing(game) == {"13-u2"}
    game.play("13-u2")
    assert winner(game) == 1


# D9


@pytest.mark.rule("D9")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_sees_the_own_hand_the_tops_and_all_sizes(seat: int) -> None:
    game = duel_at(hands="4 8 / 20 21 22", stock="30..40 / 50..55", u1="2", d2="45")
    view = game.view(seat)
    assert view.hand == (("4", "8"), ("20", "21", "22"))[seat]
    assert view.tops == ("2", None, None, "45")
    assert view.hand_sizes == (2, 3)
    assert view.stock_sizes == (11, 6)
    assert view.stock_size == (11, 6)[seat]


@pytest.mark.rule("D9")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_opponents_cards_are_hidden(seat: int) -> None:
    game = dealt(DUEL, players=2)
    view = game.view(seat)
    assert view.hands[1 - seat] is None
    assert view.stocks == (None, None)
    assert shown(view) == set(game.state.hands[seat])


# D10


@pytest.mark.rule("D10")
def test_the_cards_left_are_counted_over_both_players() -> None:
    game = duel_at(hands="4 8 / 20 21 22", stock="30..32 / 50..54", u1="2")
    game.play("4-u1")
    game.resign(0)
    assert ending(game) == ("resigned", 1 + 3 + 3 + 5)


@pytest.mark.rule("D10")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_may_resign_on_any_turn_and_the_other_wins(seat: int) -> None:
    game = dealt(DUEL, players=2, starter=0)
    game.resign(seat)
    assert winner(game) == 1 - seat
    assert ending(game) == ("resigned", 116)


@pytest.mark.rule("D10")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_may_resign_before_the_start_and_in_the_middle_of_a_turn(seat: int) -> None:
    rules = Rules.named(DUEL)
    seeded = Deal.from_seed(rules, players=2, seed="lighthouse")
    waiting = Game(rules, Deal(seeded.hands, seeded.stocks))
    assert waiting.turn is None
    waiting.resign(seat)
    assert winner(waiting) == 1 - seat
    running = duel_at(hands="4 8 / 20 21", stock="30 / 30", u1="2")
    running.play("4-u1")
    running.resign(seat)
    assert winner(running) == 1 - seat
