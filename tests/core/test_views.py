"""Views as values: their JSON, their repr, and what an interface can ask of them."""

from __future__ import annotations

import json
import pickle
import random
from itertools import product

import msgspec
import pytest

from tenback import Deal, Game, InvalidView, Rules
from tenback.core.choices import Choices
from tenback.core.events import Laid
from tenback.core.moves import END, Lay
from tenback.core.outcome import Reason
from tenback.core.views import redact, seeing_more
from tests.cases import IDS, TABLES


def game_of(rules: Rules, players: int, moves: int = 7) -> Game:
    game = Game(rules, Deal.from_seed(rules, players, "views"), starter=0)
    rng = random.Random(1)
    for _ in range(moves):
        if game.turn is not None:
            game.play(rng.choice(game.legal_moves()))
    return game


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_msgspec_encodes_views_events_and_options_as_they_are(rules: Rules, players: int) -> None:
    game = game_of(rules, players)
    for seat in (None, *range(players)):
        view = game.view(seat)
        data = json.loads(msgspec.json.encode(view))
        assert data["hand_sizes"] == list(view.hand_sizes)
        shown = None if seat is None else list(view.hand)
        assert shown is None or data["hands"][seat] == shown
        assert len(data["history"]) == len(view.history)
        assert msgspec.json.encode(view.options())
        assert msgspec.json.encode(game.received(seat))


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_redacting_twice_is_redacting_once(rules: Rules, players: int) -> None:
    game = game_of(rules, players)
    for seat in (None, *range(players)):
        view = game.view(seat)
        assert redact(view, seat) == view
        for event in game.received(seat):
            assert redact(event, seat) == event


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_choices_are_what_really_comes_of_them(rules: Rules, players: int) -> None:
    """Whatever is said to lose ends the game at once, and nothing else does."""
    rng = random.Random(players)
    for seed in range(4):
        game = Game(rules, Deal.from_seed(rules, players, str(seed)), starter=0)
        while game.turn is not None:
            choices = game.options()
            for seat in (None, *range(players)):
                assert game.options_of(seat) == game.view(seat).options()
            assert choices == game.options_of(game.turn)
            assert [lay.move for lay in choices.lays] == [m for m in game.legal_moves() if m != END]
            for lay in choices.lays:
                assert lay.loses == is_lost(game, lay.move)
                laid = laid_by(game, lay.move)
                assert (lay.step, lay.kind) == (laid.step, laid.kind)
                top = game.state.tops[rules.pile_index[laid.pile]]
                assert lay.covers_fire == (top in rules.fire_cards)
            game.play(rng.choice(game.legal_moves()))
        assert game.options() == Choices()


def laid_by(game: Game, lay: Lay) -> Laid:
    laid = game.copy().play(lay)[0]
    assert isinstance(laid, Laid)
    return laid


def is_lost(game: Game, lay: Lay) -> bool:
    after = game.copy()
    after.play(lay)
    return after.outcome is not None and after.outcome.reason is Reason.STUCK


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_some_see_more_of_an_event_than_others(rules: Rules, players: int) -> None:
    game = game_of(rules, players)
    for event, seat in product(game.events, (None, *range(players))):
        assert (seat in seeing_more(event)) == (redact(event, seat) != redact(event, None))


def test_a_view_without_memory_cannot_be_sampled() -> None:
    game = game_of(Rules.named("original"), 3)
    with pytest.raises(InvalidView, match="forgotten"):
        game.view(0, memory=False).sample(random.Random(1))


def test_a_view_survives_pickling() -> None:
    view = game_of(Rules.named("face-to-face"), 2).view(1)
    assert pickle.loads(pickle.dumps(view)) == view


def test_options_of_a_seat_that_is_not_on_turn() -> None:
    game = game_of(Rules.named("original"), 3, moves=0)
    waiting = game.view(1).options()
    assert not waiting.lays
    assert not waiting.may_end
    assert game.view(1).legal_moves() == ()
    agreeing = Game(game.rules, Deal.from_seed(game.rules, 3, "x")).view(1)
    assert agreeing.options().may_start
    assert agreeing.agreeing


def test_ending_alone_with_an_empty_stock_and_nothing_that_fits_loses() -> None:
    from tenback import Position

    text = "original 1p u1=96*48 u2=97*16 d1=5*16 d2=4*16 hands=50,98 stocks= turn=0"
    game = Position.parse(text).game()
    game.play("98-u1")
    options = game.view(0).options()
    assert options.end_loses
    assert not options.lays
    game.play(END)
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.left) == ("stuck", 1)


def test_what_a_view_remembers_of_the_piles() -> None:
    game = game_of(Rules.named("original"), 2, moves=20)
    assert game.view(0).laid() == game.state.laid()
    assert game.view(None).laid() == game.state.laid()


def test_a_sample_is_even() -> None:
    """Every unseen card is next in the stock about equally often."""
    rules = Rules.named("quick-and-easy")
    view = Game(rules, Deal.from_seed(rules, 2, "even"), starter=0).view(0)
    rng, tries = random.Random(5), 2_400
    tops = [view.sample(rng).state.stocks[0][0] for _ in range(tries)]
    unseen = [card for card in rules.cards if card not in view.hand]
    expected = tries / len(unseen)
    chi = sum((tops.count(card) - expected) ** 2 / expected for card in unseen)
    assert chi < 47 + 6 * (2 * 47) ** 0.5
