"""Web hooks for slow play: somebody is told that it is their turn, or that a game is over.

What is to be told waits in the store, so that nothing is lost when the server stops. A call may
come twice, never too often: each attempt is written down before it is made.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NoReturn, Protocol

from tenback.host import documents
from tenback.host.signing import SIZE, Clock, Draw, signature
from tenback.host.targets import BadTarget, Resolver, Target, read, resolved, system_resolver
from tenback.store import Batch, DocumentTaken, StoreUnavailable

if TYPE_CHECKING:
    from tenback.store import Key, Store

HOOK, QUEUE, ATTEMPT = "hook", "hook-queue", "hook-attempt"

BACK_OFF = (15.0, 60.0, 300.0, 1800.0, 7200.0, 21600.0)
"""How many seconds after each attempt the next one follows; after the last there is none."""

PATIENCE = 10.0
"""How many seconds a target has to answer."""

AT_ONCE = 8
"""How many targets are called at the same time."""

PAUSE = 5.0
"""How many seconds pass between two looks at the queue."""

REMEMBERED = 3600.0
"""For how many seconds it is remembered that an attempt was made."""

GONE = 410
"""The answer of a target that wants no more calls."""


class Why(StrEnum):
    """What somebody is told."""

    YOUR_TURN = "your-turn"
    GAME_OVER = "game-over"


@dataclass(frozen=True, slots=True)
class Hook:
    """Where somebody wants to be told, and the secret that proves that it was us."""

    url: str
    secret: str


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to tell a person; `version` is that of the table's event it is about."""

    person: str
    why: str
    table: str
    version: int
    at: float
    attempts: int = 0
    due: float = 0.0

    @property
    def key(self) -> Key:
        """Where it waits: the same event is told once."""
        return QUEUE, f"{self.person}/{self.table}/{self.version}"

    @property
    def body(self) -> bytes:
        """What the target gets: nothing that anybody at the table does not know."""
        told = {"type": self.why, "table": self.table, "version": self.version, "at": self.at}
        return json.dumps(told).encode()


@dataclass(frozen=True, slots=True)
class Request:
    """A POST to be sent: to the address of the target and no other, following no redirect."""

    target: Target
    headers: Mapping[str, str]
    body: bytes


class Sender(Protocol):
    """Whoever speaks HTTP."""

    async def __call__(self, request: Request, /) -> int:
        """Send it, and return the status of the answer; whatever fails raises `OSError`."""


def queued(note: Note) -> tuple[Key, bytes]:
    """A note as a document; it goes into the batch of the event that it is about."""
    return note.key, documents.packed(note)


def signed(body: bytes, secret: str, now: float) -> dict[str, str]:
    """The headers of a call: when, and HMAC-SHA256 of `when.body` with the hook's secret."""
    when = str(int(now))
    return {
        "Content-Type": "application/json",
        "Tenback-Time": when,
        "Tenback-Signature": signature(secret.encode(), when.encode() + b"." + body),
    }


class Hooks:
    """Everybody's web hooks, and what waits to be told."""

    def __init__(
        self,
        store: Store,
        sender: Sender,
        *,
        resolver: Resolver = system_resolver,
        clock: Clock = time.time,
        draw: Draw = secrets.token_bytes,
    ) -> None:
        self.store = store
        self.sender = sender
        self.resolver = resolver
        self.clock = clock
        self.draw = draw

    # Who wants to be told

    async def put(self, person: str, url: str) -> Hook:
        """Be told there from now on, with a new secret."""
        await resolved(read(url), self.resolver)
        hook = Hook(url, self.draw(SIZE).hex())
        await self.store.commit(Batch(documents={(HOOK, person): documents.packed(hook)}))
        return hook

    async def get(self, person: str) -> Hook | None:
        """Where a person wants to be told."""
        body = await self.store.get(HOOK, person)
        return documents.read(Hook, body) if body is not None else None

    async def drop(self, person: str) -> None:
        """Be told no more."""
        await self.store.commit(Batch(documents={(HOOK, person): None}))

    # Telling

    async def run(self, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> NoReturn:
        """Tell whatever is due, for as long as this task lives."""
        while True:
            with suppress(StoreUnavailable):  # it will be due in the next round, too
                await self.deliver()
                await self.tidy()
            await sleep(PAUSE)

    async def deliver(self) -> None:
        """Make every call that is due."""
        lanes = asyncio.Semaphore(AT_ONCE)

        async def one(key: str) -> None:
            async with lanes:
                await self._attempt(key)

        waiting = await self.store.scan(QUEUE)
        now = self.clock()
        due = [key for key, body in waiting.items() if documents.read(Note, body).due <= now]
        await asyncio.gather(*map(one, due))

    async def tidy(self) -> None:
        """Drop what is remembered of attempts when no process can be about to make them again."""
        then = self.clock() - REMEMBERED
        attempts = await self.store.scan(ATTEMPT)
        old = {(ATTEMPT, key): None for key, made in attempts.items() if float(made) < then}
        await self.store.commit(Batch(documents=old))

    async def _attempt(self, key: str) -> None:
        note = await self._claimed(key)
        if note is None:
            return
        hook = await self.get(note.person)
        told = hook is None or await self._told(note, hook)
        if told or note.attempts >= len(BACK_OFF):
            await self.store.commit(Batch(documents={note.key: None}))

    async def _claimed(self, key: str) -> Note | None:
        """The note, with this attempt counted; None if it is gone or another process makes it."""
        body = await self.store.get(QUEUE, key)
        note = documents.read(Note, body) if body is not None else None
        if note is None or note.due > self.clock():
            return None
        due = self.clock() + BACK_OFF[min(note.attempts, len(BACK_OFF) - 1)]
        counted = replace(note, attempts=note.attempts + 1, due=due)
        try:
            mine = {(ATTEMPT, f"{key}/{counted.attempts}"): str(self.clock()).encode()}
            later = {note.key: documents.packed(counted)}
            await self.store.commit(Batch(documents=later, new=mine))
        except DocumentTaken:
            return None
        return counted

    async def _told(self, note: Note, hook: Hook) -> bool:
        """Make the call; whether it is settled. An answer that is no success is a failure."""
        try:
            async with asyncio.timeout(PATIENCE):
                target = await resolved(read(hook.url), self.resolver)
                headers = signed(note.body, hook.secret, self.clock())
                status = await self.sender(Request(target, headers, note.body))
        except (OSError, BadTarget):
            return False
        if status == GONE:
            await self.drop(note.person)
        return status == GONE or 200 <= status < 300
