"""What came out of a sweep: a heat map or a list for people, cells for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from tenback.analysis import wording
from tenback.analysis.sweeping import (
    PLAYERS,
    Axis,
    Measure,
    Outcome,
    highest,
    measure_of,
    nearest_to_half,
    widest_half,
)
from tenback.cli.simulating.columns import aligned
from tenback.cli.simulating.data import as_csv, figures, flat, share
from tenback.core.outcome import Reason
from tenback.core.rules import Rules, TalkPolicy
from tenback.terminal.printable import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tenback.core.errors import TenbackError
    from tenback.words import Words


@dataclass(frozen=True)
class Swept:
    """What was varied, how every cell went, and how many games a cell was asked for."""

    rules: Rules
    players: int
    bots: tuple[str, ...]
    seed: str
    axes: Sequence[Axis]
    outcomes: Sequence[Outcome]
    asked: int

    @cached_property
    def measure(self) -> Measure:
        """What the sweep looks at."""
        return measure_of([outcome.cell for outcome in self.outcomes])

    @cached_property
    def duel(self) -> bool:
        """Whether there are only duels."""
        cells = [outcome.cell for outcome in self.outcomes]
        return all(cell.setting.rules.duel for cell in cells if cell.setting)

    @cached_property
    def played(self) -> list[Outcome]:
        """The cells that have figures."""
        return [outcome for outcome in self.outcomes if outcome.results]

    @cached_property
    def policies(self) -> tuple[TalkPolicy, ...]:
        """The policies by which thinkers talk, each once."""
        settings = (outcome.cell.setting for outcome in self.outcomes)
        return tuple(dict.fromkeys(each.talk for each in settings if each and each.talk))

    @property
    def games(self) -> tuple[int, int]:
        """How many games were played in all, and how many somebody asked for."""
        playable = sum(outcome.cell.setting is not None for outcome in self.outcomes)
        done = sum(outcome.results.games for outcome in self.outcomes if outcome.results)
        return done, playable * self.asked

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C came before all was played."""
        done, asked = self.games
        return done < asked

    @cached_property
    def places(self) -> int:
        """How many decimals the rates need."""
        measure = self.measure
        return wording.rate_places(outcome.interval(measure) for outcome in self.played)

    def interruption(self, say: Words) -> str:
        """How far it came."""
        done, asked = map(wording.count, self.games)
        return say("sweep.interrupted", games=done, asked=asked)

    def named(self, outcome: Outcome, say: Words) -> str:
        """A cell in words: `hand 6, minimum 2`."""
        pairs = zip(self.axes, outcome.cell.values, strict=True)
        return ", ".join(say("sweep.setting", key=a.key, value=plain(v)) for a, v in pairs)

    @cached_property
    def refusals(self) -> dict[str, TenbackError]:
        """What cannot be played, each reason once, by its English sentence."""
        found = [outcome.cell.refusal for outcome in self.outcomes]
        return {str(refusal): refusal for refusal in found if refusal}


def plain(value: object) -> str:
    """A value as it is typed."""
    if isinstance(value, list):
        return f"[{','.join(map(plain, value))}]"
    return str(value).lower() if isinstance(value, bool) else printable(str(value))


# For people


def as_text(found: Swept, say: Words, shade: Callable[[str, float], str]) -> Iterator[str]:
    """Everything worth reading; `shade` colours a cell of the heat map."""
    if found.interrupted:
        yield from (found.interruption(say), "")
    yield from (heading(found, say), *_talk(found, say), batch(found, say), "")
    yield from _heat_maps(found, say, shade) if len(found.axes) == 2 else _list(found, say)
    if found.refusals:
        yield ""
    for mark, refusal in enumerate(found.refusals.values(), start=1):
        yield say("sweep.refused", mark=mark, why=printable(say.refusal(refusal)))
    yield from ("", *_summary(found, say))


def heading(found: Swept, say: Words) -> str:
    """Which game, for how many, and who plays."""
    swept = any(axis.key == PLAYERS for axis in found.axes)
    name = found.rules.name
    table = name if swept else wording.table(say, found.rules, found.players)
    return say("sweep.heading", table=table, bots=", ".join(found.bots))


def _talk(found: Swept, say: Words) -> Iterator[str]:
    """By which policy thinkers talk; where it is swept, each line says so itself."""
    if len(found.policies) == 1:
        yield say("simulate.talk", policy=found.policies[0])


def batch(found: Swept, say: Words) -> str:
    """How much was played."""
    name = "sweep.batch-interrupted" if found.interrupted else "sweep.batch"
    return say(name, games=wording.count(found.asked), seed=printable(found.seed))


def what(found: Swept, say: Words, place: str = "sweep") -> str:
    """What the rates are rates of."""
    duel = found.duel and found.measure is Measure.WON
    return say(f"{place}.{found.measure}{'-duel' if duel else ''}")


def told(found: Swept, outcome: Outcome, say: Words) -> str:
    """The rate of a cell, or a mark where there is none."""
    if outcome.results:
        return wording.percent(say, outcome.rate(found.measure), found.places)
    return _mark(found, outcome, say)


def _mark(found: Swept, outcome: Outcome, say: Words) -> str:
    if outcome.cell.refusal is None:
        return say("sweep.unplayed")
    return f"[{1 + list(found.refusals).index(str(outcome.cell.refusal))}]"


def _heat_maps(found: Swept, say: Words, shade: Callable[[str, float], str]) -> Iterator[str]:
    rates = [outcome.rate(found.measure) if outcome.results else None for outcome in found.outcomes]
    yield what(found, say)
    yield from _heat_map(found, [told(found, o, say) for o in found.outcomes], rates, shade)
    if found.duel:
        turns = [
            outcome.results.mean_turns if outcome.results else None for outcome in found.outcomes
        ]
        cells = [
            _mark(found, outcome, say) if mean is None else f"{mean:.1f}"
            for mean, outcome in zip(turns, found.outcomes, strict=True)
        ]
        yield from ("", say("sweep.turns"), *_heat_map(found, cells, turns, shade))


def _heat_map(
    found: Swept,
    cells: Sequence[str],
    values: Sequence[float | None],
    shade: Callable[[str, float], str],
) -> Iterator[str]:
    """Rows for the first key, columns for the second; the highest value has the full shade."""
    down, across = found.axes
    corner = f"{down.key} \\ {across.key}"
    first = max(map(len, [corner, *map(plain, down.values)]))
    width = max(map(len, [*cells, *map(plain, across.values)]))
    highest = max((value for value in values if value is not None), default=0.0)
    yield (
        f"{corner:<{first}}  " + " ".join(f" {plain(v):>{width}} " for v in across.values).rstrip()
    )
    for row, value in enumerate(down.values):
        line = f"{plain(value):>{first}}  "
        for place in range(row * len(across.values), (row + 1) * len(across.values)):
            text, level = f" {cells[place]:>{width}} ", values[place]
            line += (text if level is None else shade(text, level / (highest or 1.0))) + " "
        yield line.rstrip(" ")


def _list(found: Swept, say: Words) -> Iterator[str]:
    """A line for each combination."""
    other = Measure.WON if found.measure is Measure.FINISHED else Measure.FINISHED
    columns = ["interval", "left", *(["other"] if found.duel else []), "turns"]
    titles = {name: say(f"sweep.label.{name}") for name in ("interval", "left", "turns")}
    ending = "-duel" if other is Measure.WON else ""
    titles["other"] = say(f"sweep.label.{other}{ending}")
    rows = [[axis.key for axis in found.axes]]
    rows[0] += [what(found, say, "sweep.label"), *(titles[column] for column in columns)]
    for outcome in found.outcomes:
        cells = _cells(found, outcome, other, say)
        keys = [plain(value) for value in outcome.cell.values]
        rows.append([*keys, told(found, outcome, say), *(cells[c] for c in columns if cells)])
    yield from aligned(rows, words=())


def _cells(found: Swept, outcome: Outcome, other: Measure, say: Words) -> dict[str, str]:
    if outcome.results is None:
        return {}
    return {
        "interval": wording.between(say, outcome.interval(found.measure), found.places),
        "left": f"{outcome.results.mean_left:.1f}",
        "other": wording.percent(say, outcome.rate(other), found.places),
        "turns": f"{outcome.results.mean_turns:.1f}",
    }


def _summary(found: Swept, say: Words) -> Iterator[str]:
    """How certain all of it is, and the cells that a designer looks for."""
    measure = found.measure
    yield say("sweep.widest", half=f"{100 * widest_half(found.played, measure):.2f}")
    best, even = (pick(found.played, measure) for pick in (highest, nearest_to_half))
    yield say("sweep.highest", cell=found.named(best, say), rate=told(found, best, say))
    half = wording.percent(say, 0.5, 0)
    rate = told(found, even, say)
    yield say("sweep.nearest", half=half, cell=found.named(even, say), rate=rate)


# For programs and spreadsheets


def as_data(found: Swept) -> dict[str, Any]:
    """One object; its keys are part of the interface."""
    measure = found.measure
    keys = [axis.key for axis in found.axes]
    return {
        "game": found.rules.name,
        "players": None if PLAYERS in keys else found.players,
        "bots": list(found.bots),
        "seed": found.seed,
        "games_asked": found.asked,
        "interrupted": found.interrupted,
        "keys": keys,
        "measure": measure.value,
        "cells": [_cell(found, outcome) for outcome in found.outcomes],
        "highest": _values(found, highest(found.played, measure)),
        "nearest_to_half": _values(found, nearest_to_half(found.played, measure)),
    }


def _values(found: Swept, outcome: Outcome) -> dict[str, Any]:
    pairs = zip(found.axes, outcome.cell.values, strict=True)
    return {axis.key: value for axis, value in pairs}


def _cell(found: Swept, outcome: Outcome) -> dict[str, Any]:
    results, refusal = outcome.results, outcome.cell.refusal
    talk = outcome.cell.setting.talk if outcome.cell.setting else None
    data: dict[str, Any] = {"values": _values(found, outcome), "talk": talk, "refusal": None}
    if refusal is not None:
        data["refusal"] = {"code": refusal.code, "sentence": str(refusal)}
    if results is None:
        return data | {"games": 0}
    finished = share(results.reasons[Reason.FINISHED], results.games)
    return data | figures(results) | {"finished": finished}


def as_table(found: Swept) -> str:
    """A row for each cell; one that cannot be played has a reason instead of figures."""
    rows = [_row(found, outcome) for outcome in found.outcomes]
    columns = dict.fromkeys(chain.from_iterable(rows))
    columns.pop("refusal")
    return as_csv(rows, [*columns, "refusal"])


def _row(found: Swept, outcome: Outcome) -> dict[str, Any]:
    row: dict[str, Any] = {key: plain(value) for key, value in _values(found, outcome).items()}
    row["refusal"] = str(outcome.cell.refusal or "")
    return row | (flat(outcome.results) if outcome.results else {})
