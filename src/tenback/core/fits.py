"""Which card fits on which top card: O5, O6, Q4, Q5 and, for a gift, D5."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tenback.core.cards import Card, colour_of, number_of
from tenback.core.moves import Lay

if TYPE_CHECKING:
    from collections.abc import Mapping


class Kind(StrEnum):
    """What a lay is: onwards in the pile's direction, a trick backwards, or a gift."""

    PLAIN = "plain"
    TRICK = "trick"
    GIFT = "gift"


@dataclass(frozen=True, slots=True)
class Trick:
    """The ways to lay against a pile's direction: exactly so far back, or colour on colour."""

    distance: int | None = None
    same_colour: bool = False

    def allows(self, top: Card, card: Card, step: int) -> bool:
        """Whether `card` may go backwards onto `top`, `step` being negative or zero."""
        back = self.distance is not None and step == -self.distance
        return back or (self.same_colour and colour_of(card) == colour_of(top))


@dataclass(frozen=True, slots=True)
class LayOption:
    """One legal lay.

    `step`: how far the pile would move in its direction, negative is back. `covers_fire`: it puts
    a fire out. `loses`: it leaves the minimum out of reach and ends the game (O11).
    """

    move: Lay
    step: int
    kind: Kind
    covers_fire: bool
    loses: bool


class Fits(dict[Card | None, "Mapping[Card, Kind]"]):
    """For one pile as one seat sees it: top card -> the cards that fit, and as what.

    The base is the top card None. Entries are made when first asked for; a game sees few of them.
    """

    def __init__(
        self,
        lays: Mapping[Card, Lay],
        up: bool,
        base: int | None,
        trick: Trick,
        *,
        fires: frozenset[Card] = frozenset(),
        gift: bool = False,
        possible: bool = True,
    ) -> None:
        super().__init__()
        self._lays = lays
        self.up = up
        self.base = base
        self._trick = trick
        self.gift = gift
        self._possible = possible
        self._fires = fires
        self._options: dict[Card | None, Mapping[Card, LayOption]] = {}
        self._numbers = {card: number_of(card) for card in lays}
        self._start = self._before_first() if base is None else base

    def __missing__(self, top: Card | None) -> Mapping[Card, Kind]:
        kinds = {card: self._kind(top, card) for card in self._lays}
        self[top] = fitting = {card: kind for card, kind in kinds.items() if kind is not None}
        return fitting

    def options(self, top: Card | None) -> Mapping[Card, LayOption]:
        """The cards that fit, and all that laying them is; that one loses is not known here."""
        found = self._options.get(top)
        if found is None:
            lays, fire = self._lays, top in self._fires
            found = self._options[top] = {
                card: LayOption(lays[card], self.step(top, card), kind, fire, loses=False)
                for card, kind in self[top].items()
            }
        return found

    def step(self, top: Card | None, card: Card) -> int:
        """How far `card` moves the pile in its own direction; negative is back.

        An empty place that any card may open counts as lying just before the deck's first number.
        """
        number = self._numbers[card]
        start = self._start if top is None else self._numbers[top]
        return number - start if self.up else start - number

    @property
    def backs(self) -> Mapping[Card | None, int | None]:
        """For each top card the number that takes the pile back by the trick's distance, if any."""
        numbers = set(self._numbers.values())
        back = self._trick.distance or 0
        found = {card: at + (-back if self.up else back) for card, at in self._numbers.items()}
        return {card: to if back and to in numbers else None for card, to in found.items()} | {
            None: None
        }

    def _before_first(self) -> int:
        numbers = self._numbers.values()
        return min(numbers) - 1 if self.up else max(numbers) + 1

    def _kind(self, top: Card | None, card: Card) -> Kind | None:
        step = self.step(top, card)
        if self.gift:
            improves = self._possible and top is not None and step < 0
            return Kind.GIFT if improves else None
        if step > 0:
            return Kind.PLAIN
        if top is not None and self._trick.allows(top, card, step):
            return Kind.TRICK
        return None
