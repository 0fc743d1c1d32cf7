"""One line at the foot of a terminal that says how far something is."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TextIO, TypeVar

from tenback.analysis import formats
from tenback.analysis.studies.interruption import Interruption, until_interrupted
from tenback.cli.status_line import LONGEST_BAR, SHORTEST_BAR, StatusLine, terminal_width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Self

    from tenback.analysis.studies.step import Step
    from tenback.words import Words

R = TypeVar("R")

STATUS = 130
"""What a command exits with when Ctrl-C has ended it."""

_BETWEEN_LINES = 0.1


class Waiting:
    """Says while a `with` lasts that things get ready; at the end the line is wiped."""

    def __init__(self, say: Words, out: TextIO | None = None) -> None:
        self._say = say
        self._status = StatusLine(out)
        self.visible = self._status.visible

    def __enter__(self) -> Self:
        if self.visible:
            self._status.draw(self._say("simulate.progress.ready"))
        return self

    def __exit__(self, *_: object) -> None:
        self._status.wipe()


class Progress(Waiting):
    """Counts games while a `with` lasts.

    The clock starts at `start()`, or when the first games are in, so that what has to be loaded or
    compiled beforehand does not count.
    """

    def __init__(self, games: int, say: Words, out: TextIO | None = None) -> None:
        super().__init__(say, out)
        self.games = games
        self.done = 0
        self._before = 0  # games that were done when the clock started
        self._began: float | None = None
        self._ended: float | None = None
        self._drawn = 0.0

    def __exit__(self, *_: object) -> None:
        self._ended = time.monotonic()
        super().__exit__()

    def start(self, done: int = 0) -> None:
        """Let the clock run; so many games were done before."""
        self._began = time.monotonic()
        self.done = self._before = done

    def add(self, games: int, so_far: str = "") -> None:
        """So many more games are done; `so_far` are the results of all games done."""
        if self._began is None:
            self.start(games)
        else:
            self.done += games
        now = time.monotonic()
        if self.visible and now - self._drawn >= _BETWEEN_LINES:
            self._drawn = now
            self._status.draw(self._line(so_far))

    @property
    def seconds(self) -> float:
        """How long the clock has run."""
        if self._began is None:
            return 0.0
        return (self._ended or time.monotonic()) - self._began

    @property
    def speed(self) -> float:
        """Games a second."""
        return (self.done - self._before) / self.seconds if self.seconds else 0.0

    def _line(self, so_far: str) -> str:
        share = self.done / self.games
        left = duration(self._say, (self.games - self.done) / self.speed) if self.speed else ""
        speed = self._say("simulate.progress.speed", speed=formats.count(self._say, self.speed))
        # Down, never up: 100 means that all is done.
        whole = formats.percent(self._say, 1, 0)
        percent = formats.percent(self._say, int(100 * share) / 100, 0).rjust(len(whole))
        parts = [percent, speed, left, so_far]
        room = terminal_width() - sum(len(part) + 2 for part in parts if part) - 1
        if room >= SHORTEST_BAR:
            parts.insert(1, self._status.bar(share, min(room, LONGEST_BAR)))
        return "  ".join(filter(None, parts))


def watch(
    steps: Iterator[Step[R]],
    games: int,
    say: Words,
    so_far: Callable[[R, Words], str],
    prepare: Callable[[], object] | None = None,
) -> R:
    """The results of a study after its last step, or after the one during which Ctrl-C came.

    The clock starts when `prepare` is done, or with the first step.
    """
    last: list[R] = []

    def take(step: Step[R]) -> None:
        last[:] = [step.results]
        progress.add(step.games, so_far(step.results, say) if progress.visible else "")

    with Interruption() as interruption, Progress(games, say) as progress:
        if prepare is not None:
            prepare()
            progress.start()
        until_interrupted(steps, take, interruption)
    return last[0]


def duration(say: Words, seconds: float) -> str:
    """How much longer it takes, as exact as a reader wants to know."""
    whole = round(seconds)
    if whole < 60:
        return say("simulate.progress.seconds", seconds=whole)
    if whole < 3600:
        return say("simulate.progress.minutes", minutes=whole // 60, seconds=whole % 60)
    return say("simulate.progress.hours", hours=whole // 3600, minutes=whole % 3600 // 60)
