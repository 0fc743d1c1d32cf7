"""Listeners: what happens at a table, for one person, as it happens."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from tenback.core.options import Options as Choices
from tenback.host.errors import HostError
from tenback.table import sight
from tenback.table.sight import Shown, Snapshot

if TYPE_CHECKING:
    from tenback.table.table import Table


@dataclass(frozen=True, slots=True)
class News:
    """What has happened since the last message, in order.

    `choices`: what this person can do now, if it is their turn.
    """

    events: tuple[Shown, ...]
    choices: Choices | None = None


Message: TypeAlias = Snapshot | News


def choices(table: Table, person: str) -> Choices | None:
    """What a person on turn can do; None for everybody else."""
    game, seat = table.game, table.seat_of(person)
    if game is None or seat is None or game.turn != seat:
        return None
    return game.view(seat).options()


class Listener:
    """An iterator over messages: first the whole table, then what happens.

    The whole table comes again when a person's place changes, and to strangers, who see no events,
    whenever something happens. Whoever reads too slowly is cut off with `host-too-slow`, comes back
    and sees the whole table.
    """

    def __init__(self, person: str, backlog: int) -> None:
        self.person = person
        self.version = 0
        self._backlog = backlog
        self._place: object = None
        self._waiting: deque[Message] = deque()
        self._arrived = asyncio.Event()
        self._open = True
        self._too_slow = False

    def tell(self, table: Table) -> None:
        """Pass on what is new."""
        if not self._open or self.version >= table.version:
            return
        self._put(self._message(table))
        self.version = table.version

    def _message(self, table: Table) -> Message:
        person, here = self.person, table.is_here(self.person)
        place = (here, table.seat_of(person))
        if not here or place != self._place:
            self._place = place
            return sight.standing(table, person)
        versions = range(self.version + 1, table.version + 1)
        shown = tuple(sight.shown(table, version, person) for version in versions)
        return News(shown, choices(table, person))

    def _put(self, message: Message) -> None:
        if len(self._waiting) >= self._backlog:
            self._waiting.clear()
            self._too_slow = True
            self.close()
            return
        self._waiting.append(message)
        self._arrived.set()

    def close(self) -> None:
        """Nothing comes any more; what has come can still be read."""
        self._open = False
        self._arrived.set()

    def __aiter__(self) -> Listener:
        return self

    async def __anext__(self) -> Message:
        while not self._waiting:
            if not self._open:
                raise HostError("host-too-slow") if self._too_slow else StopAsyncIteration
            self._arrived.clear()
            await self._arrived.wait()
        return self._waiting.popleft()
