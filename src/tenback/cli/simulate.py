"""`tenback simulate`: many games of one table, and how they end."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tenback.analysis.studies.participants import game_count
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
    check_output,
    chosen_setting,
    chosen_workers,
)
from tenback.cli.study_output import print_study, save_picture
from tenback.cli.warnings import tell_untrained_at

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tenback.analysis.studies.simulation import Simulation
    from tenback.words import Words

_KEYS = """\
The JSON object says what was played (game, players, seats, talk: the policy of search bots,
null where none has a partner, seed, games_asked), how much of it (games, interrupted,
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
    check_output(found)
    from tenback.analysis.studies.simulation import simulate, warm_up
    from tenback.cli.reports.simulation_report import as_text, so_far

    setting, workers = chosen_setting(found, rules), chosen_workers(found)
    games = game_count(found.games, setting.bots)
    tell_untrained_at(say, [setting])
    steps = simulate(setting, games, workers)
    played = watch(steps, games, say, so_far, lambda: warm_up(setting, workers))
    lines = as_text(played, say, sys.stdout, new_seed=found.seed is None)
    print_study(found, "simulate", played, lines, say)
    save_picture(found, say, lambda file: _draw(played, say, file))
    return STATUS if played.interrupted else 0


def _parser() -> Parser:
    arguments = parser("simulate", "Play many games of one table and tell how they end.")
    add_variant(arguments, optional=True)
    add_batch(arguments)
    add_table(arguments)
    add_workers(arguments)
    add_output(
        arguments,
        csv="a CSV table of how many games ended with how many cards left (cards_left,games)",
        plot="a histogram of the cards left",
    )
    add_language(arguments)
    arguments.epilog = _KEYS
    return arguments


def _draw(played: Simulation, say: Words, file: Path) -> None:
    from tenback.analysis.plots.histogram import save_histogram

    save_histogram(played.results, say, file)
