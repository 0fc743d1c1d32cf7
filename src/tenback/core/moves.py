"""What a player can do: lay one card, or end the turn; and what else a record can hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from tenback.core.errors import InvalidNotation

if TYPE_CHECKING:
    from tenback.core.cards import Card


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay one card from the hand on one pile."""

    card: Card
    pile: str

    def __str__(self) -> str:
        return f"{self.card}-{self.pile}"

    def __repr__(self) -> str:
        return f"Lay({self.card!r}, {self.pile!r})"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn and draw. Always a move of its own (O15)."""

    def __str__(self) -> str:
        return "end"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last lay of the running turn back (O17). Not a move: the rules never ask for it."""

    def __str__(self) -> str:
        return "back"


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up: the whole team (O16), or one player of a duel (D10)."""

    seat: int

    def __str__(self) -> str:
        return f"resign-{self.seat}"


Move: TypeAlias = Lay | EndTurn
Action: TypeAlias = Lay | EndTurn | TakeBack | Resign

END = EndTurn()
BACK = TakeBack()

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
