"""Health and metrics, for the operator."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

import pytest

from tenback import __version__
from tenback.server.store_probe import LIFETIME, StoreProbe
from tenback.store import StoreUnavailable
from tenback.store.sqlite import SQLiteStore
from tests.host.fakes import FixedClock
from tests.server.harness import send, server_harness

if TYPE_CHECKING:
    from pathlib import Path

    from tenback.store import Store


async def test_health() -> None:
    async with server_harness() as found:
        reply = await (await found.client()).get("/healthz")
        assert reply.json == {
            "status": "ok",
            "version": __version__,
            "tables": 0,
            "connections": 0,
        }
        client = await found.guest("Ann")
        await found.table(client)
        body = (await client.get("/healthz")).json
        assert (body["tables"], body["connections"]) == (1, 1)


async def test_a_store_that_does_not_answer() -> None:
    async with server_harness() as found:
        client = await found.client()
        await found.here.services.store.close()
        reply = await client.get("/healthz")
        assert (reply.status, reply.code) == (503, "store-closed")


async def test_a_store_that_keeps_nothing(tmp_path: Path) -> None:
    """It can still be read, as on a full disk."""
    async with server_harness(url=str(tmp_path / "tables.db")) as found:
        client, store = await found.client(), found.here.services.store
        assert isinstance(store, SQLiteStore)
        await store._writer.do(lambda it: it.execute("PRAGMA query_only = ON"))
        for _ in range(2):
            reply = await client.get("/healthz")
            assert (reply.status, reply.code) == (503, "server-no-database")
            assert reply.json["message"] == "The server's database does not answer; try again."


async def test_a_server_whose_database_file_was_deleted(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    async with server_harness(url=str(file)) as found:
        ann = await found.guest("Ann")
        table, (there,) = await found.table(ann)
        file.unlink()
        for attempt in range(2):
            reply = await send(
                ann, table, {"command": {"type": "rename", "name": "Zoe"}, "id": "r"}
            )
            assert (reply.status, reply.code) == (503, "server-lost-database"), attempt
        assert await there.refused("rename", name="Zoe") == "server-lost-database"
        reply = await ann.get("/healthz")
        assert (reply.status, reply.code) == (503, "server-lost-database")
        assert str(file) not in reply.body.decode()
        logged = [line for line in found.here.log.read() if line.get("where") == "store"]
        assert {(line["kind"], line["code"]) for line in logged} == {("FileGone", "ENOENT")}


class CountingStore:
    """A store that counts how often it is asked to write, and answers when it is told to."""

    def __init__(self) -> None:
        self.asked = 0
        self.answer = asyncio.Event()
        self.error: Exception | None = None

    async def check(self) -> None:
        self.asked += 1
        await self.answer.wait()
        if self.error:
            raise self.error


async def test_a_flood_of_questions_writes_once_a_second() -> None:
    store, clock = CountingStore(), FixedClock()
    probe = StoreProbe(cast("Store", store), clock)
    first, *others = [asyncio.create_task(probe.check()) for _ in range(100)]
    await asyncio.sleep(0)
    first.cancel()  # a client that goes away
    clock.now += 10 * LIFETIME
    late = asyncio.create_task(probe.check())  # the disk is slow
    await asyncio.sleep(0)
    store.answer.set()
    await asyncio.gather(*others, late)
    assert store.asked == 1
    await probe.check()
    assert store.asked == 2
    clock.now += LIFETIME / 2
    store.error = StoreUnavailable("store-failed", why="SQLITE_FULL")
    await probe.check()
    clock.now += LIFETIME / 2
    for _ in range(3):
        with pytest.raises(StoreUnavailable):
            await probe.check()
    assert store.asked == 3
    store.error = None
    clock.now += LIFETIME
    await probe.check()


async def test_a_store_that_hangs_is_waited_for_in_vain() -> None:
    store = CountingStore()
    probe = StoreProbe(cast("Store", store), patience=0.01)
    for _ in range(2):
        with pytest.raises(StoreUnavailable) as refused:
            await probe.check()
        assert refused.value.code == "store-failed"
    store.answer.set()
    await asyncio.sleep(0)
    await probe.check()
    assert store.asked == 1, "it is asked only once while it hangs"


async def test_metrics() -> None:
    async with server_harness() as found:
        reply = await (await found.client()).get("/metrics")
        assert dict(reply.headers)[b"content-type"] == b"text/plain; version=0.0.4; charset=utf-8"


async def test_metrics_are_for_this_machine() -> None:
    """Behind a proxy the address is the one that it tells."""
    away = {"x-forwarded-for": "203.0.113.9"}
    async with server_harness() as found:
        client = await found.client()
        assert (await client.get("/metrics")).status == 200
        assert (await client.ask("GET", "/metrics", **away)).code == "server-not-found"
    async with server_harness(open_metrics=True) as found:
        assert (await (await found.client()).ask("GET", "/metrics", **away)).status == 200


@pytest.mark.parametrize("proxies", [None, "10.0.0.5", "*"])
@pytest.mark.parametrize("address", ["203.0.113.9", "127.0.0.1", "::1", "", "for=127.0.0.1"])
@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded"])
async def test_no_client_behind_a_proxy_reads_metrics(
    proxies: str | None, address: str, name: str
) -> None:
    """Whatever the headers say, from the proxy or forged."""
    async with server_harness(trusted_proxies=proxies) as found:
        client = await found.client()
        assert (await client.ask("GET", "/metrics", **{name: address})).code == "server-not-found"


@pytest.mark.parametrize("proxies", ["10.0.0.5", "*"])
async def test_metrics_are_for_this_machine_whatever_proxies_there_are(proxies: str) -> None:
    async with server_harness(trusted_proxies=proxies) as found:
        assert (await (await found.client()).get("/metrics")).status == 200
