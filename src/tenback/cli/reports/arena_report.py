"""The report of an arena."""

from __future__ import annotations

import textwrap
from itertools import groupby
from typing import TYPE_CHECKING

from tenback.analysis import formats
from tenback.analysis.studies.arena import ranked, rate, rated
from tenback.cli.reports.columns import aligned
from tenback.cli.reports.figures import interrupted
from tenback.sim.search.config import search_config
from tenback.words.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tenback.analysis.arena.counts import Counts
    from tenback.analysis.arena.lineups import Entry
    from tenback.analysis.studies.arena import Arena
    from tenback.words import Words

_WIDTH = 80


def so_far(arena: Arena, say: Words) -> str:
    """How the bots have fared that have just played."""
    part = arena.latest
    if part is None:
        return ""
    if part.lost:
        return printable(part.lost[0].reason(say))
    entry = next(each for each in arena.entries if part.lineup in each.lineups)
    text = formats.rate(say, *rate(arena.scores.entry(entry)))
    return say("arena.progress", name=named(arena, entry, say), rate=text)


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


def as_text(found: Arena, say: Words) -> Iterator[str]:
    """A table for every number of players; in a duel the ratings and every two."""
    if found.interrupted:
        yield from (interrupted("arena", found, say), "")
    yield heading(found, say)
    if not found.rules.duel and any(map(search_config, found.bots)):
        yield say("simulate.talk", policy=found.talk)
    yield from _duels(found, say) if found.rules.duel else _teams(found, say)
    yield from ("", *_notes(found, say))


def heading(found: Arena, say: Words) -> str:
    """How much was asked for."""
    name = "arena.heading-duel" if found.rules.duel else "arena.heading"
    games, seed = formats.count(say, found.asked), printable(found.seed)
    return say(name, game=found.rules.name, games=games, seed=seed)


def _teams(found: Arena, say: Words) -> Iterator[str]:
    for players, entries in groupby(ranked(found), key=lambda entry: entry.players):
        yield from ("", _players(players, say))
        yield from _table(found, entries, say)


def _duels(found: Arena, say: Words) -> Iterator[str]:
    rows = [[say(f"arena.label.{name}") for name in ("bot", "rating", "interval")]]
    for each in rated(found):
        low, high = (
            formats.decimal(say, end, 0, signed=True)
            for end in (each.interval.low, each.interval.high)
        )
        between = say("simulate.interval", low=low, high=high)
        rows.append(
            [printable(each.bot), formats.decimal(say, each.points, 0, signed=True), between]
        )
    yield from ("", *aligned(rows), "", *_table(found, found.entries, say))


def _table(found: Arena, entries: Iterable[Entry], say: Words) -> list[str]:
    """A line for each entry."""
    scored = [(entry, found.scores.entry(entry)) for entry in entries]
    intervals = [rate(counts)[1] for _, counts in scored]
    places = formats.rate_places(intervals)
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
        formats.percent(say, won, places),
        formats.between(say, interval, places),
        formats.decimal(say, counts.mean_left, 1),
        formats.count(say, counts.games),
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


def draw(arena: Arena, say: Words, file: Path) -> None:
    """A bar for each win rate."""
    from tenback.analysis.plots.bars import Bar, save_bars
    from tenback.analysis.plots.figure import Labels

    bars = [
        Bar(named(arena, entry, say), *rate(arena.scores.entry(entry)))
        for entry in ranked(arena)
        if arena.scores.entry(entry).games
    ]
    across = say("arena.plot.across-duel" if arena.rules.duel else "arena.plot.across")
    labels = Labels(say("arena.plot.title", game=arena.rules.name), heading(arena, say), across, "")
    save_bars(bars, labels, say, file)
