"""Files on the command line: variants and records, read with care and kept with more."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.cli.usage import UsageError
from tenback.core.errors import TenbackError
from tenback.core.record import Record
from tenback.core.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.core.game import Game

PEOPLE = "People"
"""The header of a saved game that says how many seats are people's."""

BOTS = "Bots"
"""The header of a saved game that names who sits where, where it is not the usual."""

TALK = "Talk"
"""The header of a saved game that names the talk policy, where it is stricter than the rules'."""

TEXT = "Text"
"""The header of a saved game that says `off` where the table talks in phrases only."""

HINTS = "Hints"
"""The header of a saved game that counts the hints that somebody was given, where any were."""


def read_rules(name: str) -> Rules:
    """A designer's own variant."""
    with _blaming(name):
        return Rules.from_toml(_read(name))


def read_record(name: str) -> Record:
    """A record in either form; `-` is the standard input."""
    with _blaming(name):
        text = _read(name)
        return Record.from_json(text) if text.lstrip().startswith("{") else Record.parse(text)


@contextmanager
def _blaming(name: str) -> Iterator[None]:
    """Note with an error in which file it is."""
    try:
        yield
    except TenbackError as error:
        error.add_note(name)
        raise


def _read(name: str) -> str:
    try:
        content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return content.decode()
    except FileNotFoundError:
        raise UsageError("no-such-file", file=name) from None
    except UnicodeError:
        raise UsageError("not-text", file=name) from None
    # A name with a NUL in it is a ValueError.
    except (OSError, ValueError) as error:
        raise UsageError("unreadable", file=name, why=_why(error)) from None


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


@dataclass
class Save:
    """Keeps a game in a file. The game goes on when that fails; `problem` says that it did."""

    file: str
    headers: tuple[tuple[str, str], ...] = ()
    problem: str = ""
    hints: int = 0

    def begin(self, game: Game, *, anew: bool) -> None:
        """Write the game before a card is laid, for then an impossible place does no harm."""
        if anew and Path(self.file).is_file():
            raise UsageError("file-exists", file=self.file)
        self(game)
        if self.problem:
            raise UsageError("unwritable", file=self.file, why=self.problem)

    def __call__(self, game: Game) -> None:
        """Write the game as it stands."""
        try:
            _write(Path(self.file), self.text(game))
            self.problem = ""
        except (OSError, ValueError) as error:
            self.problem = _why(error)

    def hinted(self) -> None:
        """Note that somebody was given a hint."""
        self.hints += 1

    def text(self, game: Game) -> str:
        """The record, with headers that remember who plays, how the table talks, and hints."""
        hints = ((HINTS, str(self.hints)),) if self.hints else ()
        return str(replace(game.record(), headers=(*self.headers, *hints)))


def _write(file: Path, text: str) -> None:
    """Write all or nothing: what was there stays until the new text is complete."""
    if file.exists() and not file.is_file():
        raise OSError("not an ordinary file")
    file = file.resolve()
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        part.write_text(text, "utf-8")
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
