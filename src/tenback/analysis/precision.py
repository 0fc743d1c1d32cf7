"""How many decimals a column of rates needs, so that all of them can be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.analysis.wording import decimals
from tenback.sim.statistics import Interval

if TYPE_CHECKING:
    from collections.abc import Iterable


def rate_places(intervals: Iterable[Interval]) -> int:
    """Decimals of percentages: one more than the least certain of them deserves alone."""
    hundredfold = (Interval(100 * each.low, 100 * each.high) for each in intervals)
    return 1 + min(map(decimals, hundredfold))
