"""`tenback sweep VARIANT --set KEY=VALUES`: what if the rules were a little different?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.analysis.studies.participants import (
    bots_of,
    game_count,
    player_count,
    seed_or_new,
    talk_policy,
)
from tenback.bots.registry import Speed
from tenback.cli.arguments import (
    Parser,
    add_language,
    add_variant,
    chosen_rules,
    chosen_words,
    parser,
)
from tenback.cli.progress import STATUS, watch
from tenback.cli.study_arguments import (
    add_batch,
    add_output,
    add_table,
    add_workers,
    asked_talk,
    check_output,
    chosen_workers,
)
from tenback.cli.study_output import print_study, save_picture
from tenback.cli.warnings import tell_untrained_at

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from tenback.analysis.studies.sweep import Swept

GAMES = {Speed.INSTANT: 20_000, Speed.QUICK: 2_000, Speed.THINKS: 100}


def run(words: Sequence[str]) -> int:
    """Play every combination and draw the map."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    check_output(found)
    from tenback.analysis.studies.sweep import play
    from tenback.cli.reports.sweep_report import as_text, draw, shade, so_far

    empty, workers = _unplayed(found), chosen_workers(found)
    settings = (outcome.cell.setting for outcome in empty.outcomes)
    tell_untrained_at(say, filter(None, settings))
    swept = watch(play(empty, workers), empty.progress[1], say, so_far)
    print_study(found, "sweep", swept, as_text(swept, say, shade()), say)
    save_picture(found, say, lambda file: draw(swept, say, file))
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
    add_output(arguments, csv="a CSV table with a row for each combination", plot="a heat map")
    add_language(arguments)
    return arguments


def _unplayed(found: argparse.Namespace) -> Swept:
    """The sweep that the command line asks for, before anything is played."""
    from tenback.analysis.studies.axes import SweepError, axes
    from tenback.analysis.studies.sweep import Swept, unplayed

    rules = chosen_rules(found)
    varied = axes(found.set, rules)
    if found.plot is not None and len(varied) > 2:
        raise SweepError("plot", count=len(varied))
    if found.players is not None and any(axis.key == "players" for axis in varied):
        raise SweepError("players-twice")
    bots, seed = bots_of(found.bots), seed_or_new(found.seed)
    games, players = game_count(found.games, bots, GAMES), player_count(rules, found.players, bots)
    swept = Swept(rules, players, bots, seed, varied, games)
    return unplayed(swept, talk_policy(rules, asked_talk(found)))
