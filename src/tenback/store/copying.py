"""From one store into another: all of it, or all that is still missing there."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from tenback.store.base import Batch
from tenback.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

    from tenback.store.base import Entry, Store

PAGE = 500
"""How many documents travel together."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What was found in the source and is now in the target, whoever brought it there."""

    tables: int
    entries: int
    documents: int


async def copy(source: Store, target: Store, kinds: Collection[str] | None = None) -> Copied:
    """Copy all tables, and the documents of some kinds or of all.

    What the target has already is left alone, so an interrupted copy goes on where it stopped.
    Where the target has something else, nothing is written over it: this raises and says what it
    is. Everything is read again from the target before it counts.
    """
    tables = await source.tables()
    entries = sum([await _copy_table(source, target, table) for table in tables])
    chosen = await source.kinds() if kinds is None else sorted({*kinds})
    documents = sum([await _copy_kind(source, target, kind) for kind in chosen])
    return Copied(len(tables), entries, documents)


async def _copy_table(source: Store, target: Store, table: str) -> int:
    log = await source.read(table)
    if missing := await _missing_entries(target, table, log):
        await target.commit(Batch(table, missing))
        if await _missing_entries(target, table, log):
            raise StoreError("store-copy-incomplete")
    return len(log)


async def _missing_entries(target: Store, table: str, log: list[Entry]) -> list[Entry]:
    there = await target.read(table)
    for entry, wanted in zip_longest(there, log[: len(there)]):
        if entry != wanted:
            raise StoreError("store-table-differs", table=table, version=entry.version)
    return log[len(there) :]


async def _copy_kind(source: Store, target: Store, kind: str) -> int:
    count = 0
    async for page in _pages(source, kind):
        if missing := await _missing_documents(target, kind, page):
            await target.commit(Batch(new={(kind, key): page[key] for key in missing}))
            if await _missing_documents(target, kind, page):
                raise StoreError("store-copy-incomplete")
        count += len(page)
    return count


async def _pages(store: Store, kind: str) -> AsyncIterator[dict[str, bytes]]:
    page = await store.scan(kind, limit=PAGE)
    while page:
        yield page
        page = await store.scan(kind, after=[*page][-1], limit=PAGE)


async def _missing_documents(target: Store, kind: str, page: dict[str, bytes]) -> list[str]:
    there = {key: await target.get(kind, key) for key in page}
    for key, body in there.items():
        if body not in (None, page[key]):
            raise StoreError("store-document-differs", kind=kind, key=key)
    return [key for key, body in there.items() if body is None]
