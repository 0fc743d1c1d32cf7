"""Eager sending: a coroutine runs until its first suspension, without a task of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Coroutine, Generator
from typing import Any, TypeAlias

Work: TypeAlias = Coroutine[Any, Any, None]


def begin(work: Work) -> Awaitable[None] | None:
    """Run a coroutine until its first suspension; awaiting what comes back runs the rest.

    None comes back when all is done, which takes neither a task nor another round of the event
    loop. A failure is raised by the rest. `work` must not ask for the current task: it begins in
    another one than it ends.
    """
    try:
        return _Rest(work, work.send(None))
    except StopIteration:
        return None
    except Exception as error:  # noqa: BLE001 (it is raised where it is awaited)
        return _Failure(error)


class _Rest:
    """The rest of a coroutine, behind its first suspension."""

    def __init__(self, work: Work, awaited: object) -> None:
        self._work = work
        self._awaited = awaited

    def __await__(self) -> Generator[Any, Any, None]:
        yield self._awaited
        yield from self._work.__await__()


class _Failure:
    """A failure before the first suspension. A future would log it if it were never awaited."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __await__(self) -> Generator[Any, Any, None]:
        raise self._error
        yield  # so that it is a generator
