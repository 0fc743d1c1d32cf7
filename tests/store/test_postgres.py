"""PostgreSQL: shared by processes, back after a restart, errors with a sentence."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest

from tenback.store import (
    Batch,
    CommandKnown,
    DocumentTaken,
    Entry,
    Found,
    StoreError,
    StoreUnavailable,
    VersionTaken,
    open_store,
)
from tenback.store.migrations import steps
from tenback.store.statements import FIND

if TYPE_CHECKING:
    from tests.store.servers import Server

ONE, TWO = Entry(1, "c1", b"one"), Entry(2, "c2", b"two")


async def refusal(url: str) -> StoreError:
    with pytest.raises(StoreError) as caught:
        await open_store(url)
    return caught.value


async def test_two_stores_that_share_a_database_notice_each_other(postgresql: str) -> None:
    async with await open_store(postgresql) as mine, await open_store(postgresql) as yours:
        await mine.commit(Batch("oak", [ONE]))
        with pytest.raises(CommandKnown):
            await yours.commit(Batch("oak", [ONE]))
        with pytest.raises(VersionTaken):
            await yours.commit(Batch("oak", [Entry(1, "mine", b"")]))
        assert await yours.read("oak") == [ONE]
        await yours.commit(Batch("oak", [TWO]))
        assert await mine.read("oak", after=1) == [TWO]


async def test_two_stores_that_open_together_agree_on_the_schema_and_on_a_key(
    postgresql: str,
) -> None:
    stores = await asyncio.gather(*[open_store(postgresql) for _ in range(6)])
    new = [Batch(new={("key", "signing"): bytes([number])}) for number in range(6)]
    answers = await asyncio.gather(
        *(store.commit(batch) for store, batch in zip(stores, new, strict=True)),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, DocumentTaken) for answer in answers) == 5
    assert len({await store.get("key", "signing") for store in stores}) == 1
    for store in stores:
        await store.close()


async def test_a_store_outlives_its_server(postgresql: str, server: Server) -> None:
    async with await open_store(postgresql) as store:
        await store.commit(Batch("oak", [ONE]))
        server.stop()
        try:
            with pytest.raises(StoreUnavailable) as caught:
                await store.commit(Batch("oak", [TWO]))
            assert caught.value.code == "store-failed"
            with pytest.raises(StoreUnavailable):
                await store.check()
        finally:
            server.start()
        await store.commit(Batch("oak", [TWO]))
        assert await store.read("oak") == [ONE, TWO]


async def test_a_failure_names_its_kind_and_nothing_that_is_stored(postgresql: str) -> None:
    async with await open_store(postgresql) as store:
        reported: list[BaseException] = []
        store.on_error = reported.append
        with pytest.raises(StoreUnavailable) as refused:
            await store._rows("SELECT 'marmalade'::int")
        assert refused.value.params["why"] == "InvalidTextRepresentationError 22P02"
        (error,) = reported
        assert "marmalade" in str(error), "PostgreSQL itself quotes what it cannot read"


async def test_lost_connections_are_made_anew(postgresql: str) -> None:
    async with await open_store(postgresql) as store:
        await store.commit(Batch("oak", [ONE]))
        connection = await asyncpg.connect(postgresql)
        await connection.execute(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity "
            "WHERE application_name = 'tenback'"
        )
        await connection.close()
        await store.commit(Batch("oak", [TWO]))
        assert await store.read("oak") == [ONE, TWO]


async def test_a_commit_waits_for_the_disk_whatever_the_server_prefers(postgresql: str) -> None:
    async with await open_store(f"{postgresql}&synchronous_commit=off") as store:
        assert await store._rows("SHOW synchronous_commit") == [("on",)]


async def test_what_is_in_the_way_may_go_meanwhile(postgresql: str) -> None:
    async with await open_store(postgresql) as store:

        async def write() -> None:
            for number in range(100):
                try:
                    await store.commit(Batch("oak", [Entry(1, None, bytes([number]))]))
                except VersionTaken:
                    await store.forget("oak")

        await asyncio.gather(*(write() for _ in range(4)))
        assert len(await store.read("oak")) <= 1


def rows_read(plan: dict[str, Any]) -> int:
    """How many rows the steps of a plan read, those that a filter dropped included."""
    kept: float = plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0)
    loops: int = plan["Actual Loops"]
    return round(kept * loops) + sum(map(rows_read, plan.get("Plans", [])))


@pytest.mark.parametrize("mode", ["force_custom_plan", "force_generic_plan"])
async def test_a_command_is_found_without_reading_the_log(postgresql: str, mode: str) -> None:
    entries = [Entry(n, None if n % 2 else f"c{n}", b"body") for n in range(1, 10_001)]
    async with await open_store(postgresql) as store:
        await store.commit(Batch("oak", entries))
        connection = await asyncpg.connect(postgresql)
        await connection.execute(f"ANALYZE tenback_log; SET plan_cache_mode = {mode}")
        (plan,) = await connection.fetch(f"EXPLAIN (ANALYZE, FORMAT JSON) {FIND}", "oak", "c5000")
        await connection.close()
        assert await store.find("oak", "c5000") == Found((5000, 5001), None)
    assert rows_read(json.loads(plan[0])[0]["Plan"]) < 20


async def test_a_newer_schema_is_refused(postgresql: str) -> None:
    await (await open_store(postgresql)).close()
    connection = await asyncpg.connect(postgresql)
    await connection.execute("INSERT INTO tenback_schema VALUES (99)")
    await connection.close()
    error = await refusal(postgresql)
    assert error.code == "store-newer"
    assert error.params == {"found": 99, "known": len(steps("postgres"))}


async def test_the_tables_of_others_are_left_alone(postgresql: str) -> None:
    connection = await asyncpg.connect(postgresql)
    await connection.execute("CREATE TABLE recipe (name TEXT)")
    async with await open_store(postgresql) as store:
        assert await store.tables() == []
    assert await connection.fetchval("SELECT count(*) FROM recipe") == 0
    await connection.close()


async def test_a_server_that_is_not_there_is_reported(postgresql: str) -> None:
    closed = "postgresql://postgres:secret@127.0.0.1:1/postgres"
    missing = postgresql.replace("/postgres?", "/nowhere?")
    for url in (closed, missing):
        error = await refusal(url)
        assert error.code == "store-unreachable"
        assert "secret" not in str(error)
    assert "nowhere" in str(await refusal(missing))


@pytest.mark.parametrize("rest", ["me:se/cret@host/name", "me@host:port/name", "[::1/name"])
async def test_a_bad_address_is_refused_without_its_password(rest: str) -> None:
    error = await refusal(f"postgresql://{rest}")
    assert error.code == "store-bad-address"
    assert "cret" not in str(error)
