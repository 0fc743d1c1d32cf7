"""Hints: the best turns for the player on turn, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.analysis.hints import Reason, adviser, find_hint
from tenback.bots.coverage import is_known
from tenback.table import visibility
from tenback.table.errors import IllegalCommand

if TYPE_CHECKING:
    from tenback.analysis.hints import Hint
    from tenback.core.views import View
    from tenback.table.table import Table

ADVISER = "master"
LEVEL = "quick"
"""The bot behind hints, and its level: a player waits for the answer."""


def hint_view(table: Table, person: str) -> View:
    """The view of a person's seat for a hint; only the player on turn gets one."""
    seat = table.seat_of(person)
    if seat is None:
        raise IllegalCommand("table-no-seat")
    if table.current_game().turn != seat:
        raise IllegalCommand("table-not-your-turn")
    return visibility.bot_view(table, seat)


def hint_for(view: View, seed: str, *, memory_aid: bool) -> Hint:
    """The best turns, and why. Without the memory aid no reason names cards in the piles.

    The last reason is a warning where the bot was not trained for the variant.
    """
    found = find_hint(view, adviser(LEVEL), seed, remembered=memory_aid)
    if is_known(view.rules, view.players):
        return found
    return replace(found, reasons=(*found.reasons, Reason("untrained")))
