"""An arena: bots together against the game, or in a duel against each other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from tenback.analysis.arena.games import Part, stream
from tenback.analysis.arena.journal import DamagedJournal, Journal
from tenback.analysis.arena.lineups import Entry, Lineup, identity, is_compiled, pairs, teams
from tenback.analysis.arena.ratings import Rating, ratings
from tenback.analysis.arena.scores import Scores
from tenback.analysis.input_files import why
from tenback.analysis.studies.interruption import closed
from tenback.analysis.studies.participants import ready
from tenback.analysis.studies.result_data import as_csv, ends, left, share
from tenback.analysis.studies.step import Step
from tenback.bots.base import leave
from tenback.bots.external_bot import ExternalBot
from tenback.bots.factory import make_bot, parse_local
from tenback.bots.stand_in import STAND_IN, BotFailure
from tenback.core.rules import Rules, TalkPolicy
from tenback.sim.simulation_setting import Setting
from tenback.sim.statistics import Interval, wilson
from tenback.words import Words
from tenback.words.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tenback.analysis.arena.counts import Counts
    from tenback.bots.base import Bot
    from tenback.bots.stand_in import LostSeat
    from tenback.sim import Workers

COLUMNS = (
    "players",
    "bot",
    "other_bot",
    "games",
    "wins",
    "win_rate",
    "win_rate_low",
    "win_rate_high",
    "mean_cards_left",
    "mean_cards_left_low",
    "mean_cards_left_high",
    "replaced",
)


class ArenaError(UsageError):
    """An arena that a user describes badly."""

    catalogue = "arena"


class NotReadyError(UsageError):
    """A bot that cannot even sit down."""

    def __init__(self, lost: LostSeat) -> None:
        super().__init__(lost.why)
        self.lost = lost

    def sentence(self, say: Words) -> str:
        """What it would tell a table."""
        return self.lost.reason(say)


@dataclass(frozen=True, slots=True)
class Arena:
    """What is played by whom, how many games were asked for, how it went, and the last part."""

    rules: Rules
    bots: tuple[str, ...]
    seed: str
    talk: TalkPolicy
    asked: int
    entries: tuple[Entry, ...]
    scores: Scores
    latest: Part | None = None

    def asked_of(self, entry: Entry) -> int:
        """How many games each line-up of an entry plays."""
        return -(-self.asked // len(entry.lineups))

    @property
    def asked_in_all(self) -> int:
        """The games of the whole table."""
        return sum(self.asked_of(entry) * len(entry.lineups) for entry in self.entries)

    @property
    def played(self) -> int:
        """How many of them have been played."""
        return self.asked_in_all - sum(
            len(numbers) for _, missing in self.missing() for numbers in missing
        )

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C came before all was played."""
        return self.played < self.asked_in_all

    def missing(self) -> list[tuple[Lineup, list[range]]]:
        """What each line-up has still to play."""
        return [
            (lineup, self.scores.missing(lineup, self.asked_of(entry)))
            for entry in self.entries
            for lineup in entry.lineups
        ]

    @property
    def awaited(self) -> tuple[str, ...]:
        """The bots that have still something to play."""
        seats = [lineup.seats for lineup, numbers in self.missing() if numbers]
        return tuple(dict.fromkeys(chain.from_iterable(seats)))

    @property
    def surplus(self) -> bool:
        """Whether more games are known than were asked for."""
        return any(
            self.scores.of(lineup).dealt > self.asked_of(entry)
            for entry in self.entries
            for lineup in entry.lineups
        )

    def lost(self) -> dict[str, list[LostSeat]]:
        """The bots that lost a seat, with every loss."""
        found: dict[str, list[LostSeat]] = {}
        for lineup in chain.from_iterable(entry.lineups for entry in self.entries):
            for lost in self.scores.lost(lineup):
                found.setdefault(lineup.seats[lost.seat], []).append(lost)
        return found

    @property
    def progress(self) -> tuple[int, int]:
        """How many games were played in all, and how many were asked for."""
        return self.played, self.asked_in_all

    def data(self) -> dict[str, Any]:
        """One object; its keys are part of the interface."""
        data: dict[str, Any] = {
            "game": self.rules.name,
            "bots": list(self.bots),
            "talk": str(self.talk),
            "seed": self.seed,
            "games_asked": self.asked,
            "interrupted": self.interrupted,
            "lost": [_lost(bot, lost) for bot, lost in self.lost().items()],
        }
        entries = [_entry(entry, self.scores.entry(entry)) for entry in self.entries]
        if not self.rules.duel:
            return data | {"teams": entries}
        points = [
            {"bot": each.bot, "rating": each.points, **ends(each.interval)} for each in rated(self)
        ]
        return data | {"ratings": points, "pairs": entries}

    def csv(self) -> str:
        """A row for each team, or for every two of a duel; the first of them has the wins."""
        rows = (_flat(entry, self.scores.entry(entry)) for entry in self.entries)
        return as_csv(rows, COLUMNS)


# Who plays what


def different_bots(names: Sequence[str]) -> tuple[str, ...]:
    """At least two bots, each of them once."""
    if len(names) < 2:
        raise ArenaError("two")
    first: dict[object, str] = {}
    for name in names:
        parse_local(name)
        if identity(name) in first:
            raise ArenaError("twice", first=first[identity(name)], second=name)
        first[identity(name)] = name
    return tuple(names)


def entries_of(
    rules: Rules, counts: Sequence[int], bots: Sequence[str], seed: str, talk: TalkPolicy | None
) -> Iterator[Entry]:
    """The teams, or every two of a duel; a search bot without a network is refused."""
    for players in counts:
        for bot in filter(is_compiled, bots):
            ready(Setting(rules, players, (bot,), seed, talk))
        yield from (pairs if rules.duel else teams)(rules, players, bots, seed, talk)


def scores_in(file: str | None) -> Scores:
    """What a file remembers, if there is one."""
    try:
        return Scores(Journal(file))
    except DamagedJournal as damage:
        raise ArenaError("results-damaged", file=str(file), line=damage.line) from None
    # A name with a NUL in it is a ValueError.
    except (OSError, ValueError) as error:
        raise _unwritable(str(file), error) from None


def check_bots(bots: Iterable[str]) -> None:
    """Refuse bots that cannot even sit down, before anything is played."""
    for word in bots:
        if not is_compiled(word):
            bot = make_bot(parse_local(word))
            try:
                _meet(bot)
            finally:
                leave(bot)


def _meet(bot: Bot) -> None:
    """Let a program say hello; every other bot that could be made can sit down."""
    if isinstance(bot, ExternalBot):
        try:
            bot.meet()
        except BotFailure as failure:
            raise NotReadyError(failure.lost(0, bot.name, STAND_IN)) from None


# Playing


def play(arena: Arena, workers: Workers) -> Iterator[Step[Arena]]:
    """Play the games that are missing, step by step; those of earlier runs are the first step."""
    if arena.played:
        yield Step(arena, arena.played)
    with closed(stream(arena.missing(), workers)) as parts:
        for part in parts:
            _write(arena, part)
            yield Step(replace(arena, latest=part), part.counts.dealt)


def _write(arena: Arena, part: Part) -> None:
    try:
        arena.scores.add(part)
    except OSError as error:
        raise _unwritable(str(arena.scores.journal.file), error) from None


def _unwritable(file: str, error: Exception) -> ArenaError:
    return ArenaError("results-unwritable", file=file, why=why(error))


# What came out


def rate(counts: Counts) -> tuple[float, Interval]:
    """The share of games won, in a duel by the first of the two, and where it truly lies."""
    won = counts.wins[0] if counts.wins else 0
    return won / counts.games if counts.games else 0.0, wilson(won, counts.games)


def ranked(found: Arena) -> list[Entry]:
    """The entries as they are listed: for every number of players the best team first."""
    if found.rules.duel:
        return list(found.entries)
    return sorted(found.entries, key=lambda entry: _rank(entry, found.scores.entry(entry)))


def _rank(entry: Entry, counts: Counts) -> tuple[float, ...]:
    return entry.players, not counts.games, -rate(counts)[0], counts.mean_left


def rated(found: Arena) -> list[Rating]:
    """The bots of a duel by their strength, best first; those that have played at all."""
    wins: dict[tuple[str, str], int] = {}
    for entry in found.entries:
        first, second = entry.bots
        if (counts := found.scores.entry(entry)).games:
            wins[first, second], wins[second, first] = counts.wins
    met = set(chain.from_iterable(wins))
    return ratings([bot for bot in found.bots if bot in met], wins) if met else []


def _lost(bot: str, lost: list[LostSeat]) -> dict[str, Any]:
    first = lost[0]
    return {"bot": bot, "games": len(lost), "why": first.why, "sentence": first.reason(Words())}


def _entry(entry: Entry, counts: Counts) -> dict[str, Any]:
    data = {"players": entry.players, "bots": list(entry.bots), "games": counts.games}
    if not counts.games:
        return data | {"wins": None, "cards_left": None, "replaced": counts.replaced}
    return data | {
        "wins": share(counts.wins[0], counts.games),
        "cards_left": left(counts.mean_left, counts.left_interval),
        "replaced": counts.replaced,
    }


def _flat(entry: Entry, counts: Counts) -> dict[str, Any]:
    data = _entry(entry, counts)
    won, cards = data["wins"] or {}, data["cards_left"] or {}
    return {
        "players": entry.players,
        **dict(zip(("bot", "other_bot"), entry.bots, strict=False)),
        "games": counts.games,
        "wins": won.get("games"),
        "win_rate": won.get("rate"),
        "win_rate_low": won.get("low"),
        "win_rate_high": won.get("high"),
        "mean_cards_left": cards.get("mean"),
        "mean_cards_left_low": cards.get("low"),
        "mean_cards_left_high": cards.get("high"),
        "replaced": counts.replaced,
    }
