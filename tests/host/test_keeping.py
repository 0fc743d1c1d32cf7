"""What is kept beside the events, and in the same batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.host import documents, hooks, places
from tenback.host.hooks import Note
from tenback.store import open_store
from tenback.table import commands as c
from tenback.table.options import Options
from tenback.table.phases import Phase
from tenback.table.who import HOUSE
from tests.host.evenings import Party, on, running

if TYPE_CHECKING:
    from tenback.store import Store


async def test_it_is_known_who_is_at_which_table() -> None:
    async with await open_store("memory:") as store, on(store) as host:
        table = await host.open("ann", "Ann", Options("original", 2))
        await host.command(table, "ben", c.Sit("Ben"))
        await host.command(table, "fay", c.Watch("Fay"))
        for person in ("ann", "ben", "fay"):
            assert await places.tables(store, places.HERE, person) == [table]
        await host.command(table, "ann", c.Leave())
        assert await places.tables(store, places.HERE, "ann") == []
        assert await places.tables(store, places.OPENED, "ann") == [table]
        await host.command(table, "ben", c.Close())
        assert await places.tables(store, places.HERE, "ben") == []
        assert await places.tables(store, places.OPENED, "ann") == []


# Whom to call


async def called(store: Store) -> list[tuple[str, str]]:
    """Who waits to be called, and why."""
    waiting = (await store.scan(hooks.QUEUE)).values()
    notes = sorted((documents.read(Note, body) for body in waiting), key=lambda note: note.version)
    return [(note.person, note.why) for note in notes]


async def take_turn(party: Party, person: str) -> None:
    while (command := await party.wanted(person)) is not None:
        await party.ask(person, command)


async def test_whoever_is_away_is_called_when_it_is_their_turn() -> None:
    async with await open_store("memory:") as store, on(store) as host:
        party = await running(host)
        await host.command(party.table, HOUSE, c.GoneAway("ben"))
        assert await called(store) == []
        await take_turn(party, "ann")
        assert await called(store) == [("ben", "your-turn")]


async def test_whoever_goes_away_in_their_turn_is_called_too_and_once() -> None:
    async with await open_store("memory:") as store, on(store) as host:
        party = await running(host)
        await host.command(party.table, HOUSE, c.GoneAway("ann"))
        await host.command(party.table, "ben", c.Say("thanks"))
        assert await called(store) == [("ann", "your-turn")]


async def test_whoever_is_away_at_the_end_is_called() -> None:
    async with await open_store("memory:") as store, on(store) as host:
        party = await running(host, "face-to-face", 2)
        other = "ben" if await party.wanted("ann") else "ann"
        await host.command(party.table, HOUSE, c.GoneAway(other))
        await host.command(party.table, "ben" if other == "ann" else "ann", c.Resign())
        assert (await party.seen("ann")).phase is Phase.OVER
        assert await called(store) == [(other, "game-over")]


async def test_nobody_who_is_here_is_called() -> None:
    async with await open_store("memory:") as store, on(store) as host:
        party = await running(host, "original", 2)
        await party.play()
        assert await called(store) == []
