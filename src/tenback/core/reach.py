"""Within reach: which lays leave a player able to lay as many cards as are owed (O11).

Piles share nothing but the hand, so it does not matter in which order they are filled. One pile
after the other, this module works out every set of cards that can lie on the piles so far. A set of
cards is a number of up to twelve bits, a bit for each card of the hand; a set of such sets is one
integer with a bit for each of them, so a step deals with up to 4,096 sets at once.

The number of steps is bounded, whatever the variant and the position: a pile takes at most
`cards² · (need + 1)` steps, and the question for all lays together fills a pile at most
`piles · (1 + log2 piles)` times, rounded up. With the limits of C1 (12 cards, 8 piles, 6 owed) that
is `8 · 4 · 144 · 7`, some 32,000 steps of half a microsecond.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.core.cards import Card
    from tenback.core.fits import Fits
    from tenback.core.state import Hand

Sets: TypeAlias = int
"""A set of sets of cards: bit `m` stands for the cards whose bits are set in `m`."""

NONE: Sets = 1
"""The empty set of cards alone: nothing has been laid."""

Tops: TypeAlias = "Sequence[Card | None]"
_Successors: TypeAlias = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class _Pile:
    """What one pile can take: cards that may come first, and for each card those that may follow.

    All piles of the other player together are one such pile, which takes a single gift (D5).
    """

    places: tuple[int, ...]
    first: tuple[int, ...]
    after: _Successors


class Reach:
    """The cards that can be laid from one hand on these piles; None stands for a closed pile."""

    def __init__(self, piles: Sequence[Fits | None], hand: Hand, tops: Tops) -> None:
        self._hand = hand
        self._numbers = range(len(hand))
        self._without = _without(len(hand))
        self._after: dict[bool, _Successors] = {}
        open_piles = [(place, fits) for place, fits in enumerate(piles) if fits is not None]
        self._piles = [
            _Pile((place,), self._fitting(fits, tops[place]), self._following(fits))
            for place, fits in open_piles
            if not fits.gift
        ]
        if gifts := [(place, fits) for place, fits in open_piles if fits.gift]:
            self._piles.append(self._gift(gifts, tops))

    def can_lay(self, need: int) -> bool:
        """Whether `need` cards can be laid, one after the other."""
        enough, sets = _at_least(len(self._hand), need), NONE
        for pile in self._piles:
            if sets & enough:
                return True
            sets = self._filled(pile, sets, need)
        return bool(sets & enough)

    def safe_lays(self, need: int) -> set[tuple[Card, int]]:
        """The lays, as cards and places of piles, after which `need` more cards can be laid.

        Of gifts it names all piles of the other player, also those that the card does not improve.
        """
        enough = _at_least(len(self._hand), need + 1)
        return {
            (self._hand[card], place)
            for pile, others in self._all_but_one(self._piles, NONE, need)
            for card, sets in enumerate(self._beginning(pile, others, need))
            if sets & enough and card in pile.first
            for place in pile.places
        }

    def _all_but_one(
        self, piles: Sequence[_Pile], sets: Sets, need: int
    ) -> Iterator[tuple[_Pile, Sets]]:
        """Each pile, and the sets that can lie on all others."""
        if len(piles) == 1:
            yield piles[0], sets
            return
        middle = len(piles) // 2
        for part, rest in ((piles[:middle], piles[middle:]), (piles[middle:], piles[:middle])):
            filled = sets
            for pile in rest:
                filled = self._filled(pile, filled, need)
            yield from self._all_but_one(part, filled, need)

    def _filled(self, pile: _Pile, sets: Sets, need: int) -> Sets:
        """The sets that can lie on one more pile, besides those on others."""
        beginning = self._beginning(pile, sets, need)
        for card in pile.first:
            sets |= beginning[card]
        return sets

    def _beginning(self, pile: _Pile, others: Sets, need: int) -> list[Sets]:
        """For each card the sets that can lie on this pile, with that card first, and on others.

        After round `k` these are the sets with up to `k` cards on this pile; `need + 1` are enough.
        """
        found = [0] * len(self._hand)
        for _ in range(need + 1):
            before, found = found, self._one_more(pile, others, found)
            if found == before:
                break
        return found

    def _one_more(self, pile: _Pile, others: Sets, found: list[Sets]) -> list[Sets]:
        more = []
        for card in self._numbers:
            sets = others
            for following in pile.after[card]:
                sets |= found[following]
            more.append((sets & self._without[card]) << (1 << card))
        return more

    # What fits

    def _fitting(self, fits: Fits, top: Card | None) -> tuple[int, ...]:
        fitting = fits[top]
        return tuple([place for place, card in enumerate(self._hand) if card in fitting])

    def _following(self, fits: Fits) -> _Successors:
        """For each card those that fit on it; the same for all piles of one direction."""
        if fits.up not in self._after:
            self._after[fits.up] = tuple([self._fitting(fits, card) for card in self._hand])
        return self._after[fits.up]

    def _gift(self, gifts: Sequence[tuple[int, Fits]], tops: Tops) -> _Pile:
        first = {card for place, fits in gifts for card in self._fitting(fits, tops[place])}
        places = tuple([place for place, _ in gifts])
        return _Pile(places, tuple(first), ((),) * len(self._hand))


@cache
def _without(cards: int) -> tuple[Sets, ...]:
    """For each card all sets without it."""
    every = range(1 << cards)
    return tuple(_collected(m for m in every if not m >> card & 1) for card in range(cards))


@cache
def _at_least(cards: int, count: int) -> Sets:
    """All sets of at least so many cards."""
    return _collected(m for m in range(1 << cards) if m.bit_count() >= count)


def _collected(sets: Iterator[int]) -> Sets:
    return sum(1 << m for m in sets)
