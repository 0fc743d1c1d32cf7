"""What a command tells people who wait until the kernels are built."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from tenback.cli.status_line import LONGEST_BAR, StatusLine, tell, terminal_width

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from tenback.sim.builder.jobs import Job
    from tenback.words import Words


class BuildProgress:
    """Says what happens, how long it takes and that it is once; beside a pipe in one sentence."""

    def __init__(self, words: Callable[[], Words], out: TextIO | None = None) -> None:
        self._words = words
        self._line = StatusLine(out)
        self._told = False

    def watch(self, job: Job, left: float) -> None:
        """Draw how far a job is."""
        say, seconds = self._words(), ceil(left)
        if self._line.visible:
            text = say("warmup.building", seconds=seconds)
            room = terminal_width() - len(text) - 3
            self._line.draw(f"{text}  {self._line.bar(job.share, min(LONGEST_BAR, max(0, room)))}")
        elif not self._told:
            tell(say("warmup.told", seconds=seconds))
        self._told = True

    def end(self) -> None:
        """Wipe the line, if there is one."""
        if self._told:
            self._line.wipe()
