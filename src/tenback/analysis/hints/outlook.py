"""The outlook of a turn: what it does and leaves, as its player knows it before the draw."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from tenback.core import turn as turns
from tenback.core.cards import Card
from tenback.core.fits import Kind
from tenback.core.moves import Lay
from tenback.core.state import Placed
from tenback.core.views import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tenback.core.fits import Fits
    from tenback.core.moves import Move
    from tenback.core.rules import Pile


@dataclass(frozen=True, slots=True)
class Step:
    """One lay of a turn: on what, as what, and how far it moves the pile; negative is back."""

    card: Card
    pile: str
    covers: Card | None
    kind: Kind
    size: int


@dataclass(frozen=True)
class Outlook:
    """A turn from the view of the seat on turn."""

    view: View
    steps: tuple[Step, ...]
    after: turns.Moment

    # What it does

    @cached_property
    def touched(self) -> frozenset[str]:
        """The piles it lays on."""
        return frozenset(step.pile for step in self.steps)

    @property
    def tricks(self) -> dict[Card, Step]:
        """Its lays that go back on an own or a common pile, by their cards."""
        return {step.card: step for step in self.steps if step.kind is Kind.TRICK}

    @property
    def gift(self) -> Step | None:
        """The card it gives to the other player (D5)."""
        return next((step for step in self.steps if step.kind is Kind.GIFT), None)

    @property
    def draws(self) -> int:
        """How many cards are drawn after it."""
        return turns.draw_count(self.after)

    def moved(self, pile: str) -> int:
        """How far it moves a pile."""
        return sum(step.size for step in self.steps if step.pile == pile)

    @cached_property
    def distance(self) -> int:
        """How far it moves all the piles that its player lays on by right, taken together."""
        return sum(step.size for step in self.steps if step.kind is not Kind.GIFT)

    # What it leaves

    @property
    def wins(self) -> bool:
        """Whether it lays the last card."""
        view = self.view
        sizes = enumerate(view.hand_sizes)
        others = any(size for seat, size in sizes if seat != view.seat and not view.rules.duel)
        return not self.after.hand and not self.after.stock_size and not others

    @cached_property
    def fresh_fires(self) -> dict[str, Card]:
        """The fires that the next player inherits: pile and card."""
        tops = dict(zip(self.view.rules.pile_index, self.after.tops, strict=True))
        found = ((pile.name, tops[pile.name]) for pile, due in turns.burning(self.after) if not due)
        return {pile: top for pile, top in found if top is not None}

    @cached_property
    def ways_back(self) -> tuple[tuple[Card, str], ...]:
        """Cards that stay in the hand and could go back on what a pile then shows."""
        return tuple(
            (card, pile.name)
            for card in self.after.hand
            for pile, fits, top in self._own_piles(self.after.tops)
            if fits[top].get(card) is Kind.TRICK
        )

    @cached_property
    def pairs(self) -> tuple[tuple[Card, Card], ...]:
        """Cards that stay in the hand, the first to be laid onwards, the second back on it."""
        hand = self.after.hand
        return tuple(
            (first, second)
            for first in hand
            for second in hand
            if any(
                fits[top].get(first) is Kind.PLAIN and fits[first].get(second) is Kind.TRICK
                for _, fits, top in self._own_piles(self.after.tops)
            )
        )

    @cached_property
    def stuck(self) -> int:
        """How many cards that stay in the hand fit nowhere."""
        tables = [fits[top] for _, fits, top in self._own_piles(self.after.tops)]
        return sum(not any(card in table for table in tables) for card in self.after.hand)

    @cached_property
    def passed(self) -> int:
        """How many cards still to come no longer go onwards on a pile on which they did."""
        shown = zip(self._own_piles(self.view.tops), self._own_piles(self.after.tops), strict=True)
        lost = [
            _onwards(fits, before) - _onwards(fits, after)
            for (_, fits, before), (_, _, after) in shown
        ]
        return len(self._live() & set().union(*lost))

    def _live(self) -> set[Card]:
        deck = self.view.rules.deck_of(self.view.seat or 0)
        gone = {*self.view.laid()[deck], *(step.card for step in self.steps)}
        return {*self.view.rules.cards} - gone

    def _own_piles(self, tops: turns.Tops) -> Iterator[tuple[Pile, Fits, Card | None]]:
        """The piles that are not the other player's, with what fits there and what they show."""
        rules = self.view.rules
        tables = rules.fits[self.view.seat or 0]
        for pile, fits, top in zip(rules.layout, tables, tops, strict=True):
            if not fits.gift:
                yield pile, fits, top


def _onwards(fits: Fits, top: Card | None) -> set[Card]:
    return {card for card, kind in fits[top].items() if kind is Kind.PLAIN}


def alike(now: turns.Moment, named: frozenset[str] = frozenset()) -> object:
    """What two moments share that come to the same: piles of one kind may change places.

    Piles that a remark names, in `named`, keep their identity.
    """
    shown = zip(now.rules.layout, now.tops, strict=True)
    piles = Counter(
        (pile.up, pile.base, pile.owner, top, pile.name if pile.name in named else "")
        for pile, top in shown
    )
    return frozenset(piles.items()), now.hand


def moment(view: View) -> turns.Moment:
    """Now, as the seat on turn knows it."""
    return turns.Moment(
        view.rules, view.players, view.turn, view.hand, view.stock_size, view.tops, view.placed
    )


def outlook(view: View, moves: Iterable[Move]) -> Outlook:
    """Follow the lays of a turn; each has to be legal."""
    rules = view.rules
    now, steps = moment(view), []
    for lay in (move for move in moves if isinstance(move, Lay)):
        place = rules.pile_index[lay.pile]
        fits, top = rules.fits[view.seat or 0][place], now.tops[place]
        steps.append(Step(lay.card, lay.pile, top, fits[top][lay.card], fits.step(top, lay.card)))
        now = laid(now, lay)
    return Outlook(view, tuple(steps), now)


def laid(now: turns.Moment, lay: Lay) -> turns.Moment:
    """The moment after a lay."""
    place = now.rules.pile_index[lay.pile]
    tops = now.tops
    return replace(
        now,
        hand=tuple(card for card in now.hand if card != lay.card),
        tops=(*tops[:place], lay.card, *tops[place + 1 :]),
        placed=(*now.placed, Placed(lay.card, lay.pile, tops[place])),
    )
