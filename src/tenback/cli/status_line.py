"""The line at the foot of a terminal that is written over again and again."""

from __future__ import annotations

import shutil
import sys
from typing import TextIO

LONGEST_BAR = 30
SHORTEST_BAR = 6
_MARKS = ("█░", "#-")


class StatusLine:
    """Only a terminal shows it; `visible` says whether there is one."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = sys.stderr if out is None else out
        self.visible = self._out.isatty()
        self._marks = next(marks for marks in _MARKS if can_show(self._out, marks))

    def draw(self, line: str) -> None:
        """Write over what is there; the last column stays free, or some terminals would wrap."""
        if not self.visible:
            return
        width = terminal_width() - 1
        self._out.write(f"\r{shown(self._out, line)[:width]:<{width}}\r")
        self._out.flush()

    def wipe(self) -> None:
        """Leave nothing."""
        self.draw("")

    def bar(self, share: float, length: int = LONGEST_BAR) -> str:
        """A share, from 0 to 1, as a bar."""
        full, empty = tuple(self._marks)
        filled = int(length * share)
        return full * filled + empty * (length - filled)


def can_show(out: TextIO, text: str) -> bool:
    """Whether a stream has all these characters."""
    try:
        text.encode(getattr(out, "encoding", None) or "utf-8")
    except (UnicodeError, LookupError):
        return False
    return True


def shown(out: TextIO, text: str) -> str:
    """The text as a stream can show it: typography gives way first, letters as they must."""
    if can_show(out, text):
        return text
    return text.replace("\u00a0", " ").replace("’", "'")


def tell(sentence: str) -> None:
    """Print a sentence beside the output, which may be for programs."""
    print(shown(sys.stderr, sentence), file=sys.stderr)


def terminal_width() -> int:
    """How many columns there are."""
    return max(2, shutil.get_terminal_size().columns)
