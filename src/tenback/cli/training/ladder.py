"""The ladder of bots at a table: how often each rung wins, and what talk is worth to them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from tenback.cli.training.measuring import Score, duels, team
from tenback.cli.training.train_report import fresh_seed
from tenback.core.rules import TalkPolicy
from tenback.sim.comparing import Pair
from tenback.sim.thinking.training import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tenback.sim import Setting
    from tenback.sim.comparing import Comparison

    Play: TypeAlias = Callable[[Sequence[Setting], int], Comparison | None]

SIMPLE = ("random", "greedy", "careful")
STRONG, MASTER = "strong", "master"


@dataclass(frozen=True, slots=True)
class Rung:
    """A bot at a table: how it did, and how much better than the rung below on the same deals.

    In a duel the score is the one against the rung below.
    """

    bot: str
    score: Score
    lead: Pair | None = None
    against: str = ""


@dataclass(frozen=True, slots=True)
class Talk:
    """A bot that talks: how it does with talk and in silence, and the lead that talk gives."""

    bot: str
    talking: Score
    silent: Score
    lead: Pair


@dataclass(frozen=True, slots=True)
class Found:
    """What was found out about a table; `whole` is False where Ctrl-C came before all rungs."""

    table: Table
    ladder: tuple[Rung, ...]
    talk: tuple[Talk, ...] = ()
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Climb:
    """What is to be found out; `file` is that of a network, "" the one that comes along."""

    tables: tuple[Table, ...]
    file: str
    level: str
    seed: str
    games: int
    master_games: int

    @property
    def deals(self) -> str:
        """The seed of the deals; a network that was trained with `seed` has not seen them."""
        return fresh_seed(self.seed)

    @property
    def master(self) -> str:
        """What master is called at its level."""
        return f"{MASTER}:{self.level}"

    def work(self) -> int:
        """How many games there are to play."""
        return sum(
            len(settings) * games
            for table in self.tables
            for settings, games in self._batches(table)
        )

    def measure(self, table: Table, play: Play) -> Found | None:
        """Climb the ladder at a table; after Ctrl-C the rungs that are done, None without any."""
        batches = list(self._batches(table))
        played = []
        for settings, games in batches:
            comparison = play(settings, games)
            if comparison is None:
                break
            played.append(comparison)
        return self._found(table, played, len(batches)) if played else None

    def _found(self, table: Table, played: Sequence[Comparison], batches: int) -> Found:
        found = self._duels(table, played) if table.rules.duel else self._team(table, played)
        return replace(found, whole=len(played) == batches)

    def is_interrupted(self, done: Sequence[Found]) -> bool:
        """Whether something is missing in what was found out."""
        return len(done) < len(self.tables) or not all(found.whole for found in done)

    def _batches(self, table: Table) -> Iterator[tuple[list[Setting], int]]:
        """Whom to let play the same deals, and how many."""
        if table.rules.duel:
            for bot, below in self._steps:
                games = self.master_games if bot == self.master else self.games
                sides = duels(table, self._named(bot), self._named(below), self.deals)
                yield sides, -(-games // 2)
            return
        yield self._teams(table, (*SIMPLE, STRONG)), self.games
        if self.master_games:
            yield self._teams(table, (STRONG, self.master)), self.master_games

    @property
    def _steps(self) -> list[tuple[str, str]]:
        """Every bot with the rung below it."""
        masters = [self.master] if self.master_games else []
        bots = [*SIMPLE, STRONG, *masters]
        return list(zip(bots[1:], bots, strict=False))

    def _teams(self, table: Table, bots: Sequence[str]) -> list[Setting]:
        """These bots, and at last the strongest once more without a word."""
        settings = [team(table, self._named(bot), self.deals) for bot in bots]
        if talks(table):
            settings.append(team(table.silent(), self._named(bots[-1]), self.deals))
        return settings

    def _named(self, bot: str) -> str:
        """A bot as the simulator knows it."""
        return bot if bot in SIMPLE or not self.file else f"{bot}@{self.file}"

    # What came out

    def _team(self, table: Table, played: Sequence[Comparison]) -> Found:
        simple, *more = played
        rungs = [Rung(SIMPLE[0], Score.of_team(simple.results[0]))]
        rungs += [_rung(bot, simple, place) for place, bot in enumerate((*SIMPLE, STRONG)) if place]
        rungs += [_rung(self.master, masters, 1) for masters in more]
        if not talks(table):
            return Found(table, tuple(rungs))
        talk = [_talk(STRONG, simple, len(SIMPLE)), *(_talk(self.master, each, 1) for each in more)]
        return Found(table, tuple(rungs), tuple(talk))

    def _duels(self, table: Table, played: Sequence[Comparison]) -> Found:
        scores = (Score.of_duels(*each.results) for each in played)
        steps = zip(self._steps, scores, strict=False)  # after Ctrl-C there are fewer scores
        return Found(table, tuple(Rung(bot, score, None, below) for (bot, below), score in steps))


def _rung(bot: str, comparison: Comparison, place: int) -> Rung:
    score = Score.of_team(comparison.results[place])
    return Rung(bot, score, comparison.pair(place, place - 1))


def _talk(bot: str, comparison: Comparison, place: int) -> Talk:
    talking, silent = (Score.of_team(comparison.results[at]) for at in (place, place + 1))
    return Talk(bot, talking, silent, comparison.pair(place, place + 1))


def talks(table: Table) -> bool:
    """Whether anything may be said at a table."""
    return table.policy is not TalkPolicy.SILENT and not table.rules.duel
