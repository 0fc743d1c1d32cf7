"""Coroutines that are run at once, as far as they get without having to wait."""

from __future__ import annotations

from collections.abc import Awaitable, Coroutine, Generator
from typing import Any, TypeAlias

Work: TypeAlias = Coroutine[Any, Any, None]


def begin(work: Work) -> Awaitable[None] | None:
    """Run something until it has to wait; whoever awaits what comes back does the rest.

    None comes back when all is done, which takes neither a task nor another round of the event
    loop. How it has failed is told by the rest, too. `work` must not ask for the current task: its
    beginning runs in another one than its rest.
    """
    try:
        return _Rest(work, work.send(None))
    except StopIteration:
        return None
    except Exception as error:  # noqa: BLE001 (it is raised where somebody can hear it)
        return _Failure(error)


class _Rest:
    """What is left of a coroutine, once what it waits for is there."""

    def __init__(self, work: Work, awaited: object) -> None:
        self._work = work
        self._awaited = awaited

    def __await__(self) -> Generator[Any, Any, None]:
        yield self._awaited
        yield from self._work.__await__()


class _Failure:
    """What went wrong at once. A future would complain when nobody is left to hear it."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __await__(self) -> Generator[Any, Any, None]:
        raise self._error
        yield  # so that it is a generator
