"""The phases of a table's life."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """What a table is about just now."""

    GATHERING = "gathering"
    """People and bots take their seats."""
    DEALING = "dealing"
    """The fair deal: promises are made and kept."""
    AGREEING = "agreeing"
    """The players see their hands, and the team agrees on who starts (O3)."""
    PLAYING = "playing"
    """The game goes on."""
    OVER = "over"
    """The game is over and lies open."""
    CLOSED = "closed"
    """Nothing happens here any more."""


RUNNING = frozenset((Phase.AGREEING, Phase.PLAYING))
"""There are hands that must not be seen."""

ALIVE = frozenset(Phase) - {Phase.CLOSED}
