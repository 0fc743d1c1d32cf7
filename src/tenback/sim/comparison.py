"""Compare several tables on the same deals, so that luck is the same for all of them.

Deal 17 of a seed is the same order of cards at every table with the same deck. Comparing game by
game shows a difference with far fewer games than two separate batches need.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations
from operator import add
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tenback.core.outcome import Reason
from tenback.sim.batch import KEPT
from tenback.sim.results import REASONS, Results
from tenback.sim.runner import chunks, largest_chunk, play_part
from tenback.sim.simulation_setting import InvalidSetting, Setting, check_games, whole
from tenback.sim.statistics import Interval, holm, mcnemar, mean_interval, paired_difference
from tenback.sim.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CLEAR_BELOW = 0.05


@dataclass(frozen=True, slots=True)
class Pair:
    """The results of two tables on the same deals.

    `only_first` counts the games that only the first table won; `left` is the sum, over all games,
    of the cards left at the first table minus those at the second; `squares` sums the squares.
    """

    games: int
    only_first: int
    only_second: int
    left: int
    squares: int

    @property
    def difference(self) -> float:
        """The first win rate minus the second."""
        return (self.only_first - self.only_second) / self.games if self.games else 0.0

    @property
    def interval(self) -> Interval:
        """The 95 % confidence interval of the difference."""
        return paired_difference(self.only_first, self.only_second, self.games)

    @property
    def chance(self) -> float:
        """The p-value: how likely so large a difference is if the tables win equally often."""
        return mcnemar(self.only_first, self.only_second)

    @property
    def left_difference(self) -> float:
        """The mean of the cards left at the first table minus those at the second."""
        return self.left / self.games if self.games else 0.0

    @property
    def left_interval(self) -> Interval:
        """The 95 % confidence interval of that mean."""
        return mean_interval(self.left, self.squares, self.games)


@dataclass(frozen=True, slots=True)
class Difference:
    """Two tables by their places, and how sure it is that one of them wins more often.

    `chance` is the p-value of the pair, corrected for the number of pairs (Holm).
    """

    first: int
    second: int
    pair: Pair
    chance: float

    @property
    def clear(self) -> bool:
        """Whether chance alone hardly explains the difference."""
        return self.chance < CLEAR_BELOW


@dataclass(frozen=True, slots=True)
class Comparison:
    """The results of every table. Two parts of the same comparison can be added.

    `only[a, b]` counts the games that table a won and table b did not; `products[a, b]` sums
    the products of the cards left at a and at b, from which the squares of differences follow.
    A duel counts as won when seat 0 won it.
    """

    results: tuple[Results, ...]
    only: NDArray[np.int64]
    products: NDArray[np.int64]

    def __add__(self, other: Comparison) -> Comparison:
        results = tuple(map(add, self.results, other.results))
        return Comparison(results, self.only + other.only, self.products + other.products)

    @property
    def games(self) -> int:
        """How many games each table has played."""
        return self.results[0].games

    def pair(self, first: int, second: int) -> Pair:
        """Two of the tables as a pair."""
        own, others = (_cards_left(self.results[table]) for table in (first, second))
        squares = self.products[first, first] + self.products[second, second]
        return Pair(
            self.games,
            int(self.only[first, second]),
            int(self.only[second, first]),
            own - others,
            int(squares - 2 * self.products[first, second]),
        )

    def best(self) -> int:
        """The table that won most games."""
        return max(range(len(self.results)), key=lambda table: self.results[table].wins[0])

    def differences(self) -> tuple[Difference, ...]:
        """Every pair of tables, the one that won more games first."""
        wins = [results.wins[0] for results in self.results]
        ranked = sorted(range(len(wins)), key=lambda table: -wins[table])
        places = list(combinations(ranked, 2))
        pairs = [self.pair(*place) for place in places]
        chances = holm([pair.chance for pair in pairs])
        return tuple(
            Difference(*place, pair, chance)
            for place, pair, chance in zip(places, pairs, chances, strict=True)
        )


def compare(settings: Sequence[Setting], games: int, workers: Workers | None = None) -> Comparison:
    """Let every table play the same deals."""
    return reduce(add, stream_comparison(settings, whole(games), workers))


def stream_comparison(
    settings: Sequence[Setting], games: int, workers: Workers | None = None
) -> Iterator[Comparison]:
    """The same comparison part by part, each as soon as it is done."""
    check_games(games)
    if len(settings) < 2 or len({setting.seed for setting in settings}) > 1:
        raise InvalidSetting("not-comparable")
    workers = workers or Workers()
    tables = tuple(settings)
    parts = chunks(games, workers.count, largest_chunk(tables))
    pieces = ((tables, first, count) for first, count in parts)
    yield from workers.each(_compare_part, pieces)


def _compare_part(settings: tuple[Setting, ...], first: int, games: int) -> Comparison:
    played = [play_part(setting, first, games, keep=True) for setting in settings]
    won = np.array([_won(results) for results in played], np.int64)
    left = np.array([results.tally.kept["left"] for results in played], np.int64)
    return Comparison(tuple(map(_without_games, played)), won @ (1 - won).T, left @ left.T)


def _won(results: Results) -> NDArray[np.bool_]:
    """For each kept game whether the team, or in a duel seat 0, won it."""
    duel, kept = results.setting.rules.duel, results.tally.kept
    finished = REASONS.index(Reason.FINISHED)
    won: NDArray[np.bool_] = kept["winner"] == 0 if duel else kept["reason"] == finished
    return won


def _without_games(results: Results) -> Results:
    """Drop single games, so that memory does not grow with their number."""
    return replace(results, tally=replace(results.tally, kept=np.zeros(0, KEPT)))


def _cards_left(results: Results) -> int:
    return sum(cards * games for cards, games in enumerate(results.left))
