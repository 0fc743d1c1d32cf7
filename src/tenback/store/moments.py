"""A store as it was at one moment, to be read while others go on writing."""

from __future__ import annotations

from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tenback.store.opening import file_of, open_postgres
from tenback.store.sqlite import SQLiteStore, backup

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tenback.store.base import Store


@asynccontextmanager
async def moment(url: str, folder: Path) -> AsyncIterator[Store]:
    """What is stored at an address now. A file, which may be in use, is copied into the folder."""
    file = file_of(url)
    if file is None:
        async with await open_postgres(url) as server, server.moment() as store:
            yield store
        return
    with TemporaryDirectory(dir=folder, prefix=".tenback-") as place:
        copied = Path(place) / "tables.db"
        await backup(file, copied)
        async with await SQLiteStore.open(copied) as store:
            yield store
