"""What figures decide that are looked at again and again, until they are clear.

A reader who looks often is sooner or later deceived by chance, so the limits are wider than those
of a 95 % interval: with 2.8 deviations, and a look every 10 games from 50 to 2,000, of 100 figures
that lie exactly at the limit two or three seem to lie above it at some time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.sim.statistics import mean_interval, paired_difference, wilson

if TYPE_CHECKING:
    from tenback.analysis.arena.counts import Counts
    from tenback.analysis.arena.rounds import Rounds
    from tenback.sim.comparison import Pair

FULL = 2_000
"""Games after which the estimate itself decides."""

FEWEST = 50
"""Games before anything is clear."""

CLEAR = 2.8
"""How many deviations are clear."""

HARDLY = 0.01
"""Where both win less, cards left decide."""

REACHED, MISSED, OPEN = "reached", "missed", "open"


def clear_side(counts: Counts, percent: float) -> str:
    """On which side of a win rate the truth plainly lies, for the bot at seat 0."""
    if counts.games < FEWEST:
        return OPEN
    found, wanted = wilson(counts.wins[0], counts.games, CLEAR), percent / 100
    return REACHED if found.low >= wanted else MISSED if found.high < wanted else OPEN


def verdict(counts: Counts, percent: float) -> str:
    """Whether a win rate is reached: by the estimate of so many games, else if it is clear."""
    if counts.games < FULL:
        return clear_side(counts, percent)
    return REACHED if counts.wins[0] / counts.games >= percent / 100 else MISSED


def wins_more(pair: Pair) -> bool:
    """Whether the first of two tables plainly wins more of the same deals."""
    found = paired_difference(pair.only_first, pair.only_second, pair.games, CLEAR)
    return pair.games >= FEWEST and found.low > 0


def leaves_fewer(pair: Pair) -> bool:
    """Whether the first of two tables is plainly left with fewer cards."""
    found = mean_interval(pair.left, pair.squares, pair.games, CLEAR)
    return pair.games >= FEWEST and found.high < 0


def hardly_wins(found: Rounds) -> bool:
    """Whether neither of the first two tables wins enough for wins to tell anything."""
    return max(found.rate(0), found.rate(1)) < HARDLY


def rises(found: Rounds) -> bool:
    """Whether the first table is plainly better than the second."""
    pair = found.pair(0, 1)
    return leaves_fewer(pair) if hardly_wins(found) else wins_more(pair)
