"""`tenback difficulty`: how hard a game is, up the ladder of bots, and what talk is worth in it."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.analysis.studies.interruption import Interruption
from tenback.analysis.studies.participants import player_counts, seed_or_new
from tenback.analysis.training import SHIPPED
from tenback.analysis.training.table_notation import TrainingError
from tenback.cli.arguments import (
    COUNTS,
    Parser,
    add_language,
    add_variant,
    check_no_options,
    chosen_rules,
    chosen_words,
    number,
    parser,
)
from tenback.cli.progress import STATUS, Progress
from tenback.cli.status_line import shown, tell
from tenback.cli.study_arguments import check_games_or_none, count, minutes
from tenback.cli.warnings import tell_untrained_at
from tenback.core.bot_spec import LEVELS, STRONG, USUAL_LEVEL
from tenback.words import figures

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from tenback.analysis.studies.difficulty import Difficulty, TableDifficulty
    from tenback.sim import Workers
    from tenback.sim.search.trainer import Table
    from tenback.words import Words

GAMES = 1_000
MASTER_GAMES = 100
MINUTES = 2.0  # of training where no network knows the game
SUFFIX = ".npz"

_KEYS = """\
The JSON object says what was played (seed, games, master_games, interrupted) and, for each of
tables (game, players, policy), the ladder: bot, games, wins (games, rate, low, high), cards_left
(mean, low, high), against (whom, in a duel) and lead over the rung below on the same deals
(difference, low, high, p); and talk: for each bot that talks the same with and without it, and the
lead that talk gives. After Ctrl-C the last ladder ends with the last bot that was done."""


def run(words: Sequence[str]) -> int:
    """Let every rung of the ladder play, and tell how it went."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    from tenback.sim import Workers

    _check_numbers(found)
    tables, file = _tables(found)
    with tempfile.TemporaryDirectory() as folder:
        if not file and _needs_training(found, tables):
            file = _trained(found, tables, Path(folder), say)
            if not file:
                tell(say("difficulty.no-figures"))
                return STATUS
        study = _study(found, tables, file)
        _tell_untrained(study, say)
        return _print_study(study, _play(study, Workers(found.workers), say), found, say)


def _parser() -> Parser:
    arguments = parser(
        "difficulty",
        "Tell how often each bot wins a game, from random to master, and what talk is worth. The "
        "game may also be the .npz file of a network, with the tables that it was trained on.",
    )
    add_variant(arguments)
    arguments.add_argument(
        "--players", metavar="N", help=f"how many, as in {COUNTS}; by default all"
    )
    arguments.add_argument(
        "--minutes",
        type=lambda text: minutes(text, least=0),
        metavar="M",
        help="how long to train a network for this game first; by default "
        f"{MINUTES:g} for a game that no network knows, else 0",
    )
    arguments.add_argument(
        "--games", type=count, default=GAMES, metavar="N", help=f"deals; by default {GAMES}"
    )
    arguments.add_argument(
        "--master-games",
        type=count,
        metavar="N",
        help=f"deals for master, who thinks long; by default {MASTER_GAMES}, at most as "
        "many as --games; 0 leaves it out",
    )
    arguments.add_argument("--level", default=USUAL_LEVEL, help="master's: quick, normal or deep")
    arguments.add_argument("--seed", help="any text; the same seed gives the same deals")
    arguments.add_argument("--workers", type=number, metavar="W", help="cores; by default all")
    arguments.add_argument("--json", action="store_true", help="answer with one JSON object")
    add_language(arguments)
    arguments.epilog = _KEYS
    return arguments


# What the command line says


def _check_numbers(found: argparse.Namespace) -> None:
    from tenback.sim.simulation_setting import check_games

    check_games(found.games)
    if found.master_games is None:
        found.master_games = min(found.games, MASTER_GAMES)
    check_games_or_none(found.master_games)
    if found.master_games > found.games:
        raise TrainingError("master-games", master=found.master_games, games=found.games)
    if found.level not in LEVELS:
        raise TrainingError("no-level", text=found.level[:40], allowed=", ".join(LEVELS))


def _tables(found: argparse.Namespace) -> tuple[list[Table], str]:
    """What is played, and the file of the network if one was named."""
    from tenback.analysis.studies.difficulty import trained_on
    from tenback.sim.search.trainer import Table

    if found.variant.lower().endswith(SUFFIX):
        check_no_options(found)
        return trained_on(found.variant, found.players), found.variant
    rules = chosen_rules(found)
    counts = player_counts(rules, found.players)
    return [Table.usual(rules, players) for players in counts], ""


def _needs_training(found: argparse.Namespace, tables: Sequence[Table]) -> bool:
    from tenback.analysis.studies.difficulty import is_covered

    return not is_covered(tables) if found.minutes is None else bool(found.minutes)


# Training, playing and telling


def _trained(found: argparse.Namespace, tables: Sequence[Table], folder: Path, say: Words) -> str:
    """Train on all tables, with and without talk; "" after Ctrl-C."""
    from tenback.analysis.studies.difficulty import with_silence
    from tenback.analysis.training.course import begin
    from tenback.analysis.training.session import Session
    from tenback.cli.training_progress import train

    time = found.minutes or MINUTES
    plan = {"workers": found.workers, "seed": "1", "games": None, "minutes": time}
    with begin(with_silence(tables), SHIPPED, **plan) as trainer:
        tell(say("difficulty.training", minutes=figures.decimal(say, time, None)))
        session = Session(trainer)
        if not train(session, say):
            return ""
        file = folder / f"trained{SUFFIX}"
        session.save(file, trainer.course.data())
        return str(file)


def _study(found: argparse.Namespace, tables: Sequence[Table], file: str) -> Difficulty:
    from tenback.analysis.studies.difficulty import Difficulty

    seed, sizes = seed_or_new(found.seed), (found.games, found.master_games)
    return Difficulty(tuple(tables), file, found.level, seed, *sizes)


def _tell_untrained(study: Difficulty, say: Words) -> None:
    """Warn where `--minutes 0` leaves tables without a network that was trained on them."""
    from tenback.sim import Setting

    if not study.file:
        tables = ((table.rules, table.players) for table in study.tables)
        tell_untrained_at(say, (Setting(*table, (STRONG,), study.seed) for table in tables))


def _play(study: Difficulty, workers: Workers, say: Words) -> list[TableDifficulty]:
    with Interruption() as interruption, Progress(study.work(), say) as progress:
        interruption.arm()
        return study.play(workers, interruption, progress.add)


def _print_study(
    study: Difficulty, done: list[TableDifficulty], found: argparse.Namespace, say: Words
) -> int:
    from tenback.analysis.studies.difficulty import as_data
    from tenback.cli.reports.difficulty_report import as_text, interruption

    if found.json:
        print(json.dumps(as_data(study, done)))
    elif done:
        for line in as_text(study, done, say):
            print(shown(sys.stdout, line))
    if not study.is_interrupted(done):
        return 0
    tell(interruption(done, say))
    return STATUS
