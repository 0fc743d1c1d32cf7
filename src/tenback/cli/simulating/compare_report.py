"""What came out of a comparison: for people, for programs and for spreadsheets."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from tenback.analysis import wording
from tenback.cli.simulating.columns import aligned
from tenback.cli.simulating.contenders import Contender, labels, shared
from tenback.cli.simulating.data import as_csv, ends, figures, flat
from tenback.sim.comparing import CLEAR_BELOW, Comparison, Difference
from tenback.terminal.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.words import Words

MOST_WITH_ALL_PAIRS = 5
_SMALLEST = 0.0001
_WIDTH = 80


@dataclass(frozen=True, slots=True)
class Compared:
    """Who was compared, how it went, and how many games somebody asked for."""

    contenders: Sequence[Contender]
    comparison: Comparison
    asked: int

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C came before all was played."""
        return self.comparison.games < self.asked

    def interruption(self, say: Words) -> str:
        """How far it came."""
        games, asked = wording.count(self.comparison.games), wording.count(self.asked)
        return say("compare.interrupted", games=games, asked=asked)

    def names(self, say: Words) -> list[str]:
        """What the contenders are called in this comparison."""
        return list(map(printable, labels(self.contenders, say)))


# For people


def as_text(found: Compared, say: Words) -> Iterator[str]:
    """The contenders side by side, then every difference that matters."""
    if found.interrupted:
        yield from (found.interruption(say), "")
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
    """By which policy thinkers talk, where any do; one line if it is the same for all of them."""
    named = zip(found.names(say), (each.setting.talk for each in found.contenders), strict=True)
    talking = [(name, policy) for name, policy in named if policy]
    if len({policy for _, policy in talking}) > 1:
        yield from (say("compare.talk-of", name=name, policy=policy) for name, policy in talking)
    elif talking:
        yield say("simulate.talk", policy=talking[0][1])


def batch(found: Compared, say: Words) -> str:
    """How much was played."""
    games, seed = wording.count(found.comparison.games), found.contenders[0].setting.seed
    apart = len({each.setting.rules.deck for each in found.contenders}) > 1
    name = "compare.heading-apart" if apart else "compare.heading"
    return say(name, games=games, seed=printable(seed))


def common(found: Compared, say: Words) -> str:
    """What all contenders have in common."""
    return printable(", ".join(shared(found.contenders, say)))


def _table(found: Compared, say: Words) -> list[str]:
    results = found.comparison.results
    places = wording.rate_places([each.win_interval() for each in results])
    exact = max(wording.decimals(each.mean_left_interval) for each in results)
    columns = ("contender", "wins", "interval", "left", "below-ten", "turns")
    rows = [[say(f"compare.label.{column}") for column in columns]]
    for name, each in zip(found.names(say), results, strict=True):
        ten = wording.percent(say, each.excellent / each.games, places)
        rows.append(
            [
                name,
                wording.percent(say, each.win_rate(), places),
                wording.between(say, each.win_interval(), places),
                f"{each.mean_left:.{exact}f}",
                "-" if each.setting.rules.duel else ten,
                f"{each.mean_turns:.1f}",
            ]
        )
    return aligned(rows)


def _pairs(found: Compared, say: Words) -> Iterator[str]:
    """Every pair; where those would be too many, whoever is best against the rest."""
    names, differences = found.names(say), found.comparison.differences()
    rows = [[say(f"compare.label.{name}") for name in ("pair", "points", "interval", "p")]]
    if len(names) > MOST_WITH_ALL_PAIRS:
        best = found.comparison.best()
        yield say("compare.first", name=names[best])
        rows[0][0] = say("compare.label.lead")
        rows += [[names[d.second], *_row(d, say)] for d in differences if d.first == best]
    else:
        rows += [[_versus(each, names, say), *_row(each, say)] for each in differences]
    yield from aligned(rows, words=(0, 4))


def _versus(found: Difference, names: Sequence[str], say: Words) -> str:
    return say("compare.versus", first=names[found.first], second=names[found.second])


def _row(found: Difference, say: Words) -> list[str]:
    """How large a difference is, how sure that is, and what it means."""
    interval = found.pair.interval
    places = wording.rate_places([interval])
    middle, low, high = (
        f"{100 * value:+.{places}f}"
        for value in (found.pair.difference, interval.low, interval.high)
    )
    between = say("simulate.interval", low=low, high=high)
    chance = f"<{_SMALLEST}" if found.chance < _SMALLEST else f"{found.chance:.2g}"
    return [middle, between, chance, say("compare.better" if found.clear else "compare.level")]


def _notes(found: Compared, say: Words) -> Iterator[str]:
    """What a careful reader wants to know."""
    pairs = len(found.comparison.differences())
    about = say("compare.about-chance", count=pairs, limit=CLEAR_BELOW)
    yield from textwrap.wrap(about, _WIDTH)
    rules = [each.setting.rules for each in found.contenders]
    if any(each.duel for each in rules):
        yield say("compare.duel")
    if len({each.deck for each in rules}) > 1:
        yield say("compare.apart")


# For programs and spreadsheets


def as_data(found: Compared) -> dict[str, Any]:
    """One object; its keys are part of the interface."""
    comparison = found.comparison
    return {
        "seed": found.contenders[0].setting.seed,
        "games_asked": found.asked,
        "games": comparison.games,
        "interrupted": found.interrupted,
        "contenders": [
            _who(contender) | figures(results)
            for contender, results in zip(found.contenders, comparison.results, strict=True)
        ],
        "best": found.contenders[comparison.best()].text,
        "pairs": [_difference(each, found.contenders) for each in comparison.differences()],
    }


def _who(contender: Contender) -> dict[str, Any]:
    setting = contender.setting
    return {
        "contender": contender.text,
        "game": setting.rules.name,
        "players": setting.players,
        "seats": list(setting.seats),
        "talk": setting.talk,
    }


def _difference(found: Difference, contenders: Sequence[Contender]) -> dict[str, Any]:
    pair = found.pair
    return {
        "first": contenders[found.first].text,
        "second": contenders[found.second].text,
        "only_first_won": pair.only_first,
        "only_second_won": pair.only_second,
        "win_rate": {"difference": pair.difference, **ends(pair.interval)},
        "cards_left": {"difference": pair.left_difference, **ends(pair.left_interval)},
        "p": pair.chance,
        "p_corrected": found.chance,
        "clear": found.clear,
    }


def as_table(found: Compared) -> str:
    """A row for each contender."""
    rows = [
        _who(contender) | {"seats": " ".join(contender.setting.seats)} | flat(results)
        for contender, results in zip(found.contenders, found.comparison.results, strict=True)
    ]
    return as_csv(rows, dict.fromkeys(chain.from_iterable(rows)))
