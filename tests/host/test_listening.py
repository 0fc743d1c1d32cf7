"""Messages as they come, to those who listen."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from tenback.core.errors import TenbackError
from tenback.host.listening import Listener, News
from tenback.table import commands as c
from tenback.table.events import Moved, Sat
from tenback.table.options import Options
from tenback.table.phases import Phase
from tenback.table.sight import Shown, Snapshot
from tests.host.evenings import HASTE, choose, gathered, house, running


async def nothing_more(messages: Listener) -> None:
    """What has come so far is all."""
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(anext(messages), 0.02)


async def test_first_the_whole_table_then_what_happens() -> None:
    async with house() as host:
        party = await gathered(host, "original", 3)
        async with host.listen(party.table, "ann") as messages:
            assert await anext(messages) == await party.seen("ann")
            receipt = await host.command(party.table, "ben", c.Rename("Benno"))
            news = await anext(messages)
            assert isinstance(news, News)
            assert [shown.version for shown in news.events] == list(receipt.versions)
            assert news.events == await host.events(party.table, "ann", receipt.versions[0] - 1)
            await nothing_more(messages)


async def test_whoever_is_on_turn_learns_what_can_be_done() -> None:
    async with house() as host:
        party = await running(host, "original", 2)
        seen = await party.seen("ann")
        assert seen.view is not None
        turn = "ann" if seen.view.turn == seen.seat else "ben"
        other = "ben" if turn == "ann" else "ann"
        async with host.listen(party.table, turn) as mine, host.listen(party.table, other) as its:
            first = await anext(mine)
            assert isinstance(first, Snapshot)
            await anext(its)
            lay = choose(first, party.rng)
            await party.ask(turn, c.Play(lay))
            news = await anext(mine)
            assert isinstance(news, News)
            assert isinstance(news.events[0].event, Moved)
            assert news.choices == (await party.seen(turn)).choices
            others = await anext(its)
            assert isinstance(others, News)
            assert others.choices is None
            assert others.events == news.events


async def test_whoever_sits_down_sees_the_whole_table() -> None:
    async with house() as host:
        table = await host.open("ann", "Ann", Options("original", 2))
        async with host.listen(table, "ben") as messages:
            stranger = await anext(messages)
            assert isinstance(stranger, Snapshot)
            assert stranger.seat is None
            await host.command(table, "ann", c.Rename("Anna"))
            assert await anext(messages) == await host.snapshot(table, "ben")
            await host.command(table, "ben", c.Sit("Ben"))
            seated = await anext(messages)
            assert isinstance(seated, Snapshot)
            assert seated.seat == 1
            await host.command(table, "ben", c.Watch("Ben"))
            watching = await anext(messages)
            assert isinstance(watching, Snapshot)
            assert watching.seat is None
            await host.command(table, "ann", c.Rename("Ann"))
            assert isinstance(await anext(messages), News)


async def test_messages_never_have_a_gap() -> None:
    async with house() as host:
        party = await running(host, "original", 3, ["simple"])
        heard: list[int] = []

        async def listen() -> None:
            async with host.listen(party.table, "ben") as messages:
                async for message in messages:
                    if isinstance(message, Snapshot):
                        heard.append(message.version)
                    else:
                        heard.extend(shown.version for shown in message.events)

        listening = asyncio.create_task(listen())
        over = await party.play()
        assert over.phase is Phase.OVER
        while heard[-1] < over.version:
            await asyncio.sleep(0)
        listening.cancel()
        assert heard == list(range(heard[0], heard[0] + len(heard)))


async def test_a_slow_listener_is_cut_off_and_comes_back() -> None:
    async with house(habits=replace(HASTE, backlog=8)) as host:
        table = await host.open("ann", "Ann", Options("original", 2))
        async with host.listen(table, "ann") as slow:
            for number in range(20):
                await host.command(table, "ann", c.Rename(f"Ann {'a' * (number % 3)}"))
            assert len(slow._waiting) == 0
            with pytest.raises(TenbackError) as cut_off:
                await anext(slow)
            assert cut_off.value.code == "host-too-slow"
        async with host.listen(table, "ann") as again:
            assert isinstance(await anext(again), Snapshot)
            await host.command(table, "ben", c.Sit("Ben"))
            news = await anext(again)
            assert isinstance(news, News)
            assert isinstance(news.events[0].event, Sat)


async def test_strangers_hear_nothing_that_is_said() -> None:
    async with house() as host:
        party = await running(host, "original", 2)
        async with host.listen(party.table, "zed") as messages:
            await anext(messages)
            await party.ask("ann", c.Say("thanks"))
            seen = await anext(messages)
            assert isinstance(seen, Snapshot)
            assert (seen.talk, seen.view) == ((), None)
            assert (await host.events(party.table, "zed", seen.version - 1)) == (
                Shown(seen.version),
            )
