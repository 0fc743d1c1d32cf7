"""The watcher of this process: it tells people how long a call still waits for kernels.

A module of its own, for setting it must not load the libraries.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.sim.builder.jobs import Job


class Watcher(Protocol):
    """Tells people how far a job is."""

    def watch(self, job: Job, left: float) -> None:
        """The job goes on, `left` seconds more; called again and again."""

    def end(self) -> None:
        """Nothing waits any more."""


class _Process:
    watcher: Watcher | None = None


def watcher() -> Watcher | None:
    """Who tells people, if there is one."""
    return _Process.watcher


@contextmanager
def watched_by(new: Watcher) -> Iterator[None]:
    """Have a watcher called whenever something waits inside this block."""
    before, _Process.watcher = _Process.watcher, new
    try:
        yield
    finally:
        _Process.watcher = before
