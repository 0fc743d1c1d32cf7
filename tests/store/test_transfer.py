"""From any store into any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tenback.store import Batch, Copied, Entry, Store, StoreError, copy, open_store
from tenback.store.transfer import PAGE

if TYPE_CHECKING:
    from collections.abc import Callable

LOG = [Entry(1, "c1", b"one", "what it said"), Entry(2, None, b"\0"), Entry(5, "c5", b"")]
DOCUMENTS = {("result", f"me/{number:04}"): bytes([number % 256]) for number in range(PAGE + 7)}
EVERYTHING = Copied(tables=2, entries=6, documents=PAGE + 8)


async def fill(store: Store) -> None:
    await store.commit(Batch("oak", LOG, DOCUMENTS))
    await store.commit(Batch("elm", LOG, {("key", "signing"): b"secret"}))


async def same(one: Store, other: Store) -> bool:
    return (
        [await one.read(table) for table in await one.tables()]
        == [await other.read(table) for table in await other.tables()]
        and [await one.scan(kind) for kind in await one.kinds()]
        == [await other.scan(kind) for kind in await other.kinds()]
    )  # fmt: skip


@pytest.mark.parametrize("back", [False, True])
async def test_everything_is_copied(url: str, back: bool) -> None:
    async with await open_store(url) as store, await open_store("memory:") as memory:
        source, target = (store, memory) if back else (memory, store)
        await fill(source)
        assert await copy(source, target) == EVERYTHING
        assert await same(source, target)


async def test_what_a_store_writes_about_itself_stays_there(url: str) -> None:
    async with await open_store(url) as source, await open_store("memory:") as target:
        await fill(source)
        await source.check()
        await target.check()
        assert await copy(source, target) == EVERYTHING
        assert await copy(source, target, ["result", "health"]) == Copied(2, 6, len(DOCUMENTS))


async def test_an_interrupted_copy_goes_on(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await open_store("memory:") as source, await open_store(url) as target:
        await fill(source)
        commit, left = target.commit, 2

        async def interrupted(batch: Batch) -> None:
            nonlocal left
            if not left:
                raise KeyboardInterrupt
            left -= 1
            await commit(batch)

        for _ in range(2):
            monkeypatch.setattr(target, "commit", interrupted)
            left = 1
            with pytest.raises(KeyboardInterrupt):
                await copy(source, target)
            monkeypatch.undo()
        assert not await same(source, target)
        assert await copy(source, target) == EVERYTHING
        assert await same(source, target)


async def test_a_copy_brings_what_has_been_added_since(fresh: Callable[[], str]) -> None:
    async with await open_store(fresh()) as source, await open_store(fresh()) as target:
        await fill(source)
        await copy(source, target)
        await source.commit(Batch("oak", [Entry(6, "c6", b"six")], {("result", "you"): b""}))
        assert await copy(source, target) == Copied(2, 7, PAGE + 9)
        assert await same(source, target)


async def test_a_copy_joins_what_is_there(url: str) -> None:
    async with await open_store("memory:") as source, await open_store(url) as target:
        await fill(source)
        await target.commit(Batch("ash", LOG, {("result", "you"): b""}))
        assert await copy(source, target) == EVERYTHING
        assert await target.tables() == ["ash", "elm", "oak"]
        assert len(await target.scan("result")) == len(DOCUMENTS) + 1


@pytest.mark.parametrize(
    ("there", "version"),
    [
        ([Entry(1, "c1", b"other")], 1),
        ([Entry(1, "c1", b"one", "something else")], 1),
        ([Entry(1, "other", b"one")], 1),
        ([*LOG[:2], Entry(3, None, b"")], 3),
        ([*LOG, Entry(6, None, b"")], 6),
    ],
)
async def test_another_log_is_not_touched(url: str, there: list[Entry], version: int) -> None:
    async with await open_store("memory:") as source, await open_store(url) as target:
        await fill(source)
        await target.commit(Batch("oak", there))
        with pytest.raises(StoreError) as caught:
            await copy(source, target)
        assert caught.value.code == "store-table-differs"
        assert caught.value.params == {"table": "oak", "version": version}
        assert await target.read("oak") == there


async def test_another_document_is_not_touched_and_kinds_can_be_left_out(url: str) -> None:
    async with await open_store("memory:") as source, await open_store(url) as target:
        await fill(source)
        await target.commit(Batch(documents={("key", "signing"): b"own"}))
        with pytest.raises(StoreError) as caught:
            await copy(source, target)
        assert caught.value.code == "store-document-differs"
        assert caught.value.params == {"kind": "key", "key": "signing"}
        assert await copy(source, target, ["result"]) == Copied(2, 6, len(DOCUMENTS))
        assert await target.get("key", "signing") == b"own"


async def test_a_target_that_loses_something_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async def lose(batch: Batch) -> None:
        del batch

    async with await open_store("memory:") as source, await open_store("memory:") as target:
        monkeypatch.setattr(target, "commit", lose)
        for batch in (Batch("oak", LOG), Batch(documents={("kind", "key"): b""}, forget=["oak"])):
            await source.commit(batch)
            with pytest.raises(StoreError) as caught:
                await copy(source, target)
            assert caught.value.code == "store-copy-incomplete"
