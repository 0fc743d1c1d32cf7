"""Facts about rules that a rule book needs and that follow from several of their keys."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tenback.core.rules import DrawRule, Rules

if TYPE_CHECKING:
    from tenback.core.rules import Draw


@dataclass(frozen=True)
class Facts:
    """Questions to one `Rules` value, each answered from its data."""

    rules: Rules

    # Who plays

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The possible numbers of players."""
        return self.rules.player_counts

    @property
    def several(self) -> bool:
        """Whether there can be more than one player."""
        return max(self.counts) > 1

    @property
    def alone(self) -> bool:
        """Whether there can be one player."""
        return 1 in self.counts

    @property
    def company(self) -> str:
        """Who sits at the table: `alone`, `either` (alone or several), `team` or `duel`."""
        if self.rules.duel:
            return "duel"
        if not self.several:
            return "alone"
        return "either" if self.alone else "team"

    # What is on the table

    @property
    def own_decks(self) -> bool:
        """Whether there is more than one deck."""
        return self.rules.deck.own and self.several

    @property
    def equal_numbers(self) -> bool:
        """Whether a card can meet a top card with its own number."""
        shared = self.own_decks and not self.rules.piles.own
        return len(self.rules.deck.colours) > 1 or shared

    @property
    def bases(self) -> tuple[int | None, ...]:
        """The bases of all piles of one table, or of one player."""
        return self.rules.piles.up + self.rules.piles.down

    @property
    def all_empty(self) -> bool:
        """Whether every pile begins empty."""
        return all(base is None for base in self.bases)

    @property
    def directions(self) -> str:
        """Which ways piles go: `both`, `up` or `down`."""
        piles = self.rules.piles
        return "both" if piles.up and piles.down else "up" if piles.up else "down"

    # The deal

    @cached_property
    def hand(self) -> int | None:
        """The size of every hand, or None when it depends on the number of players."""
        sizes = {size for _, size in self.rules.hands}
        return sizes.pop() if len(sizes) == 1 else None

    @cached_property
    def stock(self) -> str:
        """Whether a stock is left after the deal: `always`, `sometimes` or `never`."""
        deck = len(self.rules.cards)
        dealt = [size * (1 if self.rules.deck.own else n) for n, size in self.rules.hands]
        if all(count < deck for count in dealt):
            return "always"
        return "sometimes" if any(count < deck for count in dealt) else "never"

    @property
    def has_stock(self) -> bool:
        """Whether cards are ever drawn."""
        return self.stock != "never"

    # The turn

    @property
    def minimum(self) -> int:
        """How many cards a turn needs at first."""
        return self.rules.minimum if self.has_stock else self.rules.minimum_without_stock

    @cached_property
    def most(self) -> int:
        """The most cards that a turn can have; hands never grow beyond the deal."""
        largest = max(size for _, size in self.rules.hands)
        return largest if self.rules.maximum is None else min(self.rules.maximum, largest)

    @property
    def exact(self) -> bool:
        """Whether a turn has no choice about how many cards it lays."""
        return self.most <= self.minimum

    @property
    def one_will_do(self) -> bool:
        """Whether a turn never needs more than one card."""
        return max(self.minimum, self.rules.minimum_without_stock) == 1

    @property
    def hand_may_fall_short(self) -> bool:
        """Whether a hand can shrink below the minimum."""
        drawn = self.rules.draw
        slow = isinstance(drawn, int) and drawn < self.rules.minimum
        return self.rules.minimum_without_stock > 1 or (self.has_stock and slow)

    # The draw

    @property
    def draw(self) -> Draw:
        """What is drawn after a turn; a number where the turn leaves no choice."""
        return self._settled(self.rules.draw)

    @property
    def draw_after_gift(self) -> Draw | None:
        """What a gift changes about the draw, if anything."""
        changed = self.rules.draw_after_gift
        if changed is None or self._settled(changed) == self.draw:
            return None
        return self._settled(changed)

    def _settled(self, draw: Draw) -> Draw:
        return self.minimum if draw is DrawRule.LAID and self.exact else draw

    @property
    def draws_may_fall_short(self) -> bool:
        """Whether a stock can hold some cards and still too few."""
        return self.draw != 1 or self.draw_after_gift is not None

    # The trick

    @property
    def tricks(self) -> int:
        """How many kinds of trick there are."""
        trick = self.rules.trick
        return (trick.distance is not None) + trick.same_colour

    @property
    def others_lay_here(self) -> bool:
        """Whether a trick can start from a card that another player laid."""
        return self.several and (self.rules.gift or not self.rules.piles.own)

    @property
    def trick_example(self) -> tuple[int, int] | None:
        """A top card and the card that goes back from it, near the middle of the deck."""
        distance = self.rules.trick.distance
        if distance is None:
            return None
        numbers = self.rules.deck.numbers
        back = -distance if self.rules.piles.up else distance
        tops = [number for number in numbers if number + back in set(numbers)]
        if not tops:
            return None
        top = tops[len(tops) // 2]
        return top, top + back
