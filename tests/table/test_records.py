"""A game of a table as a record."""

from __future__ import annotations

import pytest

from tenback import Deal, Record, Rules
from tenback.core.errors import TenbackError
from tenback.table import commands as c
from tenback.table.actors import SYSTEM
from tenback.table.phases import Phase
from tenback.table.records import record, text
from tests.cases import IDS, TABLES
from tests.table.lives import begin_life, opened, over, playing, seated


def test_a_record_says_who_played_and_how() -> None:
    table = playing(players=3, bots=1, talk="no-clues", free_text=False)
    table.handle("ann", c.Hint(), 30.0)
    table.handle("ann", c.Say(phrase="leave:u1"), 30.0)
    table.handle(SYSTEM, c.GoneAway("ben"), 30.0)
    table.handle("ann", c.CallBot(1, "careful"), 90.0)
    table.handle("ann", c.Resign(), 91.0)
    kept = record(table)
    assert kept.headers[:8] == (
        ("Player 0", "Ann"),
        ("Player 1", "Ben"),
        ("Stand-in 1", "careful"),
        ("Bot 2", "simple"),
        ("Talk", "no-clues"),
        ("Text", "off"),
        ("Hints", "1"),
        ("Marks", "hints, stand-in"),
    )
    assert [key for key, _ in kept.headers[8:]] == ["Commitment", "Secret", "Share 0", "Share 1"]
    assert Record.parse(str(kept)) == kept
    assert Record.from_json(kept.to_json()) == kept
    assert kept.game() == table.game


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_a_game_at_hand_is_written_as_if_it_were_played_again(rules: Rules, players: int) -> None:
    life = begin_life(rules, players, seed=players)
    seen = set()
    for _ in range(150):
        life.step()
        if life.table.game is not None:
            seen.add(life.table.phase)
            assert text(life.table) == str(record(life.table))
    assert Phase.PLAYING in seen


def test_a_plain_game_has_plain_headers() -> None:
    keys = [key for key, _ in record(over(players=2)).headers]
    assert keys == ["Player 0", "Player 1", "Commitment", "Secret", "Share 0", "Share 1"]


def test_a_given_deal_promises_nothing() -> None:
    table = seated(players=1)
    table.handle(SYSTEM, c.DealThis(Deal.from_seed(Rules.named("original"), 1, "x")), 3.0)
    assert record(table).headers == (("Player 0", "Ann"),)


def test_the_players_are_those_at_the_end() -> None:
    table = over(players=2)
    table.handle("ben", c.Leave(), 40.0)
    assert ("Player 1", "Ben") in record(table).headers


def test_without_a_game_there_is_no_record() -> None:
    with pytest.raises(TenbackError) as caught:
        record(opened())
    assert caught.value.code == "table-not-while-gathering"
