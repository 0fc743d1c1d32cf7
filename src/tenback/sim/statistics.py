"""Confidence intervals for rates and means, and tests whether two rates differ."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, erfc, sqrt

Z = 1.959963984540054  # standard deviations around the mean that hold 95 % of a normal distribution
EXACT_BELOW = 200


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval, of 95 % by default."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def wilson(hits: int, tries: int, deviations: float = Z) -> Interval:
    """The Wilson interval of a rate, of 95 % by default like all intervals here."""
    if tries == 0:
        return Interval(0.0, 1.0)
    rate, weight = hits / tries, deviations**2 / tries
    middle = (rate + weight / 2) / (1 + weight)
    spread = sqrt(rate * (1 - rate) / tries + weight / (4 * tries))
    half = deviations * spread / (1 + weight)
    low = 0.0 if hits == 0 else max(0.0, middle - half)
    return Interval(low, 1.0 if hits == tries else min(1.0, middle + half))


def mean_interval(total: float, squares: float, tries: int, deviations: float = Z) -> Interval:
    """The interval of a mean, from the sum of the values and of their squares."""
    if tries < 2:
        return Interval(float("-inf"), float("inf"))
    mean = total / tries
    half = deviations * sqrt(max(0.0, squares - total * mean) / (tries - 1) / tries)
    return Interval(mean - half, mean + half)


def paired_difference(
    only_first: int, only_second: int, tries: int, deviations: float = Z
) -> Interval:
    """The interval of the difference of two rates measured on the same deals."""
    if tries == 0:
        return Interval(-1.0, 1.0)
    # Bonett and Price add one game to each side. Without it the interval covers far less than 95 %
    # when hardly any deals differ.
    first, second = only_first + 1, only_second + 1
    total = tries + 2
    mean = (first - second) / total
    half = deviations * sqrt((first + second) / total - mean * mean) / sqrt(total)
    return Interval(max(-1.0, mean - half), min(1.0, mean + half))


def mcnemar(only_first: int, only_second: int) -> float:
    """The p-value of McNemar's test: how likely chance splits the differing deals so unevenly."""
    differing = only_first + only_second
    if differing == 0:
        return 1.0
    if differing < EXACT_BELOW:
        fewer = min(only_first, only_second)
        tail = sum(comb(differing, count) for count in range(fewer + 1))
        return min(1.0, 2 * tail / 2**differing)
    beyond = max(0, abs(only_first - only_second) - 1)  # continuity correction
    return erfc(beyond / sqrt(2 * differing))


def holm(chances: list[float]) -> list[float]:
    """Holm's correction of p-values for several tests at once."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    adjusted, highest = [0.0] * len(chances), 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[place]))
        adjusted[place] = highest
    return adjusted
