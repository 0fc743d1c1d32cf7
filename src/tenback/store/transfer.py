"""Copying a store into another: all of it, or what is missing there.

A store is read in pieces, a table's log or a page of documents, whether the target is a store or a
file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, TypeAlias

from tenback.store.base import PROBE, Batch, Entry
from tenback.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from tenback.store.base import Store

PAGE = 500
"""How many documents a page has."""


@dataclass(frozen=True, slots=True)
class Log:
    """The log of a table."""

    table: str
    entries: Sequence[Entry]

    @property
    def size(self) -> int:
        """How many entries or documents it holds."""
        return len(self.entries)


@dataclass(frozen=True, slots=True)
class Page:
    """Some documents of one kind, in the order of their keys."""

    kind: str
    documents: Mapping[str, bytes]

    @property
    def size(self) -> int:
        """How many entries or documents it holds."""
        return len(self.documents)


Piece: TypeAlias = Log | Page


@dataclass(frozen=True, slots=True)
class Copied:
    """What the source has and the target has now, from this copy or an earlier one."""

    tables: int = 0
    entries: int = 0
    documents: int = 0

    def plus(self, piece: Piece) -> Copied:
        """The counts with one more piece."""
        if isinstance(piece, Log):
            return Copied(self.tables + 1, self.entries + piece.size, self.documents)
        return Copied(self.tables, self.entries, self.documents + piece.size)


@dataclass(frozen=True, slots=True)
class Compared:
    """What a target lacks of a piece, and where it has something else."""

    missing: Batch
    differences: Sequence[StoreError] = ()

    @property
    def missing_count(self) -> int:
        """How many entries and documents are missing."""
        return len(self.missing.entries) + len(self.missing.new)


async def copy(source: Store, target: Store, kinds: Collection[str] | None = None) -> Copied:
    """Copy all tables, and the documents of some kinds or of all.

    What the target has already is skipped, so an interrupted copy continues where it stopped.
    Where the target has something else, nothing is overwritten: the error names it. Every piece is
    read back from the target before it counts.
    """
    copied = Copied()
    async for piece in pieces(source, kinds):
        await merge(target, piece)
        copied = copied.plus(piece)
    return copied


async def pieces(source: Store, kinds: Collection[str] | None = None) -> AsyncIterator[Piece]:
    """Everything in a store, or its tables and the documents of some kinds, always in one order.

    What a store writes about itself stays there.
    """
    for table in await source.tables():
        yield Log(table, await source.read(table))
    for kind in sorted({*(await source.kinds() if kinds is None else kinds)} - {PROBE[0]}):
        async for page in pages(source, kind):
            yield page


async def pages(source: Store, kind: str) -> AsyncIterator[Page]:
    """All documents of a kind."""
    found = await source.scan(kind, limit=PAGE)
    while found:
        yield Page(kind, found)
        found = await source.scan(kind, after=[*found][-1], limit=PAGE)


async def counted(
    source: AsyncIterator[Piece], on_count: Callable[[int], object]
) -> AsyncIterator[Piece]:
    """The pieces; `on_count` is called with how many entries and documents were passed on."""
    done = 0
    async for piece in source:
        yield piece
        done += piece.size
        on_count(done)


async def merge(target: Store, piece: Piece) -> int:
    """Write what is missing of a piece, and return how much; raises where something differs."""
    compared = await compare(target, piece)
    for difference in compared.differences:
        raise difference
    if compared.missing_count:
        await target.commit(compared.missing)
        if (await compare(target, piece)).missing_count:
            raise StoreError("store-copy-incomplete")
    return compared.missing_count


async def compare(target: Store, piece: Piece) -> Compared:
    """What a store has of a piece already."""
    if isinstance(piece, Log):
        return await _compare_log(target, piece)
    return await _compare_page(target, piece)


async def _compare_log(target: Store, log: Log) -> Compared:
    there = await target.read(log.table)
    for entry, wanted in zip_longest(there, log.entries[: len(there)]):
        if entry != wanted:
            named = {"table": log.table, "version": entry.version}
            return Compared(Batch(), [StoreError("store-table-differs", **named)])
    return Compared(Batch(log.table, log.entries[len(there) :]))


async def _compare_page(target: Store, page: Page) -> Compared:
    there = await asyncio.gather(*(target.get(page.kind, key) for key in page.documents))
    wanted = zip(page.documents.items(), there, strict=True)
    pairs = [(key, body, found) for (key, body), found in wanted]
    return Compared(
        Batch(new={(page.kind, key): body for key, body, found in pairs if found is None}),
        [
            StoreError("store-document-differs", kind=page.kind, key=key)
            for key, body, found in pairs
            if found not in (None, body)
        ],
    )
