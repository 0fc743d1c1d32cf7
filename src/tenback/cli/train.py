"""`tenback train`: a network for any variant, out of games that it plays with itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.analysis.studies.interruption import Interruption
from tenback.analysis.training import NOTHING, SHIPPED
from tenback.analysis.training.table_notation import POLICIES, TrainingError, tables
from tenback.cli.arguments import COUNTS, Parser, add_language, chosen_words, number, parser
from tenback.cli.progress import STATUS, Progress
from tenback.cli.status_line import shown, tell
from tenback.cli.study_arguments import check_games_or_none, count, minutes
from tenback.core.deal import check_seed
from tenback.words.command import command

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from tenback.analysis.training.evaluation import Evaluated
    from tenback.analysis.training.session import Session
    from tenback.sim.search.trainer import Course
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
    from tenback.analysis.training.course import begin
    from tenback.analysis.training.session import Session

    played = tables(found.variants, found.players, found.policy)
    plan = {"workers": found.workers, "seed": found.seed, "games": found.games}
    with begin(played, found.start, **plan, minutes=found.minutes or MINUTES) as trainer:
        session = Session(trainer, out.with_name(f"{out.name}.training"))
        return _train(session, found, out, words, say)


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
    from tenback.sim.search.networks import SUFFIX

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
    from tenback.sim.simulation_setting import check_games

    if found.minutes is not None and found.games is not None:
        raise TrainingError("minutes-and-games")
    if found.games is not None:
        check_games(found.games)
    check_games_or_none(found.evaluate)
    check_seed(found.seed)


# Training


def _train(
    session: Session, found: argparse.Namespace, out: Path, words: Sequence[str], say: Words
) -> int:
    from tenback.cli.training_progress import train

    if session.resume():
        tell(say("train.resumed", games=session.trainer.done))
    if not train(session, say):
        again = command("train", *words)
        tell(say("train.interrupted", games=session.trainer.done, command=again))
        return STATUS
    return _finish(session, found, out, words, say)


def _finish(
    session: Session, found: argparse.Namespace, out: Path, words: Sequence[str], say: Words
) -> int:
    """Write the network first, so that nothing is lost while it is evaluated."""
    from tenback.analysis.training.evaluation import data_of, note_of
    from tenback.cli.reports.training_report import as_text

    note = note_of(session.trainer, command("train", *words))
    session.save(out, note)
    results = _evaluate(out, session.trainer.course, found.evaluate, say)
    if results is None:
        tell(say("train.not-evaluated", file=out))
        return STATUS
    session.save(out, {**note, "evaluation": list(map(data_of, results))})
    for line in as_text(session.trainer, results, out, say):
        print(shown(sys.stdout, line))
    return 0


def _evaluate(file: Path, course: Course, games: int, say: Words) -> list[Evaluated] | None:
    """Every table on fresh deals, beside `careful`; None after Ctrl-C."""
    from tenback.analysis.training.evaluation import evaluate

    with Interruption() as interruption, Progress(2 * games * len(course.tables), say) as progress:
        interruption.arm()
        return evaluate(file, course, games, interruption, progress.add)
