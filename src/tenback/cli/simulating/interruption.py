"""Ctrl-C as a wish to see what there is so far."""

from __future__ import annotations

import signal
import threading
import time
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

Part = TypeVar("Part")

STATUS = 130
"""What a command exits with when Ctrl-C has ended it."""

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
        # Only the main thread may listen, and who was started deaf to Ctrl-C stays so.
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
    """Take the parts as they come, until there are no more or somebody presses Ctrl-C."""
    try:
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
    finally:
        _close(parts)


def _close(parts: Iterator[Any] | Generator[Any, None, None]) -> None:
    """Call off what is under way."""
    if hasattr(parts, "close"):
        parts.close()
