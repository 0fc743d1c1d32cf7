"""Scores of bots on the same deals: of a team, or of one side of a duel."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tenback.analysis.studies.interruption import until_interrupted
from tenback.analysis.studies.result_data import ends, share
from tenback.sim.comparison import Comparison, Pair, stream_comparison
from tenback.sim.simulation_setting import Setting
from tenback.sim.statistics import Interval, wilson

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenback.analysis.studies.interruption import Interruption
    from tenback.sim import Results, Workers
    from tenback.sim.search.trainer import Table


@dataclass(frozen=True, slots=True)
class Score:
    """How the games of a team, or of one side of a duel, went."""

    games: int
    wins: int
    left: float
    left_interval: Interval

    @classmethod
    def of_team(cls, results: Results) -> Score:
        """What a team scored."""
        return cls(results.games, results.wins[0], results.mean_left, results.mean_left_interval)

    @classmethod
    def of_duels(cls, there: Results, back: Results) -> Score:
        """What a bot scored at seat 0 and then at seat 1."""
        both = replace(there, tally=there.tally + back.tally)
        wins = there.wins[0] + back.wins[1]
        return cls(both.games, wins, both.mean_left, both.mean_left_interval)

    @property
    def rate(self) -> float:
        """The win rate."""
        return self.wins / self.games

    @property
    def interval(self) -> Interval:
        """Where the true win rate lies, with 95 % confidence."""
        return wilson(self.wins, self.games)

    def data(self) -> dict[str, Any]:
        """The score as programs read it."""
        return {
            "games": self.games,
            "wins": share(self.wins, self.games),
            "cards_left": {"mean": self.left, **ends(self.left_interval)},
        }


def lead_data(pair: Pair) -> dict[str, Any]:
    """By how much the first wins more often, as programs read it."""
    return {"difference": pair.difference, **ends(pair.interval), "p": pair.chance}


def team(table: Table, bot: str, seed: str) -> Setting:
    """A bot in every seat of a table."""
    return Setting(table.rules, table.players, (bot,), seed, table.policy)


def duels(table: Table, bot: str, rival: str, seed: str) -> list[Setting]:
    """A bot against a rival, first at seat 0 and then at seat 1."""
    return [Setting(table.rules, 2, who, seed) for who in ((bot, rival), (rival, bot))]


def measure(
    settings: Sequence[Setting],
    games: int,
    workers: Workers,
    interruption: Interruption,
    on_games: Callable[[int], object],
) -> Comparison | None:
    """Let all settings play the same deals; None if interrupted. `on_games` counts the games."""
    total: list[Comparison] = []

    def take(part: Comparison) -> None:
        total[:] = [total[0] + part if total else part]
        on_games(part.games * len(settings))

    if not interruption.asked:
        until_interrupted(stream_comparison(settings, games, workers), take, interruption)
    return None if interruption.asked else total[0]
