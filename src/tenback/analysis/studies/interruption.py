"""Ctrl-C as the wish to see the results so far."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Part = TypeVar("Part")

_SOON = 0.5
"""Some programs hand Ctrl-C on to one that has heard it already: so soon it is not a second one."""


class Interruption:
    """While a `with` lasts, Ctrl-C sets `asked`; before `arm()`, and the second time, it leaves.

    `insisted` says that it has left.
    """

    def __init__(self) -> None:
        self.asked = False
        self.insisted = False
        self._armed = False
        self._since = 0.0
        self._before: Any = None

    def __enter__(self) -> Interruption:
        # Only the main thread may handle signals; a process that ignores Ctrl-C goes on doing so.
        main = threading.current_thread() is threading.main_thread()
        if main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self._before = signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def arm(self) -> None:
        """From now on there is something to show."""
        self._armed = True

    def _heard(self, *_: object) -> None:
        again = self.asked and time.monotonic() - self._since > _SOON
        if again or not self._armed:
            self.asked = self.insisted = True
            raise KeyboardInterrupt
        if not self.asked:
            self.asked, self._since = True, time.monotonic()


def until_interrupted(
    parts: Iterator[Part], take: Callable[[Part], None], interruption: Interruption
) -> None:
    """Take the parts as they come, until there are no more or Ctrl-C is pressed."""
    try:
        with closed(parts):
            for part in parts:
                if interruption.insisted:
                    # Somewhere in a library the exception was swallowed.
                    raise KeyboardInterrupt
                interruption.arm()
                take(part)
                if interruption.asked:
                    break
    except BaseException:
        # Workers that are processes hear Ctrl-C too, and fail in their own ways.
        if interruption.insisted or not interruption.asked:
            raise


@contextmanager
def closed(parts: Iterator[Part]) -> Iterator[Iterator[Part]]:
    """The parts; at the end of the `with`, work on further ones is called off."""
    try:
        yield parts
    finally:
        if isinstance(parts, Generator):
            parts.close()
