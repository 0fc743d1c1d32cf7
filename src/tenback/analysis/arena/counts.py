"""What is counted of games: little enough for one line of a file, and it can be added."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from tenback.sim.statistics import Interval, mean_interval

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tenback.core.game import Game
    from tenback.sim.results import Results


@dataclass(frozen=True, slots=True)
class Counts:
    """How some games went.

    `wins` has a number for each seat, and a team wins together. `left` adds up the cards left,
    `squares` their squares. `replaced` are further games: a stand-in had to take a seat there, so
    that they tell nothing about the bots.
    """

    games: int = 0
    wins: tuple[int, ...] = ()
    left: int = 0
    squares: int = 0
    replaced: int = 0

    def __add__(self, other: Counts) -> Counts:
        if not self.wins or not other.wins:
            return other if not self.wins else self
        return Counts(
            self.games + other.games,
            tuple(map(sum, zip(self.wins, other.wins, strict=True))),
            self.left + other.left,
            self.squares + other.squares,
            self.replaced + other.replaced,
        )

    @property
    def dealt(self) -> int:
        """All games that were played."""
        return self.games + self.replaced

    @property
    def mean_left(self) -> float:
        """The mean number of cards left."""
        return self.left / self.games if self.games else 0.0

    @property
    def left_interval(self) -> Interval:
        """Where the true mean lies, with 95 % confidence."""
        return mean_interval(self.left, self.squares, self.games)

    def data(self) -> dict[str, Any]:
        """As it is written to a file."""
        return asdict(self)

    @classmethod
    def read(cls, data: Mapping[str, Any], players: int) -> Counts:
        """What `data` wrote; raises ValueError, TypeError or KeyError where it is not that."""
        numbers = {name: _number(data[name]) for name in cls.__slots__ if name != "wins"}
        wins = tuple(map(_number, data["wins"]))
        if len(wins) != players or max(*wins, 0) > numbers["games"]:
            raise ValueError(wins)
        return cls(wins=wins, **numbers)


def _number(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


def of_results(results: Results) -> Counts:
    """What the kernels have counted."""
    left = list(enumerate(results.left))
    return Counts(
        results.games,
        results.wins,
        sum(cards * games for cards, games in left),
        sum(cards * cards * games for cards, games in left),
    )


def of_game(game: Game, *, replaced: bool) -> Counts:
    """A single game that is over."""
    outcome, seats = game.outcome, range(game.players)
    if outcome is None:
        return Counts()
    if replaced:
        return Counts(wins=(0,) * game.players, replaced=1)
    duel, left = game.rules.duel, outcome.left
    wins = tuple(int(outcome.winner == seat if duel else outcome.won) for seat in seats)
    return Counts(1, wins, left, left * left)
