"""Plans of a player, followed lay by lay."""

from __future__ import annotations

import pytest

from tenback import Deal, Rules
from tenback.table import commands as c
from tenback.table.actors import SYSTEM
from tenback.table.phases import Phase
from tests.cases import IDS, TABLES
from tests.host.harness import full_table, refusal_code, running_host, started_table


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
async def test_a_plan_holds_as_far_as_the_view_says(rules: Rules, players: int) -> None:
    async with running_host() as host:
        party = await started_table(host, rules.name, players)
        for person in party.people:
            seen = await party.seen(person)
            if seen.phase is not Phase.PLAYING:
                break
            assert seen.view is not None
            plans = [f"{card}-{pile.name}" for card in seen.view.hand for pile in rules.layout]
            holds = [(await host.plan(party.table, person, [plan]))[0] for plan in plans]
            if seen.choices is not None and seen.view.on_turn:
                allowed = {str(option.move) for option in seen.choices.lays}
                assert {plan for plan, held in zip(plans, holds, strict=True) if held} == allowed
            assert any(holds)
            assert not any(await host.plan(party.table, person, ["end", "999-u1"]))


async def test_a_plan_is_followed_lay_by_lay() -> None:
    deal = Deal(
        hands=(
            ("10", "30", "20", "31", "50", "60", "70"),
            ("12", "13", "14", "15", "16", "17", "18"),
        ),
        stocks=(tuple(str(n) for n in range(2, 100) if str(n) not in ANN + BEN),),
    )
    async with running_host() as host:
        party = await full_table(host, "original", 2)
        await host.command(party.table, SYSTEM, c.DealThis(deal))
        await party.ask("ben", c.Start())
        plan = ["30-u1", "20-u1", "10-u1", "31-u1", "12-u1"]
        assert await host.plan(party.table, "ann", plan) == (True, True, True, True, False)
        again = ["31-u1", "30-u1", "31-u2"]
        assert await host.plan(party.table, "ann", again) == (True, False, False)
        assert await host.plan(party.table, "ann", []) == ()
        assert await refusal_code(host.plan(party.table, "zed", plan)) == "table-no-seat"
        assert await refusal_code(host.plan(party.table, "ann", ["nonsense"])) == "bad-move"


ANN = ("10", "30", "20", "31", "50", "60", "70")
BEN = ("12", "13", "14", "15", "16", "17", "18")
