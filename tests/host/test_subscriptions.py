"""Messages as they come, to subscribers."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
from msgspec import UNSET

from tenback.core.choices import Choices
from tenback.core.errors import TenbackError
from tenback.host.subscriptions import Broadcast, News, Subscription
from tenback.table import commands as c
from tenback.table.events import Moved, Sat
from tenback.table.options import TableOptions
from tenback.table.phases import Phase
from tenback.table.visibility import Shown, Snapshot
from tests.host.harness import (
    NO_PAUSES,
    choose_move,
    dealing_table,
    full_table,
    running_host,
    started_table,
)


async def nothing_more(messages: Subscription) -> None:
    """What has come so far is all."""
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(anext(messages), 0.02)


async def test_first_the_whole_table_then_what_happens() -> None:
    async with running_host() as host:
        party = await full_table(host, "original", 3)
        async with host.listen(party.table, "ann") as messages:
            assert await anext(messages) == await party.seen("ann")
            receipt = await host.command(party.table, "ben", c.Rename("Benno"))
            news = await anext(messages)
            assert isinstance(news, News)
            assert [shown.version for shown in news.events] == list(receipt.versions)
            behind = await host.events(party.table, "ann", receipt.versions[0] - 1)
            assert news.events == behind.events
            await nothing_more(messages)


async def test_the_player_on_turn_gets_the_choices() -> None:
    async with running_host() as host:
        party = await started_table(host, "original", 2)
        seen = await party.seen("ann")
        assert seen.view is not None
        turn = "ann" if seen.view.turn == seen.seat else "ben"
        other = "ben" if turn == "ann" else "ann"
        async with host.listen(party.table, turn) as mine, host.listen(party.table, other) as its:
            first = await anext(mine)
            assert isinstance(first, Snapshot)
            await anext(its)
            lay = choose_move(first, party.rng)
            await party.ask(turn, c.Play(lay))
            news = await anext(mine)
            assert isinstance(news, News)
            assert isinstance(news.events[0].event, Moved)
            assert news.choices == (await party.seen(turn)).choices
            others = await anext(its)
            assert isinstance(others, News)
            assert others.choices is UNSET, "they are as before"
            assert others.events == news.events


async def test_choices_come_when_they_are_different() -> None:
    """Off turn, too: when one seat starts, the others can no longer start; talk changes nothing."""
    async with running_host() as host:
        party = await dealing_table(host)
        await party.play(lambda seen: seen.phase is Phase.AGREEING)
        async with host.listen(party.table, "ann") as messages:
            first = await anext(messages)
            assert isinstance(first, Snapshot)
            assert first.choices == Choices(may_start=True, may_resign=True)
            received = []
            for person, command in (
                ("ben", c.Say("start")),
                ("ben", c.Start()),
                ("ben", c.Say("leave:u1")),
                ("ann", c.Rename("Anna")),
            ):
                await party.ask(person, command)
                news = await anext(messages)
                assert isinstance(news, News)
                received.append(news.choices)
            assert received == [UNSET, Choices(may_resign=True), UNSET, UNSET]


@pytest.mark.parametrize("memory_aid", [False, True])
async def test_news_of_several_turns_bring_the_table_where_they_cannot_tell_all(
    memory_aid: bool,
) -> None:
    """Without the memory aid events of earlier turns are empty, so they cannot be followed (V2)."""
    async with running_host() as host:
        party = await dealing_table(host, "original", 2, memory_aid=memory_aid)
        await party.play(lambda seen: seen.phase is Phase.PLAYING)
        late = Subscription("ann", backlog=5)
        await host.inspect(party.table, lambda table: late.notify(Broadcast(table)))
        turns = 0

        def later(seen: Snapshot) -> bool:
            nonlocal turns
            turns += bool(seen.choices and seen.choices.may_end)
            return turns > 6

        await party.play(later)
        await host.inspect(party.table, lambda table: late.notify(Broadcast(table)))
        await anext(late)
        news = await anext(late)
        assert isinstance(news, News)
        followed = [shown for shown in news.events if shown.followed]
        if memory_aid:
            assert news.table is None
            assert len(followed) > turns
        else:
            assert news.table == await party.seen("ann")


async def test_a_player_who_sits_down_sees_the_whole_table() -> None:
    async with running_host() as host:
        table = await host.open("ann", "Ann", TableOptions("original", 2))
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
    async with running_host() as host:
        party = await started_table(host, "original", 3, ["simple"])
        heard: list[int] = []

        async def listen() -> None:
            async with host.listen(party.table, "ben") as messages:
                async for message in messages:
                    if isinstance(message, Snapshot):
                        heard.append(message.version)
                    elif isinstance(message, News):
                        heard.extend(shown.version for shown in message.events)

        listening = asyncio.create_task(listen())
        over = await party.play()
        assert over.phase is Phase.OVER
        while heard[-1] < over.version:
            await asyncio.sleep(0)
        listening.cancel()
        assert heard == list(range(heard[0], heard[0] + len(heard)))


async def test_a_slow_listener_is_cut_off_and_comes_back() -> None:
    async with running_host(config=replace(NO_PAUSES, backlog=8)) as host:
        table = await host.open("ann", "Ann", TableOptions("original", 2))
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
    async with running_host() as host:
        party = await started_table(host, "original", 2)
        async with host.listen(party.table, "zed") as messages:
            await anext(messages)
            await party.ask("ann", c.Say("thanks"))
            seen = await anext(messages)
            assert isinstance(seen, Snapshot)
            assert (seen.talk, seen.view) == ((), None)
            behind = await host.events(party.table, "zed", seen.version - 1)
            assert behind == (seen.version, (Shown(seen.version),))


# One connection


async def test_what_is_posted_comes_in_its_turn() -> None:
    async with running_host() as host:
        party = await full_table(host, "original", 2)
        async with host.listen(party.table, "ann") as messages:
            messages.post("before")
            await host.command(party.table, "ben", c.Rename("Benno"))
            messages.post("after")
            kinds = [type(await anext(messages)) for _ in range(4)]
            assert kinds == [Snapshot, str, News, str]


async def test_whatever_is_posted_counts_among_what_waits() -> None:
    async with running_host(config=replace(NO_PAUSES, backlog=8)) as host:
        party = await full_table(host, "original", 2)
        async with host.listen(party.table, "ann") as slow:
            for number in range(20):
                slow.post(number)
            with pytest.raises(TenbackError) as cut_off:
                await anext(slow)
            assert cut_off.value.code == "host-too-slow"


async def test_news_tell_their_sender_which_command_is_done() -> None:
    async with running_host() as host:
        party = await full_table(host, "original", 2)
        table = party.table
        async with (
            host.listen(table, "ann") as mine,
            host.listen(table, "ann") as elsewhere,
            host.listen(table, "ben") as its,
        ):
            mine.awaiting.update(("x", "y"))
            its.awaiting.add("x")
            await host.command(table, "ann", c.Rename("Anna"), "x")
            received = [
                [await anext(each), await anext(each)][1] for each in (mine, elsewhere, its)
            ]
            assert [getattr(news, "done", "none") for news in received] == ["x", None, None]
            assert mine.awaiting == {"y"}
            assert its.awaiting == {"x"}


async def test_a_command_without_news_of_its_own_is_still_awaited() -> None:
    async with running_host() as host:
        party = await full_table(host, "original", 3)
        async with host.listen(party.table, "ann") as messages:
            messages.awaiting.update(("mute", "again", "watch"))
            await host.command(party.table, "ann", c.Mute("ben"), "mute")
            await host.command(party.table, "ann", c.Mute("ben"), "again")  # makes no difference
            await host.command(party.table, "ann", c.Watch("Ann"), "watch")  # the whole table comes
            assert messages.awaiting == {"again", "watch"}
            messages.awaiting.add("mute")
            await host.command(party.table, "ann", c.Mute("ben"), "mute")  # a resend
            assert messages.awaiting == {"mute", "again", "watch"}


# What is made once


async def test_who_may_see_the_same_gets_the_same() -> None:
    """Three players and a spectator; only the player who draws sees the cards."""
    async with running_host() as host:
        party = await started_table(host, "original", 3)
        await party.ask("fay", c.Watch("Fay"))
        people = ("ann", "ben", "cleo", "fay")
        async with AsyncExitStack() as connected:
            theirs = {
                person: await connected.enter_async_context(host.listen(party.table, person))
                for person in people
            }
            for messages in theirs.values():
                await anext(messages)
            drawn = 0
            while drawn < 3:
                turn = (await party.seen("ann")).view.turn  # type: ignore[union-attr]
                await party.step()
                received = {person: await anext(theirs[person]) for person in people}
                news = [one for one in received.values() if isinstance(one, News)]
                assert len(news) == len(people)
                version = news[0].events[0].version
                for person in people:
                    own = await host.events(party.table, person, version - 1)
                    assert getattr(received[person], "events", None) == own.events
                if party.sent[-1][1] == c.Play("end"):
                    drawn += 1
                    cards = [one.events[0].followed[1].cards for one in news]  # type: ignore[union-attr]
                    assert [place for place, held in enumerate(cards) if held] == [turn]
                else:
                    assert len({id(one.events) for one in news}) == 1
