"""What came out of a training: for people, and for the note in the network's file."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import numpy as np

from tenback.analysis import wording
from tenback.cli.simulating.columns import aligned
from tenback.cli.training.figures import chance, lead_data, points, score_data, table_name, wrapped
from tenback.cli.training.measuring import Score, duels, team
from tenback.sim.chance import seed_word
from tenback.sim.comparing import CLEAR_BELOW, Pair
from tenback.sim.thinking.minds import STRONG
from tenback.sim.thinking.networks import family
from tenback.sim.thinking.training import EPOCHS, LAST_RATE, Table
from tenback.terminal.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tenback.sim import Setting
    from tenback.sim.comparing import Comparison
    from tenback.sim.thinking.training import Trainer
    from tenback.words import Words

RIVAL = "careful"


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A table on fresh deals: with the network, and with `careful` in its place.

    In a duel there is one score, that of the network against `careful`.
    """

    table: Table
    score: Score
    rival: Score | None = None
    lead: Pair | None = None

    @property
    def verdict(self) -> str:
        """Whether the network is clearly better than `careful`, level with it, or worse."""
        if self.lead is None:
            clear, lead = 0.5 not in self.score.interval, self.score.rate - 0.5
        else:
            clear, lead = self.lead.chance < CLEAR_BELOW, self.lead.difference
        return "level" if not clear else "better" if lead > 0 else "worse"


def rivals(table: Table, file: Path, seed: str) -> list[Setting]:
    """Who is to play the same fresh deals."""
    own, fresh = f"{STRONG}@{file}", fresh_seed(seed)
    if table.rules.duel:
        return duels(table, own, RIVAL, fresh)
    return [team(table, own, fresh), team(table, RIVAL, fresh)]


def evaluated(table: Table, played: Comparison) -> Evaluated:
    """What came out when they had played."""
    if table.rules.duel:
        return Evaluated(table, Score.of_duels(*played.results))
    own, rival = map(Score.of_team, played.results)
    return Evaluated(table, own, rival, played.pair(0, 1))


def fresh_seed(seed: str) -> str:
    """The seed of deals that no training with that seed has seen."""
    return f"fresh-{int(seed_word(seed)):016x}"


# For the file


def note_of(trainer: Trainer, command: str) -> dict[str, Any]:
    """How a network came about."""
    course = trainer.course
    return {
        "family": family(course.tables[0].rules, course.tables[0].players),
        **course.data(),
        "games": trainer.done,
        "rounds": trainer.rounds,
        "steps": trainer.step,
        "epochs": EPOCHS,
        "last_rate": LAST_RATE,
        "command": command,
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.machine()} {platform.system()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, NumPy {np.__version__}",
    }


def as_data(found: Sequence[Evaluated]) -> list[dict[str, Any]]:
    """What the note says about the evaluation."""
    return [_row(each) for each in found]


def _row(each: Evaluated) -> dict[str, Any]:
    table = each.table
    data = {"name": table.rules.name, "players": table.players, "policy": str(table.policy)}
    data |= score_data(each.score)
    if each.rival is None or each.lead is None:
        return data | {"against": RIVAL}
    return data | {RIVAL: score_data(each.rival), "lead": lead_data(each.lead)}


# For people


def as_text(trainer: Trainer, found: Sequence[Evaluated], file: Path, say: Words) -> Iterator[str]:
    """Where the network is, and how well it plays."""
    course = trainer.course
    told = {"games": wording.count(trainer.done), "rounds": trainer.rounds}
    yield printable(say("train.saved", file=file, **told, seed=course.seed, workers=course.workers))
    if not found:
        return
    yield ""
    seats = 2 if found[0].table.rules.duel else 1
    yield say("train.evaluation", games=wording.count(found[0].score.games // seats))
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
    own = wording.rate(say, each.score.rate, each.score.interval)
    left = f"{each.score.left:.1f}"
    if each.rival is None or each.lead is None:
        return [own, left, "-", "-", "-"]
    rival = wording.rate(say, each.rival.rate, each.rival.interval)
    return [own, left, rival, points(each.lead, say), chance(each.lead.chance)]
