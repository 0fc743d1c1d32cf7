"""What a server tells whoever runs it: one line for each thing, as JSON.

Nothing hidden gets in: no card, no move, no word that was said, no name, no token. A table appears
by a digest of its id, for the id of a private table is what lets people in.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TextIO

LOGGER = logging.getLogger("tenback")

LIBRARIES = ("uvicorn", "asyncio", "asyncpg")
"""Who else has something to tell."""

_ARGUMENTS = re.compile(r"\(.*\)|\(.*")


def log(event: str, level: int = logging.INFO, **fields: str | float | int | bool | None) -> None:
    """Tell that something happened."""
    LOGGER.log(level, event, extra={"fields": fields})


def hashed(table: str) -> str:
    """A table in a log: recognisable, and of no use to who reads it."""
    return sha256(table.encode("utf-8", "replace")).hexdigest()[:12]


def trace(error: BaseException | None) -> str:
    """Where something went wrong, and its kind; never what it says, for that may be about cards."""
    frames = traceback.extract_tb(error.__traceback__ if error else None)
    places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return "\n".join([*places, type(error).__name__])


def event(record: logging.LogRecord) -> str:
    """What happened; of asyncio's complaints neither the values in a call nor those in a task."""
    message = record.getMessage()
    if record.name != "asyncio":
        return message
    return _ARGUMENTS.sub("()", message.partition("\n")[0])


def drop(stream: TextIO) -> None:
    """Let a stream that nobody reads any more lead nowhere, or every further line fails."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record, ours or a library's."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told = {"at": at, "level": record.levelname.lower(), "event": event(record)}
        told |= getattr(record, "fields", {})
        if record.exc_info:
            told["trace"] = trace(record.exc_info[1])
        return json.dumps(told, ensure_ascii=False)


class Words(logging.Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record, ours or a library's."""
        fields = getattr(record, "fields", {})
        told = " ".join([event(record), *(f"{key}={value}" for key, value in fields.items())])
        where = f"\n{trace(record.exc_info[1])}" if record.exc_info else ""
        return f"{datetime.fromtimestamp(record.created).strftime('%H:%M:%S')} {told}{where}"


class _Lines(logging.StreamHandler[TextIO]):
    """Tells whoever listens; the server goes on where nobody does."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (logging calls it so)
        """Python would complain, to the same stream, each time."""
        if isinstance(sys.exc_info()[1], OSError):
            drop(self.stream)
        else:
            super().handleError(record)


def set_up(level: int, *, lines: bool) -> None:
    """Send what is logged, by us and by libraries, to the standard error."""
    handler = _Lines()
    handler.setFormatter(JsonLines() if lines else Words())
    for name in (LOGGER.name, *LIBRARIES):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        # Uvicorn tells every path, and so the ids of private tables; only complaints are wanted.
        logger.setLevel(max(level, logging.WARNING) if name in LIBRARIES else level)
        logger.propagate = False
