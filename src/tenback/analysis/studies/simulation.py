"""A simulation: many games of one table, and how they end."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tenback.analysis.studies import result_data
from tenback.analysis.studies.interruption import closed
from tenback.analysis.studies.step import Step
from tenback.sim.results import Results
from tenback.sim.runner import stream
from tenback.sim.statistics import wilson
from tenback.sim.workers import THREADS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.sim import Setting, Workers
    from tenback.sim.statistics import Interval


@dataclass(frozen=True, slots=True)
class Simulation:
    """What was played, of how many games that were asked for, and in which time."""

    results: Results
    asked: int
    seconds: float

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C came before all was played."""
        return self.results.games < self.asked

    @property
    def progress(self) -> tuple[int, int]:
        """How many games were played, and how many were asked for."""
        return self.results.games, self.asked

    @property
    def speed(self) -> float:
        """Games a second."""
        return self.results.games / self.seconds if self.seconds else 0.0

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win together: all of a team, or each of a duel."""
        seats = tuple(range(self.results.setting.players))
        return tuple((seat,) for seat in seats) if self.results.setting.rules.duel else (seats,)

    @property
    def below_ten(self) -> Interval:
        """Where the true share of games with less than ten cards left lies."""
        return wilson(self.results.excellent, self.results.games)

    def csv(self) -> str:
        """A row for each number of cards left, with those that never happened."""
        columns = ("cards_left", "games")
        rows = (dict(zip(columns, row, strict=True)) for row in enumerate(self.results.left))
        return result_data.as_csv(rows, columns)

    def data(self) -> dict[str, Any]:
        """One object, whose keys `tenback simulate --help` explains; programs rely on them."""
        results, setting = self.results, self.results.setting
        figures = result_data.figures(results)
        return {
            "game": setting.rules.name,
            "players": setting.players,
            "seats": list(setting.seats),
            "talk": setting.talk,
            "seed": setting.seed,
            "games_asked": self.asked,
            "games": results.games,
            "interrupted": self.interrupted,
            "wins": [self._side(seats) for seats in self.sides],
            "cards_left": {**figures["cards_left"], "games": list(results.left)},
            "below_ten": figures["below_ten"],
            "reasons": figures["reasons"],
            "turns": {**figures["turns"], "games": list(results.turns)},
            "seconds": self.seconds,
            "games_per_second": self.speed,
        }

    def _side(self, seats: tuple[int, ...]) -> dict[str, Any]:
        wins = self.results.wins[seats[0]]
        return {"seats": list(seats), **result_data.share(wins, self.results.games)}


def warm_up(setting: Setting, workers: Workers) -> None:
    """Load or build what threads share, so that the clock need not wait for it."""
    if workers.backend == THREADS:
        for _ in stream(setting, 1, workers=workers):
            pass


def simulate(setting: Setting, games: int, workers: Workers) -> Iterator[Step[Simulation]]:
    """Play the games, step by step."""
    began, total = time.monotonic(), None
    with closed(stream(setting, games, workers=workers)) as parts:
        for part in parts:
            total = part if total is None else total + part
            yield Step(Simulation(total, games, time.monotonic() - began), part.games)
