"""A name whose server is silent keeps no other name waiting."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tenback.host import webhook_lanes, webhook_lookups, webhook_urls, webhooks
from tenback.host.webhook_lookups import LookupBusy, Lookups, RecentNames
from tests.host.fakes import FixedClock
from tests.host.harness import eventually

if TYPE_CHECKING:
    from collections.abc import Sequence

ADDRESSES = ["8.8.8.8"]


class Names:
    """Names of which some are silent until they are released, as a thread is that hangs."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.released = asyncio.Event()

    async def __call__(self, host: str, _port: int) -> Sequence[str]:
        self.asked.append(host)
        if host.startswith("silent"):
            await self.released.wait()
            raise OSError("no such host")
        return ADDRESSES


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a lookup gives up soon."""
    monkeypatch.setattr(webhook_lookups, "LOOKUP_TIMEOUT", 0.05)


@pytest.mark.usefixtures("brief")
async def test_a_lookup_counts_until_it_ends() -> None:
    names, lookups = Names(), Lookups(1)
    with pytest.raises(TimeoutError):
        await lookups.by("ann", names)("silent.example", 443)
    with pytest.raises(LookupBusy):
        await lookups.by("ben", names)("example.org", 443)
    assert names.asked == ["silent.example"]
    names.released.set()
    await eventually(lambda: not lookups._people)
    assert await lookups.by("ben", names)("example.org", 443) == ADDRESSES


@pytest.mark.usefixtures("brief")
async def test_a_person_has_one_lookup_at_a_time() -> None:
    names, lookups = Names(), Lookups(2)
    with pytest.raises(TimeoutError):
        await lookups.by("ann", names)("silent.example", 443)
    with pytest.raises(LookupBusy):
        await lookups.by("ann", names)("example.org", 443)
    assert await lookups.by("ben", names)("example.org", 443) == ADDRESSES


async def test_whoever_gives_up_waiting_can_ask_again() -> None:
    names, lookups = Names(), Lookups(1)
    first = asyncio.ensure_future(lookups.by("ann", names)("silent.example", 443))
    await eventually(lambda: names.asked)
    second = asyncio.ensure_future(lookups.by("ben", names)("example.org", 443))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    names.released.set()
    await asyncio.gather(first, return_exceptions=True)
    assert await lookups.by("ben", names)("example.org", 443) == ADDRESSES


async def test_names_are_remembered_for_a_while() -> None:
    names, clock = Names(), FixedClock()
    resolver = RecentNames(clock).before(names)
    for _ in range(3):
        assert await resolver("example.org", 443) == ADDRESSES
    assert len(names.asked) == 1
    clock.now += webhook_lookups.LIFETIME
    await resolver("example.org", 443)
    assert len(names.asked) == 2


async def test_only_so_many_names_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook_lookups, "MAX_NAMES", 2)
    names = Names()
    resolver = RecentNames(FixedClock()).before(names)
    for host in ("a.example", "b.example", "c.example", "a.example"):
        await resolver(host, 443)
    assert names.asked == ["a.example", "b.example", "c.example", "a.example"]


def test_every_lookup_has_a_thread() -> None:
    lanes = webhook_lanes.WORKING_LOOKUPS + webhook_lanes.FAILING_LOOKUPS
    assert lanes + webhooks.NEW_LOOKUPS == webhook_urls.RESOLVERS
