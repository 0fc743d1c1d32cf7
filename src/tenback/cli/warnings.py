"""A warning where search bots play a game that no network was trained on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.bots.coverage import guesses
from tenback.cli.status_line import tell
from tenback.core.bot_spec import BotSpec, Trust

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenback.analysis.arena.lineups import Lineup
    from tenback.core.rules import Rules
    from tenback.sim import Setting
    from tenback.words import Words


def tell_untrained(say: Words, rules: Rules, players: int, bots: Iterable[str]) -> bool:
    """Warn if one of these bots only guesses at such a table."""
    if not any(guesses(BotSpec.parse(bot, Trust.LOCAL), rules, players) for bot in bots):
        return False
    tell(say("bots.untrained"))
    return True


def tell_untrained_at(say: Words, tables: Iterable[Setting | Lineup]) -> bool:
    """The same for several tables, once."""
    return any(tell_untrained(say, each.rules, each.players, each.seats) for each in tables)
