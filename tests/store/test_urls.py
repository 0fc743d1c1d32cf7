"""Stores by their addresses."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tenback.store import Batch, Entry, StoreError, open_store
from tenback.store.sqlite import SQLiteStore
from tenback.store.urls import is_postgres

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
        ("://", ""),
    ],
)
async def test_other_addresses_are_refused_without_repeating_a_password(
    url: str, scheme: str
) -> None:
    with pytest.raises(StoreError, match=r"sqlite:///path, postgresql://") as caught:
        await open_store(url)
    assert caught.value.code == "store-unknown-scheme"
    assert caught.value.params == {"scheme": scheme}


@pytest.mark.parametrize(
    ("url", "code", "right"),
    [
        ("", "store-no-address", "sqlite:///path, postgresql://"),
        ("   ", "store-no-address", "sqlite:///path, postgresql://"),
        ("sqlite:", "store-sqlite-address", "sqlite:///tables.db"),
        ("sqlite:tables.db", "store-sqlite-address", "sqlite:///tables.db"),
        ("SQLite:tables.db", "store-sqlite-address", "sqlite:///tables.db"),
        ("sqlite:/tables.db", "store-sqlite-address", "sqlite:///tables.db"),
        ("sqlite://tables.db", "store-sqlite-address", "sqlite:///tables.db"),
        ("sqlite:///", "store-sqlite-address", "sqlite:///tables.db"),
        ("sqlite:///  ", "store-sqlite-address", "sqlite:///tables.db"),
        ("sqlite:///sqlite:tables.db", "store-sqlite-address", "sqlite:///tables.db"),
        ("postgres:secret", "store-bad-address", "postgresql://user"),
        ("PostgreSQL://me:secret@host/name", "store-bad-address", "postgresql://user"),
    ],
)
async def test_an_address_that_is_nearly_right_makes_no_file_of_this_name(
    url: str, code: str, right: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError, match=right) as caught:
        await open_store(url)
    assert caught.value.code == code
    assert "secret" not in str(caught.value)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("name", ["sqlite:tables.db", "postgres:"])
async def test_a_file_that_is_called_like_an_address_has_a_path(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    await (await open_store(f"./{name}")).close()
    assert (tmp_path / name).is_file()


def test_only_a_server_is_shared() -> None:
    assert is_postgres("postgres://host/name")
    assert not is_postgres("postgres")


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
async def test_without_its_package_postgresql_says_what_to_install(
    scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "tenback.store.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=r"pip install tenback\[postgres\]") as caught:
        await open_store(f"{scheme}://host/name")
    assert caught.value.code == "store-needs-asyncpg"
