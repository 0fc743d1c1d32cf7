"""What a bot is: a player who gets views, never games, and answers what it is asked.

Every bot makes moves. Whole turns, talk and who starts are abilities that it may have; functions
below ask for them, and know the answer of a bot that lacks them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeGuard, runtime_checkable

if TYPE_CHECKING:
    import random

    from tenback.core.moves import Move
    from tenback.core.rules import TalkPolicy
    from tenback.core.views import View


class Willing(StrEnum):
    """Whether a bot would start (O3). Two of these are phrases, and said as such."""

    START = "start"
    EITHER = "either"
    NOT_ME = "not-me"


class Bot(Protocol):
    """A player that can take a seat.

    An answer depends on the view and on `rng` alone, so that the same seed gives the same game.
    """

    @property
    def name(self) -> str:
        """What the bot is called at the table."""

    def move(self, view: View, rng: random.Random) -> Move:
        """One legal move for the seat whose view this is; it is on turn."""


@runtime_checkable
class PlansTurns(Protocol):
    """A bot that thinks in whole turns."""

    def turn(self, view: View, rng: random.Random) -> tuple[Move, ...]:
        """The rest of the turn up to its end, or the game's; () to be asked move by move."""


@runtime_checkable
class Speaks(Protocol):
    """A bot that talks."""

    def say(self, view: View, policy: TalkPolicy, rng: random.Random) -> tuple[str, ...]:
        """What to say now, as talk writes it (`leave:u1`, `unsay:leave:u1`), by that policy."""


@runtime_checkable
class Volunteers(Protocol):
    """A bot that cares who starts."""

    def willing(self, view: View, rng: random.Random) -> Willing:
        """Whether to start with this hand; no seat has started yet."""


@runtime_checkable
class Leaves(Protocol):
    """A bot that holds something to be given back, such as a program that runs."""

    def close(self) -> None:
        """Leave the table for good."""


# The same as `isinstance`, which takes long with a protocol: bots are asked at every move.


def plans_turns(bot: Bot) -> TypeGuard[PlansTurns]:
    """Whether a bot thinks in whole turns."""
    return hasattr(bot, "turn")


def speaks(bot: Bot) -> TypeGuard[Speaks]:
    """Whether a bot talks."""
    return hasattr(bot, "say")


def volunteers(bot: Bot) -> TypeGuard[Volunteers]:
    """Whether a bot cares who starts."""
    return hasattr(bot, "willing")


def leave(bot: Bot) -> None:
    """A bot leaves the table."""
    if isinstance(bot, Leaves):
        bot.close()


def plan_turn(bot: Bot, view: View, rng: random.Random) -> tuple[Move, ...]:
    """The turn that a bot wants to play; () if it wants to be asked for each move."""
    return tuple(bot.turn(view, rng)) if plans_turns(bot) else ()


def remarks(bot: Bot, view: View, policy: TalkPolicy, rng: random.Random) -> tuple[str, ...]:
    """What a bot says now; nothing if it does not talk."""
    return tuple(bot.say(view, policy, rng)) if speaks(bot) else ()


def willingness(bot: Bot, view: View, rng: random.Random) -> Willing:
    """Whether a bot would start; one that does not care is content either way."""
    return Willing(bot.willing(view, rng)) if volunteers(bot) else Willing.EITHER
