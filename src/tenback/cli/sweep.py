"""`tenback sweep VARIANT --set KEY=VALUES`: what if the rules were a little different?"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.analysis import wording
from tenback.bots.registry import Speed
from tenback.cli.arguments import (
    Parser,
    add_language,
    add_variant,
    chosen_rules,
    chosen_words,
    parser,
)
from tenback.cli.simulating.answer import answer, picture
from tenback.cli.simulating.arguments import (
    add_answer,
    add_batch,
    add_table,
    add_workers,
    asked_talk,
    check_answer,
    chosen_bots,
    chosen_games,
    chosen_players,
    chosen_seed,
    chosen_talk,
    chosen_workers,
)
from tenback.cli.simulating.interruption import STATUS, Interruption, until_interrupted
from tenback.cli.simulating.progress import Progress
from tenback.cli.untrained import tell_untrained_at

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from tenback.analysis.plots.figure import Labels
    from tenback.cli.simulating.sweep_report import Swept
    from tenback.sim import Results, Workers
    from tenback.words import Words

GAMES = {Speed.INSTANT: 20_000, Speed.QUICK: 2_000, Speed.THINKS: 100}
_SHADES = (195, 159, 123, 117, 81, 75, 39, 33, 27, 21)
"""Backgrounds of a terminal with 256 colours, from light to dark."""
_WHITE_FROM = 6


def run(words: Sequence[str]) -> int:
    """Play every combination and draw the map."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    check_answer(found)
    empty, workers = _grid(found), chosen_workers(found)
    settings = (outcome.cell.setting for outcome in empty.outcomes)
    tell_untrained_at(say, filter(None, settings))
    swept = _play(empty, workers, say)
    _answer(swept, found, say)
    picture(found, say, lambda file: _draw(swept, say, file))
    return STATUS if swept.interrupted else 0


def _parser() -> Parser:
    arguments = parser(
        "sweep",
        "Change keys of the rules and tell how the win rate follows: "
        "sweep original --set hand=5..8 --set minimum=2..3",
    )
    add_variant(arguments)
    arguments.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUES",
        help="a key of a variant's file, hand or players, and its values: a range such as 5..8 "
        "or 10..50..10, or values joined by commas; can be given several times",
    )
    add_table(arguments)
    add_batch(arguments, GAMES)
    add_workers(arguments)
    add_answer(arguments, csv="a CSV table with a row for each combination", plot="a heat map")
    add_language(arguments)
    return arguments


def _grid(found: argparse.Namespace) -> Swept:
    """The map before anything is played."""
    from tenback.analysis.sweeping import Outcome, grid
    from tenback.cli.simulating.axes import SweepError, axes
    from tenback.cli.simulating.sweep_report import Swept

    rules = chosen_rules(found)
    varied = axes(found.set, rules)
    if found.plot is not None and len(varied) > 2:
        raise SweepError("plot", count=len(varied))
    if found.players is not None and any(axis.key == "players" for axis in varied):
        raise SweepError("players-twice")
    bots, seed = chosen_bots(found.bots), chosen_seed(found.seed)
    games, players = chosen_games(found, bots, GAMES), chosen_players(rules, found.players, bots)
    cells = grid(rules, players, bots, seed, varied, chosen_talk(rules, asked_talk(found)))
    if all(cell.refusal for cell in cells) and cells[0].refusal:
        raise cells[0].refusal
    outcomes = [Outcome(cell) for cell in cells]
    return Swept(rules, players, bots, seed, varied, outcomes, games)


# Playing


def _play(empty: Swept, workers: Workers, say: Words) -> Swept:
    """Play until all cells are done or somebody presses Ctrl-C."""
    from tenback.analysis.sweeping import sweep

    outcomes = list(empty.outcomes)

    def take(arrived: tuple[int, Results]) -> None:
        place, part = arrived
        before = outcomes[place].results
        outcomes[place] = replace(outcomes[place], results=before + part if before else part)
        told = _so_far(replace(empty, outcomes=outcomes), place, say) if progress.visible else ""
        progress.add(part.games, told)

    cells = [outcome.cell for outcome in outcomes]
    with Interruption() as interruption, Progress(empty.games[1], say) as progress:
        until_interrupted(sweep(cells, empty.asked, workers), take, interruption)
    return replace(empty, outcomes=outcomes)


def _so_far(found: Swept, place: int, say: Words) -> str:
    from tenback.cli.simulating.sweep_report import told

    outcome = found.outcomes[place]
    cell = found.named(outcome, say)
    return say("sweep.progress", cell=cell, rate=told(found, outcome, say))


# Telling


def _answer(swept: Swept, found: argparse.Namespace, say: Words) -> None:
    from tenback.cli.simulating.sweep_report import as_data, as_table, as_text

    answer(
        found,
        data=lambda: as_data(swept),
        table=lambda: as_table(swept),
        text=lambda: as_text(swept, say, _shaded if _has_colours() else _unshaded),
        interruption=swept.interruption(say) if swept.interrupted else "",
    )


def _has_colours() -> bool:
    """Whether whoever reads this sees colours, and wants to."""
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM", "dumb") == "dumb"
    return sys.stdout.isatty() and not plain


def _shaded(text: str, level: float) -> str:
    """A cell on a darker ground the higher its value, from 0 to 1."""
    place = min(len(_SHADES) - 1, int(level * len(_SHADES)))
    ink = 231 if place >= _WHITE_FROM else 16
    return f"\x1b[38;5;{ink};48;5;{_SHADES[place]}m{text}\x1b[0m"


def _unshaded(text: str, _: float) -> str:
    return text


def _draw(swept: Swept, say: Words, file: Path) -> None:
    """Bars for one key, a map for two."""
    from tenback.analysis.plots.figure import Labels
    from tenback.cli.simulating.sweep_report import heading, what

    games = wording.count(swept.asked)
    subtitle = say("sweep.plot.subtitle", game=heading(swept, say), games=games)
    title, down = what(swept, say), swept.axes[0].key
    if len(swept.axes) == 1:
        _draw_bars(swept, Labels(title, subtitle, "", down), say, file)
    else:
        _draw_map(swept, Labels(title, subtitle, swept.axes[1].key, down), say, file)


def _draw_bars(swept: Swept, labels: Labels, say: Words, file: Path) -> None:
    from tenback.analysis.plots.bars import Bar, save_bars
    from tenback.cli.simulating.sweep_report import plain

    measure = swept.measure
    bars = [
        Bar(plain(each.cell.values[0]), each.rate(measure), each.interval(measure))
        for each in swept.played
    ]
    save_bars(bars, labels, say, file)


def _draw_map(swept: Swept, labels: Labels, say: Words, file: Path) -> None:
    from tenback.analysis.plots.heatmap import HeatMap, save_heat_map
    from tenback.cli.simulating.sweep_report import plain, told

    rows, columns = ([plain(value) for value in axis.values] for axis in swept.axes)
    rates = [each.rate(swept.measure) if each.results else None for each in swept.outcomes]
    # The notes of the table are not beside the picture.
    refused = say("sweep.not-playable").replace(" ", "\n")
    texts = [refused if each.cell.refusal else told(swept, each, say) for each in swept.outcomes]
    save_heat_map(HeatMap(rows, columns, rates, texts), labels, file)
