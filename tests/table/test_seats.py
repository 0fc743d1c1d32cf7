"""Seats and the people around them."""

from __future__ import annotations

import pytest

from tenback.core.errors import TenbackError
from tenback.table.seats import OPEN, Seat, arranged, check_bot, open_seats, seat_of

ANN, BEN, BOT = Seat("ann", "Ann"), Seat("ben", "Ben"), Seat(bot="simple")


def test_a_seat_is_open_a_persons_or_a_bots() -> None:
    assert OPEN.open
    assert (ANN.open, ANN.held, ANN.player) == (False, True, None)
    assert (BOT.open, BOT.held, BOT.player) == (False, False, "simple")


def test_a_stand_in_plays_until_its_person_is_back() -> None:
    seat = Seat("ann", "Ann", away_since=3.0, stand_in="simple")
    assert (seat.held, seat.player) == (False, "simple")
    assert seat.back() == ANN


def test_who_sits_where() -> None:
    seats = (ANN, OPEN, BEN, OPEN)
    assert seat_of(seats, "ben") == 2
    assert seat_of(seats, "cleo") is None
    assert seat_of(seats, None) is None
    assert open_seats(seats) == (1, 3)


def test_people_move_up_only_if_they_must() -> None:
    assert arranged((ANN, OPEN, BEN), 4) == (ANN, OPEN, BEN, OPEN)
    assert arranged((ANN, OPEN, BEN, OPEN), 3) == (ANN, OPEN, BEN)
    assert arranged((ANN, OPEN, BEN), 2) == (ANN, BEN)
    with pytest.raises(TenbackError) as caught:
        arranged((ANN, BOT, BEN), 2)
    assert caught.value.params == {"count": 3, "players": 2}


@pytest.mark.parametrize("name", ["", "A", "a b", "-a", "x" * 41])
def test_a_bot_has_a_plain_name(name: str) -> None:
    check_bot("master:deep")
    with pytest.raises(TenbackError):
        check_bot(name)
