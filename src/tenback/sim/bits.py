"""Sets of cards as two machine words, low and high: bit c of the 128 is card c.

Every word is uint64: mixed with signed integers, Numba turns words into floats. A set is a pair;
LLVM takes pairs apart, so that they cost nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tenback.sim.compiler import intrinsic, kernel

if TYPE_CHECKING:
    # A type checker knows nothing of Numba: for it both are int.
    Word: TypeAlias = int
    Signed: TypeAlias = int
else:
    Word = np.uint64
    Signed = np.int64

Cards: TypeAlias = tuple[Word, Word]

ZERO = Word(0)
ONE = Word(1)
TWO = Word(2)
THREE = Word(3)
SEVEN = Word(7)
SIX = Word(6)  # a word has 2^6 bits
LAST = Word(63)
WORD = Word(64)
MOST = Word(127)

NOTHING: Cards = (ZERO, ZERO)


@intrinsic
def ones(word: Word) -> Word:
    """How many bits of a word are set."""
    return Word(int(word).bit_count())


@intrinsic
def zeros_below(word: Word) -> Word:
    """How many zero bits lie below the lowest set bit; 64 for an empty word."""
    return Word((int(word) & -int(word)).bit_length() - 1) if word else WORD


@intrinsic
def zeros_above(word: Word) -> Word:
    """How many zero bits lie above the highest set bit; 64 for an empty word."""
    return Word(64 - int(word).bit_length())


@intrinsic
def keep_scalar() -> None:
    """Keep LLVM from vectorising a loop over a few piles: gathering all of them is slower."""


@kernel
def row(words: Any) -> Cards:
    """The set stored in an array of two words."""
    return words[0], words[1]


@kernel
def is_empty(cards: Cards) -> bool:
    """Whether a set holds no card."""
    return cards[0] | cards[1] == ZERO


@kernel
def size(cards: Cards) -> Word:
    """How many cards a set holds."""
    return ones(cards[0]) + ones(cards[1])


@kernel
def both(some: Cards, others: Cards) -> Cards:
    """The cards that are in both sets."""
    return some[0] & others[0], some[1] & others[1]


@kernel
def either(some: Cards, others: Cards) -> Cards:
    """The cards that are in at least one of the sets."""
    return some[0] | others[0], some[1] | others[1]


@kernel
def minus(some: Cards, others: Cards) -> Cards:
    """The cards of the first set that are not in the second."""
    return some[0] & ~others[0], some[1] & ~others[1]


@kernel
def lowest(cards: Cards) -> Word:
    """The first card of a set; 128 for an empty set."""
    word = cards[0] if cards[0] != ZERO else cards[1]
    return zeros_below(word) + (WORD if cards[0] == ZERO else ZERO)


@kernel
def highest(cards: Cards) -> Word:
    """The last card of a set; 127 for an empty set."""
    word = cards[1] if cards[1] != ZERO else cards[0]
    return ((WORD if cards[1] == ZERO else ZERO) + zeros_above(word)) ^ MOST


@kernel
def bit(card: Word) -> Word:
    """The bit of a card in the word `card >> SIX` of a set."""
    return ONE << (card & LAST)


@kernel
def without(cards: Cards, card: Word) -> Cards:
    """A set without a card."""
    in_high = ZERO - (card >> SIX)
    return cards[0] & ~(bit(card) & ~in_high), cards[1] & ~(bit(card) & in_high)


@kernel
def with_card(cards: Cards, card: Word) -> Cards:
    """A set with a card."""
    in_high = ZERO - (card >> SIX)
    return cards[0] | (bit(card) & ~in_high), cards[1] | (bit(card) & in_high)


@kernel
def holds(cards: Cards, card: Word) -> bool:
    """Whether a card is in a set."""
    return (cards[1] if card >= WORD else cards[0]) & bit(card) != ZERO
