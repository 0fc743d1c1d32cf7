"""A moment of a game, complete and immutable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tenback.core.cards import Card
from tenback.core.outcome import Outcome
from tenback.core.rules import Rules

Hand: TypeAlias = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A card laid in the running turn, and what it covers (None: the base)."""

    card: Card
    pile: str
    covers: Card | None


@dataclass(frozen=True, slots=True)
class State:
    """Everything about one moment, hidden cards included. Players and bots get a `View` instead.

    Derived facts are not stored: a fire card burns exactly while it is on top, and it is due
    in this turn unless it was laid in it; the gift is used when a lay of this turn lies on the
    other player's pile; the minimum follows from the stock, which changes only between turns.
    """

    rules: Rules
    hands: tuple[Hand, ...]
    stocks: tuple[Hand, ...]
    tops: tuple[Card | None, ...]
    sizes: tuple[int, ...]
    turn: int | None
    placed: tuple[Placed, ...]
    known: tuple[Hand, ...]
    outcome: Outcome | None

    @property
    def hand(self) -> Hand:
        """The hand of the player on turn."""
        return () if self.turn is None else self.hands[self.turn]

    @property
    def stock_size(self) -> int:
        """How many cards the player on turn can still draw."""
        return 0 if self.turn is None else len(self.stock_of(self.turn))

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.hands)

    @property
    def left(self) -> int:
        """Cards not laid yet, in all hands and stocks (O12)."""
        return sum(map(len, self.hands)) + sum(map(len, self.stocks))

    def stock_of(self, seat: int) -> Hand:
        """The stock that a seat draws from."""
        return self.stocks[self.rules.deck_of(seat)]

    def laid(self) -> tuple[Hand, ...]:
        """The cards that lie on the piles, for each deck in its order."""
        decks = range(len(self.stocks))
        held = [set(self.stocks[deck]) for deck in decks]
        for seat, hand in enumerate(self.hands):
            held[self.rules.deck_of(seat)].update(hand)
        return tuple(tuple(c for c in self.rules.cards if c not in held[d]) for d in decks)
