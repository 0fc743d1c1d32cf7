"""The report of a sweep: a heat map or a list."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from tenback.analysis import formats
from tenback.analysis.rule_grid import PLAYERS, Measure, highest, nearest_to_half, widest_half
from tenback.analysis.studies.sweep import plain
from tenback.cli.reports.columns import aligned
from tenback.cli.reports.figures import interrupted
from tenback.words.printable import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tenback.analysis.plots.figure import Labels
    from tenback.analysis.rule_grid import Outcome
    from tenback.analysis.studies.sweep import Swept
    from tenback.words import Words

_SHADES = (195, 159, 123, 117, 81, 75, 39, 33, 27, 21)
"""Backgrounds of a terminal with 256 colours, from light to dark."""
_WHITE_FROM = 6


def so_far(found: Swept, say: Words) -> str:
    """The rate of the cell that was played last."""
    if found.latest is None:
        return ""
    cell = _named(found, found.latest, say)
    return say("sweep.progress", cell=cell, rate=_rate(found, found.latest, say))


def shade() -> Callable[[str, float], str]:
    """What colours the cells of a heat map, where the output shows colours."""
    return _shaded if _has_colours() else _unshaded


def as_text(found: Swept, say: Words, shade: Callable[[str, float], str]) -> Iterator[str]:
    """Everything worth reading; `shade` colours a cell of the heat map."""
    if found.interrupted:
        yield from (interrupted("sweep", found, say), "")
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
    table = name if swept else formats.table(say, found.rules, found.players)
    return say("sweep.heading", table=table, bots=", ".join(found.bots))


def _talk(found: Swept, say: Words) -> Iterator[str]:
    """The policy of search bots; where it is swept, each line names it."""
    if len(found.policies) == 1:
        yield say("simulate.talk", policy=found.policies[0])


def batch(found: Swept, say: Words) -> str:
    """How much was played."""
    name = "sweep.batch-interrupted" if found.interrupted else "sweep.batch"
    return say(name, games=formats.count(say, found.asked), seed=printable(found.seed))


def what(found: Swept, say: Words, place: str = "sweep") -> str:
    """What the rates are rates of."""
    duel = found.duel and found.measure is Measure.WON
    return say(f"{place}.{found.measure}{'-duel' if duel else ''}")


def _rate(found: Swept, outcome: Outcome, say: Words) -> str:
    """The rate of a cell, or a mark where there is none."""
    if outcome.results:
        return formats.percent(say, outcome.rate(found.measure), _places(found))
    return _mark(found, outcome, say)


def _mark(found: Swept, outcome: Outcome, say: Words) -> str:
    if outcome.cell.refusal is None:
        return say("sweep.unplayed")
    return f"[{1 + list(found.refusals).index(str(outcome.cell.refusal))}]"


def _heat_maps(found: Swept, say: Words, shade: Callable[[str, float], str]) -> Iterator[str]:
    rates = [outcome.rate(found.measure) if outcome.results else None for outcome in found.outcomes]
    yield what(found, say)
    yield from _heat_map(found, [_rate(found, o, say) for o in found.outcomes], rates, shade)
    if found.duel:
        turns = [
            outcome.results.mean_turns if outcome.results else None for outcome in found.outcomes
        ]
        cells = [
            _mark(found, outcome, say) if mean is None else formats.decimal(say, mean, 1)
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
        rows.append([*keys, _rate(found, outcome, say), *(cells[c] for c in columns if cells)])
    yield from aligned(rows, words=())


def _cells(found: Swept, outcome: Outcome, other: Measure, say: Words) -> dict[str, str]:
    if outcome.results is None:
        return {}
    return {
        "interval": formats.between(say, outcome.interval(found.measure), _places(found)),
        "left": formats.decimal(say, outcome.results.mean_left, 1),
        "other": formats.percent(say, outcome.rate(other), _places(found)),
        "turns": formats.decimal(say, outcome.results.mean_turns, 1),
    }


def _summary(found: Swept, say: Words) -> Iterator[str]:
    """How certain all of it is, and the cells that a designer looks for."""
    measure = found.measure
    yield say(
        "sweep.widest", half=formats.decimal(say, 100 * widest_half(found.played, measure), 2)
    )
    best, even = (pick(found.played, measure) for pick in (highest, nearest_to_half))
    yield say("sweep.highest", cell=_named(found, best, say), rate=_rate(found, best, say))
    half = formats.percent(say, 0.5, 0)
    rate = _rate(found, even, say)
    yield say("sweep.nearest", half=half, cell=_named(found, even, say), rate=rate)


def _places(found: Swept) -> int:
    """How many decimals the rates need."""
    return formats.rate_places(outcome.interval(found.measure) for outcome in found.played)


def _named(found: Swept, outcome: Outcome, say: Words) -> str:
    """A cell in words: `hand 6, minimum 2`."""
    pairs = zip(found.axes, outcome.cell.values, strict=True)
    return ", ".join(say("sweep.setting", key=a.key, value=plain(v)) for a, v in pairs)


# Colours and pictures


def _has_colours() -> bool:
    """Whether the reader sees colours, and wants to."""
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM", "dumb") == "dumb"
    return sys.stdout.isatty() and not plain


def _shaded(text: str, level: float) -> str:
    """A cell on a darker ground the higher its value, from 0 to 1."""
    place = min(len(_SHADES) - 1, int(level * len(_SHADES)))
    ink = 231 if place >= _WHITE_FROM else 16
    return f"\x1b[38;5;{ink};48;5;{_SHADES[place]}m{text}\x1b[0m"


def _unshaded(text: str, _: float) -> str:
    return text


def draw(swept: Swept, say: Words, file: Path) -> None:
    """Bars for one key, a map for two."""
    from tenback.analysis.plots.figure import Labels

    games = formats.count(say, swept.asked)
    subtitle = say("sweep.plot.subtitle", game=heading(swept, say), games=games)
    title, down = what(swept, say), swept.axes[0].key
    if len(swept.axes) == 1:
        _draw_bars(swept, Labels(title, subtitle, "", down), say, file)
    else:
        _draw_map(swept, Labels(title, subtitle, swept.axes[1].key, down), say, file)


def _draw_bars(swept: Swept, labels: Labels, say: Words, file: Path) -> None:
    from tenback.analysis.plots.bars import Bar, save_bars

    measure = swept.measure
    bars = [
        Bar(plain(each.cell.values[0]), each.rate(measure), each.interval(measure))
        for each in swept.played
    ]
    save_bars(bars, labels, say, file)


def _draw_map(swept: Swept, labels: Labels, say: Words, file: Path) -> None:
    from tenback.analysis.plots.heatmap import HeatMap, save_heat_map

    rows, columns = ([plain(value) for value in axis.values] for axis in swept.axes)
    rates = [each.rate(swept.measure) if each.results else None for each in swept.outcomes]
    # The notes of the table are not beside the picture.
    refused = say("sweep.not-playable").replace(" ", "\n")
    texts = [refused if each.cell.refusal else _rate(swept, each, say) for each in swept.outcomes]
    save_heat_map(HeatMap(rows, columns, rates, texts), labels, file)
