"""News suffice: a client that only follows them knows the table as well as one that asks for it."""

from __future__ import annotations

from contextlib import AsyncExitStack

import pytest

from tenback import Rules
from tenback.table import commands as c
from tests.cases import IDS, TABLES
from tests.server.followed_tables import FollowedTable, Json, followed_table

ON_FIRE = "original-on-fire"


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
async def test_following_the_news_is_as_good_as_asking(rules: Rules, players: int) -> None:
    """Whole games with talking bots, people, a spectator, muted people; no client has to ask."""
    async with AsyncExitStack() as stack:
        memory = players % 2 == 0
        found = await followed_table(stack, rules, players, "careful", players, memory_aid=memory)
        await found.play(games=2 if players == 2 else 1)
        compared = await found.check()
        assert compared > 40
        assert {client.follower.gaps for client in found.clients.values()} == {0}
        refused = [kind for client in found.clients.values() for kind, _ in client.refusals]
        assert c.Play not in refused, "what others say makes no lay stale"


async def test_fires_and_remarks_are_among_what_is_followed() -> None:
    burnt = stood = False
    for seed in range(10):
        async with AsyncExitStack() as stack:
            found = await followed_table(stack, Rules.named(ON_FIRE), 3, "careful", seed)
            await found.play()
            burnt |= any(known["view"]["burning"] for known in of(found, "fay") if known["view"])
            stood |= any(known["talk"] for known in of(found, "ann"))
        if burnt and stood:
            return
    raise AssertionError("nothing burns, or nothing stands")


def of(found: FollowedTable, person: str) -> list[Json]:
    """All that one client has known."""
    return [known for row in found.clients[person].known.values() for known in row]
