"""The positions that a search has visited, as a hash table of keys."""

from __future__ import annotations

from typing import Any

from tenback.sim.bits import ONE, SIX, ZERO, Word
from tenback.sim.compiler import kernel


@kernel
def is_first(visited: Any, mask: Word, key: Word) -> bool:
    """Whether a key is new; it is then stored. The table must have a free place."""
    key |= ONE  # zero marks a free place
    place = (key >> SIX) & mask
    while visited[place] != ZERO:
        if visited[place] == key:
            return False
        place = (place + ONE) & mask
    visited[place] = key
    return True
