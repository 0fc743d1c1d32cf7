"""The result of a finished game, for statistics."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tenback.core.outcome import Outcome, Reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.table.seats import Seat, Seats


@dataclass(frozen=True, slots=True)
class Marks:
    """What sets a game apart from others: it is counted, but not with them.

    `stand_in`: another player or bot played a seat for a while. `seen`: a player knew the deal.
    `plain`: the game has no mark, and counts among the ordinary ones.
    """

    hints: int = 0
    takebacks: int = 0
    stand_in: bool = False
    seen: bool = False
    plain: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "plain", not any(self.names()))

    def names(self) -> Iterator[str]:
        """The marks that the game has."""
        for name in ("hints", "takebacks", "stand_in", "seen"):
            if getattr(self, name):
                yield name.replace("_", "-")


@dataclass(frozen=True, slots=True)
class Player:
    """Who had a seat at the end: a person, a bot, or neither if it was open."""

    person: str | None
    name: str
    bot: str | None
    stand_in: str | None

    @classmethod
    def at(cls, seat: Seat) -> Player:
        """The player who has this seat now."""
        return cls(seat.person, seat.name, seat.bot, seat.stand_in)


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game. `game` is the name of its variant, `number` which game of the table.

    `won`: the team has beaten the game or, in a duel, one of the two has won. `winner`:
    that seat in a duel, else null. So a seat has won if it is the `winner`, or, without one, if
    `won`. `excellent`: as in the outcome.
    """

    table: str
    number: int
    game: str
    players: tuple[Player, ...]
    won: bool
    winner: int | None
    left: int
    reason: Reason
    marks: Marks
    at: float
    excellent: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        outcome = Outcome(self.won, self.winner, self.left, self.reason)
        object.__setattr__(self, "excellent", outcome.excellent)

    @property
    def plain(self) -> bool:
        """Whether it counts among the ordinary games."""
        return self.marks.plain


def result(
    table: str, number: int, game: str, seats: Seats, outcome: Outcome, marks: Marks, at: float
) -> Result:
    """The result of a game that has just ended."""
    return Result(
        table=table,
        number=number,
        game=game,
        players=tuple(map(Player.at, seats)),
        won=outcome.won,
        winner=outcome.winner,
        left=outcome.left,
        reason=outcome.reason,
        marks=marks,
        at=at,
    )
