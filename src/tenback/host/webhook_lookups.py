"""Lookups of webhooks' names: a name whose server is silent keeps no other waiting for long.

A lookup cannot be stopped, for it has a thread of the system. It counts until it ends, though
nobody waits for it any more.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from tenback.core.errors import TenbackError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.host.signatures import Clock
    from tenback.host.webhook_urls import Resolver

LOOKUP_TIMEOUT = 5.0
"""Seconds after which a lookup fails, or is not begun at all."""

LIFETIME = 60.0
"""Seconds for which the addresses of a name are remembered."""

MAX_NAMES = 1000
"""How many names are remembered."""


class LookupBusy(TenbackError):
    """A lookup was not begun, since too many are running, or one of this person."""


class Lookups:
    """Lookups at the same time: so many in all, and one of each person."""

    def __init__(self, at_once: int) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._people: set[str] = set()

    def by(self, person: str, resolver: Resolver) -> Resolver:
        """The resolver for one person."""
        return partial(self._addresses, person, resolver)

    async def _addresses(
        self, person: str, resolver: Resolver, host: str, port: int
    ) -> Sequence[str]:
        await self._begin(person)
        lookup = asyncio.ensure_future(resolver(host, port))
        lookup.add_done_callback(lambda done: self._ended(person, done))
        async with asyncio.timeout(LOOKUP_TIMEOUT):
            return await asyncio.shield(lookup)

    async def _begin(self, person: str) -> None:
        if person in self._people:
            raise LookupBusy("hook-busy")
        self._people.add(person)
        try:
            async with asyncio.timeout(LOOKUP_TIMEOUT):
                await self._slots.acquire()
        except BaseException as error:
            self._people.discard(person)
            if isinstance(error, TimeoutError):
                raise LookupBusy("hook-busy") from None
            raise

    def _ended(self, person: str, lookup: asyncio.Future[Sequence[str]]) -> None:
        self._people.discard(person)
        self._slots.release()
        if not lookup.cancelled():
            lookup.exception()  # perhaps nobody waits for it any more


class RecentNames:
    """The addresses that names had a moment ago; whoever asks for them checks them each time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._found: dict[tuple[str, int], tuple[Sequence[str], float]] = {}

    def before(self, resolver: Resolver) -> Resolver:
        """A resolver that is asked only for what is not remembered."""
        return partial(self._addresses, resolver)

    async def _addresses(self, resolver: Resolver, host: str, port: int) -> Sequence[str]:
        found, since = self._found.get((host, port), ((), 0.0))
        if found and since <= self._clock() < since + LIFETIME:
            return found
        found = await resolver(host, port)
        self._found.pop((host, port), None)
        self._found[host, port] = found, self._clock()
        if len(self._found) > MAX_NAMES:
            del self._found[next(iter(self._found))]
        return found
