"""The seat plan of a table in the terminal: which player or bot has which seat."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from typing import TYPE_CHECKING

from tenback.bots.base import leave
from tenback.bots.factory import make_bot
from tenback.core.bot_spec import BotSpec
from tenback.core.rules import TalkPolicy
from tenback.words.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tenback.bots.base import Bot
    from tenback.core.game import Game

HUMAN = BotSpec("human")
"""The seat of a person; no bot can have this name."""

USUAL = BotSpec("simple")
"""The bot that plays if none is named."""


class SeatError(UsageError):
    """Names that do not fit the seats."""

    catalogue = "bots"


@dataclass(frozen=True)
class SeatPlan:
    """Who sits where, by which policy they talk, and whether in their own words."""

    seats: tuple[BotSpec, ...]
    policy: TalkPolicy
    free_text: bool

    def options(self, game: Game) -> list[str]:
        """The options that say how a deal is played, where they are not the usual ones."""
        takebacks = ["--takebacks"] * (game.takebacks and game.players > 1)
        policy = [] if self.policy is game.rules.talk else ["--talk", str(self.policy)]
        text = ["--no-text"] * (not self.free_text)
        return [*_seat_options(self.seats), *takebacks, *policy, *text]


@contextmanager
def bots_at(seats: Sequence[BotSpec]) -> Iterator[dict[int, Bot]]:
    """The bots by their seats, until the end of the `with`; people have none."""
    bots = {seat: make_bot(spec) for seat, spec in enumerate(seats) if spec != HUMAN}
    try:
        yield bots
    finally:
        for bot in bots.values():
            leave(bot)


def seats_wanted(bots: Sequence[BotSpec], humans: int | None) -> int:
    """How many seats the named bots need, and the people beside them."""
    return len(bots) if HUMAN in bots else _people(humans) + len(bots)


def seat(bots: Sequence[BotSpec], humans: int | None, players: int) -> tuple[BotSpec, ...]:
    """The player of each seat. People come first, unless they are named among the bots."""
    if HUMAN in bots and humans is not None:
        raise SeatError("humans-named")
    if bots and seats_wanted(bots, humans) > players:
        people = 0 if HUMAN in bots else _people(humans)
        raise SeatError("seats", count=len(bots), seats=max(0, players - people))
    first = tuple(bots) if HUMAN in bots else (HUMAN,) * _people(humans)
    others = [spec for spec in bots if spec != HUMAN] or [USUAL]
    return (*first, *islice(cycle(others), players - len(first)))


def _people(humans: int | None) -> int:
    return 1 if humans is None else humans


def _seat_options(seats: Sequence[BotSpec]) -> list[str]:
    """The options that seat them once more, where they are not the usual ones."""
    people = seats.count(HUMAN)
    if HUMAN in seats[people:]:
        return _bots(seats)
    humans = [] if people == 1 else ["--humans", str(people)]
    return [*humans, *_bots(seats[people:])]


def _bots(seats: Sequence[BotSpec]) -> list[str]:
    if all(spec == USUAL for spec in seats):
        return []
    if any(spec.command for spec in seats):
        return each_bot(map(str, seats))
    return ["--bots", ",".join(map(str, seats))]


def each_bot(texts: Iterable[str]) -> list[str]:
    """An option for each bot, whose command may have commas of its own."""
    return [part for text in texts for part in ("--bots", text)]
