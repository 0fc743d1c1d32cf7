"""Names of people at a table."""

from __future__ import annotations

import pytest

from tenback.core.errors import TenbackError
from tenback.table import commands as c
from tenback.table.names import clean_name
from tests.table.lives import opened


def test_a_name_is_one_line() -> None:
    assert clean_name("  Ann \n of  Avonlea ") == "Ann of Avonlea"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "table-name-length"),
        (" \n ", "table-name-length"),
        ("x" * 31, "table-name-length"),
        ("a\x00b", "table-name-length"),
        ("a\ud800", "table-name-length"),
        ("I hold 37", "bad-name"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(name: str, code: str) -> None:
    with pytest.raises(TenbackError) as caught:
        clean_name(name)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "name", ["Master", "master", "Маster", "Mаstеr", "Stark", "S t r o n g", "Meister"]
)
def test_the_name_of_a_bot_is_refused(name: str) -> None:
    with pytest.raises(TenbackError) as caught:
        clean_name(name)
    assert caught.value.code == "table-name-of-bot"


@pytest.mark.parametrize("name", ["Ann", "Ánn", "ANN"])
def test_a_name_that_another_person_has_gets_a_number(name: str) -> None:
    table = opened(players=4)
    table.handle("ben", c.Sit(name), 1.0)
    table.handle("cleo", c.Watch(name), 2.0)
    assert [seat.name for seat in table.seats[:2]] == ["Ann", f"{name} (2)"]
    assert table.watching[0].name == f"{name} (3)"


def test_the_number_goes_with_another_name_and_stays_with_the_same() -> None:
    table = opened(players=4)
    table.handle("ben", c.Sit("Ann"), 1.0)
    assert table.handle("ben", c.Rename("Ann (2)"), 2.0) == ()
    assert table.handle("ben", c.Rename("Ann"), 2.0) == ()
    table.handle("ben", c.Rename("Ben"), 3.0)
    assert table.seats[1].name == "Ben"
    assert table.handle("ben", c.Rename("Ben"), 4.0) == ()


def test_a_person_does_not_get_the_name_of_a_package_s_bot() -> None:
    table = opened(players=4)
    table.handle("ann", c.SeatBot("ada:deep"), 1.0)
    table.handle("ben", c.Sit("Ada"), 2.0)
    assert table.seats[2].name == "Ada (2)"


def test_a_long_name_has_room_for_its_number() -> None:
    table, long = opened(players=4), "Rosalind of the Winding Rivers"
    table.handle("ann", c.Rename(long), 1.0)
    table.handle("ben", c.Sit(long), 2.0)
    assert table.seats[1].name == long[:25] + " (2)"


def test_no_number_is_given_twice_however_many_there_are() -> None:
    table = opened(players=4)
    for number, name in enumerate(["Ann", "ANN", "Änn", "A n n"] * 4):
        table.handle(f"p{number}", c.Watch(name), 1.0)
    names = [table.seats[0].name, *(guest.name for guest in table.watching)]
    numbers = [name.rpartition("(")[2].rstrip(")") for name in names[1:]]
    assert numbers == [str(number) for number in range(2, 18)]


DISGUISES = ["\u0410nn", "Ann\u3164", "\ua4eenn", "\u13aanna", "Mast\u0435r"]


@pytest.mark.parametrize("name", DISGUISES)
def test_a_name_in_disguise_is_refused(name: str) -> None:
    """Letters that look like those of another script, or like nothing."""
    with pytest.raises(TenbackError) as caught:
        clean_name(name)
    assert caught.value.code in ("table-name-mixed", "table-name-of-bot")


@pytest.mark.parametrize(
    "name", ["Søren", "Иван", "Ελένη", "田中さくら", "김민준", "O’Neill", "🦊 Fox"]
)
def test_names_of_all_scripts_are_welcome(name: str) -> None:
    assert clean_name(name) == name
