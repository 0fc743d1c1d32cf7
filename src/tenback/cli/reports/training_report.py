"""The report of a training."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.analysis import formats
from tenback.cli.reports.columns import aligned
from tenback.cli.reports.figures import points, table_name, wrapped
from tenback.words.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tenback.analysis.training.evaluation import Evaluated
    from tenback.analysis.training.session import Session
    from tenback.sim.search.trainer import Trainer
    from tenback.words import Words


def so_far(session: Session, say: Words) -> str:
    """The current win rate and cards left; in a duel, how often `careful` is beaten."""
    standing = session.standing()
    rate = formats.percent(say, standing.rate)
    if standing.left is None:
        return say("train.progress-duel", rate=rate)
    return say("train.progress", rate=rate, left=formats.decimal(say, standing.left, 1))


def as_text(trainer: Trainer, found: Sequence[Evaluated], file: Path, say: Words) -> Iterator[str]:
    """Where the network is, and how well it plays."""
    course = trainer.course
    counts = {"games": formats.count(say, trainer.done), "rounds": trainer.rounds}
    yield printable(
        say("train.saved", file=file, **counts, seed=course.seed, workers=course.workers)
    )
    if not found:
        return
    yield ""
    seats = 2 if found[0].table.rules.duel else 1
    yield say("train.evaluation", games=formats.count(say, found[0].score.games // seats))
    yield from _rows(found, say)
    yield ""
    yield from wrapped(say("train.about"))
    if any(each.table.rules.duel for each in found):
        yield say("train.duel")


def _rows(found: Sequence[Evaluated], say: Words) -> list[str]:
    columns = ("table", "network", "left", "careful", "lead", "p")
    rows = [[say(f"train.label.{column}") for column in columns]]
    for each in found:
        verdict = say(f"train.verdict.{each.verdict}")
        rows.append([table_name(each.table, say), *_figures(each, say), verdict])
    return aligned(rows, words=(0, 6))


def _figures(each: Evaluated, say: Words) -> list[str]:
    own = formats.rate(say, each.score.rate, each.score.interval)
    left = formats.decimal(say, each.score.left, 1)
    if each.rival is None or each.lead is None:
        return [own, left, "-", "-", "-"]
    rival = formats.rate(say, each.rival.rate, each.rival.interval)
    return [own, left, rival, points(each.lead, say), formats.chance(say, each.lead.chance)]
