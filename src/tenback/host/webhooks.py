"""Webhooks for slow play: a person is notified of their turn, and of the end of a game.

Notifications wait in a queue in the store, so that none is lost when the server stops. Each attempt
is stored before it is made: a crash may repeat a call, but there are never more than the attempts.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NoReturn, Protocol

from tenback.host import documents
from tenback.host.signatures import SIZE, Clock, RandomBytes, signature
from tenback.host.webhook_lanes import BACK_OFF, Lane, Lanes
from tenback.host.webhook_lookups import LookupBusy, Lookups, RecentNames
from tenback.host.webhook_urls import (
    BadWebhookUrl,
    Resolver,
    Target,
    parse,
    resolve,
    system_resolver,
)
from tenback.store import Batch, DocumentTaken, StoreUnavailable

if TYPE_CHECKING:
    from tenback.store import Key, Store

HOOK, QUEUE, ATTEMPT = "hook", "hook-queue", "hook-attempt"

CALL_TIMEOUT = 10.0
"""Seconds after which a call fails."""

NEW_LOOKUPS = 4
"""How many names of new webhooks are looked up at the same time."""

POLL_INTERVAL = 5.0
"""Seconds between two reads of the queue."""

LIFETIME = max(24 * 3600.0, sum(BACK_OFF))
"""Seconds after an event in which people are notified of it."""

PAGE = 200
"""How many documents are read at once."""

ATTEMPT_LIFETIME = 3600.0
"""Seconds for which the mark of an attempt is stored."""

GONE = 410
"""The status with which a target ends its webhook."""


class NotificationType(StrEnum):
    """What a notification is about."""

    YOUR_TURN = "your-turn"
    GAME_OVER = "game-over"


@dataclass(frozen=True, slots=True)
class Webhook:
    """The URL that a person has left, and the secret that signs the calls."""

    url: str
    secret: str


@dataclass(frozen=True, slots=True)
class Notification:
    """One notification of a person; `version` is that of the table's event it is about."""

    person: str
    why: str
    table: str
    version: int
    at: float
    attempts: int = 0
    due: float = 0.0

    @property
    def key(self) -> Key:
        """Its key in the queue: an event has one notification for each person."""
        return QUEUE, f"{self.person}/{self.table}/{self.version}"

    @property
    def subject(self) -> tuple[str, str, str]:
        """What it is about: the newest one says all that older ones did."""
        return self.person, self.table, self.why

    @property
    def body(self) -> bytes:
        """The body of the call: nothing that is hidden at the table."""
        data = {"type": self.why, "table": self.table, "version": self.version, "at": self.at}
        return json.dumps(data).encode()


@dataclass(frozen=True, slots=True)
class Request:
    """A POST to the address of the target and no other, without redirects."""

    target: Target
    headers: Mapping[str, str]
    body: bytes


class Sender(Protocol):
    """An HTTP client."""

    async def __call__(self, request: Request, /) -> int:
        """Send it, and return the status of the answer; a failure raises `OSError`."""


def queue_entry(note: Notification) -> tuple[Key, bytes]:
    """A notification as a document, for the batch of the event that it is about."""
    return note.key, documents.dump(note)


def signed_headers(body: bytes, secret: str, now: float) -> dict[str, str]:
    """The headers of a call: the time, and HMAC-SHA256 of `time.body` with the hook's secret."""
    when = str(int(now))
    return {
        "Content-Type": "application/json",
        "Tenback-Time": when,
        "Tenback-Signature": signature(secret.encode(), when.encode() + b"." + body),
    }


class Webhooks:
    """The webhooks of all people, and the queue of notifications."""

    def __init__(
        self,
        store: Store,
        sender: Sender,
        *,
        resolver: Resolver = system_resolver,
        clock: Clock = time.time,
        random_bytes: RandomBytes = secrets.token_bytes,
        on_error: Callable[[str, BaseException], None] = lambda _where, _error: None,
    ) -> None:
        self.store = store
        self.sender = sender
        self.on_error = on_error
        self.resolver = resolver
        self.clock = clock
        self.random_bytes = random_bytes
        self._calling: dict[str, asyncio.Task[None]] = {}
        self._lanes = Lanes()
        self._new_lookups = Lookups(NEW_LOOKUPS)
        self._names = RecentNames(clock)

    # The webhook of a person

    async def put(self, person: str, url: str) -> Webhook:
        """Set a person's webhook, with a new secret."""
        await resolve(parse(url), self._new_lookups.by(person, self.resolver))
        hook = Webhook(url, self.random_bytes(SIZE).hex())
        await self.store.commit(Batch(documents={(HOOK, person): documents.dump(hook)}))
        return hook

    async def get(self, person: str) -> Webhook | None:
        """A person's webhook, or None."""
        body = await self.store.get(HOOK, person)
        return documents.load(Webhook, body) if body is not None else None

    async def drop(self, person: str) -> None:
        """Delete a person's webhook."""
        await self.store.commit(Batch(documents={(HOOK, person): None}))

    # Delivery

    async def run(self, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> NoReturn:
        """Deliver what is due, until this task is cancelled; a slow call delays no round."""
        try:
            while True:
                with suppress(StoreUnavailable):  # it is still due in the next round
                    await self.start_due()
                    await self.delete_expired()
                await sleep(POLL_INTERVAL)
        finally:
            await self._stop()

    async def deliver(self) -> None:
        """Make every call that is due, and wait for them."""
        await self.start_due()
        await asyncio.gather(*self._calling.values())

    async def start_due(self) -> None:
        """Begin to call every person who has a notification due, and is not being called yet."""
        due: dict[str, list[Notification]] = {}
        for note in await self._waiting():
            if self._is_due(note):
                due.setdefault(note.person, []).append(note)
        for person, notes in due.items():
            if person not in self._calling:
                self._start(person, sorted(notes, key=lambda note: note.attempts))

    async def _waiting(self) -> Collection[Notification]:
        """The newest notification of each subject; the others, and old ones, are deleted."""
        newest: dict[tuple[str, str, str], Notification] = {}
        async for page in self._pages(QUEUE):
            dropped: list[Key] = []
            for note in filter(None, map(self._read, page.values())):
                if self._is_old(note):
                    dropped.append(note.key)
                    continue
                known = newest.get(note.subject, note)
                newest[note.subject] = max(known, note, key=lambda one: one.version)
                if known is not note:
                    dropped.append(min(known, note, key=lambda one: one.version).key)
            await self._delete(dropped)
        return newest.values()

    async def _pages(self, kind: str) -> AsyncIterator[dict[str, bytes]]:
        """The documents of a kind, few at a time: other work goes on between two pages."""
        page = await self.store.scan(kind, limit=PAGE)
        while page:
            yield page
            page = await self.store.scan(kind, after=[*page][-1], limit=PAGE)

    async def _delete(self, keys: Collection[Key]) -> None:
        if keys:
            await self.store.commit(Batch(documents=dict.fromkeys(keys)))

    def _read(self, body: bytes) -> Notification | None:
        try:
            return documents.load(Notification, body)
        except Exception as error:  # noqa: BLE001 (it is reported; the other calls are made)
            self.on_error("webhook", error)
            return None

    def _is_due(self, note: Notification) -> bool:
        # A time further away than any back-off is from a clock that was ahead.
        return not self.clock() < note.due <= self.clock() + max(BACK_OFF)

    def _is_old(self, note: Notification) -> bool:
        return note.at < self.clock() - LIFETIME

    def _start(self, person: str, notes: list[Notification]) -> None:
        task = asyncio.create_task(self._deliver_to(person, notes))
        self._calling[person] = task
        task.add_done_callback(lambda done: self._ended(person, done))

    def _ended(self, person: str, task: asyncio.Task[None]) -> None:
        self._calling.pop(person, None)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, StoreUnavailable):
            self.on_error("webhook", error)

    async def _stop(self) -> None:
        tasks = tuple(self._calling.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _deliver_to(self, person: str, notes: list[Notification]) -> None:
        """Make the calls of one person, one after the other, until one fails."""
        for note in notes:
            if self._lanes.rests(person, self.clock()):
                return
            hook = await self.get(person)
            if hook is None:
                await self._settle(note)
                continue
            try:
                await self._deliver_one(note, hook)
            except LookupBusy:  # it is still due in the next round
                return

    async def _deliver_one(self, note: Notification, hook: Webhook) -> None:
        lane = self._lanes.of(note.person)
        target = await self._target(note.person, hook, lane)
        if target is None:
            await self._attempt(note.key[1], hook, None)
            return
        async with lane.slot(target.address):
            if await self.get(note.person) == hook:  # that took a while
                await self._attempt(note.key[1], hook, target)

    async def _target(self, person: str, hook: Webhook, lane: Lane) -> Target | None:
        """Where a webhook leads now; None if it leads nowhere."""
        resolver = self._names.before(lane.lookups.by(person, self.resolver))
        try:
            return await resolve(parse(hook.url), resolver)
        except LookupBusy:
            raise
        except BadWebhookUrl:
            return None
        except Exception as error:  # noqa: BLE001 (it is reported, and the attempt has failed)
            self.on_error("webhook", error)
            return None

    async def delete_expired(self) -> None:
        """Delete marks of attempts that no process can be about to make again."""
        then = self.clock() - ATTEMPT_LIFETIME
        async for page in self._pages(ATTEMPT):
            await self._delete([(ATTEMPT, key) for key, made in page.items() if float(made) < then])

    async def _attempt(self, key: str, hook: Webhook, target: Target | None) -> None:
        note = await self._claim(key)
        if note is None:
            return
        settled = target is not None and await self._call(note, hook, target)
        self._lanes.called(note.person, self.clock(), well=settled)
        if settled or note.attempts >= len(BACK_OFF):
            await self._settle(note)

    async def _settle(self, note: Notification) -> None:
        await self._delete([note.key])

    async def _claim(self, key: str) -> Notification | None:
        """The notification, with this attempt counted; None if another process has claimed it."""
        body = await self.store.get(QUEUE, key)
        note = documents.load(Notification, body) if body is not None else None
        if note is None or not self._is_due(note):
            return None
        due = self.clock() + BACK_OFF[min(note.attempts, len(BACK_OFF) - 1)]
        counted = replace(note, attempts=note.attempts + 1, due=due)
        try:
            mine = {(ATTEMPT, f"{key}/{counted.attempts}"): str(self.clock()).encode()}
            later = {note.key: documents.dump(counted)}
            await self.store.commit(Batch(documents=later, new=mine))
        except DocumentTaken:
            return None
        return counted

    async def _call(self, note: Notification, hook: Webhook, target: Target) -> bool:
        """Make the call; whether the notification is settled, by a status of 2xx or 410."""
        try:
            async with asyncio.timeout(CALL_TIMEOUT):
                headers = signed_headers(note.body, hook.secret, self.clock())
                status = await self.sender(Request(target, headers, note.body))
        except OSError:
            return False
        except Exception as error:  # noqa: BLE001 (it is reported, and the attempt has failed)
            self.on_error("webhook", error)
            return False
        if status == GONE:
            await self.drop(note.person)
        return status == GONE or 200 <= status < 300
