"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

EXCELLENT_BELOW = 10
"""Fewer cards left than this is excellent (O12)."""


class Reason(StrEnum):
    """Why a game is over."""

    FINISHED = "finished"
    STUCK = "stuck"
    FIRE = "fire"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    `won`: the team has beaten the game or, in a duel, one of the players has won. `winner`: in a
    duel the seat that has won, else None.
    `left`: every card not laid, in all hands and stocks. `excellent`: a team left fewer than ten
    cards (O12); a loss by fire never is (F3).
    """

    won: bool
    winner: int | None
    left: int
    reason: Reason
    excellent: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        few = self.left < EXCELLENT_BELOW and self.winner is None
        object.__setattr__(self, "excellent", few and self.reason is not Reason.FIRE)
