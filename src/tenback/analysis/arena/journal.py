"""A file that grows by one line of JSON for every piece of work, so that any of it can be resumed.

A process that is stopped in the middle of a line leaves a damaged last one, which is dropped. Any
other line that is not ours means that the file belongs to another program, and it is left alone.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

BEGINNING = b'{"kind":'


class DamagedJournal(Exception):
    """A file whose line of that number is not one of ours."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class Journal:
    """The lines of a file, as objects; without a file they are kept in memory alone."""

    def __init__(self, file: str | Path | None = None) -> None:
        self.file = None if file is None else Path(file)
        self.lines: list[dict[str, Any]] = []
        if self.file is not None:
            self._open(self.file)

    def append(self, kind: str, **content: Any) -> None:
        """Write one more line, at once; `kind` says what it is about."""
        line = {"kind": kind, **content}
        self.lines.append(line)
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line, separators=(",", ":")) + "\n")

    def _open(self, file: Path) -> None:
        """Read what is there, and make sure that more can be written."""
        with file.open("a+b") as content:
            content.seek(0)
            texts = content.read().splitlines(keepends=True)
            if texts and _is_unfinished(texts[-1]):
                content.truncate(sum(map(len, texts[:-1])))
                texts.pop()
        for number, text in enumerate(texts, start=1):
            self.lines.append(_read(text, number))


def _is_unfinished(text: bytes) -> bool:
    """Whether a line is the beginning of one of ours, and no more."""
    begins = text.startswith(BEGINNING) or BEGINNING.startswith(text)
    return begins and not text.endswith(b"\n")


def _read(text: bytes, number: int) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        raise DamagedJournal(number) from None
    if not isinstance(line, dict) or not text.startswith(BEGINNING):
        raise DamagedJournal(number)
    return line
