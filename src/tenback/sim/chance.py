"""Chance: numbers that depend on the seed, the game and what they are for, and on nothing else.

A counter goes through the finaliser of SplitMix64. So game 17 of a seed is dealt the same cards on
any core, in any order of work, whoever plays; and two players' whims never touch a deal.
"""

from __future__ import annotations

from hashlib import sha256

from tenback.sim.arrays import GameRow
from tenback.sim.bits import ONE, Word
from tenback.sim.compiling import kernel

GOLDEN = Word(0x9E3779B97F4A7C15)
FIRST = Word(0xBF58476D1CE4E5B9)
SECOND = Word(0x94D049BB133111EB)
THIRTY = Word(30)
TWENTY_SEVEN = Word(27)
THIRTY_ONE = Word(31)
HALF = Word(32)
PER_GAME = Word(4096)  # counters that one game may use: every move of the longest game and more
LOT = Word(127)  # the last card of a deck leaves no choice, so its number is free for the lot
WHIMS = Word(0xD1B54A32D192ED03)  # a stream apart for the players


def seed_word(seed: str) -> Word:
    """The seed of a batch from its text."""
    return Word(int.from_bytes(sha256(seed.encode()).digest()[:8], "big"))


@kernel
def scatter(counter: Word) -> Word:
    """A word that looks random for each counter."""
    word = counter * GOLDEN
    word = (word ^ (word >> THIRTY)) * FIRST
    word = (word ^ (word >> TWENTY_SEVEN)) * SECOND
    return word ^ (word >> THIRTY_ONE)


@kernel
def below(bound: Word, counter: Word) -> Word:
    """A number below `bound`, each equally likely to within 2^-25."""
    return ((scatter(counter) >> HALF) * bound) >> HALF


@kernel
def whim(game: GameRow, bound: Word) -> Word:
    """The next random number of the players of a game."""
    game.whim += ONE
    return below(bound, game.whim)
