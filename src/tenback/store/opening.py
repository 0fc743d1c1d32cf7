"""A store by its address."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tenback.store.errors import StoreError
from tenback.store.sqlite import SQLiteStore

if TYPE_CHECKING:
    from tenback.store.base import Store

MEMORY = ("memory:", ":memory:")


async def open_store(url: str) -> Store:
    """The store at `memory:`, `postgresql://…`, `sqlite:///path`, or in the file of a plain path.

    As elsewhere, three slashes lead to a path from here and four to one from the root.
    """
    if url in MEMORY:
        return await SQLiteStore.in_memory()
    scheme, marked, _ = url.partition("://")
    if scheme in ("postgresql", "postgres") and marked:
        return await _open_postgres(url)
    if not (path := _path(url)):
        # The rest of the address is not repeated, for it may hold a password.
        raise StoreError("store-unknown-scheme", scheme=scheme)
    return await SQLiteStore.open(path)


def _path(url: str) -> Path | None:
    text = url.removeprefix("sqlite:///")
    return Path(text) if text and "://" not in text else None


async def _open_postgres(url: str) -> Store:
    try:
        from tenback.store.postgres import PostgresStore
    except ModuleNotFoundError:
        raise StoreError("store-needs-asyncpg") from None
    return await PostgresStore.open(url)
