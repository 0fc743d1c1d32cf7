"""What is decided by figures that are looked at again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tenback.analysis.arena.counts import Counts
from tenback.analysis.arena.rounds import Rounds
from tenback.analysis.arena.verdicts import (
    FEWEST,
    FULL,
    MISSED,
    OPEN,
    REACHED,
    clear_side,
    rises,
    verdict,
    wins_more,
)
from tenback.sim.comparison import Pair
from tenback.sim.statistics import wilson

if TYPE_CHECKING:
    from collections.abc import Callable

LOOKS = range(10, FULL, 10)


def won(games: int, wins: int) -> Counts:
    return Counts(games, (wins, games - wins))


def test_full_games_decide_by_their_estimate() -> None:
    assert verdict(won(FULL, FULL // 2), 50) == REACHED
    assert verdict(won(FULL, FULL // 2 - 1), 50) == MISSED
    assert clear_side(won(FULL, FULL // 2 - 1), 50) == OPEN


@pytest.mark.parametrize("decide", [verdict, clear_side])
def test_fewer_games_decide_when_they_are_clear(decide: Callable[[Counts, float], str]) -> None:
    assert decide(won(200, 150), 50) == REACHED
    assert decide(won(200, 50), 50) == MISSED
    assert decide(won(200, 104), 50) == OPEN


def test_what_a_single_look_calls_sure_is_not_clear() -> None:
    counts = won(200, 116)
    assert wilson(116, 200).low > 0.5
    assert verdict(counts, 50) == OPEN


def test_a_few_games_decide_nothing() -> None:
    assert verdict(Counts(), 50) == OPEN
    assert verdict(won(FEWEST - 1, FEWEST - 1), 50) == OPEN
    assert verdict(won(FEWEST, FEWEST), 50) == REACHED


@pytest.mark.parametrize("rate", [0.5, 0.87, 0.95])
def test_chance_hardly_ever_reaches_a_figure_however_often_one_looks(rate: float) -> None:
    rng, runs, deceived = np.random.default_rng(3), 300, 0
    for _ in range(runs):
        wins = np.cumsum(rng.random(FULL) < rate)
        deceived += any(
            verdict(won(games, int(wins[games - 1])), 100 * rate) == REACHED for games in LOOKS
        )
    assert deceived <= 0.05 * runs


# Two tables on the same deals


def test_who_wins_more_of_the_same_deals() -> None:
    assert wins_more(Pair(500, 60, 20, 0, 0))
    assert not wins_more(Pair(500, 20, 60, 0, 0))
    assert not wins_more(Pair(FEWEST - 1, FEWEST - 1, 0, 0, 0))
    assert not wins_more(Pair(0, 0, 0, 0, 0))
    once = Pair(500, 50, 30, 0, 0)
    assert once.interval.low > 0  # sure for a reader who looks once
    assert not wins_more(once)


def test_talk_that_is_worth_nothing_hardly_ever_seems_to_help() -> None:
    rng, runs, deceived = np.random.default_rng(3), 300, 0
    for _ in range(runs):
        lot = rng.random(1_000)
        first, second = np.cumsum(lot < 0.1), np.cumsum(lot > 0.9)
        pairs = (Pair(n, int(first[n - 1]), int(second[n - 1]), 0, 0) for n in range(10, 1_000, 10))
        deceived += any(map(wins_more, pairs))
    assert deceived <= 0.05 * runs


def rounds(games: int, *, wins: tuple[int, int], left: tuple[int, int]) -> Rounds:
    """Rounds in which no deal is won by both, and every game leaves as many cards as the next."""
    only = np.array([[0, wins[0]], [wins[1], 0]], np.int64)
    products = np.array([[a * b for b in left] for a in left], np.int64) // games
    return Rounds(games, np.array(wins, np.int64), np.array(left, np.int64), only, products)


def test_a_rung_rises_by_its_wins() -> None:
    level = (1_000, 1_000)
    assert rises(rounds(200, wins=(100, 20), left=level))
    assert not rises(rounds(200, wins=(20, 100), left=level))
    assert not rises(rounds(200, wins=(60, 60), left=(200, 4_000)))


def test_where_hardly_any_game_is_won_cards_left_decide() -> None:
    assert rises(rounds(200, wins=(1, 0), left=(2_000, 4_000)))
    assert not rises(rounds(200, wins=(1, 0), left=(4_000, 2_000)))
    assert not rises(rounds(FEWEST - 1, wins=(0, 0), left=(0, 49)))
