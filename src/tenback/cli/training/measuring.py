"""Players on the same fresh deals: what a side of a comparison scored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tenback.sim.comparing import Comparison, stream_comparison
from tenback.sim.setting import Setting
from tenback.sim.statistics import Interval, wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.cli.simulating.interruption import Interruption
    from tenback.cli.simulating.progress import Progress
    from tenback.sim import Results, Workers
    from tenback.sim.thinking.training import Table


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
        """What somebody scored at seat 0 and then at seat 1."""
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
    progress: Progress,
    interruption: Interruption,
) -> Comparison | None:
    """Let all play the same deals; None if interrupted."""
    from tenback.cli.simulating.interruption import until_interrupted

    total: list[Comparison] = []

    def take(part: Comparison) -> None:
        total[:] = [total[0] + part if total else part]
        progress.add(part.games * len(settings))

    if not interruption.asked:
        until_interrupted(stream_comparison(settings, games, workers), take, interruption)
    return None if interruption.asked else total[0]
