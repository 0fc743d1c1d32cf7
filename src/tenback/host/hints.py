"""Hints: the best turns for the player on turn, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from tenback.analysis.hints import Reason, adviser, find_hint
from tenback.bots.coverage import is_known
from tenback.host.errors import HostError
from tenback.table import visibility
from tenback.table.errors import IllegalCommand
from tenback.table.events import HintAsked

if TYPE_CHECKING:
    from tenback.analysis.hints import Hint
    from tenback.core.views import View
    from tenback.host.live_table import Receipt
    from tenback.table.table import Table

ADVISER = "master"
LEVEL = "quick"
"""The bot behind hints, and its level: a player waits for the answer."""


class Question(NamedTuple):
    """What a hint is asked about: a player's view at the moment that was marked."""

    view: View
    seed: str
    memory_aid: bool

    def answer(self) -> Hint:
        """The best turns, and why; it takes a while."""
        return hint_for(self.view, self.seed, memory_aid=self.memory_aid)


def marked_question(person: str, table: Table, receipt: Receipt) -> Question:
    """The question behind a mark that has just been written, or was for this very moment.

    A resend is answered as long as the game has not gone on: the mark is that of this moment.
    """
    version = receipt.versions[0]
    if not isinstance(table.log[version - 1], HintAsked):
        raise HostError("host-command-id-used")  # in an old log, whose entries have no fingerprint
    if table.game_version > version:
        raise IllegalCommand("table-stale", version=table.version)
    view = hint_view(table, person)
    # Nothing hidden: a hint depends on what its player sees, and on nothing else.
    return Question(view, f"{table.id} {table.number} {view.moment}", table.options.memory_aid)


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
