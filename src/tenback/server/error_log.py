"""Unexpected errors, for the operator: each is counted, and logged with a redacted traceback.

What tasks expect to meet (`EXPECTED`) is no error. A place that fails again and again is logged a
few times a minute; what is held back then is counted in one line at the end of that minute.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tenback.bots import registry
from tenback.core.bot_spec import InvalidBot
from tenback.core.errors import TenbackError
from tenback.host.errors import HostError
from tenback.server.logs import close_windows, location, log
from tenback.store import StoreError
from tenback.table.errors import IllegalCommand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tenback.bots.stand_in import LostSeat
    from tenback.server.metrics import Metrics

BURST = 5
"""How many errors of one place are logged in full within a window."""

WINDOW = 60.0
"""Seconds after which a place may log in full again."""


EXPECTED = (asyncio.CancelledError, IllegalCommand, HostError, StoreError)
"""What tasks without a caller meet: a command that came too late, a stop, a failure that the store
has reported. A log or a bot that cannot be read is not among them.
"""


@dataclass(slots=True)
class _Window:
    """What one place has logged since a moment, and what it has only counted."""

    since: float
    logged: int = 0
    suppressed: int = 0


def _bot_name(name: str) -> str:
    """A bot as logs and metrics name it: what a forged table log calls one is not repeated."""
    try:
        registry.check(name)
    except InvalidBot:
        return "unknown"
    return name


def _code(error: BaseException) -> str | None:
    """The constant that names an error: the system's, a database's (SQLITE_FULL), or our own."""
    if isinstance(error, TenbackError):
        return error.code
    if isinstance(error, OSError):
        return errno.errorcode.get(error.errno or 0)
    code: str | None = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    return code


class ErrorLog:
    """Logs and counts unexpected errors. Any thread may report one."""

    def __init__(self, metrics: Metrics, clock: Callable[[], float]) -> None:
        self._metrics = metrics
        self._clock = clock
        self._lock = threading.Lock()
        self._windows: dict[tuple[str, ...], _Window] = {}

    def report(self, where: str, error: BaseException, **fields: str | None) -> None:
        """An error that was raised in a part of the server, such as `http`, `timer` or `store`."""
        if isinstance(error, EXPECTED):
            return
        kind = type(error).__name__
        self._metrics.errors.labels(where, kind).inc()
        if self._admits(where, kind, location(error)):
            found = {"where": where, "kind": kind, "code": _code(error), **fields}
            log("unexpected-error", logging.ERROR, error, **found)

    def report_bot(self, place: str, lost: LostSeat) -> None:
        """A bot that lost its seat: it raised, wanted an illegal move, or took too long.

        `place` is a table's digest, or another place where bots play. Neither the move nor the
        sentence of the error is logged.
        """
        bot = _bot_name(lost.bot)
        self._metrics.bot_failures.labels(bot, lost.why).inc()
        if self._admits(f"bot {bot}", lost.why, location(lost.error) if lost.error else ""):
            log(
                "bot-failed",
                logging.ERROR,
                lost.error,
                bot=bot,
                why=lost.why,
                kind=type(lost.error).__name__ if lost.error else None,
                stand_in=lost.stand_in,
                table=place,
            )

    # Floods

    def _admits(self, *place: str) -> bool:
        """Whether an error of this place is logged in full; if not, it is counted."""
        now = self._clock()
        with self._lock:
            window = self._windows.setdefault(place, _Window(now))
            if window.logged < BURST:
                window.logged += 1
                return True
            window.suppressed += 1
            return False

    async def run(self) -> None:
        """Close the windows that are over, of errors and of all lines, for ever."""
        while True:
            await asyncio.sleep(WINDOW)
            self.close_windows()
            close_windows()

    def close_windows(self) -> None:
        """Log how often each place has failed without being logged, and let it log again."""
        over = self._clock() - WINDOW
        with self._lock:
            closed = {key: one for key, one in self._windows.items() if one.since <= over}
            for place in closed:
                del self._windows[place]
        for (where, kind, at), window in closed.items():
            if window.suppressed:
                count = window.suppressed
                log("errors-suppressed", logging.ERROR, where=where, kind=kind, at=at, count=count)

    # Errors that reach no caller

    @contextmanager
    def watching(self, loop: asyncio.AbstractEventLoop) -> Iterator[None]:
        """Report what callbacks of the loop, and tasks that are not awaited, raise."""
        before = loop.get_exception_handler()
        loop.set_exception_handler(self._from_loop)
        try:
            yield
        finally:
            loop.set_exception_handler(before)

    def _from_loop(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is None:
            loop.default_exception_handler(context)
        else:
            self.report("event-loop", error)

    @contextmanager
    def watching_process(self) -> Iterator[None]:
        """Report what threads raise, and what Python can raise nowhere; it would print messages."""
        before = threading.excepthook, sys.unraisablehook
        threading.excepthook = lambda args: self._report_value("thread", args.exc_value)
        sys.unraisablehook = lambda args: self._report_value("finalizer", args.exc_value)
        try:
            yield
        finally:
            threading.excepthook, sys.unraisablehook = before

    def _report_value(self, where: str, error: BaseException | None) -> None:
        if error is not None and not isinstance(error, SystemExit):
            self.report(where, error)
