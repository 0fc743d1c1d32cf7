"""What is kept beside the events, and in the same batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.host import documents, seat_index, webhooks
from tenback.host.webhooks import Notification
from tenback.store import open_store
from tenback.table import commands as c
from tenback.table.actors import SYSTEM
from tenback.table.options import TableOptions
from tenback.table.phases import Phase
from tests.host.harness import ScriptedPlayers, host_on, started_table

if TYPE_CHECKING:
    from tenback.store import Store


async def test_it_is_known_who_is_at_which_table() -> None:
    async with await open_store("memory:") as store, host_on(store) as host:
        table = await host.open("ann", "Ann", TableOptions("original", 2))
        await host.command(table, "ben", c.Sit("Ben"))
        await host.command(table, "fay", c.Watch("Fay"))
        for person in ("ann", "ben", "fay"):
            assert await seat_index.tables(store, seat_index.HERE, person) == [table]
        await host.command(table, "ann", c.Leave())
        assert await seat_index.tables(store, seat_index.HERE, "ann") == []
        assert await seat_index.tables(store, seat_index.OPENED, "ann") == [table]
        await host.command(table, "ben", c.Close())
        assert await seat_index.tables(store, seat_index.HERE, "ben") == []
        assert await seat_index.tables(store, seat_index.OPENED, "ann") == []


# Whom to call


async def called(store: Store) -> list[tuple[str, str]]:
    """Who waits to be called, and why."""
    waiting = (await store.scan(webhooks.QUEUE)).values()
    notes = sorted(
        (documents.load(Notification, body) for body in waiting), key=lambda note: note.version
    )
    return [(note.person, note.why) for note in notes]


async def take_turn(party: ScriptedPlayers, person: str) -> None:
    while (command := await party.wanted(person)) is not None:
        await party.ask(person, command)


async def test_an_away_player_is_notified_of_their_turn() -> None:
    async with await open_store("memory:") as store, host_on(store) as host:
        party = await started_table(host)
        await host.command(party.table, SYSTEM, c.GoneAway("ben"))
        assert await called(store) == []
        await take_turn(party, "ann")
        assert await called(store) == [("ben", "your-turn")]


async def test_a_player_who_goes_away_in_their_turn_is_notified_once() -> None:
    async with await open_store("memory:") as store, host_on(store) as host:
        party = await started_table(host)
        await host.command(party.table, SYSTEM, c.GoneAway("ann"))
        await host.command(party.table, "ben", c.Say("thanks"))
        assert await called(store) == [("ann", "your-turn")]


async def test_an_away_player_is_notified_of_the_end() -> None:
    async with await open_store("memory:") as store, host_on(store) as host:
        party = await started_table(host, "face-to-face", 2)
        other = "ben" if await party.wanted("ann") else "ann"
        await host.command(party.table, SYSTEM, c.GoneAway(other))
        await host.command(party.table, "ben" if other == "ann" else "ann", c.Resign())
        assert (await party.seen("ann")).phase is Phase.OVER
        assert await called(store) == [(other, "game-over")]


async def test_a_connected_player_is_not_notified() -> None:
    async with await open_store("memory:") as store, host_on(store) as host:
        party = await started_table(host, "original", 2)
        await party.play()
        assert await called(store) == []
