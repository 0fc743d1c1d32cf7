"""Which documents an export holds: of a whole host, or of single tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.host import daily, persistence, result_documents, seat_index, signatures, webhooks
from tenback.store.errors import StoreError
from tenback.store.transfer import Log, Page, Piece, pages, pieces

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

    from tenback.store import Store

SECRETS = frozenset((signatures.KIND, daily.SECRET, webhooks.HOOK))
"""Kinds of documents with which a reader could impersonate the server or a person."""

TABLE_KINDS = {
    seat_index.HERE: 1,
    persistence.LISTED: 0,
    seat_index.OPENED: 1,
    persistence.PENDING: 0,
    persistence.RECORD: 0,
    result_documents.KIND: 1,
}
"""Kinds that are exported with a table, and which part of their keys is the table's id."""


async def everything(store: Store, *, secrets: bool) -> AsyncIterator[Piece]:
    """All documents and logs, with or without the secrets."""
    kinds = [kind for kind in await store.kinds() if secrets or kind not in SECRETS]
    async for piece in pieces(store, kinds):
        yield piece


async def of_tables(store: Store, tables: Collection[str]) -> AsyncIterator[Piece]:
    """Some tables with their records and results; no identities."""
    for table in sorted({*tables}):
        log = await store.read(table)
        if not log:
            raise StoreError("export-no-table", table=table)
        yield Log(table, log)
    for kind, place in sorted(TABLE_KINDS.items()):
        async for page in pages(store, kind):
            mine = {
                key: page.documents[key] for key in page.documents if _part(key, place) in tables
            }
            if mine:
                yield Page(kind, mine)


def _part(key: str, place: int) -> str:
    return key.split("/")[place]
