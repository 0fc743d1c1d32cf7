"""An index from people to tables: where a person sits or watches, and which they have opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.host.hot_seat import same_device
from tenback.table.events import Opened

if TYPE_CHECKING:
    from tenback.store import Key, Store
    from tenback.table.table import Table

HERE, OPENED = "here", "opened"


def entries(table: Table) -> frozenset[Key]:
    """The entries of a table: who sits or watches there, and who opened it. Closed, it has none.

    A table counts for the person who opened it even after they left, so that the limit holds.
    """
    if table.closed:
        return frozenset()
    sitting = (seat.person for seat in table.seats if seat.person is not None)
    people = {*sitting, *(guest.person for guest in table.watching)}
    openers = [event.host for event in table.log[:1] if isinstance(event, Opened)]
    return frozenset(
        (kind, f"{person}/{table.id}")
        for kind, persons in ((HERE, people), (OPENED, openers))
        for person in persons
    )


def changes(before: frozenset[Key], after: frozenset[Key]) -> dict[Key, bytes | None]:
    """The documents to write and to delete, for the batch of a change."""
    return dict.fromkeys(before - after) | dict.fromkeys(after - before, b"")


async def tables(store: Store, kind: str, person: str) -> list[str]:
    """The tables where a person is, or that they have opened."""
    beginning = f"{person}/"
    return [key.removeprefix(beginning) for key in await store.scan(kind, beginning)]


async def held(store: Store, person: str) -> list[str]:
    """The tables that a person has opened and where they, or a companion, still are."""
    here = {table for each in same_device(person) for table in await tables(store, HERE, each)}
    return [table for table in await tables(store, OPENED, person) if table in here]
