"""`tenback simulate`: many games of one table, and how they end."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tenback.analysis import wording
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
    check_answer,
    chosen_games,
    chosen_setting,
    chosen_workers,
)
from tenback.cli.simulating.interruption import STATUS, Interruption, until_interrupted
from tenback.cli.simulating.progress import Progress
from tenback.cli.simulating.simulate_report import Run, as_json, as_table, as_text
from tenback.cli.untrained import tell_untrained_at

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from tenback.sim import Results, Setting, Workers
    from tenback.words import Words

_KEYS = """\
The JSON object says what was played (game, players, seats, talk: by which policy thinkers talk,
null where none has anybody to talk to, seed, games_asked), how much of it (games, interrupted,
seconds, games_per_second) and what came out: wins, one entry for a team or one for each seat of a
duel (seats, games, rate, low, high); cards_left (mean, low, high, games); below_ten (games, rate,
low, high; null in a duel); reasons (games by finished, stuck, fire); turns (mean, games). Rates are
shares from 0 to 1, low and high the ends of a 95 % confidence interval, and in cards_left and turns
the list games counts from 0."""


def run(words: Sequence[str]) -> int:
    """Play the games and tell how they ended."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    rules = chosen_rules(found)
    check_answer(found)
    setting, workers = chosen_setting(found, rules), chosen_workers(found)
    games = chosen_games(found, setting.bots)
    tell_untrained_at(say, [setting])
    played = _play(setting, games, workers, say)._replace(seed_is_new=found.seed is None)
    _answer(played, found, say)
    picture(found, say, lambda file: _draw(played, say, file))
    return STATUS if played.interrupted else 0


def _parser() -> Parser:
    arguments = parser("simulate", "Play many games of one table and tell how they end.")
    add_variant(arguments, optional=True)
    add_batch(arguments)
    add_table(arguments)
    add_workers(arguments)
    add_answer(
        arguments,
        csv="a CSV table of how many games ended with how many cards left (cards_left,games)",
        plot="a histogram of the cards left",
    )
    add_language(arguments)
    arguments.epilog = _KEYS
    return arguments


# Playing


def _play(setting: Setting, games: int, workers: Workers, say: Words) -> Run:
    """Play until all games are done or somebody presses Ctrl-C."""
    from tenback.sim import stream

    total: list[Results] = []

    def take(part: Results) -> None:
        total[:] = [total[0] + part if total else part]
        progress.add(part.games, _so_far(total[0], say) if progress.visible else "")

    with Interruption() as interruption, Progress(games, say) as progress:
        warm_up(setting, workers)
        progress.start()
        until_interrupted(stream(setting, games, workers=workers), take, interruption)
    return Run(total[0], games, progress.seconds, interrupted=total[0].games < games)


def warm_up(setting: Setting, workers: Workers) -> None:
    """Load or compile what threads share, so that the clock need not wait for it."""
    from tenback.sim import stream
    from tenback.sim.workers import THREADS

    if workers.backend == THREADS:
        for _ in stream(setting, 1, workers=workers):
            pass


def _so_far(results: Results, say: Words) -> str:
    rate = wording.rate(say, results.win_rate(0), results.win_interval(0))
    name = "wins-of" if results.setting.rules.duel else "wins"
    return say(f"simulate.progress.{name}", seat=0, rate=rate)


# Telling


def _answer(played: Run, found: argparse.Namespace, say: Words) -> None:
    answer(
        found,
        data=lambda: as_json(played),
        table=lambda: as_table(played),
        text=lambda: as_text(played, say, sys.stdout),
        interruption=played.interruption(say) if played.interrupted else "",
    )


def _draw(played: Run, say: Words, file: Path) -> None:
    from tenback.analysis.plots.histogram import save_histogram

    save_histogram(played.results, say, file)
