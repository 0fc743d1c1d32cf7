"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
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

    `won`: the team has beaten the game or, in a duel, somebody has won. `winner`: that seat in a
    duel, else None. `left`: every card not laid, in all hands and stocks.
    """

    won: bool
    winner: int | None
    left: int
    reason: Reason

    @property
    def excellent(self) -> bool:
        """Whether a team left fewer than ten cards (O12). A loss by fire never is (F3)."""
        return (
            self.left < EXCELLENT_BELOW and self.reason is not Reason.FIRE and self.winner is None
        )
