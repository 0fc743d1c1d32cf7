"""`tenback train`: a network for any variant, out of games that it plays with itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.cli.arguments import COUNTS, Parser, add_language, chosen_words, number, parser
from tenback.cli.command import command
from tenback.cli.simulating.arguments import count
from tenback.cli.simulating.interruption import STATUS, Interruption
from tenback.cli.simulating.progress import Progress, shown
from tenback.cli.training import NOTHING, SHIPPED
from tenback.cli.training.tables import (
    POLICIES,
    TrainingError,
    check_games_or_none,
    minutes,
    tables,
)
from tenback.core.deal import check_seed

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from tenback.cli.training.train_report import Evaluated
    from tenback.sim.thinking.training import Course, Trainer
    from tenback.words import Words

MINUTES = 5.0
EVALUATED = 1_000
SEED = "1"


def run(words: Sequence[str]) -> int:
    """Train, evaluate, and write the network to its file."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    out = checked_out(found.out)
    _check_numbers(found)
    from tenback.cli.training.starting import course, start
    from tenback.sim.thinking.training import Trainer

    played = tables(found.variants, found.players, found.policy)
    name, weights = start(found.start, played, found.seed)
    plan = {"workers": found.workers, "seed": found.seed, "games": found.games}
    planned = course(played, name, **plan, minutes=found.minutes or MINUTES)
    with Trainer(planned, weights) as trainer:
        return _train(trainer, found, out, words, say)


def _parser() -> Parser:
    arguments = parser(
        "train",
        "Train a network for one table or several. A table is a game with its options "
        "(original+expert) or the path of a TOML file; :2-5 and :silent behind it say for how "
        "many and by which talk policy. Ctrl-C keeps what there is, and the same command goes on.",
    )
    arguments.add_argument("variants", nargs="+", metavar="VARIANT", help="what to train for")
    arguments.add_argument("--out", required=True, metavar="FILE", help="where it goes, an .npz")
    arguments.add_argument(
        "--players",
        metavar="N",
        help=f"how many, as in {COUNTS}; by default 3, or the nearest number the rules allow",
    )
    arguments.add_argument(
        "--policy",
        metavar="NAME",
        help=f"how tables talk: {', '.join(POLICIES)}; by default as their rules say",
    )
    arguments.add_argument(
        "--minutes", metavar="M", type=minutes, help=f"how long, roughly; by default {MINUTES:g}"
    )
    arguments.add_argument(
        "--games", type=count, metavar="N", help="how many games instead, such as 50k"
    )
    arguments.add_argument("--workers", type=number, metavar="W", help="cores; by default all")
    arguments.add_argument(
        "--seed",
        default=SEED,
        help="any text; the same seed, games and workers give the same network on the same "
        f"machine; by default {SEED}",
    )
    arguments.add_argument(
        "--from",
        dest="start",
        default=SHIPPED,
        metavar="FILE",
        help=f"what to start from: a network's file, {SHIPPED} (the one for such games that comes "
        f"along; the default) or {NOTHING}",
    )
    arguments.add_argument(
        "--evaluate",
        type=count,
        default=EVALUATED,
        metavar="N",
        help=f"fresh deals for each table at the end; by default {EVALUATED}",
    )
    add_language(arguments)
    return arguments


# What the command line says


def checked_out(text: str) -> Path:
    """Where the network goes, which must be possible and must not be in use."""
    from tenback.sim.thinking.networks import SUFFIX

    file = Path(text)
    if file.suffix.lower() != SUFFIX:
        raise TrainingError("out-kind", file=text)
    try:
        if file.exists():
            raise TrainingError("out-exists", file=text)
        probe = file.with_name(f"{file.name}.part")
        probe.touch()
        probe.unlink()
    # A name may be too long, and one with a NUL in it is a ValueError.
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise TrainingError("out-unwritable", file=text, why=why) from None
    return file


def _check_numbers(found: argparse.Namespace) -> None:
    from tenback.sim.setting import check_games

    if found.minutes is not None and found.games is not None:
        raise TrainingError("minutes-and-games")
    if found.games is not None:
        check_games(found.games)
    check_games_or_none(found.evaluate)
    check_seed(found.seed)


# Training


def _train(
    trainer: Trainer, found: argparse.Namespace, out: Path, words: Sequence[str], say: Words
) -> int:
    from tenback.cli.training.session import practise

    checkpoint = out.with_name(f"{out.name}.training")
    if checkpoint.exists():
        trainer.resume(checkpoint)
        _tell(say("train.resumed", games=trainer.done))
    if not practise(trainer, say, checkpoint):
        _tell(say("train.interrupted", games=trainer.done, command=command("train", *words)))
        return STATUS
    return _finish(trainer, found, out, words, say)


def _finish(
    trainer: Trainer, found: argparse.Namespace, out: Path, words: Sequence[str], say: Words
) -> int:
    """Write the network first, so that nothing is lost while it is evaluated."""
    from tenback.cli.training.train_report import as_data, as_text, note_of
    from tenback.sim.thinking.networks import Network, save

    note = note_of(trainer, command("train", *words))
    save(out, Network(trainer.weights, note))
    out.with_name(f"{out.name}.training").unlink(missing_ok=True)
    results = _evaluate(out, trainer.course, found.evaluate, say)
    if results is None:
        _tell(say("train.not-evaluated", file=out))
        return STATUS
    save(out, Network(trainer.weights, {**note, "evaluation": as_data(results)}))
    for line in as_text(trainer, results, out, say):
        print(shown(sys.stdout, line))
    return 0


def _evaluate(file: Path, course: Course, games: int, say: Words) -> list[Evaluated] | None:
    """Every table on fresh deals, beside `careful`; None after Ctrl-C."""
    from tenback.cli.training.measuring import measure
    from tenback.cli.training.train_report import evaluated, rivals
    from tenback.sim import Workers

    found: list[Evaluated] = []
    workers = Workers(course.workers)
    with Interruption() as interruption, Progress(2 * games * len(course.tables), say) as progress:
        interruption.arm()
        for table in course.tables if games else ():
            settings = rivals(table, file, course.seed)
            played = measure(settings, games, workers, progress, interruption)
            if played is None:
                return None
            found.append(evaluated(table, played))
    return found


def _tell(sentence: str) -> None:
    print(shown(sys.stderr, sentence), file=sys.stderr)
