"""Who is at which table, and who opened it."""

from __future__ import annotations

import pytest

from tenback.host import seat_index
from tenback.host.limits import LimitReached, Limits, check_tables
from tenback.store import Batch, Key, open_store
from tenback.table import commands as c
from tenback.table.fairness import Dealer
from tenback.table.options import TableOptions
from tenback.table.table import Table


def opened(name: str = "oak") -> Table:
    options = TableOptions("original", players=3)
    return Table.open(name, "ann", "Ann", options, 0.0, Dealer(lambda: "0" * 64))


def test_players_and_spectators_are_here() -> None:
    table = opened()
    assert seat_index.entries(table) == {("here", "ann/oak"), ("opened", "ann/oak")}
    table.handle("ben", c.Sit("Ben"), 1.0)
    table.handle("eve", c.Watch("Eve"), 2.0)
    table.handle("ann", c.SeatBot("simple"), 3.0)
    here = {("here", f"{person}/oak") for person in ("ann", "ben", "eve")}
    assert seat_index.entries(table) == here | {("opened", "ann/oak")}


def test_a_table_counts_for_its_opener_until_it_is_closed() -> None:
    table = opened()
    table.handle("ben", c.Sit("Ben"), 1.0)
    table.handle("ann", c.Leave(), 2.0)
    assert seat_index.entries(table) == {("here", "ben/oak"), ("opened", "ann/oak")}
    table.handle("ben", c.Close(), 3.0)
    assert seat_index.entries(table) == frozenset()


def test_only_what_is_different_is_written() -> None:
    before: frozenset[Key] = frozenset({("here", "ann/oak"), ("here", "ben/oak")})
    after: frozenset[Key] = frozenset({("here", "ben/oak"), ("here", "eve/oak")})
    assert seat_index.changes(before, after) == {
        ("here", "ann/oak"): None,
        ("here", "eve/oak"): b"",
    }
    assert seat_index.changes(after, after) == {}


async def test_tables_are_limited_for_each_person() -> None:
    over: set[str] = set()

    async def is_over(table: str) -> bool:
        return table in over

    async with await open_store("memory:") as store:
        limits = Limits(tables=2)
        for name in ("oak", "elm"):
            await check_tables(store, "ann", is_over, limits)
            new = seat_index.changes(frozenset(), seat_index.entries(opened(name)))
            await store.commit(Batch(documents=new))
        assert await seat_index.tables(store, seat_index.OPENED, "ann") == ["elm", "oak"]
        assert await seat_index.tables(store, seat_index.HERE, "an") == []
        with pytest.raises(LimitReached, match="2 open tables"):
            await check_tables(store, "ann", is_over, limits)
        await check_tables(store, "ben", is_over, limits)
        over.add("oak")
        await check_tables(store, "ann", is_over, limits)
        over.clear()
        await store.commit(Batch(documents={(seat_index.HERE, "ann/elm"): None}))  # ann has left it
        await check_tables(store, "ann", is_over, limits)
