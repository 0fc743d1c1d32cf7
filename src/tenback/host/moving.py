"""What travels when a host moves, and what goes along with a single table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.host import daily, hooks, keeping, places, results, signing
from tenback.store.copying import Log, Page, Piece, pages, pieces
from tenback.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

    from tenback.store import Store

SECRETS = frozenset((signing.KIND, daily.SECRET, hooks.HOOK))
"""Kinds of documents with which somebody could pretend to be the host or a person."""

BELONGING = {
    places.HERE: 1,
    keeping.LISTED: 0,
    places.OPENED: 1,
    keeping.PENDING: 0,
    keeping.RECORD: 0,
    results.KIND: 1,
}
"""Kinds that go along with a table, in order, and which part of their keys is the table."""


async def everything(store: Store, *, secrets: bool) -> AsyncIterator[Piece]:
    """All that is stored, with or without the secrets."""
    kinds = [kind for kind in await store.kinds() if secrets or kind not in SECRETS]
    async for piece in pieces(store, kinds):
        yield piece


async def of_tables(store: Store, tables: Collection[str]) -> AsyncIterator[Piece]:
    """Some tables with their records and results; no people."""
    for table in sorted({*tables}):
        log = await store.read(table)
        if not log:
            raise StoreError("export-no-table", table=table)
        yield Log(table, log)
    for kind, place in sorted(BELONGING.items()):
        async for page in pages(store, kind):
            mine = {
                key: page.documents[key] for key in page.documents if _part(key, place) in tables
            }
            if mine:
                yield Page(kind, mine)


def _part(key: str, place: int) -> str:
    return key.split("/")[place]
