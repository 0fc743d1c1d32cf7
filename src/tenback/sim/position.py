"""A position as its seat on turn finds it: what it may lay, and what it has laid in this turn.

`put` is the one place where a card goes from a hand onto a pile; the searches lay a card on trial
with `try_lay` and take it back.
"""

from __future__ import annotations

from typing import Any

from tenback.core.rules_check import MAX_CARDS
from tenback.sim.arrays import DRAW_FULL, DRAW_LAID, GIFT, GameRow, RuleRow
from tenback.sim.bits import (
    NOTHING,
    ONE,
    SEVEN,
    SIX,
    THREE,
    ZERO,
    Cards,
    Signed,
    Word,
    bit,
    both,
    either,
    holds,
    is_empty,
    row,
    size,
)
from tenback.sim.compiler import kernel

GIFTS = Word(GIFT)
BASES = Word(MAX_CARDS)  # tops from this number on are bases

# A lay is card * 8 + pile; this move ends the turn.
END = Word(8 * MAX_CARDS)


@kernel
def move_of(card: Word, pile: Word) -> Word:
    """A lay as one word."""
    return card << THREE | pile


@kernel
def card_of(move: Word) -> Word:
    """The card that a lay lays."""
    return move >> THREE


@kernel
def pile_of(move: Word) -> Word:
    """The pile that a lay lays on."""
    return move & SEVEN


@kernel
def deck_of(rules: RuleRow, seat: Word) -> Word:
    """The deck, and so the stock, that a seat plays from."""
    return seat if rules.decks > ONE else ZERO


@kernel
def has_won(rules: RuleRow, game: GameRow, deck: Word) -> bool:
    """Whether a seat with an empty hand, or its team, has laid every card (O12, D7)."""
    return game.stocks[deck] == ZERO if rules.duel else cards_left(rules, game) == ZERO


@kernel
def cards_left(rules: RuleRow, game: GameRow) -> Word:
    """The cards not laid yet, in all hands and stocks (O12)."""
    left = ZERO
    for seat in range(rules.players):
        left += size(row(game.hands[seat]))
    for deck in range(rules.decks):
        left += game.stocks[deck]
    return left


@kernel
def next_seat(rules: RuleRow, game: GameRow) -> Word:
    """The next seat that holds cards; the seat on turn if no other does."""
    seat, players = game.turn, rules.players
    for _ in range(players):
        seat = seat + ONE if seat + ONE < players else ZERO
        if not is_empty(row(game.hands[seat])):
            break
    return seat


# The running turn


@kernel
def draw_count(rules: RuleRow, game: GameRow) -> Signed:
    """How many cards the seat draws if it ends the turn now (O8, Q3, D6)."""
    seat = game.turn
    wanted = rules.draw_after_gift if game.gift_used != ZERO else rules.draw
    if wanted == DRAW_LAID:
        wanted = Signed(game.placed)
    elif wanted == DRAW_FULL:
        wanted = Signed(rules.hand_size) - Signed(size(row(game.hands[seat])))
    stock = Signed(game.stocks[deck_of(rules, seat)])
    return max(Signed(0), min(wanted, stock))


@kernel
def burning(rules: RuleRow, game: GameRow) -> Word:
    """The piles with a fire card on top, one bit each."""
    piles = ZERO
    for pile in range(rules.piles):
        top = game.tops[pile]
        if top < BASES and holds(row(rules.fire), top):
            piles |= ONE << pile
    return piles


@kernel
def due_fires(rules: RuleRow, game: GameRow) -> Word:
    """The piles whose fire loses the game if the turn ends now (F3), one bit each."""
    return burning(rules, game) & ~game.fresh


@kernel
def may_end(game: GameRow) -> bool:
    """Whether the seat has laid the minimum of the turn."""
    return game.placed >= game.minimum


@kernel
def may_lay(rules: RuleRow, game: GameRow) -> bool:
    """Whether the seat has laid fewer cards than the maximum of the turn."""
    return game.placed < rules.maximum


@kernel
def may_lay_on(game: GameRow, kind: Word) -> bool:
    """Whether a pile of this kind is open to the seat on turn: a second gift is not (D5)."""
    return kind < GIFTS or game.gift_used == ZERO


@kernel
def legal_on(rules: RuleRow, game: GameRow, pile: Word) -> Cards:
    """The cards that the seat on turn may lay on a pile, apart from the maximum."""
    kind, top = rules.kinds[game.turn, pile], game.tops[pile]
    if not may_lay_on(game, kind):
        return NOTHING
    fitting = either(row(rules.ahead[kind, top]), row(rules.back[kind, top]))
    return both(row(game.hands[game.turn]), fitting)


# Laying, and laying on trial


@kernel
def put(rules: RuleRow, game: GameRow, card: Word, pile: Word) -> None:
    """Move a card of the seat on turn from its hand onto a pile."""
    seat = game.turn
    game.hands[seat, card >> SIX] ^= bit(card)
    game.tops[pile] = card
    game.fresh |= ONE << pile
    game.gift_used |= rules.kinds[seat, pile] >> ONE
    game.placed += ONE


# The columns of a level of a search: the lay on trial and what it changed. A search has the columns
# from OWN on for itself; the first two of them hold the cards still to try on the pile.
CARD, PILE, TOP, FRESH, GIFT_USED, OWN = range(6)
LOW, HIGH = OWN, OWN + 1


@kernel
def open_level(level: Any) -> None:
    """Begin a level one pile before the first, with no card left to try there."""
    level[PILE] = ~ZERO
    level[LOW] = ZERO
    level[HIGH] = ZERO


@kernel
def try_lay(rules: RuleRow, game: GameRow, level: Any, card: Word, pile: Word) -> None:
    """Put a card onto a pile until `take_back`."""
    level[CARD] = card
    level[PILE] = pile
    level[TOP] = game.tops[pile]
    level[FRESH] = game.fresh
    level[GIFT_USED] = game.gift_used
    put(rules, game, card, pile)


@kernel
def take_back(game: GameRow, level: Any) -> None:
    """Undo the lay on trial of a level, by the seat that has tried it."""
    card = level[CARD]
    game.hands[game.turn, card >> SIX] ^= bit(card)
    game.tops[level[PILE]] = level[TOP]
    game.fresh = level[FRESH]
    game.gift_used = level[GIFT_USED]
    game.placed -= ONE
