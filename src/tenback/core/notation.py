"""Moves, and whatever else a record can hold, from their texts."""

from __future__ import annotations

import re

from tenback.core.errors import InvalidNotation
from tenback.core.moves import BACK, END, Action, Lay, Move, Resign

_LAY = re.compile(r"([a-z]?[0-9]{1,3})-([ud][1-9])", re.ASCII)
_RESIGN = re.compile(r"resign-([0-9])", re.ASCII)


def parse_move(text: str) -> Move:
    """Read `37-u1`, `r7-d1` or `end`."""
    word = text.strip().lower()
    if word == "end":
        return END
    if found := _LAY.fullmatch(word):
        return Lay(found[1], found[2])
    raise InvalidNotation("bad-move", text=text[:80])


def parse_action(text: str) -> Action:
    """Read a move, `back` or `resign-1`: everything that a record can hold."""
    word = text.strip().lower()
    if word == "back":
        return BACK
    if found := _RESIGN.fullmatch(word):
        return Resign(int(found[1]))
    return parse_move(text)
