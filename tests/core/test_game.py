"""The cursor: what it accepts, what it refuses, and what stays untouched."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

from tenback import Deal, EndTurn, Game, IllegalMove, InvalidDeal, Lay, Record, Rules, TenbackError
from tenback.core.events import Dealt, Laid, TurnBegan

if TYPE_CHECKING:
    from collections.abc import Callable


def table(players: int = 3, **options: bool) -> Game:
    rules = Rules.named("original", **options)
    return Game(rules, Deal.from_seed(rules, players, "lighthouse"))


def code(do: Callable[[], object]) -> str:
    with pytest.raises(IllegalMove) as caught:
        do()
    return caught.value.code


def test_a_team_agrees_first() -> None:
    game = table()
    assert (game.turn, game.outcome, game.legal_moves()) == (None, None, ())
    assert game.view(1).hand == ("17", "21", "26", "51", "86", "98")
    assert code(lambda: game.play("17-u1")) == "not-started"
    assert game.start(2) == (TurnBegan(2, 2),)
    assert (game.turn, game.starter) == (2, 2)
    assert code(lambda: game.start(1)) == "already-started"


def test_alone_and_by_lot_it_is_settled() -> None:
    duel = Rules.named("face-to-face")
    deal = Deal.from_seed(duel, 2, "lighthouse")
    assert table(1).turn == 0
    assert Game(duel, deal).turn == deal.starter
    assert Game(duel, deal, starter=1).turn == 1
    assert Game(duel, Deal(deal.hands, deal.stocks)).turn is None


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("", "bad-move"),
        ("nonsense", "bad-move"),
        ("end", "minimum-not-met"),
        ("100-u1", "unknown-card"),
        ("r7-u1", "unknown-card"),
        ("2-u3", "unknown-pile"),
        ("11-u1", "not-held"),
        (Lay("2", "x"), "unknown-pile"),
        (Lay(2, "u1"), "unknown-card"),  # type: ignore[arg-type]
        (Lay([], "u1"), "unknown-card"),  # type: ignore[arg-type]
        (Lay("2", []), "unknown-pile"),  # type: ignore[arg-type]
        (7, "bad-move"),
        (None, "bad-move"),
    ],
)
def test_what_is_refused_says_why_and_changes_nothing(move: object, expected: str) -> None:
    game = table()
    game.start(2)
    before = game.state
    assert code(lambda: game.play(move)) == expected  # type: ignore[arg-type]
    assert game.state is before
    assert len(game.events) == 2


@pytest.mark.parametrize("seat", [-1, 3, None, "0", True, 1.0])
def test_seats_that_are_none(seat: int) -> None:
    game = table()
    assert code(lambda: game.start(seat)) == "no-such-seat"
    assert code(lambda: game.resign(seat)) == "no-such-seat"
    assert code(lambda: game.say(seat, text="hm")) == "no-such-seat"
    if seat is not None:
        assert code(lambda: game.view(seat)) == "no-such-seat"
        assert code(lambda: game.received(seat)) == "no-such-seat"


def test_a_card_that_does_not_fit_is_refused_with_the_top() -> None:
    game = table()
    game.start(2)
    game.play("5-u1")
    with pytest.raises(IllegalMove, match="3 does not fit on u1, which shows 5"):
        game.play("3-u1")


def test_moves_and_their_texts_are_the_same() -> None:
    ours, theirs = table(), table()
    for game in (ours, theirs):
        game.start(2)
    ours.play(Lay("2", "u1"))
    theirs.play("2-u1")
    assert ours == theirs
    assert isinstance(ours.events[-1], Laid)


def test_nothing_goes_on_after_the_end() -> None:
    game = table()
    game.resign(1)
    for do in (lambda: game.play(EndTurn()), lambda: game.start(0), lambda: game.resign(0)):
        assert code(do) == "game-over"


def test_a_copy_goes_its_own_way() -> None:
    game = table()
    game.start(2)
    copy = game.copy()
    copy.play("2-u1")
    assert game != copy
    assert game.events == copy.events[:2]
    game.play("2-u1")
    assert game == copy


def test_a_bad_deal_is_refused() -> None:
    with pytest.raises(InvalidDeal):
        Game(Rules.named("original"), Deal((("2",),), ((),)))


def test_the_first_event_is_the_deal() -> None:
    game = table()
    assert isinstance(game.events[0], Dealt)
    assert game.received(0)[0] == Dealt((game.state.hands[0], None, None), (80,))


def test_the_repr_of_a_game_shows_no_cards() -> None:
    game = table()
    assert repr(game) == "<Game original, 3 players, agreeing>"
    game.start(0)
    assert repr(game) == "<Game original, 3 players, seat 0 on turn>"
    game.resign(0)
    assert repr(game) == "<Game original, 3 players, over, resigned>"


def test_errors_survive_pickling() -> None:
    game = table()
    for do in (lambda: game.play("x"), lambda: Record.parse("nothing")):
        with pytest.raises(TenbackError) as caught:
            do()
        again = pickle.loads(pickle.dumps(caught.value))
        assert (type(again), str(again), again.code) == (
            type(caught.value),
            str(caught.value),
            caught.value.code,
        )
