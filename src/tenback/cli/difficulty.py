"""`tenback difficulty`: how hard a game is, up the ladder of bots, and what talk is worth in it."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.cli.arguments import (
    COUNTS,
    Parser,
    add_language,
    add_variant,
    check_no_options,
    chosen_counts,
    chosen_rules,
    chosen_words,
    counts_of,
    number,
    parser,
)
from tenback.cli.simulating.arguments import chosen_seed, count
from tenback.cli.simulating.interruption import STATUS, Interruption
from tenback.cli.simulating.progress import Progress, shown
from tenback.cli.training import SHIPPED
from tenback.cli.training.tables import TrainingError, check_games_or_none, minutes
from tenback.cli.untrained import tell_untrained_at

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from tenback.cli.training.ladder import Climb, Found
    from tenback.sim import Workers
    from tenback.sim.thinking.training import Table
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
                print(shown(sys.stderr, say("difficulty.no-figures")), file=sys.stderr)
                return STATUS
        climb = _climb(found, tables, file)
        _tell_untrained(climb, say)
        return _answer(climb, _measure(climb, Workers(found.workers), say), found, say)


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
    arguments.add_argument("--level", default="normal", help="master's: quick, normal or deep")
    arguments.add_argument("--seed", help="any text; the same seed gives the same deals")
    arguments.add_argument("--workers", type=number, metavar="W", help="cores; by default all")
    arguments.add_argument("--json", action="store_true", help="answer with one JSON object")
    add_language(arguments)
    arguments.epilog = _KEYS
    return arguments


# What the command line says


def _check_numbers(found: argparse.Namespace) -> None:
    from tenback.sim.setting import check_games
    from tenback.sim.thinking.minds import LEVELS

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
    from tenback.sim.thinking.training import Table

    if found.variant.lower().endswith(SUFFIX):
        check_no_options(found)
        return _tables_of(found), found.variant
    rules = chosen_rules(found)
    counts = chosen_counts(rules, found.players)
    return [Table.usual(rules, players) for players in counts], ""


def _tables_of(found: argparse.Namespace) -> list[Table]:
    """The tables that a network was trained on; each once, talking as its rules allow."""
    from tenback.sim.thinking.networks import load
    from tenback.sim.thinking.training import Table, trained_tables

    known = trained_tables(load(found.variant), found.variant)
    usual = dict.fromkeys(Table.usual(table.rules, table.players) for table in known)
    if found.players is None:
        return list(usual)
    wanted = counts_of(found.players)
    chosen = [table for table in usual if table.players in wanted]
    if not chosen:
        raise TrainingError("not-trained", file=found.variant, text=found.players)
    return chosen


def _needs_training(found: argparse.Namespace, tables: Sequence[Table]) -> bool:
    from tenback.sim.thinking.networks import is_trained_on, shipped

    if found.minutes is not None:
        return bool(found.minutes)
    networks = [(table, shipped(table.rules, table.players)) for table in tables]
    return not all(net and is_trained_on(net, each.rules, each.players) for each, net in networks)


def _tell_untrained(climb: Climb, say: Words) -> None:
    """With `--minutes 0` nobody has trained for these tables."""
    from tenback.cli.training.ladder import STRONG
    from tenback.sim import Setting

    if not climb.file:
        tables = ((table.rules, table.players) for table in climb.tables)
        tell_untrained_at(say, (Setting(*table, (STRONG,), climb.seed) for table in tables))


def _trained(found: argparse.Namespace, tables: Sequence[Table], folder: Path, say: Words) -> str:
    """Train on all tables, with and without talk; "" after Ctrl-C."""
    from tenback.cli.training.session import practise
    from tenback.cli.training.starting import course, start
    from tenback.sim.thinking.networks import Network, save
    from tenback.sim.thinking.training import Trainer

    both = tuple(dict.fromkeys([*tables, *(table.silent() for table in tables)]))
    name, weights = start(SHIPPED, both, "1")
    time = found.minutes or MINUTES
    planned = course(both, name, workers=found.workers, seed="1", games=None, minutes=time)
    with Trainer(planned, weights) as trainer:
        print(shown(sys.stderr, say("difficulty.training", minutes=f"{time:g}")), file=sys.stderr)
        if not practise(trainer, say):
            return ""
        file = folder / f"trained{SUFFIX}"
        save(file, Network(trainer.weights, planned.data()))
        return str(file)


def _climb(found: argparse.Namespace, tables: Sequence[Table], file: str) -> Climb:
    from tenback.cli.training.ladder import Climb

    seed, sizes = chosen_seed(found.seed), (found.games, found.master_games)
    return Climb(tuple(tables), file, found.level, seed, *sizes)


# Measuring and telling


def _measure(climb: Climb, workers: Workers, say: Words) -> list[Found]:
    """Table by table; after Ctrl-C what was finished, even if it is only some rungs of a table."""
    from tenback.cli.training.measuring import measure

    done: list[Found] = []
    with Interruption() as interruption, Progress(climb.work(), say) as progress:
        interruption.arm()
        for table in climb.tables:
            found = climb.measure(
                table,
                lambda settings, games: measure(settings, games, workers, progress, interruption),
            )
            done += [found] if found else []
            if found is None or not found.whole:
                break
    return done


def _answer(climb: Climb, done: list[Found], found: argparse.Namespace, say: Words) -> int:
    from tenback.cli.training.difficulty_report import as_data, as_text

    if found.json:
        print(json.dumps(as_data(climb, done)))
    elif done:
        for line in as_text(climb, done, say):
            print(shown(sys.stdout, line))
    if not climb.is_interrupted(done):
        return 0
    print(shown(sys.stderr, _interruption(done, say)), file=sys.stderr)
    return STATUS


def _interruption(done: Sequence[Found], say: Words) -> str:
    """How far it came."""
    if not done:
        return say("difficulty.no-figures")
    if not done[-1].whole:
        return say("difficulty.interrupted-within", bot=done[-1].ladder[-1].bot)
    return say("difficulty.interrupted", count=len(done))
