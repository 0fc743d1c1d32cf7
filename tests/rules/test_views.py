"""V1 to V4: what each player may know."""

from __future__ import annotations

import pickle
from dataclasses import asdict, replace
from typing import Any

import pytest

from tenback import Deal, Game, IllegalMove, Rules, View
from tenback.core.events import Dealt, Drawn, Laid, Over, SetUp, TurnBegan, TurnEnded
from tenback.core.state import Placed
from tenback.core.views import Burning
from tests.rules.situations import EVERY_GAME, cards, dealt, game_at, play, play_turns, shown

# Two worlds that seat 0 cannot tell apart: the same moves, the same own cards, other hidden ones.
TWINS: dict[str, tuple[dict[str, Any], dict[str, Any], str, str]] = {
    "original": (
        {"hands": "4 8 13 / 20 21 50 / 30 31 51", "stock": "60 61 62 63 64 65 66", "u1": "2"},
        {"hands": "4 8 13 / 20 21 51 / 30 31 66", "stock": "60 61 64 50 63 62 65", "u1": "2"},
        "4-u1 8-u1 end 20-u1 21-u1 end 30-u1 31-u1 end 60-u1",
        "50-u1",
    ),
    "original-on-fire": (
        {"hands": "4 8 13 / 22 9 50 / 30 31 51", "stock": "60 61 62 63 64 65 66", "u1": "2"},
        {"hands": "4 8 13 / 22 9 51 / 30 31 66", "stock": "60 61 64 50 63 62 65", "u1": "2"},
        "4-u1 8-u1 end 9-u1 22-u1 end 30-u1 31-u1 end 60-u1",
        "50-u1",
    ),
    "quick-and-easy": (
        {"hands": "r2 r1 / b3 b4 / g5 g6", "stock": "y10 y1 y2 y3 y4", "u1": "p1", "d1": "p9"},
        {"hands": "r2 r1 / b3 y2 / g5 b4", "stock": "y10 g6 y1 y4 y3", "u1": "p1", "d1": "p9"},
        "r2-u1 end b3-u1 end g5-u1 end y10-u1",
        "b4-d1",
    ),
    "face-to-face": (
        {"hands": "4 8 12 / 20 21 50", "stock": "30 31 32 33 34 / 40 41 42", "u1": "2", "u2": "19"},
        {"hands": "4 8 12 / 20 21 42", "stock": "30 31 33 34 32 / 41 50 40", "u1": "2", "u2": "19"},
        "4-u1 8-u1 end 20-u2 21-u2 end 30-u1 12-u2",
        "50-u1",
    ),
}

twins = pytest.mark.parametrize("name", TWINS)


def worlds(name: str) -> tuple[Game, Game]:
    """Both worlds after the same moves; they differ from the beginning in what is hidden."""
    one, other, played, _ = TWINS[name]
    games = game_at(name, **one), game_at(name, **other)
    for game in games:
        play(game, played)
    assert games[0].state != games[1].state
    return games


# V1


@pytest.mark.rule("V1")
def test_a_view_holds_the_own_hand_and_no_other() -> None:
    game = dealt(players=3)
    for seat in range(3):
        view = game.view(seat)
        assert view.hand == game.state.hands[seat]
        assert view.hands[seat] == game.state.hands[seat]
        assert [view.hands[other] for other in range(3) if other != seat] == [None, None]
        assert shown(view) == set(game.state.hands[seat])


@pytest.mark.rule("V1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_view_holds_tops_and_sizes_and_whose_turn_it_is(seat: int) -> None:
    game = game_at(hands="4 8 / 20 21 22 / 30", stock="60..66", u1="2", d2="90", turn=1)
    view = game.view(seat)
    assert view.tops == ("2", None, None, "90")
    assert view.sizes == (98 - 6 - 7 - 1, 0, 0, 1)
    assert view.hand_sizes == (2, 3, 1)
    assert view.stock_sizes == (7,)
    assert view.turn == 1
    assert view.on_turn == (seat == 1)


@pytest.mark.rule("V1")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("stock", "minimum"), [("60..66", 2), ("", 1)])
def test_a_view_holds_the_minimum(seat: int, stock: str, minimum: int) -> None:
    assert game_at(hands="4 8 / 20 21", stock=stock, u1="2").view(seat).minimum == minimum


@pytest.mark.rule("V1")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_view_holds_what_has_been_laid_this_turn(seat: int) -> None:
    game = game_at(hands="4 8 13 / 20 21", stock="60..66", u1="2")
    play(game, "4-u1 8-u2")
    assert game.view(seat).placed == (Placed("4", "u1", "2"), Placed("8", "u2", None))
    game.play("end")
    assert game.view(seat).placed == ()


@pytest.mark.rule("V1")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_view_holds_whether_the_gift_is_used(seat: int) -> None:
    game = game_at("face-to-face", hands="4 12 / 20 21", stock="50 / 50", u2="29")
    game.play("4-u1")
    assert not game.view(seat).gift_used
    game.play("12-u2")
    assert game.view(seat).gift_used


@pytest.mark.rule("V1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_view_holds_which_piles_burn_and_until_whose_turn_ends(seat: int) -> None:
    game = game_at("original-on-fire", hands="22 8 / 20 21 / 30", stock="60..66", u1="2", d1="77")
    game.play("22-u1")
    assert game.view(seat).burning == (Burning("u1", 1), Burning("d1", 0))


@pytest.mark.rule("V1")
def test_a_view_holds_all_that_a_perfect_memory_would() -> None:
    game = dealt(players=3)
    play_turns(game, 5)
    laid = [event.card for event in game.events if isinstance(event, Laid)]
    for seat in range(3):
        view = game.view(seat)
        assert view.memory
        assert set(view.laid()[0]) == set(laid)
        assert [type(event) for event in view.history] == [type(event) for event in game.events]


@pytest.mark.rule("V1")
@twins
def test_worlds_that_differ_in_hidden_cards_look_the_same(name: str) -> None:
    one, other = (game.view(0) for game in worlds(name))
    assert one == other
    assert repr(one) == repr(other)
    assert one.options() == other.options()
    assert one.legal_moves() == other.legal_moves()


@pytest.mark.rule("V1")
@twins
def test_events_reach_a_seat_without_hidden_cards(name: str) -> None:
    one, other = worlds(name)
    assert one.received(0) == other.received(0)
    assert repr(one.received(0)) == repr(other.received(0))
    assert one.events != other.events


@pytest.mark.rule("V1")
@twins
def test_errors_tell_nothing_hidden(name: str) -> None:
    refusals = []
    for game in worlds(name):
        with pytest.raises(IllegalMove) as caught:
            game.play(TWINS[name][3])
        refusals.append((caught.value.code, caught.value.params, str(caught.value)))
    assert refusals[0] == refusals[1]
    assert refusals[0][0] == "not-held"


@pytest.mark.rule("V1")
@twins
def test_stored_copies_of_a_view_tell_nothing_hidden(name: str) -> None:
    one, other = (game.view(0) for game in worlds(name))
    assert pickle.loads(pickle.dumps(one)) == other
    assert str(asdict(one)) == str(asdict(other))


@pytest.mark.rule("V1")
def test_a_game_shows_no_card_in_its_repr() -> None:
    assert [repr(game) for game in worlds("original")] == [
        "<Game original, 3 players, seat 0 on turn>"
    ] * 2


@pytest.mark.rule("V1")
def test_a_draw_is_seen_by_the_one_who_draws() -> None:
    game = game_at(hands="4 8 13 / 20 21", stock="60..66", u1="2")
    play(game, "4-u1 8-u1 end")
    assert Drawn(0, 2, ("60", "61")) in game.received(0)
    assert Drawn(0, 2, None) in game.received(1)
    assert Drawn(0, 2, None) in game.received(None)


@pytest.mark.rule("V1")
@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_seed_stays_closed_while_the_game_lasts(name: str) -> None:
    game = dealt(name, players=2, seed="lighthouse")
    for seat in (0, 1, None):
        view = game.view(seat)
        assert view.seed is None
        assert "lighthouse" not in repr(view)
        assert all(stock is None for stock in view.stocks)


@pytest.mark.rule("V1")
@pytest.mark.parametrize("seat", [-1, 3])
def test_only_a_seat_at_the_table_has_a_view(seat: int) -> None:
    with pytest.raises(IllegalMove) as caught:
        dealt(players=3).view(seat)
    assert caught.value.code == "no-such-seat"


# V2


def cards_laid(view: View) -> list[str]:
    return [event.card for event in view.history if isinstance(event, Laid)]


def three_turns() -> Game:
    game = game_at(hands="4 8 / 20 21 / 30 31", stock="60..80", u1="2")
    play(game, "4-u1 8-u1 end 20-u1 21-u1 end 30-u1 31-u1 end 60-u1")
    return game


@pytest.mark.rule("V2")
def test_a_bot_remembers_what_was_laid() -> None:
    view = three_turns().view(1)
    assert cards_laid(view) == ["4", "8", "20", "21", "30", "31", "60"]
    assert set(cards("4 8 20 21 30 31 60")) <= set(view.laid()[0])


@pytest.mark.rule("V2")
def test_a_human_gets_events_as_they_happen() -> None:
    game = game_at(hands="4 8 / 20 21", stock="60..80", u1="2")
    before = len(game.received(1))
    play(game, "4-u1 8-u1 end")
    kinds = [type(event) for event in game.received(1)[before:]]
    assert kinds == [Laid, Laid, TurnEnded, Drawn, TurnBegan]


@pytest.mark.rule("V2", "O7")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_afterwards_a_human_sees_the_running_turn_and_the_one_before(seat: int | None) -> None:
    view = three_turns().view(seat, memory=False)
    assert not view.memory
    assert cards_laid(view) == ["30", "31", "60"]
    assert [event.seat for event in view.history if isinstance(event, TurnBegan)] == [2, 0]
    assert view.tops[0] == "60"
    assert not shown(view) & {"4", "8", "20", "21"}


@pytest.mark.rule("V2")
def test_in_the_first_two_turns_there_is_nothing_to_forget() -> None:
    game = dealt(players=3)
    assert game.view(0, memory=False).history == game.view(0).history
    first = [event for event in play(game, _two_lays(game)) if isinstance(event, Laid)]
    assert cards_laid(game.view(0, memory=False)) == [event.card for event in first]
    game.play("end")
    assert cards_laid(game.view(0, memory=False)) == [event.card for event in first]


def _two_lays(game: Game) -> str:
    low, high = game.state.hands[0][:2]
    return f"{low}-u1 {high}-u1"


@pytest.mark.rule("V2")
def test_forgetting_takes_nothing_else_away() -> None:
    game = three_turns()
    full, short = game.view(0), game.view(0, memory=False)
    forgetful = replace(full, memory=False, history=(), forgotten=short.forgotten)
    assert forgetful == replace(short, history=())
    assert short.legal_moves() == full.legal_moves()
    assert short.options() == full.options()


@pytest.mark.rule("V2", "O7")
def test_a_position_does_not_tell_a_human_what_lies_beneath() -> None:
    game = game_at(hands="4 8 / 20 21", stock="60..80", u1="2")
    (first,) = game.view(0, memory=False).history
    assert isinstance(first, SetUp)
    assert first.laid is None
    assert shown(game.view(0, memory=False)) == {"2", "4", "8"}


@pytest.mark.rule("V2")
def test_the_memory_aid_shows_everything_that_was_laid() -> None:
    game = dealt(players=2)
    play_turns(game, 4)
    aided, plain = game.view(0, memory=True), game.view(0, memory=False)
    assert isinstance(aided.history[0], Dealt)
    assert len(cards_laid(aided)) == 8
    assert len(cards_laid(plain)) == 2


# V3


def resigned(name: str = "original", *, sealed: bool = False) -> Game:
    game = dealt(name, players=2, sealed=sealed)
    play_turns(game, 2)
    game.resign(0)
    return game


every_reader = pytest.mark.parametrize("seat", [0, 1, None])


@pytest.mark.rule("V3", "V4")
@every_reader
@pytest.mark.parametrize("memory", [True, False])
@pytest.mark.parametrize("name", EVERY_GAME)
def test_after_the_end_everything_is_open(name: str, memory: bool, seat: int | None) -> None:
    game = resigned(name)
    view = game.view(seat, memory=memory)
    assert view.hands == game.state.hands
    assert view.stocks == game.state.stocks
    assert view.seed == "lighthouse"
    assert view.history == game.events
    assert view.outcome == game.outcome


@pytest.mark.rule("V3")
@every_reader
def test_after_the_end_all_draws_can_be_seen(seat: int | None) -> None:
    view = resigned().view(seat)
    drawn = [event.cards for event in view.history if isinstance(event, Drawn)]
    assert drawn
    assert None not in drawn
    assert isinstance(view.history[0], Dealt)
    assert None not in view.history[0].hands
    assert isinstance(view.history[-1], Over)


@pytest.mark.rule("V3")
@every_reader
@pytest.mark.parametrize("name", EVERY_GAME)
def test_of_a_daily_deal_stock_and_seed_stay_closed(name: str, seat: int | None) -> None:
    game = resigned(name, sealed=True)
    view = game.view(seat)
    assert view.hands == game.state.hands
    assert view.stocks == (None,) * len(game.state.stocks)
    assert view.seed is None
    assert "lighthouse" not in repr(view)
    assert view.stock_sizes == tuple(map(len, game.state.stocks))


@pytest.mark.rule("V3")
@every_reader
def test_of_a_daily_deal_no_card_of_the_stock_shows_anywhere(seat: int | None) -> None:
    game = resigned(sealed=True)
    assert not shown(game.view(seat)) & set(game.state.stocks[0])


@pytest.mark.rule("V3")
def test_a_deal_is_no_daily_deal_unless_it_is_said() -> None:
    rules = Rules.named("original")
    game = Game(rules, Deal.from_seed(rules, players=2, seed="lighthouse"), starter=0)
    game.resign(0)
    assert game.view(0).stocks == game.state.stocks
    assert game.view(0).seed == "lighthouse"


@pytest.mark.rule("V3")
def test_once_the_day_is_over_the_daily_deal_opens() -> None:
    game = resigned(sealed=True)
    game.sealed = False
    view = game.view(1)
    assert view.stocks == game.state.stocks
    assert view.seed == "lighthouse"


@pytest.mark.rule("V3")
def test_everything_opens_also_when_a_player_is_stuck() -> None:
    game = game_at(hands="5 6 / 7", stock="30", u1="99", u2="98", d1="2", d2="3")
    view = game.view(None)
    assert view.outcome is not None
    assert (view.hands, view.stocks) == ((("5", "6"), ("7",)), (("30",),))


# V4


@pytest.mark.rule("V4")
@twins
def test_spectators_see_what_all_seats_share_and_no_hand(name: str) -> None:
    game = worlds(name)[0]
    watched = game.view(None)
    assert watched.hands == (None,) * game.players
    assert watched.hand == ()
    for seat in range(game.players):
        view = game.view(seat)
        shared = replace(view, seat=None, hands=watched.hands, history=watched.history)
        assert watched == shared


@pytest.mark.rule("V4")
@twins
def test_spectators_cannot_tell_hidden_cards_apart(name: str) -> None:
    one, other = worlds(name)
    assert one.view(None) == other.view(None)
    assert repr(one.received(None)) == repr(other.received(None))


@pytest.mark.rule("V4")
def test_spectators_do_not_see_what_a_single_seat_draws_or_was_dealt() -> None:
    game = dealt(players=3)
    play_turns(game, 3)
    history = game.view(None).history
    assert isinstance(history[0], Dealt)
    assert history[0].hands == (None, None, None)
    draws = [event for event in history if isinstance(event, Drawn)]
    assert [event.cards for event in draws] == [None, None, None]
    assert [event.count for event in draws] == [2, 2, 2]
    laid = {event.card for event in history if isinstance(event, Laid)}
    assert shown(game.view(None)) == laid


@pytest.mark.rule("V4")
def test_spectators_have_nothing_to_choose() -> None:
    view = dealt(players=3).view(None)
    assert view.legal_moves() == ()
    options = view.options()
    assert (options.lays, options.owed, options.draws) == ((), 0, 0)
    may = (options.may_end, options.may_start, options.may_resign, options.may_take_back)
    assert not any(may)


@pytest.mark.rule("V1")
def test_who_is_not_on_turn_has_no_moves() -> None:
    game = dealt(players=3, starter=1)
    assert game.view(1).legal_moves() == game.legal_moves()
    assert game.view(0).legal_moves() == ()
    options = game.view(0).options()
    assert (options.lays, options.owed, options.draws) == ((), 0, 0)
    assert not any((options.may_end, options.may_start, options.may_take_back))
