"""The keyboard and the screen, or the pipes that stand in for them."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

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
        self._editor = _line_editor() if self._at_a_terminal() else None

    def print(self, lines: Iterable[str]) -> None:
        """Print line by line."""
        for line in lines:
            print(line, file=self._out)

    def ask(self, question: str) -> str:
        """The answer, without the space around it."""
        line = self._edited(f"{question} ") if self._editor else self._read(f"{question} ")
        if not line or not self._source.isatty():
            # A terminal shows what is typed; without one, the answer is written out.
            print(line.strip(), file=self._out)
        if not line:
            raise Ended
        return line.strip()

    def _read(self, question: str) -> str:
        self._out.write(question)
        self._out.flush()
        return self._source.readline()

    def _edited(self, question: str) -> str:
        try:
            return f"{input(question)}\n"
        except EOFError:
            return ""

    def wipe(self) -> None:
        """Leave nothing on a screen; what went through a pipe is out of reach."""
        if self._editor is not None:
            _forget(self._editor)
        if self._out.isatty() and _knows_codes():
            self._out.write(WIPE)
        elif self._out.isatty() or self._source.isatty():
            # A player types here, so a screen may be at the other end of the pipe.
            self._out.write(BLANK)
        self._out.flush()

    def _at_a_terminal(self) -> bool:
        """Whether a player can edit lines here: `input` knows no other streams."""
        ours = self._source is sys.stdin and self._out is sys.stdout
        return ours and self._source.isatty() and self._out.isatty() and _knows_codes()


def _knows_codes() -> bool:
    return os.environ.get("TERM", "dumb") != "dumb"


def _line_editor() -> ModuleType | None:
    """Arrow keys and a history for `input`, where Python has them."""
    try:
        import readline
    except ImportError:
        return None
    # Otherwise Tab would list the files here, and lines that are pasted together stay together.
    readline.set_completer(lambda _text, _state: None)
    readline.parse_and_bind("set enable-bracketed-paste off")
    return readline


def _forget(editor: ModuleType) -> None:
    """Leave nothing in the editor for the next person: neither lines nor what was cut from them."""
    editor.clear_history()
    # What was cut cannot be cleared, but it cannot be pasted any more either.
    editor.parse_and_bind("set editing-mode emacs")
    for key in (r"\C-y", r"\e\C-y", r"\ey"):
        editor.parse_and_bind(f'"{key}": ""')
