"""The evaluation of a trained network on fresh deals, and the note in its file."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import numpy as np

from tenback.analysis.studies.scores import Score, duels, lead_data, measure, team
from tenback.core.bot_spec import STRONG, BotSpec
from tenback.sim.chance import seed_word
from tenback.sim.comparison import CLEAR_BELOW, Pair
from tenback.sim.search.networks import family
from tenback.sim.search.trainer import EPOCHS, LAST_RATE, Table
from tenback.sim.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tenback.analysis.studies.interruption import Interruption
    from tenback.sim import Setting
    from tenback.sim.comparison import Comparison
    from tenback.sim.search.trainer import Course, Trainer

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


def evaluate(
    file: Path,
    course: Course,
    games: int,
    interruption: Interruption,
    on_games: Callable[[int], object],
) -> list[Evaluated] | None:
    """Every table on fresh deals, beside `careful`; None after Ctrl-C."""
    found: list[Evaluated] = []
    for table in course.tables if games else ():
        settings = _rivals(table, file, course.seed)
        played = measure(settings, games, Workers(course.workers), interruption, on_games)
        if played is None:
            return None
        found.append(_evaluated(table, played))
    return found


def _rivals(table: Table, file: Path, seed: str) -> list[Setting]:
    """The settings that play the same fresh deals."""
    own, fresh = str(BotSpec(STRONG, network=str(file))), fresh_seed(seed)
    if table.rules.duel:
        return duels(table, own, RIVAL, fresh)
    return [team(table, own, fresh), team(table, RIVAL, fresh)]


def _evaluated(table: Table, played: Comparison) -> Evaluated:
    if table.rules.duel:
        return Evaluated(table, Score.of_duels(*played.results))
    own, rival = map(Score.of_team, played.results)
    return Evaluated(table, own, rival, played.pair(0, 1))


def fresh_seed(seed: str) -> str:
    """The seed of deals that no training with that seed has seen."""
    return f"fresh-{int(seed_word(seed)):016x}"


# The note in a file


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


def data_of(each: Evaluated) -> dict[str, Any]:
    """What the note of a network says about a table."""
    table = each.table
    data = {"name": table.rules.name, "players": table.players, "policy": str(table.policy)}
    data |= each.score.data()
    if each.rival is None or each.lead is None:
        return data | {"against": RIVAL}
    return data | {RIVAL: each.rival.data(), "lead": lead_data(each.lead)}
