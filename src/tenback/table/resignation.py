"""How players give up at a table (O16, D10)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenback.core.rules import Rules
    from tenback.table.seats import Seats


class Resignation(StrEnum):
    """What comes of it when a player resigns."""

    LOSES = "loses"
    """The duel ends, and the other side wins."""
    ENDS = "ends"
    """The game ends: no other person plays it."""
    OFFERS = "offers"
    """The other people are asked; the game ends when all agree."""


def resignation(rules: Rules, seats: Seats) -> Resignation:
    """What comes of it at a table with these seats."""
    if rules.duel:
        return Resignation.LOSES
    return Resignation.OFFERS if len(agreeing_seats(seats)) > 1 else Resignation.ENDS


def agreeing_seats(seats: Seats) -> frozenset[int]:
    """The seats that have to agree: bots do not, nor people for whom a bot plays."""
    return frozenset([place for place, seat in enumerate(seats) if seat.held])
