"""The finished games of a person, and their statistics."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from tenback.host import result_documents
from tenback.sim.statistics import Interval, wilson

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tenback.store import Store
    from tenback.table.results import Result


@dataclass(frozen=True, slots=True)
class Tally:
    """Some games of one person: how many, how many won, how many cards were left in all."""

    games: int = 0
    wins: int = 0
    left: int = 0

    @property
    def rate(self) -> float | None:
        """The share of games won."""
        return self.wins / self.games if self.games else None

    @property
    def interval(self) -> Interval:
        """The 95 % confidence interval of the true rate."""
        return wilson(self.wins, self.games)

    @property
    def mean_left(self) -> float | None:
        """How many cards are left on average; in a duel, those of both players."""
        return self.left / self.games if self.games else None


@dataclass(frozen=True, slots=True)
class Streaks:
    """Plain games won in a row: the most so far, and up to now."""

    best: int = 0
    current: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A variant with so many players: plain games, and those with a mark, which count apart."""

    game: str
    players: int
    plain: Tally
    marked: Tally
    streaks: Streaks


async def games(store: Store, person: str) -> list[Result]:
    """All finished games of a person, the latest first."""
    bodies = await store.scan(result_documents.KIND, f"{person}/")
    found = map(result_documents.from_json, bodies.values())
    return sorted(found, key=lambda result: (result.at, result.number), reverse=True)


def statistics(played: Iterable[Result], person: str) -> tuple[Line, ...]:
    """The statistics of a person's games, by variant and number of players."""
    groups: dict[tuple[str, int], list[Result]] = defaultdict(list)
    for result in played:
        groups[result.game, len(result.players)].append(result)
    return tuple(
        _line(game, players, group, person) for (game, players), group in sorted(groups.items())
    )


def _line(game: str, players: int, group: Sequence[Result], person: str) -> Line:
    plain = [result for result in group if result.plain]
    marked = [result for result in group if not result.plain]
    return Line(game, players, tally(plain, person), tally(marked, person), streaks(plain, person))


def tally(played: Sequence[Result], person: str) -> Tally:
    """Some games of a person, added up."""
    wins = sum(result_documents.has_won(result, person) for result in played)
    return Tally(len(played), wins, sum(result.left for result in played))


def streaks(played: Sequence[Result], person: str) -> Streaks:
    """Games won in a row, in the order of time."""
    in_order = sorted(played, key=lambda result: (result.at, result.number))
    runs = [
        (won, len(list(run)))
        for won, run in groupby(result_documents.has_won(result, person) for result in in_order)
    ]
    best = max((length for won, length in runs if won), default=0)
    return Streaks(best, runs[-1][1] if runs and runs[-1][0] else 0)
