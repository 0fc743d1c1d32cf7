"""A training session: rounds to the end of the course, minutes as games, and checkpoints."""

from __future__ import annotations

import tempfile
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tenback.analysis.studies.scores import Score, duels
from tenback.analysis.training.evaluation import RIVAL
from tenback.core.bot_spec import STRONG, BotSpec
from tenback.sim.comparison import compare
from tenback.sim.search.networks import SUFFIX, Network, save
from tenback.sim.search.trainer import MEASURED, Course, Round, Trainer
from tenback.sim.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

BETWEEN_CHECKPOINTS = 20.0  # seconds
MATCH = 100  # deals, played from both seats, that tell how well a duel goes
_RECENT = 1_000  # games that the current win rate is taken from


@dataclass(frozen=True, slots=True)
class Standing:
    """How well a training goes: the win rate and cards left, or the share of duels won."""

    rate: float
    left: float | None = None


class Session:
    """Trains to the end of a course. The checkpoint is a file from which it can be resumed."""

    def __init__(
        self,
        trainer: Trainer,
        checkpoint: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.trainer = trainer
        self.games = trainer.course.games or 0  # an estimate while minutes are the limit
        self._checkpoint = checkpoint
        self._clock = clock
        self._began = self._before = clock()
        self._recent: deque[Round] = deque()
        self._matched = float("-inf")
        self._match = Standing(0.0)

    def resume(self) -> bool:
        """Continue from the checkpoint; False if there is none."""
        if self._checkpoint is None or not self._checkpoint.exists():
            return False
        self.trainer.resume(self._checkpoint)
        return True

    def warm_up(self) -> None:
        """Load or build the kernels, so that the clock need not wait for them."""
        course = self.trainer.course
        few = Course(course.tables, course.workers, course.seed, "", course.rate, games=1)
        with Trainer(few, self.trainer.weights) as throwaway:
            throwaway.round()

    def rounds(self, stopped: Callable[[], bool]) -> Iterator[Round]:
        """Play and learn to the end of the course, or until stopped; then a checkpoint is kept."""
        trainer, kept = self.trainer, self._clock()
        self._began = self._before = kept
        while not trainer.finished and not stopped():
            played = trainer.round(stopped)
            if played is None:
                break
            self._count(played)
            yield played
            if self._checkpoint and self._clock() - kept > BETWEEN_CHECKPOINTS:
                trainer.save(self._checkpoint)
                kept = self._clock()
        if self._checkpoint and not trainer.finished:
            trainer.save(self._checkpoint)

    def save(self, file: Path, note: Mapping[str, Any]) -> None:
        """Write the network; its checkpoint is not needed any more."""
        save(file, Network(self.trainer.weights, note))
        if self._checkpoint:
            self._checkpoint.unlink(missing_ok=True)

    def standing(self) -> Standing:
        """How well it goes now; where all tables are duels, against `careful`."""
        if all(table.rules.duel for table in self.trainer.course.tables):
            return self._duel_standing()
        won = np.concatenate([played.won for played in self._recent])
        left = np.concatenate([played.left for played in self._recent])
        return Standing(float(won.mean()), float(left.mean()))

    def _count(self, played: Round) -> None:
        """Take a round into account; once enough games show their speed, decide how many."""
        now = self._clock()
        each = (now - self._before) / len(played.won)
        self._before = now
        self._recent.append(played)
        while sum(len(r.won) for r in self._recent) - len(self._recent[0].won) >= _RECENT:
            self._recent.popleft()
        if self.trainer.course.games is None:
            self._decide(now, each)

    def _decide(self, now: float, each: float) -> None:
        trainer = self.trainer
        left = 60 * (trainer.course.minutes or 0) - (now - self._began)
        games = trainer.done + max(0, int(left / each))
        self.games = max(games, MEASURED)
        if trainer.done >= MEASURED:
            trainer.decide(games)

    def _duel_standing(self) -> Standing:
        """A few duels from time to time, with the network as it is."""
        if self._clock() - self._matched >= BETWEEN_CHECKPOINTS:
            self._match = Standing(_duels(self.trainer).rate)
            self._matched = self._clock()
        return self._match


def _duels(trainer: Trainer) -> Score:
    """How the network does against `careful`, on deals that change as it learns."""
    course = trainer.course
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"now{SUFFIX}"
        save(file, Network(trainer.weights, {"settings": []}))
        own = str(BotSpec(STRONG, network=str(file)))
        both = duels(course.tables[0], own, RIVAL, f"match-{trainer.done}")
        return Score.of_duels(*compare(both, MATCH, Workers(course.workers)).results)
