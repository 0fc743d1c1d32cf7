"""What a host does now and then."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.host.caretaking import Caretaker
from tenback.host.forgetting import LEAVING, Forgetting
from tenback.host.host import Host
from tenback.host.identities import GUEST, LINK, Identities
from tenback.store import Batch, Entry, Store, StoreUnavailable, open_store
from tenback.table.options import Options
from tenback.table.phases import Phase
from tests.host.evenings import Time, on
from tests.host.worlds import DAY, identities

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import pytest


ALONE = Options("original", 1)


@dataclass
class Place:
    """A host, whoever looks after it, and the time."""

    host: Host
    store: Store
    people: Identities
    caretaker: Caretaker
    time: Time

    async def phase(self, table: str) -> Phase:
        return await self.host.look(table, lambda found: found.phase)


@asynccontextmanager
async def looked_after(idle_days: float = 60.0) -> AsyncIterator[Place]:
    time = Time()
    async with await open_store("memory:") as store, on(store, time) as host:
        people = await identities(store, clock=time)  # type: ignore[arg-type]
        forgetting = Forgetting(store, host.command)
        caretaker = Caretaker(store, host, people, forgetting, time, idle_days)
        yield Place(host, store, people, caretaker, time)


async def test_tables_that_nobody_uses_are_closed() -> None:
    async with looked_after(idle_days=60.0) as found:
        old = await found.host.open("ann", "Ann", ALONE)
        found.time.now += 30 * DAY
        young = await found.host.open("ann", "Ann", ALONE)
        found.time.now += 29 * DAY
        assert (await found.caretaker.look_around()).closed == 0
        found.time.now += 2 * DAY
        assert (await found.caretaker.look_around()).closed == 1
        assert await found.phase(old) is Phase.CLOSED
        assert await found.phase(young) is Phase.GATHERING
        assert (await found.caretaker.look_around()).closed == 0, "it is closed already"


async def test_links_that_have_expired_are_dropped_and_deletions_finished() -> None:
    async with looked_after() as found:
        ann, ben = await found.people.welcome("Ann"), await found.people.welcome("Ben")
        await found.people.link(ann.id)
        await found.store.commit(Batch(documents={(LEAVING, ben.id): b""}))
        found.time.now += 3600
        done = await found.caretaker.look_around()
        assert (done.closed, done.failed) == (0, [])
        assert not await found.store.scan(LINK)
        assert not await found.store.scan(LEAVING)
        assert list(await found.store.scan(GUEST)) == [ann.id]


async def test_what_fails_is_told_and_done_in_the_next_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with looked_after() as found:
        await found.people.link((await found.people.welcome("Ann")).id)
        table = await found.host.open("ann", "Ann", ALONE)
        found.time.now += 61 * DAY

        async def broken(*_: object) -> None:
            raise StoreUnavailable("store-failed", why="a test")

        for owner, name in ((found.people, "tidy"), (found.store, "tables")):
            monkeypatch.setattr(owner, name, broken)
        done = await found.caretaker.look_around()
        assert [(error.code, at) for error, at in done.failed] == [("store-failed", None)] * 2
        assert await found.store.scan(LINK)
        monkeypatch.undo()
        assert (await found.caretaker.look_around()).failed == []
        assert not await found.store.scan(LINK)
        assert await found.phase(table) is Phase.CLOSED


async def test_one_table_that_cannot_be_read_stops_nothing() -> None:
    async with looked_after(idle_days=1.0) as found:
        tables = [await found.host.open("ann", "Ann", ALONE) for _ in range(3)]
        await found.store.commit(Batch("0-broken", [Entry(1, "c", b"nonsense")]))
        found.time.now += 2 * DAY
        done = await found.caretaker.look_around()
        assert done.closed == len(tables)
        assert [(error.code, at) for error, at in done.failed] == [("table-bad-event", "0-broken")]
