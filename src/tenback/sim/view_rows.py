"""Convert a view into a row for kernels, and the moves of kernels into moves of `core`.

A row holds whole hands and decks, which a view does not know. So the row gets everything public as
it is, and the unseen cards at arbitrary places: cards publicly known to be in a hand lie there, the
others follow in the order of their numbers. The other hands in such a row say nothing true; a
lookahead deals the unseen cards anew before it uses them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from tenback.core.errors import InvalidView
from tenback.core.moves import END as END_TURN
from tenback.core.rules_check import MAX_CARDS
from tenback.sim.arrays import GAME, RULES, GameRow, RuleRow, in_number_order, rule_arrays, words_of
from tenback.sim.bits import Word
from tenback.sim.compiler import entry
from tenback.sim.kernel import NO_SEAT
from tenback.sim.kernel_bots import NUMBERS, choose
from tenback.sim.position import END

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
    """The game as a view shows it: an array of one `GAME`, with unseen cards at arbitrary places.

    The view needs its memory (V2: bots know what has been laid), a seat and a running game. While
    the team agrees on a starter, the seat of the view counts as the seat on turn.
    """
    if view.seat is None or view.outcome is not None:
        raise InvalidView("no-row")
    made = np.zeros(1, GAME)
    game = made[0]
    _fill_table(game, view)
    _fill_turn(game, view)
    _fill_cards(game, view)
    return made


def choose_move(view: View, bot: str, rng: random.Random) -> Move:
    """The move of a kernel bot for the seat on turn."""
    row = game_row(view)
    row["bot_random"] = rng.getrandbits(WORD_BITS)
    arrays = rule_arrays(view.rules, view.players).copy()
    return move_of_word(view.rules, _choose(arrays, row, Word(NUMBERS[bot])))


def move_of_word(rules: Rules, word: Any) -> Move:
    """The move of `core` for the move of a kernel."""
    if int(word) == int(END):
        return END_TURN
    card, pile = divmod(int(word), 8)
    return rules.lays[pile][_cards(rules)[card]]


def lays(rules: Rules, words: Iterable[Any]) -> tuple[Move, ...]:
    """The moves of `core` for several moves of a kernel."""
    return tuple(move_of_word(rules, word) for word in words)


@lru_cache(maxsize=64)
def _cards(rules: Rules) -> tuple[Card, ...]:
    return tuple(in_number_order(rules))


def _fill_table(game: np.void, view: View) -> None:
    """Fill in the piles and the cards laid."""
    places = {card: place for place, card in enumerate(_cards(view.rules))}
    for pile, top in enumerate(view.tops):
        game["tops"][pile] = MAX_CARDS + pile if top is None else places[top]
    game["sizes"][: len(view.sizes)] = view.sizes
    for deck, laid in enumerate(view.laid()):
        game["laid"][deck] = _words(view.rules, laid)


def _fill_turn(game: np.void, view: View) -> None:
    """Fill in the seat on turn and the state of the turn."""
    rules = view.rules
    turn = (view.seat if view.turn is None else view.turn) or 0
    stock = view.stock_sizes[rules.deck_of(turn)]
    game["turn"] = turn
    game["minimum"] = rules.minimum if stock else rules.minimum_without_stock
    game["placed"] = len(view.placed)
    game["gift_used"] = view.gift_used
    game["fresh"] = sum({1 << rules.pile_index[placed.pile] for placed in view.placed})
    game["winner"] = NO_SEAT


def _fill_cards(game: np.void, view: View) -> None:
    """Fill in hands and stocks: the known cards, and the others at arbitrary places."""
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
    """The cards of each deck that are neither laid nor known to be in a hand."""
    decks = []
    for deck, laid in enumerate(view.laid()):
        owners = [seat for seat in range(view.players) if view.rules.deck_of(seat) == deck]
        known = set(laid).union(*(_known(view, seat) for seat in owners))
        decks.append([card for card in _cards(view.rules) if card not in known])
    return decks


def _known(view: View, seat: int) -> tuple[Card, ...]:
    return view.hand if seat == view.seat else view.known[seat]


def _hand(view: View, seat: int, size: int, unseen: list[Card]) -> list[Card]:
    """A hand of the right size: the known cards, filled up from the unseen ones."""
    known = list(_known(view, seat))
    missing = size - len(known)
    taken = unseen[:missing]
    del unseen[:missing]
    return known + taken


def _words(rules: Rules, cards: Iterable[Card]) -> NDArray[np.uint64]:
    held = set(cards)
    return words_of(card in held for card in _cards(rules))


@entry(RULES, GAME, np.uint64, returns=np.uint64)
def _choose(rules: RuleRow, game: GameRow, bot: Word) -> Word:
    return choose(bot, rules, game)
