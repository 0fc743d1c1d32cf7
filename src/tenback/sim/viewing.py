"""From a view to a row that kernels can run on, and from their moves back to the core's.

A row holds whole hands and decks, and a view does not know them. So everything public is filled in
as it is, and the unseen cards lie anywhere: cards publicly known to be in a hand are put there, the
others follow in the order of their numbers. Whoever looks at other hands in such a row sees
nothing true; whoever looks ahead deals the unseen cards anew first.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from tenback.core.errors import InvalidView
from tenback.core.moves import END as END_TURN
from tenback.core.playable import MAX_CARDS
from tenback.sim.arrays import GAME, in_number_order, rule_arrays, words_of
from tenback.sim.bits import Word
from tenback.sim.compiling import entry
from tenback.sim.kernel import END, NOBODY
from tenback.sim.players import NUMBERS, choose

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from tenback.core.cards import Card
    from tenback.core.moves import Move
    from tenback.core.rules import Rules
    from tenback.core.views import View

WORD_BITS = 64


def game_row(view: View) -> NDArray[np.void]:
    """The game as a view shows it: an array of one `GAME`, with unseen cards lying anywhere.

    The view needs its memory (V2: bots know what has been laid), a seat and a running game. While
    the team agrees on a starter, it is the turn of whoever looks.
    """
    if view.seat is None or view.outcome is not None:
        raise InvalidView("no-row")
    made = np.zeros(1, GAME)
    game = made[0]
    _fill_table(game, view)
    _fill_turn(game, view)
    _fill_cards(game, view)
    return made


def choose_move(view: View, player: str, rng: random.Random) -> Move:
    """What a player that lives in the kernels does in the place of the seat on turn."""
    row = game_row(view)
    row["whim"] = rng.getrandbits(WORD_BITS)
    arrays = rule_arrays(view.rules, view.players).copy()
    return move_of_word(view.rules, _ask(arrays, row, Word(NUMBERS[player])))


def move_of_word(rules: Rules, word: Any) -> Move:
    """A kernel's move as the core knows it."""
    if int(word) == int(END):
        return END_TURN
    card, pile = divmod(int(word), 8)
    return rules.lays[pile][_cards(rules)[card]]


def lays(rules: Rules, words: Iterable[Any]) -> tuple[Move, ...]:
    """Several moves, one after the other."""
    return tuple(move_of_word(rules, word) for word in words)


@lru_cache(maxsize=64)
def _cards(rules: Rules) -> tuple[Card, ...]:
    return tuple(in_number_order(rules))


def _fill_table(game: np.void, view: View) -> None:
    """The piles, and what lies on them."""
    places = {card: place for place, card in enumerate(_cards(view.rules))}
    for pile, top in enumerate(view.tops):
        game["tops"][pile] = MAX_CARDS + pile if top is None else places[top]
    game["sizes"][: len(view.sizes)] = view.sizes
    for deck, laid in enumerate(view.laid()):
        game["laid"][deck] = _words(view.rules, laid)


def _fill_turn(game: np.void, view: View) -> None:
    """Whose turn it is, and what has been done in it."""
    rules = view.rules
    turn = (view.seat if view.turn is None else view.turn) or 0
    stock = view.stock_sizes[rules.deck_of(turn)]
    game["turn"] = turn
    game["minimum"] = rules.minimum if stock else rules.minimum_without_stock
    game["placed"] = len(view.placed)
    game["gift_used"] = view.gift_used
    game["fresh"] = sum({1 << rules.pile_index[placed.pile] for placed in view.placed})
    game["winner"] = NOBODY


def _fill_cards(game: np.void, view: View) -> None:
    """Hands and stocks: the own hand, what is known of the others, and the rest anywhere."""
    rules = view.rules
    game["ordered"] = True
    for deck, unseen in enumerate(_unseen(view)):
        for seat, size in enumerate(view.hand_sizes):
            if rules.deck_of(seat) == deck:
                game["hands"][seat] = _words(rules, _hand(view, seat, size, unseen))
        places = [place for place, card in enumerate(_cards(rules)) if card in unseen]
        game["stocks"][deck] = len(places)
        game["decks"][deck, : len(places)] = places


def _unseen(view: View) -> list[list[Card]]:
    """The cards of each deck that are neither laid nor known to be in a hand, to be dealt out."""
    decks = []
    for deck, laid in enumerate(view.laid()):
        owners = [seat for seat in range(view.players) if view.rules.deck_of(seat) == deck]
        seen = set(laid).union(*(_known(view, seat) for seat in owners))
        decks.append([card for card in _cards(view.rules) if card not in seen])
    return decks


def _known(view: View, seat: int) -> tuple[Card, ...]:
    return view.hand if seat == view.seat else view.known[seat]


def _hand(view: View, seat: int, size: int, unseen: list[Card]) -> list[Card]:
    """A hand of the right size; what is not known of it is taken from the unseen cards."""
    known = list(_known(view, seat))
    missing = size - len(known)
    taken = unseen[:missing]
    del unseen[:missing]
    return known + taken


def _words(rules: Rules, cards: Iterable[Card]) -> NDArray[np.uint64]:
    held = set(cards)
    return words_of(card in held for card in _cards(rules))


@entry
def _ask(rules_of_one: Any, games: Any, player: Any) -> Word:
    return choose(player, rules_of_one[0], games[0])
