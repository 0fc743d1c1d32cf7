"""The report of a comparison."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from tenback.analysis import formats
from tenback.analysis.studies.contenders import labels, shared
from tenback.cli.reports.columns import aligned
from tenback.cli.reports.figures import interrupted
from tenback.sim.comparison import CLEAR_BELOW
from tenback.words.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tenback.analysis.studies.comparison import Compared
    from tenback.sim.comparison import Difference
    from tenback.words import Words

MOST_WITH_ALL_PAIRS = 5
_WIDTH = 80


def names(found: Compared, say: Words) -> list[str]:
    """The contenders by what tells them apart."""
    return list(map(printable, labels(found.contenders, say)))


def so_far(found: Compared, say: Words) -> str:
    """Who leads, and with which win rate."""
    best = found.comparison.best()
    results = found.comparison.results[best]
    rate = formats.rate(say, results.win_rate(), results.win_interval())
    return say("compare.progress", name=names(found, say)[best], rate=rate)


def as_text(found: Compared, say: Words) -> Iterator[str]:
    """The contenders side by side, then every difference that matters."""
    if found.interrupted:
        yield from (interrupted("compare", found, say), "")
    yield from heading(found, say)
    yield ""
    yield from _table(found, say)
    yield ""
    yield from _pairs(found, say)
    yield ""
    yield from _notes(found, say)


def heading(found: Compared, say: Words) -> Iterator[str]:
    """How much was played, and what all contenders have in common."""
    yield batch(found, say)
    if what := common(found, say):
        yield say("compare.shared", what=what)
    yield from _talk(found, say)


def _talk(found: Compared, say: Words) -> Iterator[str]:
    """The policies of search bots, where there are any; one line if all have the same."""
    named = zip(names(found, say), (each.setting.talk for each in found.contenders), strict=True)
    talking = [(name, policy) for name, policy in named if policy]
    if len({policy for _, policy in talking}) > 1:
        yield from (say("compare.talk-of", name=name, policy=policy) for name, policy in talking)
    elif talking:
        yield say("simulate.talk", policy=talking[0][1])


def batch(found: Compared, say: Words) -> str:
    """How much was played."""
    games, seed = formats.count(say, found.comparison.games), found.contenders[0].setting.seed
    apart = len({each.setting.rules.deck for each in found.contenders}) > 1
    name = "compare.heading-apart" if apart else "compare.heading"
    return say(name, games=games, seed=printable(seed))


def common(found: Compared, say: Words) -> str:
    """What all contenders have in common."""
    return printable(", ".join(shared(found.contenders, say)))


def _table(found: Compared, say: Words) -> list[str]:
    results = found.comparison.results
    places = formats.rate_places([each.win_interval() for each in results])
    exact = max(formats.decimals(each.mean_left_interval) for each in results)
    columns = ("contender", "wins", "interval", "left", "below-ten", "turns")
    rows = [[say(f"compare.label.{column}") for column in columns]]
    for name, each in zip(names(found, say), results, strict=True):
        ten = formats.percent(say, each.excellent / each.games, places)
        rows.append(
            [
                name,
                formats.percent(say, each.win_rate(), places),
                formats.between(say, each.win_interval(), places),
                formats.decimal(say, each.mean_left, exact),
                "-" if each.setting.rules.duel else ten,
                formats.decimal(say, each.mean_turns, 1),
            ]
        )
    return aligned(rows)


def _pairs(found: Compared, say: Words) -> Iterator[str]:
    """Every pair; where those would be too many, the best against the rest."""
    called, differences = names(found, say), found.comparison.differences()
    rows = [[say(f"compare.label.{name}") for name in ("pair", "points", "interval", "p")]]
    if len(called) > MOST_WITH_ALL_PAIRS:
        best = found.comparison.best()
        yield say("compare.first", name=called[best])
        rows[0][0] = say("compare.label.lead")
        rows += [[called[d.second], *_row(d, say)] for d in differences if d.first == best]
    else:
        rows += [[_versus(each, called, say), *_row(each, say)] for each in differences]
    yield from aligned(rows, words=(0, 4))


def _versus(found: Difference, called: Sequence[str], say: Words) -> str:
    return say("compare.versus", first=called[found.first], second=called[found.second])


def _row(found: Difference, say: Words) -> list[str]:
    """How large a difference is, how sure that is, and what it means."""
    interval = found.pair.interval
    places = formats.rate_places([interval])
    middle, low, high = (
        formats.points(say, value, places)
        for value in (found.pair.difference, interval.low, interval.high)
    )
    between = say("simulate.interval", low=low, high=high)
    chance = formats.chance(say, found.chance)
    return [middle, between, chance, say("compare.better" if found.clear else "compare.level")]


def _notes(found: Compared, say: Words) -> Iterator[str]:
    """What a careful reader wants to know."""
    pairs = len(found.comparison.differences())
    about = say("compare.about-chance", count=pairs, limit=formats.decimal(say, CLEAR_BELOW, None))
    yield from textwrap.wrap(about, _WIDTH)
    rules = [each.setting.rules for each in found.contenders]
    if any(each.duel for each in rules):
        yield say("compare.duel")
    if len({each.deck for each in rules}) > 1:
        yield say("compare.apart")


def draw(compared: Compared, say: Words, file: Path) -> None:
    """A bar for each win rate."""
    from tenback.analysis.plots.bars import Bar, save_bars
    from tenback.analysis.plots.figure import Labels

    results = compared.comparison.results
    bars = [
        Bar(name, each.win_rate(), each.win_interval())
        for name, each in zip(names(compared, say), results, strict=True)
    ]
    what = common(compared, say)
    title = say("compare.plot.title-of", what=what) if what else say("compare.plot.title")
    labels = Labels(title, batch(compared, say), say("compare.plot.across"), "")
    save_bars(bars, labels, say, file)
