"""Whether a hand is one to start with (O3), for bots that do not mind or have no opinion.

The measure is that of the search bots: how many cards the cheapest lays of a first turn pass over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.bots.base import Willing
from tenback.core.fits import Kind

if TYPE_CHECKING:
    from tenback.core.cards import Card
    from tenback.core.fits import Fits
    from tenback.core.views import View

FAIR = 4
"""How many cards a lay passes over, on average, with a hand to start with."""

MOST = 24
"""What a lay counts at most, or a card that fits nowhere."""


def by_hand(view: View) -> Willing:
    """Whether to start with this hand; no seat has started yet."""
    piles = list(zip(view.rules.fits[view.seat or 0], view.tops, strict=True))
    costs = sorted(min(_passed(fits, top, card) for fits, top in piles) for card in view.hand)
    cheapest = costs[: view.rules.minimum]
    return Willing.START if sum(cheapest) <= FAIR * len(cheapest) else Willing.NOT_ME


def _passed(fits: Fits, top: Card | None, card: Card) -> int:
    """How many cards a lay passes over: they do not fit there any more."""
    before = _onwards(fits, top)
    return min(MOST, len(before - _onwards(fits, card)) - 1) if card in before else MOST


def _onwards(fits: Fits, top: Card | None) -> set[Card]:
    return {card for card, kind in fits[top].items() if kind is Kind.PLAIN}
