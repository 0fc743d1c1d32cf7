"""The events of a game, one frozen value each. A draw is an event of its own.

In JSON, `type` distinguishes them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from tenback.core.cards import Card
from tenback.core.fits import Kind
from tenback.core.outcome import Outcome
from tenback.core.state import Hand, Placed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards have been dealt. `hands` holds None for each hand that the receiver may not see."""

    hands: tuple[Hand | None, ...]
    stock_sizes: tuple[int, ...]
    type: Literal["dealt"] = field(default="dealt", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class SetUp:
    """A game begins in the middle, from a position.

    `laid` lies on the piles, deck by deck; None for receivers who may not look through them (O7).
    """

    hands: tuple[Hand | None, ...]
    hand_sizes: tuple[int, ...]
    stock_sizes: tuple[int, ...]
    tops: tuple[Card | None, ...]
    sizes: tuple[int, ...]
    turn: int | None
    placed: tuple[Placed, ...]
    known: tuple[Hand, ...]
    laid: tuple[Hand, ...] | None
    type: Literal["set-up"] = field(default="set-up", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A seat is on turn and must lay at least `minimum` cards."""

    seat: int
    minimum: int
    type: Literal["turn-began"] = field(default="turn-began", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Laid:
    """A card was laid; `step` is how far the pile moved in its direction, negative is back."""

    seat: int
    card: Card
    pile: str
    kind: Kind
    step: int
    type: Literal["laid"] = field(default="laid", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last lay was taken back; the card is publicly known to be in that hand (O17)."""

    seat: int
    card: Card
    pile: str
    type: Literal["taken-back"] = field(default="taken-back", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A seat ended its turn."""

    seat: int
    type: Literal["turn-ended"] = field(default="turn-ended", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seat drew `count` cards; `cards` is None for other seats."""

    seat: int
    count: int
    cards: Hand | None
    type: Literal["drawn"] = field(default="drawn", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat gave the game up, for the team or in a duel for itself."""

    seat: int
    type: Literal["resigned"] = field(default="resigned", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over."""

    outcome: Outcome
    type: Literal["over"] = field(default="over", init=False, repr=False)


Event: TypeAlias = (
    Dealt | SetUp | TurnBegan | Laid | TakenBack | TurnEnded | Drawn | Resigned | Over
)


def moments(events: Iterable[Event], first: int = 0) -> Iterator[int]:
    """The moment of each event: how many actions had been done, its own included.

    The start is an action, and so is every move; a draw or the next turn only follows from one.
    `first` is the number of actions before the first event.
    """
    moment, opening = first, False
    for event in events:
        started = opening and isinstance(event, TurnBegan)
        opening = isinstance(event, (Dealt, SetUp))
        moment += started or isinstance(event, (Laid, TakenBack, TurnEnded, Resigned))
        yield moment
