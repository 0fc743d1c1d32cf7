"""What a finished game counts as."""

from __future__ import annotations

import pytest

from tenback.core.outcome import Reason
from tenback.table import commands as c
from tenback.table.actors import SYSTEM
from tenback.table.results import Marks, Player
from tests.table.lives import deal_fairly, over, playing


def test_a_result_says_who_played_what_and_how_it_ended() -> None:
    table = over("original-expert", 3, bots=1)
    result = table.result
    assert result is not None
    assert (result.table, result.number, result.game) == ("table", 1, "original-expert")
    assert result.players == (
        Player("ann", "Ann", None, None),
        Player("ben", "Ben", None, None),
        Player(None, "", "simple", None),
    )
    assert (result.won, result.winner, result.left) == (False, None, 98)
    assert (result.reason, result.at) == (Reason.RESIGNED, 30.0)
    assert result.plain


def test_people_who_come_and_go_after_the_end_change_no_result() -> None:
    table = over(players=2)
    result = table.result
    table.handle("ben", c.Leave(), 40.0)
    table.handle("dora", c.Sit("Dora"), 41.0)
    table.handle("ann", c.Rename("Anna"), 42.0)
    assert table.result == result


def test_marks_are_those_of_the_game_and_not_of_the_one_before() -> None:
    table = playing(players=2, takebacks=True)
    assert table.game is not None
    table.handle("ann", c.Hint(), 30.0)
    table.handle("ann", c.Play(str(table.game.legal_moves()[0])), 30.0)
    table.handle("ann", c.TakeBack(), 30.0)
    table.handle(SYSTEM, c.GoneAway("ben"), 30.0)
    table.handle("ann", c.CallBot(1, "simple"), 90.0)
    table.handle("ann", c.Resign(), 91.0)
    assert table.result is not None
    assert table.result.marks == Marks(hints=1, takebacks=1, stand_in=True)
    assert table.result.players[1] == Player("ben", "Ben", None, "simple")
    assert not table.result.plain
    table.handle("ann", c.Rematch(), 92.0)
    deal_fairly(table, 93.0)
    assert table.marks == Marks()


@pytest.mark.parametrize(
    ("marks", "names"),
    [
        (Marks(), []),
        (Marks(hints=2, seen=True), ["hints", "seen"]),
        (Marks(takebacks=1, stand_in=True), ["takebacks", "stand-in"]),
    ],
)
def test_marks_have_names_and_a_game_without_any_is_plain(marks: Marks, names: list[str]) -> None:
    assert (list(marks.names()), marks.plain) == (names, not names)
