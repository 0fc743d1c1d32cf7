"""A clock that stands still unless it is told otherwise, and chance that can be repeated."""

from __future__ import annotations

from hashlib import shake_256
from itertools import count
from typing import TYPE_CHECKING

from tenback.core.outcome import Reason
from tenback.host.identities import Identities
from tenback.host.limits import USUAL, Limits
from tenback.host.signing import Signer
from tenback.table.results import Marks, Player, Result

if TYPE_CHECKING:
    from tenback.store import Store

NOON = 1_800_014_400.0  # 2027-01-15 12:00 UTC
DAY = 24 * 3600.0


class Clock:
    def __init__(self, now: float = NOON) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Chance:
    """Bytes that look random and are the same for the same name."""

    def __init__(self, name: str = "chance") -> None:
        self.name = name
        self.numbers = count()

    def __call__(self, size: int, /) -> bytes:
        return shake_256(f"{self.name} {next(self.numbers)}".encode()).digest(size)


async def identities(
    store: Store, name: str = "chance", clock: Clock | None = None, limits: Limits = USUAL
) -> Identities:
    draw = Chance(name)
    signer = await Signer.of(store, draw)
    return Identities(store, signer, clock=clock or Clock(), draw=draw, limits=limits)


def result(
    *people: str,
    table: str = "oak",
    number: int = 1,
    game: str = "original",
    won: bool = True,
    winner: int | None = None,
    left: int = 0,
    marks: Marks | None = None,
    at: float = NOON,
) -> Result:
    return Result(
        table=table,
        number=number,
        game=game,
        players=tuple(Player(person, person.title(), None, None) for person in people),
        won=won,
        winner=winner,
        left=left,
        reason=Reason.FINISHED if won else Reason.STUCK,
        marks=marks or Marks(),
        at=at,
    )
