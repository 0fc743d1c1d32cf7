"""The keyboard and the screen, or the pipes that stand in for them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable

# A clean slate: wipe the screen, then the lines that have scrolled away, and go to the top.
WIPE = "\x1b[2J\x1b[3J\x1b[H"

# What a terminal that knows no such codes gets instead.
BLANK = "\n" * 100


class Ended(Exception):
    """There is no more input."""


class Console:
    """Prints lines, asks questions, and wipes what the next person must not read."""

    def __init__(self, source: TextIO, out: TextIO) -> None:
        self._source = source
        self._out = out

    def print(self, lines: Iterable[str]) -> None:
        """Print line by line."""
        for line in lines:
            print(line, file=self._out)

    def ask(self, question: str) -> str:
        """The answer, without the space around it."""
        self._out.write(f"{question} ")
        self._out.flush()
        line = self._source.readline()
        if not line or not self._source.isatty():
            # A terminal shows what is typed; where nobody types, the answer is written out.
            print(line.strip(), file=self._out)
        if not line:
            raise Ended
        return line.strip()

    def wipe(self) -> None:
        """Leave nothing on a screen; what went through a pipe is out of reach."""
        if self._out.isatty() and os.environ.get("TERM", "dumb") != "dumb":
            self._out.write(WIPE)
        elif self._out.isatty() or self._source.isatty():
            # Somebody types here, so a screen may be at the other end of the pipe.
            self._out.write(BLANK)
        self._out.flush()
