"""A training as somebody watches it: a progress line, checkpoints, Ctrl-C, and minutes as games."""

from __future__ import annotations

import tempfile
import time
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tenback.analysis import wording
from tenback.cli.simulating.interruption import Interruption
from tenback.cli.simulating.progress import Progress
from tenback.cli.training.measuring import Score, duels
from tenback.cli.training.train_report import RIVAL
from tenback.sim.comparing import compare
from tenback.sim.thinking.minds import STRONG
from tenback.sim.thinking.networks import SUFFIX, Network, save
from tenback.sim.thinking.training import MEASURED, Course, Round, Trainer
from tenback.sim.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback.words import Words

BETWEEN_CHECKPOINTS = 20.0  # seconds
MATCH = 100  # deals, played from both seats, that tell how well a duel goes
_RECENT = 1_000  # games that the current win rate is taken from


def practise(
    trainer: Trainer,
    say: Words,
    checkpoint: Path | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> bool:
    """Play and learn to the end of the course; False if Ctrl-C came first. Checkpoints are kept."""
    with Interruption() as interruption, Progress(1, say) as progress:
        warm_up(trainer)
        interruption.arm()
        progress.start(trainer.done)
        watch = _Watch(trainer, say, clock)
        kept = clock()
        while not trainer.finished and not interruption.asked:
            played = trainer.round(lambda: interruption.asked)
            if played is None:
                break
            watch.take(played)
            progress.games = watch.games
            progress.add(len(played.won), watch.told(visible=progress.visible))
            if checkpoint and clock() - kept > BETWEEN_CHECKPOINTS:
                trainer.save(checkpoint)
                kept = clock()
    if checkpoint and not trainer.finished:
        trainer.save(checkpoint)
    return trainer.finished


def warm_up(trainer: Trainer) -> None:
    """Load or compile the kernels, so that the clock need not wait for them."""
    course = trainer.course
    few = Course(course.tables, course.workers, course.seed, "", course.rate, games=1)
    with Trainer(few, trainer.weights) as throwaway:
        throwaway.round()


class _Watch:
    """Knows how fast it goes, how long it will take, and how well it is going."""

    def __init__(self, trainer: Trainer, say: Words, clock: Callable[[], float]) -> None:
        self._trainer = trainer
        self._say = say
        self._clock = clock
        self._began = self._before = clock()
        self._recent: deque[Round] = deque()
        self._matched = float("-inf")
        self._duel = ""
        self.games = trainer.course.games or 0

    def take(self, played: Round) -> None:
        """Look at a round; when enough games have told how fast they are, decide how many."""
        now = self._clock()
        each = (now - self._before) / len(played.won)
        self._before = now
        self._recent.append(played)
        while sum(len(r.won) for r in self._recent) - len(self._recent[0].won) >= _RECENT:
            self._recent.popleft()
        trainer = self._trainer
        if trainer.course.games is None:
            left = 60 * (trainer.course.minutes or 0) - (now - self._began)
            games = trainer.done + max(0, int(left / each))
            self.games = max(games, MEASURED)
            if trainer.done >= MEASURED:
                trainer.decide(games)

    def told(self, *, visible: bool) -> str:
        """The current win rate and cards left; in a duel, how often `careful` is beaten."""
        if not visible:
            return ""
        tables = self._trainer.course.tables
        if all(table.rules.duel for table in tables):
            return self._match()
        won = np.concatenate([played.won for played in self._recent])
        left = np.concatenate([played.left for played in self._recent])
        rate = wording.percent(self._say, float(won.mean()))
        return self._say("train.progress", rate=rate, left=f"{left.mean():.1f}")

    def _match(self) -> str:
        """A few duels from time to time, with the network as it is."""
        if self._clock() - self._matched >= BETWEEN_CHECKPOINTS:
            rate = wording.percent(self._say, _duel(self._trainer).rate)
            self._duel = self._say("train.progress-duel", rate=rate)
            self._matched = self._clock()
        return self._duel


def _duel(trainer: Trainer) -> Score:
    """How the network does against `careful`, on deals that change as it learns."""
    course = trainer.course
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"now{SUFFIX}"
        save(file, Network(trainer.weights, {"settings": []}))
        both = duels(course.tables[0], f"{STRONG}@{file}", RIVAL, f"match-{trainer.done}")
        return Score.of_duels(*compare(both, MATCH, Workers(course.workers)).results)
