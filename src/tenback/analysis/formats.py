"""Figures in a report: rates, means and counts, each as exact as it is certain."""

from __future__ import annotations

from math import ceil, isfinite, log10
from typing import TYPE_CHECKING

from tenback.words import figures

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenback.core.rules import Rules
    from tenback.sim.simulation_setting import Setting
    from tenback.sim.statistics import Interval
    from tenback.words import Words

_MOST_DECIMALS = 6
_SMALLEST_CHANCE = 0.0001


def count(say: Words, value: float) -> str:
    """A whole number in groups of three."""
    return figures.decimal(say, round(value))


def decimal(say: Words, value: float, places: int | None = 1, *, signed: bool = False) -> str:
    """A measure that is not counted, such as a mean; without `places` no superfluous decimals."""
    return figures.decimal(say, value, places, signed=signed)


def decimals(interval: Interval) -> int:
    """How many decimals an uncertain figure deserves: up to the first one that may be wrong."""
    half = (interval.high - interval.low) / 2
    if not isfinite(half):
        return 1
    if half <= 0:
        return 2
    return max(1, min(_MOST_DECIMALS, ceil(-log10(half))))


def rate_places(intervals: Iterable[Interval]) -> int:
    """Decimals for a column of rates: one more than the least certain of them deserves alone."""
    return 1 + min(map(_rate_decimals, intervals))


def _rate_decimals(interval: Interval) -> int:
    """The decimals of a rate in percent."""
    from tenback.sim.statistics import Interval

    return decimals(Interval(100 * interval.low, 100 * interval.high))


def percent(say: Words, share: float, places: int | None = 1) -> str:
    """A share of the whole, such as `4.5%`."""
    return figures.percent(say, share, places)


def between(say: Words, interval: Interval, places: int) -> str:
    """Where a share truly lies: `4.42% to 4.50%`."""
    low, high = (percent(say, end, places) for end in (interval.low, interval.high))
    return say("simulate.interval", low=low, high=high)


def rate(say: Words, share: float, interval: Interval) -> str:
    """A share and where it truly lies: `4.46% (4.42% to 4.50%)`."""
    places = _rate_decimals(interval)
    low, high = (percent(say, end, places) for end in (interval.low, interval.high))
    return say("simulate.between", value=percent(say, share, places), low=low, high=high)


def mean(say: Words, value: float, interval: Interval) -> str:
    """A mean and where it truly lies: `19.87 (19.85 to 19.89)`."""
    places = decimals(interval)
    middle = figures.decimal(say, value, places)
    if not isfinite(interval.high):
        return middle
    low, high = (
        figures.decimal(say, end, places) for end in (max(0.0, interval.low), interval.high)
    )
    return say("simulate.between", value=middle, low=low, high=high)


def points(say: Words, difference: float, places: int) -> str:
    """A difference of two shares in percentage points: `+12.3`."""
    return figures.decimal(say, 100 * difference, places, signed=True)


def chance(say: Words, value: float) -> str:
    """How likely so large a difference would be by mere chance: `0.012`."""
    if value < _SMALLEST_CHANCE:
        return f"<{figures.decimal(say, _SMALLEST_CHANCE, None)}"
    return figures.significant(say, value, 2)


def table(say: Words, rules: Rules, players: int) -> str:
    """Which game, and how many play it: `original-expert, 3 players`."""
    return say("simulate.table", game=rules.name, count=players)


def seats(say: Words, setting: Setting) -> str:
    """Who sits where."""
    names = setting.seats
    if len(set(names)) == 1:
        return say("simulate.everywhere", bot=names[0], count=len(names))
    return ", ".join(f"{seat} {name}" for seat, name in enumerate(names))
