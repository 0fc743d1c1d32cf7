"""A fixed clock, and random bytes that are the same in every run."""

from __future__ import annotations

from hashlib import shake_256
from itertools import count
from typing import TYPE_CHECKING

from tenback.core.outcome import Reason
from tenback.host.identities import Identities
from tenback.host.limits import DEFAULT_LIMITS, Limits
from tenback.host.signatures import Signer
from tenback.table.results import Marks, Player, Result

if TYPE_CHECKING:
    from tenback.store import Store

NOON = 1_800_014_400.0  # 2027-01-15 12:00 UTC
DAY = 24 * 3600.0


class FixedClock:
    def __init__(self, now: float = NOON) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class SeededBytes:
    """Bytes that look random and are the same for the same name."""

    def __init__(self, name: str = "chance") -> None:
        self.name = name
        self.numbers = count()

    def __call__(self, size: int, /) -> bytes:
        return shake_256(f"{self.name} {next(self.numbers)}".encode()).digest(size)


async def identities(
    store: Store,
    name: str = "chance",
    clock: FixedClock | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Identities:
    random_bytes = SeededBytes(name)
    signer = await Signer.load(store, random_bytes)
    return Identities(
        store, signer, clock=clock or FixedClock(), random_bytes=random_bytes, limits=limits
    )


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
