"""Figures and sentences that several reports print alike."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from tenback.analysis import formats
from tenback.words.printable import printable

if TYPE_CHECKING:
    from tenback.cli.study_output import Study
    from tenback.sim.comparison import Pair
    from tenback.sim.search.trainer import Table
    from tenback.words import Words

_WIDTH = 80


def wrapped(text: str) -> list[str]:
    """A long sentence in lines; a blank that may not break a line does not."""
    return textwrap.wrap(text, _WIDTH)


def interrupted(name: str, study: Study, say: Words) -> str:
    """How far a study came before Ctrl-C; `name` is that of its sentences."""
    games, asked = (formats.count(say, count) for count in study.progress)
    return say(f"{name}.interrupted", games=games, asked=asked)


def points(pair: Pair, say: Words) -> str:
    """By how many points the first wins more often: `+12.3 (+10.1 to +14.5)`."""
    places = formats.rate_places([pair.interval]) - 1
    middle, low, high = (
        formats.points(say, value, places)
        for value in (pair.difference, pair.interval.low, pair.interval.high)
    )
    return say("simulate.between", value=middle, low=low, high=high)


def table_name(table: Table, say: Words) -> str:
    """A table by its name, with its talk policy where that is not the usual one."""
    name = printable(formats.table(say, table.rules, table.players))
    usual = table.usual(table.rules, table.players).policy
    return name if table.policy is usual else f"{name}, {table.policy}"
