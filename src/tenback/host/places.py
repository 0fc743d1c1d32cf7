"""At which tables somebody is, and which they have opened: empty documents kept beside the logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.host.companions import together
from tenback.table.events import Opened

if TYPE_CHECKING:
    from tenback.store import Key, Store
    from tenback.table.table import Table

HERE, OPENED = "here", "opened"


def of(table: Table) -> frozenset[Key]:
    """What is true of a table: who sits or watches there, and who opened it. Closed, it has none.

    A table remains whose it was when they leave, so that nobody opens tables without end.
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
    """The documents to keep and to drop, for the batch of what has happened."""
    return dict.fromkeys(before - after) | dict.fromkeys(after - before, b"")


async def tables(store: Store, kind: str, person: str) -> list[str]:
    """The tables where somebody is, or that they have opened."""
    beginning = f"{person}/"
    return [key.removeprefix(beginning) for key in await store.scan(kind, beginning)]


async def held(store: Store, person: str) -> list[str]:
    """The tables that somebody has opened, and where they or anybody beside them still are."""
    here = {table for each in together(person) for table in await tables(store, HERE, each)}
    return [table for table in await tables(store, OPENED, person) if table in here]
