"""Which database a command is about, and the progress of copying one."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from tenback.cli.progress import Waiting
from tenback.words import figures
from tenback.words.usage import UsageError

if TYPE_CHECKING:
    from typing import Self

    from tenback.cli.arguments import Parser
    from tenback.store import Copied
    from tenback.words import Words

VARIABLE = "TENBACK_DATABASE"
FILE = "tables.db"

_BETWEEN_LINES = 0.1


def default_database() -> str:
    """The address in TENBACK_DATABASE, else a file in this user's data folder, which is made."""
    if address := os.environ.get(VARIABLE):
        return address
    folder = user_data_path("tenback", appauthor=False)
    with suppress(OSError):  # opening the database says what is wrong with its folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return str(folder / FILE)


def add_database(to: Parser) -> None:
    """Let the command line name a database."""
    to.add_argument(
        "--database",
        metavar="URL",
        help="a file, sqlite:///path or postgresql://user@host/name; by default what "
        f"{VARIABLE} says, else {FILE} in your data folder",
    )


def chosen_database(named: str | None) -> str:
    """The address that the command line names, or the usual one."""
    return default_database() if named is None else named


class TransferError(UsageError):
    """A file or a database that cannot be used in this way."""

    catalogue = "transfer"


class TransferProgress(Waiting):
    """Shows at a terminal how far a transfer is, while a `with` lasts."""

    def __init__(self, say: Words) -> None:
        super().__init__(say)
        self._drawn = 0.0

    def __enter__(self) -> Self:
        return self

    def __call__(self, name: str, **params: object) -> None:
        """Show a step, now and then."""
        now = time.monotonic()
        if self.visible and now - self._drawn >= _BETWEEN_LINES:
            self._drawn = now
            self._status.draw(self._say(f"transfer.progress.{name}", **params))

    def share(self, name: str, done: int, size: int) -> None:
        """Show how much of a step is done."""
        # Down, never up: 100 means that all is done.
        share = int(100 * done / max(size, 1)) / 100
        self(name, percent=figures.percent(self._say, share))


def summary(say: Words, name: str, file: str, moved: Copied) -> str:
    """What a file holds, or brought along."""
    counts = {"tables": moved.tables, "entries": moved.entries, "documents": moved.documents}
    words = {key: say(f"transfer.{key}", count=count) for key, count in counts.items()}
    return say(f"transfer.{name}", file=file, **words)
