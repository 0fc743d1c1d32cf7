"""`tenback compare A B ...`: several tables side by side, on the same deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.cli.arguments import Parser, add_language, chosen_words, parser
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
    chosen_seed,
    chosen_workers,
)
from tenback.cli.simulating.interruption import STATUS, Interruption, until_interrupted
from tenback.cli.simulating.progress import Progress
from tenback.cli.untrained import tell_untrained_at
from tenback.core.variants import GAMES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from tenback.cli.simulating.compare_report import Compared
    from tenback.cli.simulating.contenders import Contender
    from tenback.sim import Workers
    from tenback.sim.comparing import Comparison
    from tenback.words import Words


def run(words: Sequence[str]) -> int:
    """Let all contenders play the same deals and tell how they differ."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    check_answer(found)
    who, workers = _contenders(found), chosen_workers(found)
    games = chosen_games(found, (bot for each in who for bot in each.setting.bots))
    tell_untrained_at(say, (each.setting for each in who))
    compared = _play(who, games, workers, say)
    _answer(compared, found, say)
    picture(found, say, lambda file: _draw(compared, say, file))
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
    add_answer(
        arguments,
        csv="a CSV table with a row for each contender",
        plot="a picture of the win rates",
    )
    add_language(arguments)
    return arguments


def _contenders(found: argparse.Namespace) -> list[Contender]:
    from tenback.cli.simulating.contenders import Usual, contenders

    bots, seed = chosen_bots(found.bots), chosen_seed(found.seed)
    usual = Usual(found.variant, found.players, bots, seed, asked_talk(found))
    return contenders(found.contenders, usual)


# Playing


def _play(who: Sequence[Contender], games: int, workers: Workers, say: Words) -> Compared:
    """Play until all games are done or somebody presses Ctrl-C."""
    from tenback.cli.simulating.compare_report import Compared
    from tenback.sim.comparing import stream_comparison

    total: list[Comparison] = []

    def take(part: Comparison) -> None:
        total[:] = [total[0] + part if total else part]
        told = _so_far(Compared(who, total[0], games), say) if progress.visible else ""
        progress.add(part.games * len(who), told)

    parts = stream_comparison([each.setting for each in who], games, workers)
    with Interruption() as interruption, Progress(games * len(who), say) as progress:
        until_interrupted(parts, take, interruption)
    return Compared(who, total[0], games)


def _so_far(found: Compared, say: Words) -> str:
    """Who leads, and with which win rate."""
    from tenback.analysis import wording

    best = found.comparison.best()
    results = found.comparison.results[best]
    rate = wording.rate(say, results.win_rate(), results.win_interval())
    return say("compare.progress", name=found.names(say)[best], rate=rate)


# Telling


def _answer(compared: Compared, found: argparse.Namespace, say: Words) -> None:
    from tenback.cli.simulating.compare_report import as_data, as_table, as_text

    answer(
        found,
        data=lambda: as_data(compared),
        table=lambda: as_table(compared),
        text=lambda: as_text(compared, say),
        interruption=compared.interruption(say) if compared.interrupted else "",
    )


def _draw(compared: Compared, say: Words, file: Path) -> None:
    from tenback.analysis.plots.bars import Bar, save_bars
    from tenback.analysis.plots.figure import Labels
    from tenback.cli.simulating.compare_report import batch, common

    results = compared.comparison.results
    bars = [
        Bar(name, each.win_rate(), each.win_interval())
        for name, each in zip(compared.names(say), results, strict=True)
    ]
    what = common(compared, say)
    title = say("compare.plot.title-of", what=what) if what else say("compare.plot.title")
    labels = Labels(title, batch(compared, say), say("compare.plot.across"), "")
    save_bars(bars, labels, say, file)
