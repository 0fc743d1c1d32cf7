"""Several tables on the same deals, in rounds that a file remembers.

Every round has deals of its own, and all its tables play them; so differences are paired, as in
`sim.comparing`, and rounds can be added.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tenback.analysis.arena.journal import DamagedJournal
from tenback.analysis.arena.lineups import Lineup
from tenback.sim.comparison import Comparison, Pair, compare
from tenback.sim.statistics import Interval, wilson
from tenback.sim.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.analysis.arena.journal import Journal

KIND = "rounds"
_ARRAYS = ("wins", "left", "only", "products")


@dataclass(frozen=True, slots=True, eq=False)
class Rounds:
    """How several tables fared on the same deals; see `Comparison` for `only` and `products`."""

    games: int
    wins: NDArray[np.int64]
    left: NDArray[np.int64]
    only: NDArray[np.int64]
    products: NDArray[np.int64]

    def __add__(self, other: Rounds) -> Rounds:
        sums = (getattr(self, name) + getattr(other, name) for name in _ARRAYS)
        return Rounds(self.games + other.games, *sums)

    def pair(self, first: int, second: int) -> Pair:
        """Two of the tables, side by side."""
        squares = self.products[first, first] + self.products[second, second]
        return Pair(
            self.games,
            int(self.only[first, second]),
            int(self.only[second, first]),
            int(self.left[first] - self.left[second]),
            int(squares - 2 * self.products[first, second]),
        )

    def rate(self, table: int) -> float:
        """The share of games that a table has won."""
        return float(self.wins[table] / self.games) if self.games else 0.0

    def interval(self, table: int) -> Interval:
        """Where it truly lies, with 95 % confidence."""
        return wilson(int(self.wins[table]), self.games)


def nothing(tables: int) -> Rounds:
    """Before the first round."""
    row, square = (np.zeros(shape, np.int64) for shape in (tables, (tables, tables)))
    return Rounds(0, row, row, square, square)


@dataclass(frozen=True, slots=True)
class Round:
    """One round of some tables: its number, and what came out."""

    tables: tuple[Lineup, ...]
    number: int
    found: Rounds


def play_round(tables: tuple[Lineup, ...], number: int, games: int) -> Round:
    """Let all tables, whose bots live in the kernels, play the deals of a round."""
    settings = [replace(each.setting, seed=f"{each.seed} {number}") for each in tables]
    return Round(tables, number, _of(compare(settings, games, Workers(cores=1))))


def _of(comparison: Comparison) -> Rounds:
    results = comparison.results
    left = [sum(cards * games for cards, games in enumerate(each.left)) for each in results]
    wins = np.array([each.wins[0] for each in results], np.int64)
    return Rounds(
        comparison.games, wins, np.array(left, np.int64), comparison.only, comparison.products
    )


class Memory:
    """Every round that was played so far, in this run and in earlier ones.

    One thread may add while another one asks: nothing that is asked for is gone through.
    """

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._sums: dict[str, Rounds] = {}
        self._played: dict[str, frozenset[int]] = {}
        for number, line in enumerate(journal.lines, start=1):
            if line["kind"] == KIND:
                self._remember(number, line)

    def add(self, played: Round) -> None:
        """Write a round down."""
        found, tables = played.found, _marks(played.tables)
        arrays = {name: getattr(found, name).tolist() for name in _ARRAYS}
        self.journal.append(KIND, tables=tables, round=played.number, games=found.games, **arrays)
        self._count(repr(tables), played.number, found)

    def of(self, tables: Sequence[Lineup]) -> Rounds:
        """What came out for these tables."""
        return self._sums.get(repr(_marks(tables)), nothing(len(tables)))

    def numbers(self, tables: Sequence[Lineup]) -> frozenset[int]:
        """The rounds that these tables have played."""
        return self._played.get(repr(_marks(tables)), frozenset())

    def _remember(self, number: int, line: dict[str, Any]) -> None:
        try:
            count = len(line["tables"])
            arrays = [np.array(line[name], np.int64) for name in _ARRAYS]
            shapes = [(count,), (count,), (count, count), (count, count)]
            if [array.shape for array in arrays] != shapes:
                raise ValueError(shapes)
            found = Rounds(int(line["games"]), *arrays)
            played = int(line["round"])
        except (KeyError, TypeError, ValueError, OverflowError):
            raise DamagedJournal(number) from None
        self._count(repr(line["tables"]), played, found)

    def _count(self, key: str, number: int, found: Rounds) -> None:
        played = self._played.get(key, frozenset())
        if number in played:
            return  # two runs at once have played the same round
        self._played[key] = played | {number}
        self._sums[key] = self._sums[key] + found if played else found


def _marks(tables: Sequence[Lineup]) -> list[dict[str, Any]]:
    return [table.mark for table in tables]
