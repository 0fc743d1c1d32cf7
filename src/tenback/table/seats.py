"""Seats: open, a person's or a bot's; and the people around the table."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from tenback.core.bot_spec import BotSpec, Trust
from tenback.table.errors import IllegalCommand

if TYPE_CHECKING:
    from collections.abc import Iterable

_BOT = re.compile(r"[a-z0-9][a-z0-9:-]{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class AwaitedBot:
    """A bot that has been asked for and is getting ready, until about `ready_at`."""

    bot: str
    ready_at: float


@dataclass(frozen=True, slots=True)
class Seat:
    """One place at the table.

    `bot` has the seat for itself; `stand_in` is a bot that plays for a person who is away. Until
    the bot that was asked for is ready, another plays there, and the seat `awaits` it.
    """

    person: str | None = None
    name: str = ""
    bot: str | None = None
    away_since: float | None = None
    stand_in: str | None = None
    awaits: AwaitedBot | None = None

    @property
    def open(self) -> bool:
        """Whether a person may sit down here."""
        return self.person is None and self.bot is None

    @property
    def player(self) -> str | None:
        """The bot that plays this seat now; None if a person does, or the seat is open."""
        return self.bot or self.stand_in

    @property
    def held(self) -> bool:
        """Whether a person plays this seat now, and no bot in their place."""
        return self.person is not None and self.stand_in is None

    def back(self) -> Seat:
        """The same seat with its person here."""
        return replace(self, away_since=None, stand_in=None, awaits=None)


Seats: TypeAlias = tuple[Seat, ...]
OPEN = Seat()


@dataclass(frozen=True, slots=True)
class Spectator:
    """A person who watches."""

    person: str
    name: str


def seat_of(seats: Seats, person: object) -> int | None:
    """Where a person sits."""
    if isinstance(person, str):
        for place, seat in enumerate(seats):
            if seat.person == person:
                return place
    return None


def put(seats: Seats, place: int, seat: Seat) -> Seats:
    """The seats with one of them changed."""
    return (*seats[:place], seat, *seats[place + 1 :])


def open_seats(seats: Seats) -> tuple[int, ...]:
    """The seats without a person or a bot."""
    return tuple(place for place, seat in enumerate(seats) if seat.open)


def arranged(seats: Seats, players: int) -> Seats:
    """The same people and bots around a table for so many; they move up only if they must."""
    taken = [seat for seat in seats if not seat.open]
    if len(taken) > players:
        raise IllegalCommand("table-too-many-seated", count=len(taken), players=players)
    if any(not seat.open for seat in seats[players:]):
        seats = tuple(taken)
    return (*seats[:players], *(OPEN,) * (players - len(seats)))


def check_bot(name: str) -> None:
    """Refuse what cannot name a bot of the registry; which bots there are, the host knows."""
    BotSpec.parse(name, Trust.DATA)
    if not _BOT.fullmatch(name):
        raise IllegalCommand("table-bad-bot", name=name[:40])


def seat_list(places: Iterable[int]) -> str:
    """Seats as a refusal names them."""
    return ", ".join(map(str, places))
