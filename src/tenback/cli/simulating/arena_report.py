"""What came out of an arena: for people, for programs and for spreadsheets."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any

from tenback.analysis import wording
from tenback.analysis.arena.lineups import Entry, Lineup, thinker_of
from tenback.analysis.arena.ratings import Rating, ratings
from tenback.analysis.arena.scores import Scores
from tenback.cli.simulating.columns import aligned
from tenback.cli.simulating.data import as_csv, ends, left, share
from tenback.core.rules import Rules, TalkPolicy
from tenback.sim.statistics import Interval, wilson
from tenback.terminal.printable import printable
from tenback.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tenback.analysis.arena.counts import Counts
    from tenback.analysis.arena.playing import Part
    from tenback.bots.losing import Lost

_WIDTH = 80


@dataclass(frozen=True, slots=True)
class Arena:
    """What is played by whom, how many games of it somebody asked for, and how it went."""

    rules: Rules
    bots: tuple[str, ...]
    seed: str
    talk: TalkPolicy
    asked: int
    entries: tuple[Entry, ...]
    scores: Scores

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
        """Whether more games are known than somebody asked for."""
        return any(
            self.scores.of(lineup).dealt > self.asked_of(entry)
            for entry in self.entries
            for lineup in entry.lineups
        )

    def lost(self) -> dict[str, list[Lost]]:
        """Who has lost a seat, once for every game."""
        found: dict[str, list[Lost]] = {}
        for lineup in chain.from_iterable(entry.lineups for entry in self.entries):
            for lost in self.scores.lost(lineup):
                found.setdefault(lineup.seats[lost.seat], []).append(lost)
        return found

    def interruption(self, say: Words) -> str:
        """How far it came."""
        games, asked = wording.count(self.played), wording.count(self.asked_in_all)
        return say("arena.interrupted", games=games, asked=asked)

    def so_far(self, part: Part, say: Words) -> str:
        """How those have fared who have just played."""
        if part.lost:
            return printable(part.lost[0].reason(say))
        entry = next(each for each in self.entries if part.lineup in each.lineups)
        told = wording.rate(say, *rate(self.scores.entry(entry)))
        return say("arena.progress", name=named(self, entry, say), rate=told)


def rate(counts: Counts) -> tuple[float, Interval]:
    """The share of games won, in a duel by the first of the two, and where it truly lies."""
    won = counts.wins[0] if counts.wins else 0
    return won / counts.games if counts.games else 0.0, wilson(won, counts.games)


def team(found: Arena, entry: Entry, say: Words) -> str:
    """Who plays with whom, or against whom."""
    if len(entry.bots) == 1:
        return printable(entry.bots[0])
    first, second = map(printable, entry.bots)
    return say("arena.versus" if found.rules.duel else "arena.team", first=first, second=second)


def named(found: Arena, entry: Entry, say: Words) -> str:
    """The same with the number of players, where there are several."""
    who = team(found, entry, say)
    if len({each.players for each in found.entries}) == 1:
        return who
    return say("arena.named", team=who, players=_players(entry.players, say))


def _players(count: int, say: Words) -> str:
    return say("arena.players", count=count)


# For people


def as_text(found: Arena, say: Words) -> Iterator[str]:
    """A table for every number of players; in a duel the ratings and every two."""
    if found.interrupted:
        yield from (found.interruption(say), "")
    yield heading(found, say)
    if not found.rules.duel and any(map(thinker_of, found.bots)):
        yield say("simulate.talk", policy=found.talk)
    yield from _duels(found, say) if found.rules.duel else _teams(found, say)
    yield from ("", *_notes(found, say))


def heading(found: Arena, say: Words) -> str:
    """How much was asked for."""
    name = "arena.heading-duel" if found.rules.duel else "arena.heading"
    games, seed = wording.count(found.asked), printable(found.seed)
    return say(name, game=found.rules.name, games=games, seed=seed)


def ranked(found: Arena) -> list[Entry]:
    """The entries as they are listed: for every number of players the best team first."""
    if found.rules.duel:
        return list(found.entries)
    return sorted(found.entries, key=lambda entry: _rank(entry, found.scores.entry(entry)))


def _rank(entry: Entry, counts: Counts) -> tuple[float, ...]:
    return entry.players, not counts.games, -rate(counts)[0], counts.mean_left


def _teams(found: Arena, say: Words) -> Iterator[str]:
    for players, entries in groupby(ranked(found), key=lambda entry: entry.players):
        yield from ("", _players(players, say))
        yield from _table(found, entries, say)


def _duels(found: Arena, say: Words) -> Iterator[str]:
    rows = [[say(f"arena.label.{name}") for name in ("bot", "rating", "interval")]]
    for each in rated(found):
        low, high = (f"{end:+.0f}" for end in (each.interval.low, each.interval.high))
        between = say("simulate.interval", low=low, high=high)
        rows.append([printable(each.bot), f"{each.points:+.0f}", between])
    yield from ("", *aligned(rows), "", *_table(found, found.entries, say))


def _table(found: Arena, entries: Iterable[Entry], say: Words) -> list[str]:
    """A line for each entry."""
    scored = [(entry, found.scores.entry(entry)) for entry in entries]
    intervals = [rate(counts)[1] for _, counts in scored]
    places = wording.rate_places(intervals)
    columns = ("pair" if found.rules.duel else "team", "wins", "interval", "left", "games")
    rows = [[say(f"arena.label.{column}") for column in columns]]
    rows += [_row(team(found, entry, say), counts, places, say) for entry, counts in scored]
    return aligned(rows)


def _row(name: str, counts: Counts, places: int, say: Words) -> list[str]:
    if not counts.games:
        return [name, say("arena.unplayed")]
    won, interval = rate(counts)
    return [
        name,
        wording.percent(say, won, places),
        wording.between(say, interval, places),
        f"{counts.mean_left:.1f}",
        wording.count(counts.games),
    ]


def _notes(found: Arena, say: Words) -> Iterator[str]:
    """What a careful reader wants to know."""
    name = "arena.about-duel" if found.rules.duel else "arena.about-teams"
    yield from textwrap.wrap(say(name), _WIDTH)
    if found.surplus:
        yield from textwrap.wrap(say("arena.surplus"), _WIDTH)
    for entry in found.entries:
        if replaced := found.scores.entry(entry).replaced:
            yield say("arena.replaced", count=replaced, team=named(found, entry, say))


def rated(found: Arena) -> list[Rating]:
    """The bots of a duel by their strength, best first; those that have played at all."""
    wins: dict[tuple[str, str], int] = {}
    for entry in found.entries:
        first, second = entry.bots
        if (counts := found.scores.entry(entry)).games:
            wins[first, second], wins[second, first] = counts.wins
    met = set(chain.from_iterable(wins))
    return ratings([bot for bot in found.bots if bot in met], wins) if met else []


# For programs and spreadsheets


def as_data(found: Arena) -> dict[str, Any]:
    """One object; its keys are part of the interface."""
    data: dict[str, Any] = {
        "game": found.rules.name,
        "bots": list(found.bots),
        "talk": str(found.talk),
        "seed": found.seed,
        "games_asked": found.asked,
        "interrupted": found.interrupted,
        "lost": [_lost(bot, lost) for bot, lost in found.lost().items()],
    }
    entries = [_entry(entry, found.scores.entry(entry)) for entry in found.entries]
    if not found.rules.duel:
        return data | {"teams": entries}
    points = [
        {"bot": each.bot, "rating": each.points, **ends(each.interval)} for each in rated(found)
    ]
    return data | {"ratings": points, "pairs": entries}


def _lost(bot: str, lost: list[Lost]) -> dict[str, Any]:
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


def as_table(found: Arena) -> str:
    """A row for each team, or for every two of a duel; the first of them has the wins."""
    return as_csv((_flat(entry, found.scores.entry(entry)) for entry in found.entries), COLUMNS)


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
