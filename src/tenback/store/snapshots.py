"""Snapshots: a store as it was at one moment, for reading while others write."""

from __future__ import annotations

from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tenback.store.sqlite import SQLiteStore, backup
from tenback.store.urls import file_of, open_postgres

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tenback.store.base import Store


@asynccontextmanager
async def snapshot(url: str, folder: Path) -> AsyncIterator[Store]:
    """A snapshot of the store at an address. A file, which may be in use, is copied to `folder`."""
    file = file_of(url)
    if file is None:
        async with await open_postgres(url) as server, server.snapshot() as store:
            yield store
        return
    with TemporaryDirectory(dir=folder, prefix=".tenback-") as temporary:
        copied = Path(temporary) / "tables.db"
        await backup(file, copied)
        async with await SQLiteStore.open(copied) as store:
            yield store
