"""Stores by their addresses."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tenback.store import Batch, Entry, StoreError, open_store
from tenback.store.sqlite import SQLiteStore

if TYPE_CHECKING:
    from pathlib import Path

ONE = Batch("oak", [Entry(1, None, b"")])


async def test_paths_and_addresses_lead_to_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    async with await open_store("tables.db") as store:
        await store.commit(ONE)
    file = tmp_path / "tables.db"
    same = [str(file), "./tables.db", "sqlite:///tables.db", f"sqlite:///{file}", "~/tables.db"]
    for url in same:
        async with await open_store(url) as store:
            assert isinstance(store, SQLiteStore)
            assert await store.tables() == ["oak"]


@pytest.mark.parametrize("url", ["memory:", ":memory:"])
async def test_every_memory_is_empty_and_leaves_nothing(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with await open_store(url) as store, await open_store(url) as other:
        await store.commit(ONE)
        assert await other.tables() == []
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("url", "scheme"),
    [
        ("mysql://me:secret@host/name", "mysql"),
        ("sqlite://tables.db", "sqlite"),
        ("sqlite:///", "sqlite"),
        ("://", ""),
        ("", ""),
    ],
)
async def test_other_addresses_are_refused_without_repeating_a_password(
    url: str, scheme: str
) -> None:
    with pytest.raises(StoreError, match=r"sqlite:///path, postgresql://") as caught:
        await open_store(url)
    assert caught.value.code == "store-unknown-scheme"
    assert caught.value.params == {"scheme": scheme}


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
async def test_without_its_package_postgresql_says_what_to_install(
    scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "tenback.store.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=r"pip install tenback\[postgres\]") as caught:
        await open_store(f"{scheme}://host/name")
    assert caught.value.code == "store-needs-asyncpg"
