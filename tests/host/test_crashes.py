"""Nothing is lost and nothing happens twice, whenever the host dies."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from tenback.host.live_table import Receipt
from tenback.host.persistence import rebuilt
from tenback.host.subscriptions import News, Subscription
from tenback.store import Store, StoreUnavailable, open_store
from tenback.table import commands as c
from tenback.table.events import Moved
from tenback.table.phases import Phase
from tenback.table.table import Table
from tests.host.harness import (
    ManualClock,
    ScriptedPlayers,
    eventually,
    full_table,
    host_on,
    run_pending,
    running_host,
)
from tests.table.lives import dealer

if TYPE_CHECKING:
    from pathlib import Path

    from tenback.store import Batch
    from tenback.table.commands import Command
    from tenback.table.visibility import Snapshot


@dataclass
class Mortal:
    """A store that dies with its process: just before a batch is on the disk, or just after."""

    store: Store
    rng: random.Random
    lives: int
    dead: bool = False

    async def commit(self, batch: Batch) -> None:
        self._live()
        self.lives -= 1
        if self.lives > 0:
            await self.store.commit(batch)
            return
        written = self.rng.random() < 0.5
        if written:
            await self.store.commit(batch)
        self.dead = True
        self._live()

    def _live(self) -> None:
        if self.dead:
            raise StoreUnavailable("store-failed", why="it is dead")

    def __getattr__(self, name: str) -> Any:
        self._live()
        return getattr(self.store, name)


@dataclass
class Witness:
    """A spectator, and what they received up to every crash."""

    seen_events: dict[int, object] = field(default_factory=dict)

    def hear(self, listener: Subscription) -> None:
        for message in listener._waiting:
            if isinstance(message, News):
                self.seen_events |= {shown.version: shown.event for shown in message.events}


@dataclass
class Evening:
    """One game on a store that outlives its hosts."""

    store: Store
    rng: random.Random
    party: ScriptedPlayers
    acknowledged: dict[str, Receipt] = field(default_factory=dict)
    witness: Witness = field(default_factory=Witness)
    crashes: int = 0

    async def live(self) -> None:
        """One life of a host."""
        mortal: Any = Mortal(self.store, self.rng, self.rng.randrange(1, 25))
        async with host_on(mortal) as host:
            self.party.host = host
            with suppress(StoreUnavailable):
                async with host.listen(self.party.table, "fay") as messages:
                    try:
                        await self._play(mortal)
                    finally:
                        self.witness.hear(messages)
        self.crashes += mortal.dead
        on_the_disk = len(await self.store.read(self.party.table))
        assert max(self.witness.seen_events, default=0) <= on_the_disk

    async def _play(self, mortal: Mortal) -> None:
        await self._resend()

        async def ask(person: str, command: Command) -> None:
            key = f"c{next(self.party.numbers)}"
            self.party.sent.append((person, command, key))
            receipt = await self.party.host.command(self.party.table, person, command, key)
            self.acknowledged[key] = receipt

        self.party.ask = ask  # type: ignore[method-assign]
        await self.party.play(lambda _seen: mortal.dead)

    async def _resend(self) -> None:
        """Whatever was sent last may have been lost, or only its receipt."""
        for person, command, key in self.party.sent[-3:]:
            receipt = await self.party.host.command(self.party.table, person, command, key)
            assert self.acknowledged.setdefault(key, receipt) == receipt

    async def over(self) -> bool:
        log = await self.store.read(self.party.table)
        return rebuilt(log, dealer()).phase is Phase.OVER


async def played(url: str, seed: int, game: str, players: int, bots: int) -> Evening:
    """A whole game through many crashes."""
    rng = random.Random(seed)
    store = await open_store(url)
    async with host_on(store) as host:
        party = await full_table(host, game, players, ["simple"] * bots)
        await host.command(party.table, "fay", c.Watch("Fay"))
        await party.ask("ann", c.Begin())
    party.sent.clear()
    evening = Evening(store, rng, party)
    while not await evening.over():
        await evening.live()
    return evening


GAMES = [("original", 3, 1), ("quick-and-easy", 3, 1), ("face-to-face", 2, 0), ("original", 1, 0)]


@pytest.mark.parametrize(("game", "players", "bots"), GAMES)
@pytest.mark.parametrize("seed", range(4))
async def test_acknowledged_once_done_once(game: str, players: int, bots: int, seed: int) -> None:
    await check(await played("memory:", seed, game, players, bots))


async def test_the_same_in_a_file(tmp_path: Path) -> None:
    await check(await played(f"{tmp_path}/tables.db", 77, "original", 3, 1))


async def check(evening: Evening) -> None:
    async with evening.store as store:
        log = await store.read(evening.party.table)
        assert evening.crashes
        assert [entry.version for entry in log] == list(range(1, len(log) + 1))
        commands = [entry.command for entry in log if entry.command is not None]
        assert len(commands) == len(set(commands))
        people = {key: person for person, _, key in evening.party.sent}
        for key, receipt in evening.acknowledged.items():
            if receipt.versions:
                first = log[receipt.versions[0] - 1]
                assert first.command == f"{people[key]}/{key}"
        table = rebuilt(log, dealer())
        moves = [event for event in table.log if isinstance(event, Moved)]
        assert table.game is not None
        assert len(moves) == len(table.game.actions)
        # No client received anything that is not on the disk.
        for version, event in evening.witness.seen_events.items():
            if isinstance(event, Moved):
                assert table.log[version - 1] == event


# A store that fails, and a host that lives


async def test_what_could_not_be_written_was_never_there() -> None:
    async with await open_store("memory:") as store, host_on(store) as host:
        party = await full_table(host, "original", 2)
        commit = store.commit

        async def fails(batch: Batch) -> None:
            raise StoreUnavailable("store-failed", why=f"no disk for {len(batch.entries)}")

        async with host.listen(party.table, "ben") as messages:
            before = await anext(messages)
            store.commit = fails  # type: ignore[method-assign]
            with pytest.raises(StoreUnavailable):
                await host.command(party.table, "ann", c.Begin(), "b")
            assert await party.seen("ben") == before
            assert not messages._waiting
            store.commit = commit  # type: ignore[method-assign]
            receipt = await host.command(party.table, "ann", c.Begin(), "b")
            news = await anext(messages)
            assert isinstance(news, News)
            assert [shown.version for shown in news.events] == list(receipt.versions)


async def test_what_is_not_on_the_disk_is_not_shown() -> None:
    async with await open_store("memory:") as store, host_on(store) as host:
        party = await full_table(host, "original", 2)
        commit, disk = store.commit, asyncio.Event()

        async def slow(batch: Batch) -> None:
            await disk.wait()
            await commit(batch)

        async with host.listen(party.table, "ben") as messages:
            await anext(messages)
            store.commit = slow  # type: ignore[method-assign]
            sent = asyncio.create_task(host.command(party.table, "ann", c.Begin()))
            await run_pending()
            seen = asyncio.create_task(party.seen("ben"))
            listed = asyncio.create_task(host.events(party.table, "ben", 0))
            await run_pending()
            early = [task for task in (sent, seen, listed) if task.done()]
            heard = list(messages._waiting)
            disk.set()
            assert (early, heard) == ([], [])
            receipt = await sent
            assert (await seen).version == receipt.versions[-1]
            assert len((await listed).events) == receipt.versions[-1]
            assert isinstance(await anext(messages), News)


async def test_an_accepted_command_is_done_without_a_caller() -> None:
    async with await open_store("memory:") as store, host_on(store) as host:
        party = await full_table(host, "original", 2)
        commit, disk = store.commit, asyncio.Event()

        async def slow(batch: Batch) -> None:
            await disk.wait()
            await commit(batch)

        store.commit = slow  # type: ignore[method-assign]
        first = asyncio.create_task(host.command(party.table, "ann", c.Rename("Anna")))
        await run_pending()
        second = asyncio.create_task(host.command(party.table, "ben", c.Rename("Benno")))
        await run_pending()
        second.cancel()
        await run_pending()
        disk.set()
        await first
        await eventually(lambda: is_called(party, "Benno"))


async def is_called(party: ScriptedPlayers, name: str) -> bool:
    return (await party.seen("ann")).seats[1].name == name


async def test_a_mistake_of_ours_leaves_nothing_half_done(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_host() as host:
        party = await full_table(host, "original", 2)
        before = await party.seen("ann")

        def breaks(table: Table, *_: object, **_named: object) -> None:
            table.host = "another"
            raise ZeroDivisionError

        with monkeypatch.context() as broken:
            broken.setattr(Table, "handle", breaks)
            with pytest.raises(ZeroDivisionError):
                await host.command(party.table, "ann", c.Begin())
        assert await party.seen("ann") == before


async def test_what_was_written_without_a_receipt_reaches_subscribers() -> None:
    async with await open_store("memory:") as store, host_on(store) as host:
        party = await full_table(host, "original", 2)
        commit = store.commit

        async def writes_and_fails(batch: Batch) -> None:
            await commit(batch)
            raise StoreUnavailable("store-failed", why="no answer")

        async with host.listen(party.table, "ben") as messages:
            await anext(messages)
            store.commit = writes_and_fails  # type: ignore[method-assign]
            with pytest.raises(StoreUnavailable):
                await host.command(party.table, "ann", c.Begin(), "b")
            store.commit = commit  # type: ignore[method-assign]
            again = await host.command(party.table, "ann", c.Begin(), "b")
            news = await anext(messages)
            assert isinstance(news, News)
            assert [shown.version for shown in news.events] == list(again.versions)


async def test_subscribers_receive_it_without_a_request() -> None:
    time = ManualClock()
    async with await open_store("memory:") as store, host_on(store, time) as host:
        party = await full_table(host, "original", 2)
        commit = store.commit

        async def writes_and_fails(batch: Batch) -> None:
            store.commit = commit  # type: ignore[method-assign]
            await commit(batch)
            raise StoreUnavailable("store-failed", why="no answer")

        async with host.listen(party.table, "ben") as messages:
            await anext(messages)
            store.commit = writes_and_fails  # type: ignore[method-assign]
            with pytest.raises(StoreUnavailable):
                await host.command(party.table, "ann", c.Begin(), "b")
            await time.advance(2.0)
            await eventually(lambda: messages._waiting)


async def test_a_table_of_an_evening_goes_on_tomorrow(tmp_path: Path) -> None:
    seen: Snapshot | None = None
    url = f"{tmp_path}/tables.db"
    async with running_host(url) as host:
        party = await full_table(host, "original", 2, ["simple"])
        await party.ask("ann", c.Begin())
        seen = await party.play(lambda seen: seen.version > 30)
    async with running_host(url) as host:
        party.host = host
        assert (await party.seen("ann")).version >= seen.version
        assert (await party.play()).phase is Phase.OVER
