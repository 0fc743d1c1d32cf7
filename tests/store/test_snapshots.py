"""A store as it was at one moment, whatever is written meanwhile and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tenback.store import Batch, Entry, StoreError, StoreUnavailable, open_store, snapshot

if TYPE_CHECKING:
    from pathlib import Path

    from tests.store.servers import Server

ONE, TWO = Entry(1, None, b"one"), Entry(2, None, b"two")


async def test_what_is_written_later_is_not_seen(lasting: str, tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    async with await open_store(lasting) as store:  # in use, as by a server
        await store.commit(Batch("oak", [ONE], {("kind", "key"): b"before"}))
        async with snapshot(lasting, place) as then:
            await store.commit(Batch("oak", [TWO], {("kind", "key"): b"after"}))
            assert await then.read("oak") == [ONE]
            assert await then.scan("kind") == {"key": b"before"}
            assert (await then.tables(), await then.kinds()) == (["oak"], ["kind"])
        assert await store.read("oak") == [ONE, TWO]
    assert not list(place.iterdir())


async def test_what_is_past_cannot_be_written_to(postgresql: str, tmp_path: Path) -> None:
    async with snapshot(postgresql, tmp_path) as then:
        with pytest.raises(TypeError):
            await then.commit(Batch("oak", [ONE]))


async def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    for url in (f"{tmp_path}/none.db", "memory:"):
        with pytest.raises(StoreError) as caught:
            async with snapshot(url, tmp_path):
                pass
        assert caught.value.code == "store-no-file"
    assert not list(tmp_path.iterdir())


async def test_a_lost_connection_has_a_sentence(
    postgresql: str, server: Server, tmp_path: Path
) -> None:
    async with snapshot(postgresql, tmp_path) as then:
        server.tell(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = 'tenback' AND state LIKE 'idle in transaction%'"
        )
        with pytest.raises(StoreUnavailable):
            await then.tables()
