"""Subscriptions: what happens at a table, for one person, as it happens."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from tenback.core.choices import Choices
from tenback.host.errors import HostError
from tenback.table import visibility
from tenback.table.visibility import Changes, Shown, Snapshot

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tenback.table.table import Table
    from tenback.table.visibility import Audience, Overview


class News(Struct, frozen=True):
    """What has happened since the last message, in order, and what is different since.

    `choices`: what this person can do now, if that is different. `done`: the id of a command that
    they have sent over this connection, if that is what happened. `changes`: the parts of the table
    that are different now. `table`: all of it, where nearly everything is different.
    """

    events: tuple[Shown, ...]
    choices: Choices | UnsetType | None = UNSET
    done: str | None = None
    changes: Changes | None = None
    table: Snapshot | None = None


Message: TypeAlias = object
"""A `Snapshot`, `News`, or what the owner of a subscription has posted."""


class Broadcast:
    """A table that has just changed, for all subscribers; people who may see the same get the same.

    What is the same for several people is made once.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._choices: dict[int | None, Choices | None] = {}
        self._audiences: dict[int, Audience] = {}
        self._overviews: dict[frozenset[str] | None, Overview] = {}
        self._cut: dict[int, bool] = {}
        self._events: dict[Hashable, tuple[Shown, ...]] = {}
        # With what each was compared, so that no other overview gets its id.
        self._changes: dict[Hashable, tuple[Overview, Changes | None]] = {}

    def overview(self, person: str) -> Overview:
        """How the table stands now, to be compared with how it will stand next time."""
        muted = visibility.muted_by(self.table, person) if self.table.muted else None
        found = self._overviews.get(muted)
        if found is None:
            found = self._overviews[muted] = visibility.overview(self.table, person)
        return found

    def events(self, after: int, person: str, seat: int | None) -> tuple[Shown, ...]:
        """What has happened since a version, as this person may see it."""
        audience = self._audiences.get(after)
        if audience is None:
            audience = self._audiences[after] = visibility.audience(self.table, after)
        key = after, audience.key(person, seat)
        found = self._events.get(key)
        if found is None:
            versions = range(after + 1, self.table.version + 1)
            shown = [visibility.shown(self.table, version, person) for version in versions]
            found = self._events[key] = tuple(shown)
        return found

    def is_cut(self, after: int) -> bool:
        """Whether the events since a version no longer tell all that happened in the game."""
        if after not in self._cut:
            self._cut[after] = visibility.is_cut(self.table, after)
        return self._cut[after]

    def changes(self, before: Overview, now: Overview) -> Changes | None:
        """What is different since the table stood so."""
        key = id(before), id(now)
        if key not in self._changes:
            self._changes[key] = before, visibility.changes(self.table, before, now)
        return self._changes[key][1]

    def choices(self, seat: int | None) -> Choices | None:
        """What a seat can do; on turn they show its hand, so no other seat gets them."""
        if seat not in self._choices:
            game = self.table.game
            self._choices[seat] = None if game is None else game.options_of(seat)
        return self._choices[seat]


class Subscription:
    """An iterator over messages, for one reader: first the whole table, then what happens.

    The whole table comes again when a person's place changes, and to strangers, who see no events,
    whenever something happens. A reader that is too slow is cut off with `host-too-slow`, comes
    back and sees the whole table.

    `awaiting` holds the ids of commands that are sent over the same connection: news of what came
    of one of them say so, and its id goes. One that is still there when its receipt comes has no
    news of its own; its sender posts an answer.
    """

    def __init__(self, person: str, backlog: int) -> None:
        self.person = person
        self.version = 0
        self.awaiting: set[str] = set()
        self._backlog = backlog
        self._place: object = None
        self._known: Overview | None = None
        self._choices: Choices | None = None
        self._waiting: list[Message] = []  # short, and most of the time empty
        self._arrived: asyncio.Future[None] | None = None
        self._open = True
        self._too_slow = False

    def notify(self, broadcast: Broadcast, command_id: str | None = None) -> None:
        """Pass on what is new; it came of this person's command with this id."""
        version = broadcast.table.version
        if self._open and self.version < version:
            self._put(self._message(broadcast, command_id))
            self.version = version

    def post(self, reply: Message) -> None:
        """Put a message of the owner's among the others, behind those that have come."""
        if self._open:
            self._put(reply)

    def _message(self, broadcast: Broadcast, command_id: str | None) -> Snapshot | News:
        table, person = broadcast.table, self.person
        seat = table.seat_of(person)
        here = seat is not None or table.watches(person)
        before = self._known if self._place == (here, seat) else None
        now = self._known = broadcast.overview(person) if here else None
        self._place = here, seat
        choices = self._if_different(broadcast.choices(seat) if here else None)
        if before is None or now is None:
            return visibility.snapshot(table, person)
        # What is no longer shown cannot be followed, so it comes with the whole table.
        alike = before.scene == now.scene and not broadcast.is_cut(self.version)
        return News(
            broadcast.events(self.version, person, seat),
            choices if alike else UNSET,
            self._done(command_id),
            broadcast.changes(before, now) if alike else None,
            None if alike else visibility.snapshot(table, person),
        )

    def _if_different(self, choices: Choices | None) -> Choices | UnsetType | None:
        known, self._choices = self._choices, choices
        return UNSET if choices == known else choices

    def _done(self, command_id: str | None) -> str | None:
        if command_id is None or command_id not in self.awaiting:
            return None
        self.awaiting.discard(command_id)
        return command_id

    def _put(self, message: Message) -> None:
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

    def _wake(self) -> None:
        if self._arrived is not None and not self._arrived.done():
            self._arrived.set_result(None)

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> Message:
        while not self._waiting:
            if not self._open:
                raise HostError("host-too-slow") if self._too_slow else StopAsyncIteration
            self._arrived = asyncio.get_running_loop().create_future()
            await self._arrived
        return self._waiting.pop(0)
