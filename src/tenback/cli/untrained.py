"""One line for whoever lets thinkers play a game that no network was trained on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tenback.bots.knowing import guesses
from tenback.cli.simulating.progress import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenback.analysis.arena.lineups import Lineup
    from tenback.core.rules import Rules
    from tenback.sim import Setting
    from tenback.words import Words


def tell_untrained(say: Words, rules: Rules, players: int, bots: Iterable[str]) -> bool:
    """Say so if one of these bots guesses there, beside the answer, which may be for programs."""
    if not any(guesses(bot, rules, players) for bot in bots):
        return False
    print(shown(sys.stderr, say("bots.untrained")), file=sys.stderr)
    return True


def tell_untrained_at(say: Words, tables: Iterable[Setting | Lineup]) -> bool:
    """The same for several tables, once."""
    return any(tell_untrained(say, each.rules, each.players, each.seats) for each in tables)
