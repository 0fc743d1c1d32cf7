"""What a lay costs, its pile and its card in one number, so that the least of them is the choice.

Ties go to the first pile, then to the first card.
"""

from __future__ import annotations

from tenback.sim.bits import MOST, SEVEN, Signed, Word
from tenback.sim.compiling import kernel

CARD_BITS = Signed(7)
PLACE_BITS = Signed(10)  # 128 cards on 8 piles
MIDDLE = Signed(2**20)  # more than any cost, so that no number is negative
NONE = Signed(2**40)


@kernel
def rank(cost: Signed, pile: Word, card: Word) -> Signed:
    """The number of a lay."""
    return ((cost + MIDDLE) << PLACE_BITS) + Signed(pile << SEVEN | card)


@kernel
def ranked_cost(number: Signed) -> Signed:
    """The cost behind it."""
    return (number >> PLACE_BITS) - MIDDLE


@kernel
def ranked_pile(number: Signed) -> Word:
    """The pile behind it."""
    return Word(number >> CARD_BITS) & SEVEN


@kernel
def ranked_card(number: Signed) -> Word:
    """The card behind it."""
    return Word(number) & MOST
