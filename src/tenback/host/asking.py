"""What people ask besides playing: a hint, whether a plan still holds, a game seen again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.analysis.hints import Reason, adviser, explain
from tenback.analysis.hints.outlook import laid, moment
from tenback.bots.knowing import is_known
from tenback.core.moves import Lay
from tenback.core.notation import parse_move
from tenback.core.turn import legal_lays
from tenback.table import sight
from tenback.table.errors import IllegalCommand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.analysis.hints import Explanation
    from tenback.core.record import Record
    from tenback.core.views import View
    from tenback.table.table import Table

ADVISER = "master"
LEVEL = "quick"
"""As who the adviser thinks, and how hard: somebody waits."""

LONGEST_PLAN = 12


# Hints


def advised(table: Table, person: str) -> View:
    """What the adviser gets to see of a person's seat; only whoever is on turn gets advice."""
    seat = table.seat_of(person)
    if seat is None:
        raise IllegalCommand("table-no-seat")
    if table.current_game().turn != seat:
        raise IllegalCommand("table-not-your-turn")
    return sight.bots_view(table, seat)


def advice(view: View, seed: str, *, memory_aid: bool) -> Explanation:
    """The best turns, and why. Without the memory aid no reason tells what lies in the piles.

    The last reason warns where the adviser only guesses.
    """
    found = explain(view, adviser(LEVEL), seed, remembered=memory_aid)
    if is_known(view.rules, view.players):
        return found
    return replace(found, reasons=(*found.reasons, Reason("untrained")))


# Plans


def holding(table: Table, person: str, moves: Sequence[str]) -> tuple[bool, ...]:
    """Which lays of a plan could be made now, one after the other, if it were one's turn.

    A lay that cannot be made is left out, and the plan goes on without it.
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


# Replays


def views(record: Record, seat: int | None) -> tuple[View, ...]:
    """A game seen from a seat, or as a spectator: one view for each step, the first at the deal."""
    game = record.beginning()
    return game.view(seat), *(game.view(seat) for _ in record.steps(game))
