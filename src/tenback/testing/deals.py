"""Deals that lead to the endgame, which simple play almost never reaches from a shuffled deck."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tenback.core.cards import colour_of, number_of
from tenback.core.deal import Deal
from tenback.core.rules import Start

if TYPE_CHECKING:
    from tenback.core.cards import Card
    from tenback.core.rules import Rules
    from tenback.core.state import Hand


def nearly_sorted(rules: Rules, players: int, seed: int) -> Deal:
    """A deal from decks in an almost playable order: low and high in turn, a little disturbed."""
    rng = random.Random(seed)  # noqa: S311 (tests want to repeat it)
    decks = [_deck(rules, rng) for _ in range(rules.decks(players))]
    size = rules.hand_size(players)
    hands: list[Hand] = []
    for seat in range(players):
        deck = decks[rules.deck_of(seat)]
        hands.append(tuple(deck.pop(0) for _ in range(size)))
    starter = rng.randrange(players) if rules.start is Start.LOT else None
    return Deal(tuple(map(rules.sort, hands)), tuple(map(tuple, decks)), starter)


def _deck(rules: Rules, rng: random.Random) -> list[Card]:
    deck = list(rules.cards)
    if rules.trick.same_colour:
        # Equal numbers do not fit on each other, so colour after colour goes further.
        deck.sort(key=lambda card: (colour_of(card), -number_of(card)))
    else:
        deck.sort(key=number_of)
    alternating = [deck.pop(0 if place % 2 == 0 else -1) for place in range(len(deck))]
    for _ in range(rng.randrange(len(alternating) // 2 + 1)):
        here = rng.randrange(len(alternating))
        there = min(here + rng.randint(1, 6), len(alternating) - 1)
        alternating[here], alternating[there] = alternating[there], alternating[here]
    return alternating
