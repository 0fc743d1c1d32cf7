"""Who asks: a person by an opaque id, the bot at a seat, or the house, which runs the tables."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class BotAt:
    """The bot that plays a seat, its own or somebody's who is away."""

    seat: int


class House(Enum):
    """Whoever runs the table: it notices what happens to people, and wants nothing itself."""

    HOUSE = "house"


HOUSE: Final = House.HOUSE

Who: TypeAlias = str | BotAt | House
