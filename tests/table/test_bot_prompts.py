"""Which bots are asked what."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tenback import Game
from tenback.table import commands as c
from tenback.table.actors import SYSTEM, BotAt
from tenback.table.bot_prompts import Prompt, PromptKind, bot_seed
from tenback.table.table import Table
from tests.table.lives import dealt, opened, over, playing, seated


def questions(table: Table) -> list[tuple[int, str]]:
    return [(ask.seat, ask.question) for ask in table.prompts()]


def watched(players: int = 3, talk: str | None = None) -> Table:
    """A table of bots alone, dealt and ready to start."""
    table = opened(players=players, talk=talk)
    table.handle("ann", c.Watch("Ann"), 1.0)
    for _ in range(players):
        table.handle("ann", c.SeatBot("simple"), 2.0)
    table.handle("ann", c.Begin(), 3.0)
    return table


@pytest.mark.parametrize("make", [opened, seated, over])
def test_no_bot_is_asked_where_nothing_is_played(make: object) -> None:
    assert questions(make(players=2)) == []  # type: ignore[operator]


def test_bots_say_whether_they_would_start_and_leave_it_to_people() -> None:
    table = dealt(players=3, bots=2)
    assert table.prompts() == (
        Prompt(1, 0, 1, "simple", PromptKind.WILLING),
        Prompt(1, 0, 2, "simple", PromptKind.WILLING),
    )


def test_bots_alone_start_with_the_most_willing() -> None:
    table = watched()
    willing = [(0, "willing"), (1, "willing"), (2, "willing")]
    assert questions(table) == [*willing, (0, "start")]
    table.handle(BotAt(0), c.Say(phrase="not-me"), 4.0)
    assert questions(table) == [*willing, (1, "start")]
    table.handle(BotAt(2), c.Say(phrase="start"), 4.0)
    assert questions(table) == [*willing, (2, "start")]
    table.handle(BotAt(2), c.Start(), 5.0)
    assert questions(table) == [(0, "speak"), (1, "speak"), (2, "play")]


def test_a_silent_table_asks_no_bot_to_speak() -> None:
    table = watched(talk="silent")
    assert questions(table) == [(0, "start")]
    table.handle(BotAt(0), c.Start(), 5.0)
    assert questions(table) == [(0, "play")]


def test_bots_speak_before_a_turn_and_not_in_the_middle_of_it() -> None:
    table = playing(players=3, bots=1)
    assert questions(table) == [(2, "speak")]
    first = table.prompts()
    assert table.game is not None
    table.handle("ann", c.Play(str(table.game.legal_moves()[0])), 30.0)
    assert questions(table) == []
    table.handle("ann", c.Play(str(table.game.legal_moves()[0])), 30.0)
    table.handle("ann", c.Play("end"), 30.0)
    assert questions(table) == [(2, "speak")]
    assert table.prompts() != first  # another moment, and so another question


def test_a_stand_in_is_asked_until_its_person_is_back() -> None:
    table = playing(players=2)
    assert questions(table) == []
    table.handle(SYSTEM, c.GoneAway("ann"), 30.0)
    table.handle("ben", c.CallBot(0, "careful"), 90.0)
    assert table.prompts() == (Prompt(1, 1, 0, "careful", PromptKind.PLAY),)
    table.handle(SYSTEM, c.ComeBack("ann"), 91.0)
    assert questions(table) == []


def test_an_open_seat_is_not_asked() -> None:
    table = dealt(players=2)
    table.handle("ben", c.Leave(), 30.0)
    table.handle("ann", c.Leave(), 31.0)
    assert questions(table) == []


# The chance of bots


def test_the_chance_of_bots_follows_from_the_deal_that_no_player_knows() -> None:
    """Two games that look the same to every player, but for the secret behind the deal."""
    table = dealt(players=3, bots=2)
    seed = bot_seed(table)
    game = table.current_game()
    assert game.deal is not None
    assert bot_seed(Table.rebuilt(table.log, table.dealer)) == seed
    table.game = Game(game.rules, replace(game.deal, seed="another"), takebacks=game.takebacks)
    assert bot_seed(table) != seed


def test_each_game_of_a_table_has_a_chance_of_its_own() -> None:
    table = dealt(players=3, bots=2)
    seed = bot_seed(table)
    table.number += 1
    assert bot_seed(table) != seed
