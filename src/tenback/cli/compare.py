"""`tenback compare A B ...`: several tables side by side, on the same deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.analysis.studies.participants import bots_of, game_count, seed_or_new
from tenback.cli.arguments import Parser, add_language, chosen_words, parser
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
from tenback.core.variants import GAMES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from tenback.analysis.studies.contenders import Contender


def run(words: Sequence[str]) -> int:
    """Let all contenders play the same deals and tell how they differ."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    check_output(found)
    from tenback.analysis.studies.comparison import compare
    from tenback.cli.reports.comparison_report import as_text, draw, so_far

    who, workers = _contenders(found), chosen_workers(found)
    games = game_count(found.games, (bot for each in who for bot in each.setting.bots))
    tell_untrained_at(say, (each.setting for each in who))
    compared = watch(compare(who, games, workers), games * len(who), say, so_far)
    print_study(found, "compare", compared, as_text(compared, say), say)
    save_picture(found, say, lambda file: draw(compared, say, file))
    return STATUS if compared.interrupted else 0


def _parser() -> Parser:
    arguments = parser(
        "compare",
        "Put variants, player counts or bots side by side, on the same deals. A contender is a "
        "number of players, a bot (or several, joined by commas), a game with its options "
        "(original+expert), the path of a TOML file, or several of these joined by colons: "
        "original+expert:3:careful",
    )
    arguments.add_argument("contenders", nargs="*", metavar="CONTENDER", help="at least two")
    arguments.add_argument(
        "--variant",
        default=GAMES[0],
        help=f"the game where a contender names none; by default {GAMES[0]}",
    )
    add_table(arguments)
    add_batch(arguments)
    add_workers(arguments)
    add_output(
        arguments,
        csv="a CSV table with a row for each contender",
        plot="a picture of the win rates",
    )
    add_language(arguments)
    return arguments


def _contenders(found: argparse.Namespace) -> list[Contender]:
    from tenback.analysis.studies.contenders import Usual, contenders

    bots, seed = bots_of(found.bots), seed_or_new(found.seed)
    usual = Usual(found.variant, found.players, bots, seed, asked_talk(found))
    return contenders(found.contenders, usual)
