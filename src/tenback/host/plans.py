"""Plans: which lays that a player has in mind are still legal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.analysis.hints.outlook import laid, moment
from tenback.core.moves import Lay
from tenback.core.notation import parse_move
from tenback.core.turn import legal_lays
from tenback.table.errors import IllegalCommand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.table.table import Table

LONGEST_PLAN = 12


def check_plan(table: Table, person: str, moves: Sequence[str]) -> tuple[bool, ...]:
    """Which lays of a plan are legal now, one after the other, if it were the player's turn.

    An illegal lay is skipped, and the plan goes on without it.
    """
    seat = table.seat_of(person)
    if seat is None:
        raise IllegalCommand("table-no-seat")
    view = table.current_game().view(seat, memory=False)
    now = moment(view if view.on_turn else replace(view, turn=seat, placed=()))
    found: list[bool] = []
    for text in moves[:LONGEST_PLAN]:
        move = parse_move(text)
        holds = isinstance(move, Lay) and move in legal_lays(now)
        if holds and isinstance(move, Lay):
            now = laid(now, move)
        found.append(holds)
    return tuple(found)
