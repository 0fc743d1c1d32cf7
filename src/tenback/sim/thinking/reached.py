"""Which positions a search has reached, in a hash table of keys."""

from __future__ import annotations

from typing import Any

from tenback.sim.bits import ONE, SIX, ZERO, Word
from tenback.sim.compiling import kernel


@kernel
def is_first(reached: Any, mask: Word, key: Word) -> bool:
    """Whether a key is met for the first time; it is kept. There must be free places left."""
    key |= ONE  # never zero, which is a free place
    place = (key >> SIX) & mask
    while reached[place] != ZERO:
        if reached[place] == key:
            return False
        place = (place + ONE) & mask
    reached[place] = key
    return True
