"""Hints, plans and games seen again."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tenback import Deal, Rules
from tenback.analysis.hints import Choice, Explanation
from tenback.core.events import Laid
from tenback.core.rules import TalkPolicy
from tenback.host import asking
from tenback.table import commands as c
from tenback.table.phases import Phase
from tenback.table.who import HOUSE
from tests.cases import IDS, TABLES
from tests.host.evenings import Party, begun, gathered, house, refusal, running

if TYPE_CHECKING:
    from tenback.core.views import View


ORIGINAL = Rules.named("original").to_toml()
NO_WAY_BACK = ORIGINAL.replace("distance = 10", 'distance = "none"').replace('"original"', '"ours"')


async def on_turn(party: Party) -> str:
    """Whoever is on turn."""
    seen = await party.seen("ann")
    assert seen.view is not None
    return "ann" if seen.view.turn == seen.seat else "ben"


# Hints


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[View, str, bool]]:
    """What the adviser was shown; it answers nothing."""
    seen: list[tuple[View, str, bool]] = []

    def explain(view: View, _bot: object, seed: str, *, remembered: bool) -> Explanation:
        seen.append((view, seed, remembered))
        return Explanation((Choice((), 0.5, 0.5, 0),), ())

    monkeypatch.setattr(asking, "explain", explain)
    monkeypatch.setattr(asking, "adviser", lambda _level: None)
    return seen


async def test_whoever_only_guesses_says_so(asked: list[tuple[View, str, bool]]) -> None:
    """Whatever the table's policy of talk: that makes no other game."""
    async with house() as host:
        for game, told in (("original", []), (NO_WAY_BACK, ["untrained"])):
            party = await running(host, game, 2, talk=TalkPolicy.SILENT)
            hint = await host.hint(party.table, await on_turn(party))
            assert [reason.id for reason in hint.reasons] == told


@pytest.mark.parametrize("memory_aid", [False, True])
async def test_a_hint_marks_the_game_and_sees_one_hand(
    asked: list[tuple[View, str, bool]], memory_aid: bool
) -> None:
    async with house() as host:
        party = await running(host, "original", 2, memory_aid=memory_aid)
        person = await on_turn(party)
        await host.hint(party.table, person, "h1")
        await host.hint(party.table, person, "h1")
        seen = await party.seen(person)
        assert seen.marks is not None
        assert seen.marks.hints == 1
        (view, seed, remembered), again = asked
        assert (view, seed, remembered) == again
        assert view.seat == seen.seat
        assert sum(hand is not None for hand in view.hands) == 1
        assert remembered is memory_aid
        assert seed.startswith(party.table)


async def test_nobody_waits_for_hints_that_have_to_be_compiled_first() -> None:
    async def never(_name: str) -> bool:
        return False

    async with house(is_ready=never) as host:
        party = await running(host, "original", 2)
        person = await on_turn(party)
        assert await refusal(host.hint(party.table, person)) == "host-unready"
        marks = (await party.seen(person)).marks
        assert marks is not None
        assert marks.hints == 0


async def test_only_who_is_on_turn_gets_a_hint(asked: list[tuple[View, str, bool]]) -> None:
    async with house() as host:
        party = await running(host)
        other = "ben" if await on_turn(party) == "ann" else "ann"
        assert await refusal(host.hint(party.table, other)) == "table-not-your-turn"
        assert await refusal(host.hint(party.table, "zed")) == "table-no-seat"
        seen = await party.seen("ann")
        assert seen.marks is not None
        assert seen.marks.hints == 0
        assert not asked


async def test_the_adviser_proposes_what_can_be_played() -> None:
    async with house() as host:
        party = await running(host)
        person = await on_turn(party)
        explained = await host.hint(party.table, person)
        for move in explained.choices[0].moves:
            await party.ask(person, c.Play(str(move)))


# Plans


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
async def test_a_plan_holds_as_far_as_the_view_says(rules: Rules, players: int) -> None:
    async with house() as host:
        party = await running(host, rules.name, players)
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
    async with house() as host:
        party = await gathered(host, "original", 2)
        await host.command(party.table, HOUSE, c.DealThis(deal))
        await party.ask("ben", c.Start())
        plan = ["30-u1", "20-u1", "10-u1", "31-u1", "12-u1"]
        assert await host.plan(party.table, "ann", plan) == (True, True, True, True, False)
        again = ["31-u1", "30-u1", "31-u2"]
        assert await host.plan(party.table, "ann", again) == (True, False, False)
        assert await host.plan(party.table, "ann", []) == ()
        assert await refusal(host.plan(party.table, "zed", plan)) == "table-no-seat"
        assert await refusal(host.plan(party.table, "ann", ["nonsense"])) == "bad-move"


ANN = ("10", "30", "20", "31", "50", "60", "70")
BEN = ("12", "13", "14", "15", "16", "17", "18")


# Replays and records


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
async def test_a_game_can_be_seen_again_step_by_step(rules: Rules, players: int) -> None:
    async with house() as host:
        party = await begun(host, rules.name, players)
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


async def test_records_are_for_those_who_played_or_are_here() -> None:
    async with house() as host:
        party = await running(host)
        assert await refusal(host.record(party.table, "ann")) == "table-not-over"
        await party.play()
        first = await host.record(party.table, "ben")
        await party.ask("ben", c.Leave())
        assert await host.record(party.table, "ben", 1) == first
        assert await refusal(host.record(party.table, "zed", 1)) == "table-not-here"
        assert await refusal(host.record(party.table, "ann", 7)) == "table-no-game"
        await party.ask("ann", c.SeatBot("simple"))
        await party.ask("ann", c.Rematch())
        assert await host.record(party.table, "ann") == first
        party.people = ["ann"]
        await party.play(lambda seen: seen.phase is Phase.AGREEING)
        assert await host.record(party.table, "ann") == first
        assert await refusal(host.replay(party.table, "ann", 1, 9)) == "no-such-seat"


async def test_a_sealed_deal_stays_closed_but_can_be_seen_again() -> None:
    async with house() as host:
        party = await gathered(host, "original", 1)
        rules = await host.look(party.table, lambda table: table.options.rules)
        deal = Deal.from_seed(rules, 1, "secret of the day")
        await host.command(party.table, HOUSE, c.DealThis(deal, sealed=True))
        party.rng = random.Random(5)
        await party.play()
        assert await refusal(host.record(party.table, "ann")) == "table-sealed"
        views = await host.replay(party.table, "ann")
        assert "secret of the day" not in repr(views)
        assert views[-1].outcome is not None
