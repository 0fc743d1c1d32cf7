"""Figures as people read them."""

from __future__ import annotations

from math import inf

import pytest

from tenback import Rules
from tenback.analysis import formats
from tenback.sim.simulation_setting import Setting
from tenback.sim.statistics import Interval, wilson
from tenback.words import Words

EN, FR, DE = Words("en"), Words("fr"), Words("de")


@pytest.mark.parametrize(
    ("hits", "tries", "text"),
    [
        (4, 100, "4.0% (1.6% to 9.8%)"),
        (44_600, 1_000_000, "4.46% (4.42% to 4.50%)"),
        (44_600_000, 1_000_000_000, "4.460% (4.459% to 4.461%)"),
        (0, 0, "0.0% (0.0% to 100.0%)"),
    ],
)
def test_a_rate_is_as_exact_as_it_is_certain(hits: int, tries: int, text: str) -> None:
    assert formats.rate(EN, hits / tries if tries else 0, wilson(hits, tries)) == text


def test_figures_are_written_as_in_their_language() -> None:
    assert formats.percent(EN, 0.125) == "12.5%"
    assert formats.percent(FR, 0.125) == "12,5\u00a0%"
    assert formats.decimal(FR, 1234.5) == "1\u202f234,5"
    assert formats.rate(DE, 0.0446, Interval(0.0442, 0.0450)).startswith("4,46\u00a0% (4,42")


@pytest.mark.parametrize(
    ("value", "text"), [(0.5, "0.5"), (0.01234, "0.012"), (0.0001, "0.0001"), (0, "<0.0001")]
)
def test_a_chance_has_two_digits_that_mean_something(value: float, text: str) -> None:
    assert formats.chance(EN, value) == text
    assert formats.chance(DE, value) == text.replace(".", ",")


def test_points_have_a_sign() -> None:
    assert formats.points(EN, 0.1234, 1) == "+12.3"
    assert formats.points(FR, -0.1234, 2) == "-12,34"


@pytest.mark.parametrize(
    ("interval", "text"),
    [
        (Interval(1.5, 2.5), "2.0 (1.5 to 2.5)"),
        (Interval(-1, 5), "2.0 (0.0 to 5.0)"),
        (Interval(2, 2), "2.00 (2.00 to 2.00)"),
        (Interval(-inf, inf), "2.0"),
    ],
)
def test_means(interval: Interval, text: str) -> None:
    assert formats.mean(EN, 2.0, interval) == text


def test_counts_come_in_groups() -> None:
    assert [formats.count(EN, value) for value in (0, 999, 1000, 1e6)] == [
        "0", "999", "1,000", "1,000,000",
    ]  # fmt: skip
    assert formats.count(DE, 1e6) == "1.000.000"


def test_who_sits_where() -> None:
    rules = Rules.named("original")
    assert formats.seats(FR, Setting(rules, 3, ("greedy",), "a")) == "greedy à chaque place"
    assert formats.seats(EN, Setting(rules, 1, ("greedy",), "a")) == "greedy"
    mixed = Setting(rules, 3, ("greedy", "careful"), "a")
    assert formats.seats(EN, mixed) == "0 greedy, 1 careful, 2 greedy"
    assert formats.table(EN, rules, 1) == "original, 1 player"
