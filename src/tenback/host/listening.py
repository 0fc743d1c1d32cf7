"""Listeners: what happens at a table, for one person, as it happens."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from tenback.core.options import Options as Choices
from tenback.host.errors import HostError
from tenback.table import sight
from tenback.table.sight import Shown, Snapshot

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from tenback.table.sight import Apart
    from tenback.table.table import Table


class News(Struct, frozen=True):
    """What has happened since the last message, in order.

    `choices`: what this person can do now, if it is their turn. `done`: the id of a command that
    they have sent over this connection, if that is what happened.
    """

    events: tuple[Shown, ...]
    choices: Choices | None = None
    done: str | None = None


Message: TypeAlias = object
"""A `Snapshot`, `News`, or whatever the owner of a listener has posted."""


class Telling:
    """A table that has just changed, for all who listen; who may see the same gets the same."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.turn = None if table.game is None else table.game.turn
        self._choices: Choices | None = None
        self._apart: dict[int, Apart] = {}
        self._news: dict[Hashable, News] = {}

    def news(self, after: int, person: str, seat: int | None) -> News:
        """What has happened since a version, as somebody at the table may see it."""
        apart = self._apart.get(after)
        if apart is None:
            apart = self._apart[after] = sight.apart(self.table, after)
        key = after, apart.key(person, seat)
        news = self._news.get(key)
        if news is None:
            versions = range(after + 1, self.table.version + 1)
            shown = [sight.shown(self.table, version, person) for version in versions]
            news = self._news[key] = News(tuple(shown))
        return news

    @property
    def choices(self) -> Choices | None:
        """What whoever is on turn can do."""
        if self._choices is None and self.table.game is not None:
            self._choices = self.table.game.options()
        return self._choices


Outlet: TypeAlias = "Callable[[Message], Message | None]"
"""Deals with a message at once; what is left to be done about it, or None."""


class Listener:
    """An iterator over messages, for one reader: first the whole table, then what happens.

    The whole table comes again when a person's place changes, and to strangers, who see no events,
    whenever something happens. Whoever reads too slowly is cut off with `host-too-slow`, comes back
    and sees the whole table.

    `awaiting` holds the ids of commands that are sent over the same connection: news of what came
    of one of them say so, and its id goes. One that is still there when its receipt comes has no
    news of its own; whoever sent it posts an answer.

    With an `outlet` a message goes there as soon as it comes, if the reader has dealt with all
    others, and nobody has to be woken; the reader gets what the outlet has left.
    """

    def __init__(self, person: str, backlog: int, outlet: Outlet | None = None) -> None:
        self.person = person
        self.version = 0
        self.awaiting: set[str] = set()
        self._outlet = outlet
        self._backlog = backlog
        self._place: object = None
        self._waiting: list[Message] = []  # short, and most of the time empty
        self._arrived: asyncio.Future[None] | None = None
        self._open = True
        self._too_slow = False

    def tell(self, telling: Telling, command_id: str | None = None) -> None:
        """Pass on what is new; it came of this person's command with this id."""
        version = telling.table.version
        if self._open and self.version < version:
            self._put(self._message(telling, command_id))
            self.version = version

    def post(self, reply: Message) -> None:
        """Put something of one's own among the messages, behind those that have come."""
        if self._open:
            self._put(reply)

    def _message(self, telling: Telling, command_id: str | None) -> Snapshot | News:
        table, person = telling.table, self.person
        seat = table.seat_of(person)
        here = seat is not None or table.watches(person)
        if not here or self._place != (here, seat):
            self._place = here, seat
            return sight.standing(table, person)
        news, done = telling.news(self.version, person, seat), self._done(command_id)
        on_turn = seat is not None and seat == telling.turn
        if not on_turn and done is None:
            return news
        return News(news.events, telling.choices if on_turn else None, done)

    def _done(self, command_id: str | None) -> str | None:
        if command_id is None or command_id not in self.awaiting:
            return None
        self.awaiting.discard(command_id)
        return command_id

    def _put(self, message: Message) -> None:
        if self._outlet is not None and self._is_awaited:
            message = self._outlet(message)
            if message is None:
                return
        if len(self._waiting) >= self._backlog:
            self._waiting.clear()
            self._too_slow = True
            self.close()
            return
        self._waiting.append(message)
        self._wake()

    def close(self) -> None:
        """Nothing comes any more; what has come can still be read."""
        self._open = False
        self._wake()

    @property
    def _is_awaited(self) -> bool:
        return self._arrived is not None and not self._arrived.done()

    def _wake(self) -> None:
        if self._arrived is not None and not self._arrived.done():
            self._arrived.set_result(None)

    def __aiter__(self) -> Listener:
        return self

    async def __anext__(self) -> Message:
        while not self._waiting:
            if not self._open:
                raise HostError("host-too-slow") if self._too_slow else StopAsyncIteration
            self._arrived = asyncio.get_running_loop().create_future()
            await self._arrived
        return self._waiting.pop(0)
