"""Whole lives of tables: whatever is asked, the log makes the same table again."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.table import commands as c
from tenback.table.event_json import from_json, to_json
from tenback.table.fairness import verify
from tenback.table.phases import Phase
from tenback.table.records import record
from tenback.table.table import Table
from tests.cases import IDS, TABLES
from tests.table.lives import Life, begin_life, seated

if TYPE_CHECKING:
    from tenback import Rules


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_a_life_with_much_nonsense(rules: Rules, players: int) -> None:
    life = begin_life(rules, players, seed=players)
    ended = 0
    for step in range(600):
        was = life.table.phase
        life.step()
        if life.table.phase is Phase.OVER is not was:
            ended += 1
            assert life.table.result is not None
            assert verify(record(life.table)).fair
        if ended == 2:
            break
        if step % 150 == 0:
            assert Table.rebuilt(life.table.log, life.table.dealer) == life.table
    assert ended
    assert Table.rebuilt(map(from_json, map(to_json, life.table.log)), life.table.dealer) == (
        life.table
    )


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_bots_alone_play_to_the_end_while_the_host_watches(rules: Rules, players: int) -> None:
    life = begin_life(rules, players, seed=7)
    life.ask("ann", c.Watch("Ann"))
    for _ in range(players):
        life.ask("ann", c.SeatBot("simple"))
    life.ask("ann", c.Begin())
    while life.table.phase is not Phase.OVER:
        answer = life.bots_answer()
        if answer is not None:
            assert life.ask(*answer) or isinstance(answer[1], c.Say)
    assert life.table.result is not None
    assert life.table.result.plain
    assert [player.bot for player in life.table.result.players] == ["simple"] * players
    assert verify(record(life.table)).fair


@given(st.lists(st.integers(0, 9999), max_size=60), st.sampled_from(TABLES))
def test_any_actor_can_ask_for_anything(steps: list[int], at: tuple[Rules, int]) -> None:
    life = begin_life(*at, seed=1)
    for seed in steps:
        life.rng = random.Random(seed)
        life.step()
    assert Table.rebuilt(life.table.log, life.table.dealer) == life.table


def test_a_refusal_in_the_middle_of_the_log_changes_nothing() -> None:
    table = seated(players=3)
    life = Life(table, random.Random(1))
    for _ in range(200):
        assert life.ask("nobody", c.Play("end")) == ()
    assert table.version == 3
