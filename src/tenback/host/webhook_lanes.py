"""Which webhooks are called at the same time: none that works waits for those that do not.

A call waits for its address first, so that one server, under whatever names, fills no lane. People
whose last call failed have a small lane of their own.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from tenback.host.webhook_lookups import Lookups

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

BACK_OFF = (15.0, 60.0, 300.0, 1800.0, 7200.0, 21600.0)
"""Back-off: seconds from each attempt to the next; after the last one the call is given up."""

LONGEST_REST = 300.0
"""Seconds that a webhook rests at most after a call that failed."""

MAX_FAILING = 10_000
"""How many webhooks are remembered as failing."""

WORKING_SLOTS, FAILING_SLOTS = 24, 8
"""How many calls are made at the same time in each lane."""

WORKING_LOOKUPS, FAILING_LOOKUPS = 8, 4
"""How many names are looked up at the same time for each lane."""

ADDRESS_SLOTS = 3
"""How many calls go to one address at the same time."""

SITE = 48
"""Bits of an IPv6 address that count: whoever has one has as many as they like within them."""


class Lane:
    """Calls at the same time: so many in all, and a few to each address."""

    def __init__(self, slots: int, lookups: int) -> None:
        self.lookups = Lookups(lookups)
        self._slots = asyncio.Semaphore(slots)
        self._addresses: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def slot(self, address: str) -> AsyncIterator[None]:
        """Wait for the address, and then for a slot: a slow address waits for itself."""
        own = self._addresses.setdefault(_site(address), asyncio.Semaphore(ADDRESS_SLOTS))
        async with own, self._slots:
            yield


class Lanes:
    """Which webhooks fail: they rest more and more, and have a lane of their own."""

    def __init__(self) -> None:
        self._working = Lane(WORKING_SLOTS, WORKING_LOOKUPS)
        self._failing = Lane(FAILING_SLOTS, FAILING_LOOKUPS)
        self._failed: dict[str, tuple[int, float]] = {}

    def of(self, person: str) -> Lane:
        """The lane for a person's next call."""
        return self._failing if person in self._failed else self._working

    def rests(self, person: str, now: float) -> bool:
        """Whether a person's webhook failed a moment ago."""
        _, until = self._failed.get(person, (0, 0.0))
        return now < until <= now + LONGEST_REST

    def called(self, person: str, now: float, *, well: bool) -> None:
        """A webhook was called."""
        failures, _ = self._failed.pop(person, (0, 0.0))
        if well:
            return
        rest = min(LONGEST_REST, BACK_OFF[min(failures, len(BACK_OFF) - 1)])
        self._failed[person] = failures + 1, now + rest
        if len(self._failed) > MAX_FAILING:
            del self._failed[next(iter(self._failed))]


def _site(address: str) -> str:
    """What counts as one address."""
    found = ip_address(address)
    wide = isinstance(found, IPv6Address)
    return str(ip_network((found, SITE), strict=False)) if wide else str(found)
