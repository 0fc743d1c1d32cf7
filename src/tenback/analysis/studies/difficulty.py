"""How hard a game is: the ladder of bots, how often each rung wins, and what talk is worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from tenback.analysis.studies.participants import counts_of
from tenback.analysis.studies.scores import Score, duels, lead_data, measure, team
from tenback.analysis.training.evaluation import fresh_seed
from tenback.analysis.training.table_notation import TrainingError
from tenback.core.bot_spec import LADDER, MASTER, STRONG, BotSpec, Trust
from tenback.core.rules import TalkPolicy
from tenback.sim.comparison import Pair
from tenback.sim.search.networks import is_trained_on, load, shipped
from tenback.sim.search.trainer import Table, trained_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tenback.analysis.studies.interruption import Interruption
    from tenback.sim import Setting, Workers
    from tenback.sim.comparison import Comparison

    Play: TypeAlias = Callable[[Sequence[Setting], int], Comparison | None]

SIMPLE = LADDER[:-2]


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
class TableDifficulty:
    """How hard a table is; `whole` is False where Ctrl-C came before all rungs."""

    table: Table
    ladder: tuple[Rung, ...]
    talk: tuple[Talk, ...] = ()
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Difficulty:
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
        """The name of master at its level."""
        return str(BotSpec(MASTER, self.level))

    def play(
        self, workers: Workers, interruption: Interruption, on_games: Callable[[int], object]
    ) -> list[TableDifficulty]:
        """Table by table; after Ctrl-C what was finished, even if only some rungs of a table."""

        def play(settings: Sequence[Setting], games: int) -> Comparison | None:
            return measure(settings, games, workers, interruption, on_games)

        done: list[TableDifficulty] = []
        for table in self.tables:
            found = self._measure(table, play)
            done += [found] if found else []
            if found is None or not found.whole:
                break
        return done

    def work(self) -> int:
        """How many games there are to play."""
        return sum(
            len(settings) * games
            for table in self.tables
            for settings, games in self._batches(table)
        )

    def _measure(self, table: Table, play: Play) -> TableDifficulty | None:
        """Climb the ladder at a table; after Ctrl-C the rungs that are done, None without any."""
        batches = list(self._batches(table))
        played = []
        for settings, games in batches:
            comparison = play(settings, games)
            if comparison is None:
                break
            played.append(comparison)
        return self._found(table, played, len(batches)) if played else None

    def _found(self, table: Table, played: Sequence[Comparison], batches: int) -> TableDifficulty:
        found = self._duels(table, played) if table.rules.duel else self._team(table, played)
        return replace(found, whole=len(played) == batches)

    def is_interrupted(self, done: Sequence[TableDifficulty]) -> bool:
        """Whether something is missing in what was found out."""
        return len(done) < len(self.tables) or not all(found.whole for found in done)

    def _batches(self, table: Table) -> Iterator[tuple[list[Setting], int]]:
        """The settings that play the same deals, and how many deals."""
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
        spec = BotSpec.parse(bot, Trust.LOCAL)
        return str(replace(spec, network=self.file)) if spec.search_bot else bot

    # What came out

    def _team(self, table: Table, played: Sequence[Comparison]) -> TableDifficulty:
        simple, *more = played
        rungs = [Rung(SIMPLE[0], Score.of_team(simple.results[0]))]
        rungs += [_rung(bot, simple, place) for place, bot in enumerate((*SIMPLE, STRONG)) if place]
        rungs += [_rung(self.master, masters, 1) for masters in more]
        if not talks(table):
            return TableDifficulty(table, tuple(rungs))
        talk = [_talk(STRONG, simple, len(SIMPLE)), *(_talk(self.master, each, 1) for each in more)]
        return TableDifficulty(table, tuple(rungs), tuple(talk))

    def _duels(self, table: Table, played: Sequence[Comparison]) -> TableDifficulty:
        scores = (Score.of_duels(*each.results) for each in played)
        steps = zip(self._steps, scores, strict=False)  # after Ctrl-C there are fewer scores
        rungs = (Rung(bot, score, None, below) for (bot, below), score in steps)
        return TableDifficulty(table, tuple(rungs))


def _rung(bot: str, comparison: Comparison, place: int) -> Rung:
    score = Score.of_team(comparison.results[place])
    return Rung(bot, score, comparison.pair(place, place - 1))


def _talk(bot: str, comparison: Comparison, place: int) -> Talk:
    talking, silent = (Score.of_team(comparison.results[at]) for at in (place, place + 1))
    return Talk(bot, talking, silent, comparison.pair(place, place + 1))


def talks(table: Table) -> bool:
    """Whether anything may be said at a table."""
    return table.policy is not TalkPolicy.SILENT and not table.rules.duel


# The networks that play


def trained_on(file: str, players: str | None) -> list[Table]:
    """The tables that a network was trained on; each once, talking as its rules allow."""
    known = trained_tables(load(file), file)
    usual = dict.fromkeys(Table.usual(table.rules, table.players) for table in known)
    if players is None:
        return list(usual)
    wanted = counts_of(players)
    chosen = [table for table in usual if table.players in wanted]
    if not chosen:
        raise TrainingError("not-trained", file=file, text=players)
    return chosen


def is_covered(tables: Sequence[Table]) -> bool:
    """Whether the shipped networks were trained on all these tables."""
    networks = [(table, shipped(table.rules, table.players)) for table in tables]
    return all(net and is_trained_on(net, each.rules, each.players) for each, net in networks)


def with_silence(tables: Sequence[Table]) -> tuple[Table, ...]:
    """The tables with and without talk, each once."""
    return tuple(dict.fromkeys([*tables, *(table.silent() for table in tables)]))


# For programs


def as_data(study: Difficulty, done: Sequence[TableDifficulty]) -> dict[str, Any]:
    """One object; its keys are part of the interface."""
    return {
        "seed": study.seed,
        "games": study.games,
        "master_games": study.master_games,
        "interrupted": study.is_interrupted(done),
        "tables": [_table_data(found) for found in done],
    }


def _table_data(found: TableDifficulty) -> dict[str, Any]:
    table = found.table
    return {
        "game": table.rules.name,
        "players": table.players,
        "policy": str(table.policy),
        "ladder": [_rung_data(rung) for rung in found.ladder],
        "talk": [
            {
                "bot": each.bot,
                "with": each.talking.data(),
                "without": each.silent.data(),
                "lead": lead_data(each.lead),
            }
            for each in found.talk
        ],
    }


def _rung_data(rung: Rung) -> dict[str, Any]:
    lead = None if rung.lead is None else lead_data(rung.lead)
    return {
        "bot": rung.bot,
        "against": rung.against or None,
        **rung.score.data(),
        "lead": lead,
    }
