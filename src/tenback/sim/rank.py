"""The cost, pile and card of a lay in one number, so that the smallest number is the best lay.

Ties go to the first pile, then to the first card.
"""

from __future__ import annotations

from tenback.sim.bits import MOST, SEVEN, Signed, Word
from tenback.sim.compiler import kernel

CARD_BITS = Signed(7)
PLACE_BITS = Signed(11)  # 128 cards on 8 piles, and a place for the end of a turn
MIDDLE = Signed(2**20)  # more than any cost, so that no number is negative
NONE = Signed(2**40)
FIFTEEN = Word(15)


@kernel
def rank(cost: Signed, pile: Word, card: Word) -> Signed:
    """The rank of a lay."""
    return ((cost + MIDDLE) << PLACE_BITS) + Signed(pile << SEVEN | card)


@kernel
def ranked_cost(number: Signed) -> Signed:
    """The cost in a rank."""
    return (number >> PLACE_BITS) - MIDDLE


@kernel
def ranked_pile(number: Signed) -> Word:
    """The pile in a rank."""
    return Word(number >> CARD_BITS) & FIFTEEN


@kernel
def ranked_card(number: Signed) -> Word:
    """The card in a rank."""
    return Word(number) & MOST
