"""Random numbers that depend only on the seed, the number of the game and their purpose.

The finaliser of SplitMix64 mixes a counter. So game 17 of a seed has the same deal on any core, in
any order of work and with any bots, and the random numbers of the bots never change a deal.
"""

from __future__ import annotations

from hashlib import sha256

from tenback.sim.arrays import GameRow
from tenback.sim.bits import ONE, Word
from tenback.sim.compiler import kernel

GOLDEN = Word(0x9E3779B97F4A7C15)
FIRST = Word(0xBF58476D1CE4E5B9)
SECOND = Word(0x94D049BB133111EB)
THIRTY = Word(30)
TWENTY_SEVEN = Word(27)
THIRTY_ONE = Word(31)
HALF = Word(32)
PER_GAME = Word(4096)  # counters that one game may use: every move of the longest game and more
LOT = Word(127)  # the last card of a deck needs no random number, so the lot can use its counter
BOT_STREAM = Word(0xD1B54A32D192ED03)  # separates the numbers of the bots from those of the deals


def seed_word(seed: str) -> Word:
    """The seed of a batch as a word, from its text."""
    return Word(int.from_bytes(sha256(seed.encode()).digest()[:8], "big"))


@kernel
def mix(counter: Word) -> Word:
    """A pseudo-random word for each counter (SplitMix64)."""
    word = counter * GOLDEN
    word = (word ^ (word >> THIRTY)) * FIRST
    word = (word ^ (word >> TWENTY_SEVEN)) * SECOND
    return word ^ (word >> THIRTY_ONE)


@kernel
def below(bound: Word, counter: Word) -> Word:
    """A number below `bound`; all are equally likely to within 2^-25."""
    return ((mix(counter) >> HALF) * bound) >> HALF


@kernel
def random_below(game: GameRow, bound: Word) -> Word:
    """The next random number below `bound` for the bots of a game."""
    game.bot_random += ONE
    return below(bound, game.bot_random)
