"""The log for the operator: one line for each event, as JSON or for reading.

Nothing hidden gets in: no card, no move, no chat, no name, no token. A table appears by a digest of
its id, for the id of a private table lets people in. A traceback shows files, lines, functions and
types of exceptions alone: messages, values and source lines may hold what is hidden.

Of one kind there are so many lines a minute, whoever writes them: a client that finds a way to have
one written must not fill the disk.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import threading
import time
import traceback
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LOGGER = logging.getLogger("tenback")
ROOT = logging.getLogger()

LIBRARIES = ("uvicorn", "asyncio", "asyncpg")
"""Libraries whose warnings the operator reads as they are written; of others only the template."""

MAX_FRAMES = 30
MAX_ERRORS = 6
"""How much of a traceback is shown: endless recursion has a thousand frames."""

ANCHORS = ("site-packages", "src")
"""Folders behind which the name of a file says where it belongs."""

LINES_A_MINUTE = 100
"""How many lines of one kind are written within a minute."""

MINUTE = 60.0
MAX_KINDS = 1000
LONGEST_KIND = 80
OTHER = ("", "other")
"""The kind of all lines when there are too many kinds."""

_NUMBERS = re.compile(r"\d+")
_ARGUMENTS = re.compile(r"\(.*\)|\(.*")


def log(
    event: str,
    level: int = logging.INFO,
    error: BaseException | None = None,
    **fields: str | float | int | bool | None,
) -> None:
    """Log an event; of an error only the redacted traceback leaves this function.

    A field that is None is left out.
    """
    known = {name: value for name, value in fields.items() if value is not None}
    extra = {"fields": known, "trace": None if error is None else trace(error)}
    LOGGER.log(level, event, extra=extra)


def hashed(table: str) -> str:
    """A table in a log: recognisable, and useless for getting in."""
    return sha256(table.encode("utf-8", "replace")).hexdigest()[:12]


# Tracebacks


def trace(error: BaseException | None) -> str:
    """A redacted traceback: where an error was raised, its type, and the same of its causes."""
    if error is None:
        return type(error).__name__
    parts = ("\n".join([*_frames(each), type(each).__name__]) for each in _chain(error))
    return "\ncaused by\n".join(parts)


def location(error: BaseException) -> str:
    """The file and line that raised an error."""
    return next(reversed([*_frames(error)]), "").partition(" ")[0]


def _chain(error: BaseException) -> list[BaseException]:
    """An error, those in it where it is a group, and those it was raised from or during."""
    found: list[BaseException] = []
    waiting: list[BaseException | None] = [error]
    while waiting and len(found) < MAX_ERRORS:
        each = waiting.pop(0)
        if each is None or any(each is other for other in found):
            continue
        found.append(each)
        if isinstance(each, BaseExceptionGroup):
            waiting += each.exceptions
        waiting.append(each.__cause__)
        waiting.append(None if each.__suppress_context__ else each.__context__)
    return found


def _frames(error: BaseException) -> Iterator[str]:
    """The frames of a traceback, of a long one the outermost few and the innermost."""
    frames = [*traceback.walk_tb(error.__traceback__)]
    for number, (frame, line) in enumerate(frames):
        if 5 <= number < len(frames) - MAX_FRAMES + 5:
            if number == 5:
                yield f"({len(frames) - MAX_FRAMES} more)"
            continue
        code = frame.f_code
        yield f"{_short(code.co_filename)}:{line} {code.co_name}"


def _short(filename: str) -> str:
    """A file by its package, and not by where it is installed."""
    parts = Path(filename).parts
    for anchor in ANCHORS:
        if anchor in parts:
            return "/".join(parts[len(parts) - parts[::-1].index(anchor) :])
    return parts[-1] if parts else ""


# Lines


def event(record: logging.LogRecord) -> str:
    """What happened; asyncio writes values of calls and tasks into its messages, others may."""
    library = record.name.partition(".")[0]
    if library == "asyncio":
        return _ARGUMENTS.sub("()", record.getMessage().partition("\n")[0])
    return record.getMessage() if library in (LOGGER.name, *LIBRARIES) else str(record.msg)


def _trace_of(record: logging.LogRecord) -> str | None:
    """The traceback of a record, ours or a library's."""
    own: str | None = getattr(record, "trace", None)
    return own if own or not record.exc_info else trace(record.exc_info[1])


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record, ours or a library's."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname.lower(), "event": event(record)}
        line |= getattr(record, "fields", {})
        if found := _trace_of(record):
            line["trace"] = found
        return json.dumps(line, ensure_ascii=False)


class TextLines(logging.Formatter):
    """A line to be read, and a traceback below it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record, ours or a library's."""
        at = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        fields = (f"{key}={value}" for key, value in getattr(record, "fields", {}).items())
        line = " ".join([at, event(record), *fields])
        found = _trace_of(record)
        return f"{line}\n{found}" if found else line


# Floods


class LineLimit(logging.Filter):
    """Passes `most` lines of a kind within a window, and counts the others.

    A kind is a logger and the text before its values are put in.
    """

    def __init__(
        self, most: int = LINES_A_MINUTE, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._most = most
        self._clock = clock
        self._since = clock()
        self._lines: Counter[tuple[str, str]] = Counter()
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        kind = _kind(record)
        with self._lock:
            if kind not in self._lines and len(self._lines) >= MAX_KINDS:
                kind = OTHER
            self._lines[kind] += 1
            return self._lines[kind] <= self._most

    def close_window(self) -> dict[str, int]:
        """Begin anew when the minute is over; how many lines of each kind were left out."""
        with self._lock:
            if self._clock() - self._since < MINUTE:
                return {}
            lines, self._lines, self._since = self._lines, Counter(), self._clock()
        return {kind[1]: count - self._most for kind, count in lines.items() if count > self._most}


def _kind(record: logging.LogRecord) -> tuple[str, str]:
    """The kind of a line; asyncio writes values into its texts."""
    text = _ARGUMENTS.sub("()", str(record.msg).partition("\n")[0])
    return record.name, _NUMBERS.sub("0", text)[:LONGEST_KIND]


# Where they go


def detach(stream: TextIO) -> None:
    """Point a stream whose reader has gone at the null device, or every further line fails."""
    with suppress(OSError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


class _StreamHandler(logging.StreamHandler[TextIO]):
    """Writes lines within their limit; the server goes on where the reader of its log has gone."""

    def __init__(self) -> None:
        super().__init__()
        self.limit = LineLimit()
        self.addFilter(self.limit)

    def handle(self, record: logging.LogRecord) -> bool:
        """Write a line, and before it what the minute before has left out."""
        self.close_window()
        return super().handle(record)

    def close_window(self) -> None:
        """Say how many lines were left out, once their minute is over."""
        for kind, count in self.limit.close_window().items():
            self.emit(_suppressed(kind, count))

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (logging calls it so)
        """Python would complain, to the same stream, each time."""
        if isinstance(sys.exc_info()[1], OSError):
            detach(self.stream)
        else:
            super().handleError(record)


def _suppressed(kind: str, count: int) -> logging.LogRecord:
    """A line that stands for those that were left out."""
    found = logging.LogRecord(LOGGER.name, logging.WARNING, "", 0, "lines-suppressed", (), None)
    found.fields = {"kind": kind, "count": count}
    return found


def close_windows() -> None:
    """Say what was left out, also where nothing more is logged."""
    for handler in LOGGER.handlers:
        if isinstance(handler, _StreamHandler):
            handler.close_window()


def loggers() -> list[logging.Logger]:
    """Every logger that this module sets up; the root is there for libraries not named here."""
    return [LOGGER, *map(logging.getLogger, LIBRARIES), ROOT]


def set_up(level: int, *, json_lines: bool) -> None:
    """Send what is logged, by us and by libraries, to the standard error."""
    handler = _StreamHandler()
    handler.setFormatter(JsonLines() if json_lines else TextLines())
    for logger in loggers():
        logger.handlers[:] = [handler]
        # Uvicorn's lower levels hold paths, and so the ids of private tables.
        logger.setLevel(level if logger is LOGGER else max(level, logging.WARNING))
        logger.propagate = False
