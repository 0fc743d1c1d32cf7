"""The actors: a person by an opaque id, the bot at a seat, or the system that runs the table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class BotAt:
    """The bot that plays a seat, its own or that of a player who is away."""

    seat: int


class System(Enum):
    """The host process: it reports what happens to people."""

    SYSTEM = "system"


SYSTEM: Final = System.SYSTEM

Actor: TypeAlias = str | BotAt | System
