"""Intervals and tests against values that can be looked up or worked out by hand."""

from __future__ import annotations

import random
from math import inf, sqrt

import pytest

from tenback.sim.statistics import (
    EXACT_BELOW,
    Interval,
    Z,
    holm,
    mcnemar,
    mean_interval,
    paired_difference,
    wilson,
)


def near(interval: Interval, low: float, high: float, digits: int = 4) -> bool:
    return (round(interval.low, digits), round(interval.high, digits)) == (low, high)


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        # The four examples of Newcombe, Statistics in Medicine 17 (1998), method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_is_as_published(hits: int, tries: int, low: float, high: float) -> None:
    assert near(wilson(hits, tries), low, high)


def test_more_deviations_make_wider_intervals() -> None:
    # By hand, with 3 deviations: 0.5 -+ 3 * sqrt(0.025 + 9 / 400) / 1.9
    assert near(wilson(5, 10, 3), 0.1559, 0.8441)
    for usual, wider in (
        (wilson(5, 10), wilson(5, 10, 2.8)),
        (mean_interval(30, 100, 10), mean_interval(30, 100, 10, 2.8)),
        (paired_difference(9, 2, 40), paired_difference(9, 2, 40, 2.8)),
    ):
        assert wider.low < usual.low < usual.high < wider.high
    half = mean_interval(30, 100, 10).high - 3
    assert mean_interval(30, 100, 10, 2 * Z).high == pytest.approx(3 + 2 * half)


def test_no_trials_give_no_interval() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0)
    assert paired_difference(0, 0, 0) == Interval(-1.0, 1.0)
    assert mean_interval(0, 0, 0) == mean_interval(3, 9, 1) == Interval(-inf, inf)
    assert mcnemar(0, 0) == 1.0
    assert holm([]) == []


@pytest.mark.parametrize("tries", [1, 2, 3, 10, 10**6, 10**12])
def test_a_rate_lies_in_its_interval_and_that_within_0_and_1(tries: int) -> None:
    for hits in {0, 1, tries // 3, tries - 1, tries}:
        found = wilson(hits, tries)
        assert 0.0 <= found.low <= hits / tries <= found.high <= 1.0
        assert hits / tries in found
        other = wilson(tries - hits, tries)
        assert (found.low, found.high) == pytest.approx((1 - other.high, 1 - other.low))


def test_an_interval_knows_what_it_holds() -> None:
    assert 0.5 in Interval(0.4, 0.6)
    assert 0.4 in Interval(0.4, 0.6)
    assert 0.61 not in Interval(0.4, 0.6)


def test_the_interval_of_a_mean_by_hand() -> None:
    values = [1, 2, 3, 4, 5]
    found = mean_interval(sum(values), sum(value * value for value in values), 5)
    half = 1.959963984540054 * sqrt(2.5 / 5)
    assert (found.low, found.high) == pytest.approx((3 - half, 3 + half))
    assert mean_interval(30, 90, 10) == Interval(3.0, 3.0)


@pytest.mark.parametrize(
    ("first", "second", "chance"),
    [
        (1, 0, 1.0),
        (0, 5, 2 / 32),
        (5, 1, 2 * (1 + 6) / 64),
        (1, 5, 2 * (1 + 6) / 64),
        (3, 3, 1.0),
        (2, 8, 2 * (1 + 10 + 45) / 1024),
        (0, 10, 2 / 1024),
    ],
)
def test_mcnemar_by_hand(first: int, second: int, chance: float) -> None:
    assert mcnemar(first, second) == pytest.approx(chance)


@pytest.mark.parametrize(
    ("first", "second", "exact"),
    [(86, 114, 0.0560), (180, 220, 0.0510), (469, 531, 0.0537), (150, 100, 0.0019)],
)
def test_mcnemar_of_many_deals_is_the_exact_one(first: int, second: int, exact: float) -> None:
    assert mcnemar(first, second) == pytest.approx(exact, abs=3e-4)


def test_mcnemar_of_many_deals() -> None:
    assert mcnemar(500, 500) == 1.0
    assert mcnemar(10_000, 0) == 0.0


def test_the_exact_and_the_normal_answer_meet() -> None:
    exact = mcnemar((EXACT_BELOW - 1) // 2 - 12, EXACT_BELOW // 2 + 12)
    normal = mcnemar(EXACT_BELOW // 2 - 12, EXACT_BELOW // 2 + 12)
    assert exact == pytest.approx(normal, rel=0.2)


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5]) == [0.5]
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([0.02, 0.02]) == [0.04, 0.04]


def test_paired_difference_by_hand() -> None:
    found = paired_difference(30, 10, 98)
    mean = 20 / 100
    half = 1.959963984540054 * sqrt((42 / 100 - mean * mean) / 100)
    assert (found.low, found.high) == pytest.approx((mean - half, mean + half))
    swapped = paired_difference(10, 30, 98)
    assert (swapped.low, swapped.high) == pytest.approx((-found.high, -found.low))


def test_no_difference_at_all_still_leaves_room_for_one() -> None:
    found = paired_difference(0, 0, 100)
    assert found.low < 0 < found.high


@pytest.mark.parametrize(
    ("only_first", "only_second", "games"),
    [(0.1, 0.06, 400), (0.3, 0.3, 60), (0.02, 0.01, 300), (0.02, 0.0, 100), (0.004, 0.0, 1000)],
)
def test_the_interval_of_a_difference_holds_it_in_95_of_100(
    only_first: float, only_second: float, games: int
) -> None:
    """Measured on made-up deals; 2,000 of them put the share within 2 % practically always; more is
    honest where hardly any deals differ."""
    rng, held, repeats = random.Random(5), 0, 2_000
    for _ in range(repeats):
        chances = [rng.random() for _ in range(games)]
        first = sum(chance < only_first for chance in chances)
        second = sum(only_first <= chance < only_first + only_second for chance in chances)
        held += only_first - only_second in paired_difference(first, second, games)
    assert held / repeats > 0.93
