"""Finished games: replays and records."""

from __future__ import annotations

import random

import pytest

from tenback import Deal, Rules
from tenback.core.events import Laid
from tenback.table import commands as c
from tenback.table.actors import SYSTEM
from tenback.table.phases import Phase
from tests.cases import IDS, TABLES
from tests.host.harness import (
    dealing_table,
    full_table,
    refusal_code,
    running_host,
    started_table,
)


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
async def test_a_game_can_be_seen_again_step_by_step(rules: Rules, players: int) -> None:
    async with running_host() as host:
        party = await dealing_table(host, rules.name, players)
        over = await party.play()
        assert over.view is not None
        views = await host.replay(party.table, "ann")
        assert views[0].seat == 0
        assert views[0].outcome is None
        assert views[-1].outcome == over.view.outcome
        lays = [event for event in over.view.history if isinstance(event, Laid)]
        assert len(views) > len(lays)
        step = views[len(views) // 2]
        assert [hand is None for hand in step.hands] == [seat != 0 for seat in range(players)]
        last = await host.replay(party.table, "ann", seat=players - 1)
        assert last[0].seat == players - 1
        opened = await host.replay(party.table, "ann", open_hands=True)
        assert [view.hands[0] for view in opened] == [view.hands[0] for view in views]
        assert [view.hands[-1] for view in opened] == [view.hands[-1] for view in last]
        assert {view.seat for view in opened} == {None}


async def test_records_are_for_players_and_people_here() -> None:
    async with running_host() as host:
        party = await started_table(host)
        assert await refusal_code(host.record(party.table, "ann")) == "table-not-over"
        await party.play()
        first = await host.record(party.table, "ben")
        await party.ask("ben", c.Leave())
        assert await host.record(party.table, "ben", 1) == first
        assert await refusal_code(host.record(party.table, "zed", 1)) == "table-not-here"
        assert await refusal_code(host.record(party.table, "ann", 7)) == "table-no-game"
        await party.ask("ann", c.SeatBot("simple"))
        await party.ask("ann", c.Rematch())
        assert await host.record(party.table, "ann") == first
        party.people = ["ann"]
        await party.play(lambda seen: seen.phase is Phase.AGREEING)
        assert await host.record(party.table, "ann") == first
        assert await refusal_code(host.replay(party.table, "ann", 1, 9)) == "no-such-seat"


async def test_a_sealed_deal_stays_closed_but_can_be_seen_again() -> None:
    async with running_host() as host:
        party = await full_table(host, "original", 1)
        rules = await host.inspect(party.table, lambda table: table.options.rules)
        deal = Deal.from_seed(rules, 1, "secret of the day")
        await host.command(party.table, SYSTEM, c.DealThis(deal, sealed=True))
        party.rng = random.Random(5)
        await party.play()
        assert await refusal_code(host.record(party.table, "ann")) == "table-sealed"
        views = await host.replay(party.table, "ann")
        assert "secret of the day" not in repr(views)
        assert views[-1].outcome is not None
