"""What a player can do: lay one card, or end the turn; and what else a record can hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

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
