"""News suffice: a client that only follows them knows the table as well as one that asks for it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from tenback import Rules
from tenback.core.variants import every
from tenback.table import commands as c
from tenback.table.events import GAME_CHANGES, HintAsked, Spoke
from tests.bots.talker import TALKER
from tests.cases import IDS, TABLES
from tests.host.harness import eventually
from tests.server.followed_tables import Client, FollowedTable, Json, followed_table

if TYPE_CHECKING:
    from tenback.table.events import Event

ON_FIRE = "original-on-fire"


def talking_bot(rules: Rules) -> str:
    """A bot that talks in this game; in a duel `strong` says nothing."""
    return TALKER if rules.duel else "strong"


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
async def test_following_the_news_is_as_good_as_asking(rules: Rules, players: int) -> None:
    """Whole games with talking bots, people, a spectator, muted people; no client has to ask."""
    async with AsyncExitStack() as stack:
        bot, memory = talking_bot(rules), players % 2 == 0
        found = await followed_table(stack, rules, players, bot, players, memory_aid=memory)
        await found.play(games=2 if players == 2 else 1)
        await found.check_bots()
        compared = await found.check()
        assert compared > 40
        assert {client.follower.gaps for client in found.clients.values()} == {0}
        assert refused(found, c.Play) == [], "what others say makes no lay stale"
        assert found.late(c.Play) or players == 1, "something was said before a lay arrived"


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
async def test_a_lay_is_stale_after_a_move_and_never_after_talk_or_a_hint(rules: Rules) -> None:
    """Ann has a page that has missed something: what was said, or her own lay at another device."""
    async with AsyncExitStack() as stack:
        found = await followed_table(stack, rules, 2, TALKER, 1)
        began, ann = await turn_with_talk(found), found.clients["ann"]
        await ann.do(c.Hint())
        assert HintAsked in map(type, (await log(found))[began:])
        before = await log(found)
        await ann.do(a_lay(ann), seen=began - 1)
        assert refused(found, c.Play) == ["table-stale"]
        assert await log(found) == before
        await ann.do(a_lay(ann), seen=began)
        assert ann.done[-1] == (c.Play, began, len(before) + 1)
        await ann.do(a_lay(ann), seen=began)
        assert refused(found, c.Play) == ["table-stale"] * 2
        await ann.do(a_lay(ann))
        assert ann.done[-1][0] is c.Play


def refused(found: FollowedTable, command: type[c.Command]) -> list[str]:
    """The codes with which such commands were refused."""
    every_one = (one for client in found.clients.values() for one in client.refusals)
    return [code for kind, code in every_one if kind is command]


async def turn_with_talk(found: FollowedTable) -> int:
    """Play until a bot has spoken in a turn of Ann; the version with which that turn began."""
    while not on_turn(found.read()):
        await found.step()
        await asyncio.sleep(0.0005)

    async def spoken() -> bool:
        """Whether something was said, and nothing else, since the game changed."""
        events = await log(found)
        return isinstance(events[-1], Spoke) and events[-1].seat == 1

    await eventually(spoken)
    found.read()
    changes = [v for v, event in enumerate(await log(found), 1) if type(event) in GAME_CHANGES]
    return max(changes)


def on_turn(seen: Json) -> bool:
    """Whether a player is about to lay the first card of a turn."""
    view = seen["view"]
    return seen["phase"] == "playing" and view["turn"] == seen["seat"] and not view["placed"]


def a_lay(client: Client) -> c.Play:
    """The lay with the smallest step that does not lose, or the end of the turn."""
    lays = client.follower.table["choices"]["lays"]
    best = min(lays, key=lambda lay: (lay["loses"], lay["step"]), default=None)
    return c.Play("{card}-{pile}".format(**best["move"]) if best else "end")


async def log(found: FollowedTable) -> tuple[Event, ...]:
    return await found.host.inspect(found.table, lambda table: tuple(table.log))


async def test_fires_and_remarks_are_among_what_is_followed() -> None:
    burnt = stood = False
    for seed in range(10):
        async with AsyncExitStack() as stack:
            found = await followed_table(stack, Rules.named(ON_FIRE), 3, "strong", seed)
            await found.play()
            burnt |= any(known["view"]["burning"] for known in of(found, "fay") if known["view"])
            stood |= any(known["talk"] for known in of(found, "ann"))
        if burnt and stood:
            return
    raise AssertionError("nothing burns, or nothing stands")


def of(found: FollowedTable, person: str) -> list[Json]:
    """All that one client has known."""
    return [known for row in found.clients[person].known.values() for known in row]
