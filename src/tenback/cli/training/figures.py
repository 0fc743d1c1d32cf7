"""Figures that `train` and `difficulty` tell alike."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from tenback.analysis import wording
from tenback.cli.simulating.data import ends, share
from tenback.terminal.printable import printable

if TYPE_CHECKING:
    from tenback.cli.training.measuring import Score
    from tenback.sim.comparing import Pair
    from tenback.sim.thinking.training import Table
    from tenback.words import Words

_SMALLEST = 0.0001
_WIDTH = 80


def wrapped(text: str) -> list[str]:
    """A long sentence in lines; a blank that may not break a line does not."""
    return textwrap.wrap(text, _WIDTH)


def score_data(score: Score) -> dict[str, Any]:
    """A score as programs read it."""
    return {
        "games": score.games,
        "wins": share(score.wins, score.games),
        "cards_left": {"mean": score.left, **ends(score.left_interval)},
    }


def lead_data(pair: Pair) -> dict[str, Any]:
    """By how much the first wins more often, as programs read it."""
    return {"difference": pair.difference, **ends(pair.interval), "p": pair.chance}


def points(pair: Pair, say: Words) -> str:
    """By how many points the first wins more often: `+12.3 (+10.1 to +14.5)`."""
    places = wording.rate_places([pair.interval]) - 1
    middle, low, high = (
        f"{100 * value:+.{places}f}"
        for value in (pair.difference, pair.interval.low, pair.interval.high)
    )
    return say("simulate.between", value=middle, low=low, high=high)


def chance(value: float) -> str:
    """How likely so large a difference would be by mere chance."""
    return f"<{_SMALLEST}" if value < _SMALLEST else f"{value:.2g}"


def table_name(table: Table, say: Words) -> str:
    """A table as one reads it; how it talks is told where it is not the usual way."""
    name = printable(wording.table(say, table.rules, table.players))
    usual = table.usual(table.rules, table.players).policy
    return name if table.policy is usual else f"{name}, {table.policy}"
