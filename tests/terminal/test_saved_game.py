"""What a saved game notes about its table, and what is made of it."""

from __future__ import annotations

import pytest

from tenback import Deal, Game, Rules
from tenback.core.bot_spec import BotSpec, Trust
from tenback.core.rules import TalkPolicy
from tenback.terminal.saved_game import Notes, headers, reseated
from tenback.terminal.seat_plan import HUMAN, USUAL, SeatError, SeatPlan, seat

RULES = Rules.named("original")
GAME = Game(RULES, Deal.from_seed(RULES, 3, "b"))


def seat_plan(*names: str, policy: TalkPolicy = RULES.talk, free_text: bool = True) -> SeatPlan:
    specs = tuple(BotSpec.parse(name, Trust.LOCAL) for name in names)
    return SeatPlan(specs, policy, free_text)


def test_what_is_usual_is_not_noted() -> None:
    assert headers(seat_plan("human", "simple", "simple"), GAME) == (("People", "1"),)
    assert not seat_plan("human", "simple", "simple").options(GAME)


def test_notes_give_the_table_back() -> None:
    table = seat_plan("human", "careful", "simple", policy=TalkPolicy.SILENT, free_text=False)
    notes = Notes(dict(headers(table, GAME)))
    assert (notes.policy(RULES), notes.free_text) == (TalkPolicy.SILENT, False)
    assert (notes.people(3), notes.bots(3)) == (1, ("human", "careful", "simple"))
    assert reseated(notes.bots(3), (), "game") == table.seats
    assert table.options(GAME) == ["--bots", "careful,simple", "--talk", "silent", "--no-text"]


def test_neither_a_command_nor_a_path_is_noted() -> None:
    noted = dict(headers(seat_plan("human", "run:./mine", "master@mine.npz"), GAME))["Bots"]
    assert noted == "human,run:,master@"
    with pytest.raises(SeatError):
        reseated(noted.split(","), (), "game")
    assert reseated(noted.split(","), (USUAL,), "game") == (HUMAN, USUAL, USUAL)


def test_a_new_game_has_the_usual_seats() -> None:
    notes = Notes({})
    assert (notes.people(2), notes.bots(2), notes.hints) == (None, (), 0)
    assert seat((), None, 3) == (HUMAN, USUAL, USUAL)


@pytest.mark.parametrize("noted", ["", "many", "-3", "9" * 5000])
def test_a_count_that_makes_no_sense_says_nothing(noted: str) -> None:
    assert Notes({"Hints": noted}).hints == 0
