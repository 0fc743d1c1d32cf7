"""Rows made from views: the same choices as in the core, and nothing but what the view shows."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenback import Deal, Game, Rules, TenbackError
from tenback.core.moves import END as END_TURN
from tenback.core.moves import EndTurn
from tenback.sim.arrays import in_number_order, rule_arrays, words_of
from tenback.sim.bits import ZERO
from tenback.sim.kernel_bots import KERNEL_BOTS
from tenback.sim.position import END
from tenback.sim.view_rows import choose_move, game_row, lays, move_of_word
from tenback.testing.strategies import any_rules, games
from tests.cases import IDS, SOAK, TABLES
from tests.sim.replays import due_piles, is_alive, legal_words, play_word, tops_of
from tests.testing.walk import dealt, easy, from_middle, moments

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tenback import Move, View

EVERY = 1 if SOAK else 9
"""Every how many moments of a walk are looked at."""


def arrays_of(view: View) -> NDArray[np.void]:
    return rule_arrays(view.rules, view.players).copy()


def legal(view: View, row: NDArray[np.void]) -> tuple[Move, ...]:
    found = np.zeros(2000, np.uint64)
    count = legal_words(arrays_of(view), row, found)
    return lays(view.rules, found[:count])


def cards_in(rules: Rules, words: NDArray[np.uint64]) -> set[str]:
    bits = int(words[0]) | int(words[1]) << 64
    return {card for place, card in enumerate(in_number_order(rules)) if bits >> place & 1}


def agrees(game: Game, seat: int) -> None:
    """What is public is as it is, and what is hidden is some world of the right size."""
    view, state = game.view(seat), game.state
    row = game_row(view)
    found = row[0]
    assert row.shape == (1,)
    assert cards_in(view.rules, found["hands"][seat]) == set(state.hands[seat])
    for other, hand in enumerate(state.hands):
        held = cards_in(view.rules, found["hands"][other])
        assert len(held) == len(hand)
        assert held >= set(view.known[other])
    for deck, laid in enumerate(state.laid()):
        assert cards_in(view.rules, found["laid"][deck]) == set(laid)
        assert found["stocks"][deck] == len(state.stocks[deck])
        _nothing_is_lost(game, deck, found)
    assert found["tops"].tolist()[: len(state.tops)] == tops_of(state)
    assert found["sizes"].tolist()[: len(state.sizes)] == list(state.sizes)
    assert found["over"] == ZERO
    _same_turn(view, row)


def _nothing_is_lost(game: Game, deck: int, found: Any) -> None:
    """Laid, held and in the stock: every card of a deck once."""
    rules = game.rules
    owners = [seat for seat in range(game.players) if rules.deck_of(seat) == deck]
    held = [card for seat in owners for card in cards_in(rules, found["hands"][seat])]
    cards = in_number_order(rules)
    stock = [cards[place] for place in found["decks"][deck, : found["stocks"][deck]]]
    laid = cards_in(rules, found["laid"][deck])
    assert sorted([*held, *stock, *laid]) == sorted(rules.cards)


def _same_turn(view: View, row: NDArray[np.void]) -> None:
    found = row[0]
    if view.turn is None:
        assert found["turn"] == view.seat
        return
    assert found["turn"] == view.turn
    assert found["minimum"] == view.minimum
    assert found["placed"] == len(view.placed)
    assert found["gift_used"] == view.gift_used
    if view.on_turn:
        assert legal(view, row) == view.legal_moves()
        assert is_alive(arrays_of(view), row)
        fresh = {placed.pile for placed in view.placed}
        due = {fire.pile for fire in view.burning if fire.pile not in fresh}
        bits = due_piles(arrays_of(view), row)
        names = [pile.name for pile in view.rules.layout]
        assert {name for pile, name in enumerate(names) if bits >> pile & 1} == due


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_every_published_table_is_seen_as_it_is(rules: Rules, players: int) -> None:
    worlds = (dealt(rules, players), easy(rules, players), from_middle(easy(rules, players), 20))
    for game in worlds:
        for number, now in enumerate(moments(game)):
            if number % EVERY == 0 and now.outcome is None:
                for seat in range(players):
                    agrees(now, seat)


@settings(max_examples=1000 if SOAK else 120)
@given(games())
def test_any_moment_of_any_variant_is_seen_as_it_is(game: Game) -> None:
    if game.outcome is None:
        for seat in range(game.players):
            agrees(game, seat)


@settings(max_examples=60)
@given(games(), st.integers())
def test_a_row_cannot_tell_a_twin_from_the_real_game(game: Game, seed: int) -> None:
    if game.outcome is not None:
        return
    for seat in range(game.players):
        view = game.view(seat)
        twin = view.sample(random.Random(seed)).view(seat)
        assert game_row(view).tobytes() == game_row(twin).tobytes()


@settings(max_examples=60)
@given(games(any_rules()), st.integers())
def test_the_players_of_the_kernels_move_legally(game: Game, seed: int) -> None:
    if game.turn is None:
        return
    view = game.view(game.turn)
    for player in KERNEL_BOTS:
        move = choose_move(view, player, random.Random(seed))
        assert move in view.legal_moves()
        assert move == choose_move(view, player, random.Random(seed))


def test_cards_taken_back_lie_where_every_player_knows_them_to_be() -> None:
    rules = Rules.named("original")
    game = Game(rules, Deal.from_seed(rules, 2, "known"), starter=0, takebacks=True)
    card = game.view(0).hand[-1]
    game.play(f"{card}-d1")
    game.take_back()
    row = game_row(game.view(1))[0]
    assert card in cards_in(rules, row["hands"][0])
    assert row["laid"][0].tolist() == [0, 0]


def test_a_row_can_be_played_on() -> None:
    """The own lays change it as they change the game."""
    rules = Rules.named("face-to-face")
    game = Game(rules, Deal.from_seed(rules, 2, "on"), starter=0)
    row = game_row(game.view(0))
    places = {card: place for place, card in enumerate(in_number_order(rules))}
    for _ in range(2):
        option = game.view(0).options().lays[0].move
        word = places[option.card] * 8 + rules.pile_index[option.pile]
        play_word(arrays_of(game.view(0)), row, word)
        game.play(option)
        assert legal(game.view(0), row) == game.legal_moves()
        expected = words_of(card in game.state.hands[0] for card in in_number_order(rules))
        assert row["hands"][0, 0].tolist() == expected.tolist()
    play_word(arrays_of(game.view(0)), row, END)
    game.play(END_TURN)
    assert row["turn"][0] == 1
    assert row["stocks"][0].tolist()[:2] == [len(stock) for stock in game.state.stocks]


def test_words_and_moves() -> None:
    rules = Rules.named("quick-and-easy")
    cards = in_number_order(rules)
    for place in (0, 7, len(cards) - 1):
        for pile, name in enumerate(rules.pile_index):
            assert str(move_of_word(rules, place * 8 + pile)) == f"{cards[place]}-{name}"
    assert isinstance(move_of_word(rules, END), EndTurn)
    assert lays(rules, [8, int(END)]) == (move_of_word(rules, 8), END_TURN)


def code_of(view: View) -> str:
    with pytest.raises(TenbackError) as caught:
        game_row(view)
    return caught.value.code


def test_what_cannot_be_a_row_is_refused() -> None:
    rules = Rules.named("original")
    game = Game(rules, Deal.from_seed(rules, 2, "none"), starter=0)
    assert code_of(game.view(0, memory=False)) == "no-memory"
    assert code_of(game.view()) == "no-row"
    game.resign(0)
    assert code_of(game.view(0)) == "no-row"
