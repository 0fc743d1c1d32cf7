"""Stores by their addresses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tenback.store.errors import StoreError
from tenback.store.sqlite import SQLiteStore

if TYPE_CHECKING:
    from tenback.store.base import Store
    from tenback.store.postgres import PostgresStore

MEMORY = ("memory:", ":memory:")
POSTGRES = ("postgresql", "postgres")
SQLITE = "sqlite:///"


async def open_store(url: str) -> Store:
    """The store at `memory:`, `postgresql://…`, `sqlite:///path`, or in the file of a plain path.

    As elsewhere, three slashes lead to a path from here and four to one from the root.
    """
    if url in MEMORY:
        return await SQLiteStore.in_memory()
    file = file_of(url)
    return await (open_postgres(url) if file is None else SQLiteStore.open(file))


def is_postgres(url: str) -> bool:
    """Whether an address leads to a PostgreSQL server, which several processes may share."""
    scheme, marked, _ = url.partition("://")
    return bool(marked) and scheme in POSTGRES


def file_of(url: str) -> Path | None:
    """The file of a store; None where it is on a PostgreSQL server."""
    if is_postgres(url):
        return None
    path = url.removeprefix(SQLITE)
    if not path.strip() or "://" in path or _scheme(path) in ("sqlite", *POSTGRES):
        raise _address_error(url)
    return Path(path)


def _scheme(url: str) -> str:
    """The text before the first colon, if there is one."""
    before, colon, _ = url.partition(":")
    return before.lower() if colon else ""


def _address_error(url: str) -> StoreError:
    """What an address should look like. It is not repeated, for it may hold a password."""
    if not url.strip():
        return StoreError("store-no-address")
    if _scheme(url) == "sqlite":
        return StoreError("store-sqlite-address")
    if _scheme(url) in POSTGRES:
        return StoreError("store-bad-address")
    return StoreError("store-unknown-scheme", scheme=url.partition("://")[0])


async def open_postgres(url: str) -> PostgresStore:
    """The store on a PostgreSQL server, for which a package is needed."""
    try:
        from tenback.store.postgres import PostgresStore
    except ModuleNotFoundError:
        raise StoreError("store-needs-asyncpg") from None
    return await PostgresStore.open(url)
