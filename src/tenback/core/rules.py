"""Rules as one frozen value: exactly the ways in which the games of the family differ."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from tenback.core.cards import Card, card, number_of
from tenback.core.fits import Fits, Trick
from tenback.core.moves import Lay

if TYPE_CHECKING:
    from collections.abc import Mapping

Hands: TypeAlias = tuple[tuple[int, int], ...]
"""(players, hand size) for every player count that the rules allow, in ascending order."""


class TalkPolicy(StrEnum):
    """What may be said at the table, by edition (rules T1 to T5)."""

    NO_NUMBERS = "no-numbers"
    NO_CLUES = "no-clues"
    VAGUE_HEIGHTS = "vague-heights"
    COLOURS_ONLY = "colours-only"
    FREE = "free"
    SILENT = "silent"


class Win(StrEnum):
    """Who wins: the team together (O12), or the player who first lays all own cards (D7)."""

    TOGETHER = "together"
    FIRST = "first"


class Start(StrEnum):
    """Who starts: the team agrees (O3), or the lot decides (D2)."""

    AGREE = "agree"
    LOT = "lot"


class DrawRule(StrEnum):
    """How many cards are drawn at the end of a turn, where it is not a fixed number."""

    LAID = "laid"
    FULL = "full"


Draw: TypeAlias = DrawRule | int


@dataclass(frozen=True, slots=True)
class Deck:
    """The number cards: every number in every colour, one deck for all or one for each seat."""

    numbers: tuple[int, ...]
    colours: tuple[str, ...] = ()
    own: bool = False

    def cards(self) -> tuple[Card, ...]:
        """The deck before it is shuffled: colour by colour, each in ascending order."""
        return tuple(card(n, colour) for colour in self.colours or ("",) for n in self.numbers)


@dataclass(frozen=True, slots=True)
class Piles:
    """The piles by their bases; None is an empty place that any card may open (Q1).

    With `own` every seat of a duel has all of these for itself.
    """

    up: tuple[int | None, ...]
    down: tuple[int | None, ...]
    own: bool = False


@dataclass(frozen=True, slots=True)
class Pile:
    """One place on the table."""

    name: str
    up: bool
    base: int | None
    owner: int | None = None


@dataclass(frozen=True)
class Rules:
    """One game. The engine reads nothing else; a variant is another value of this type."""

    name: str
    deck: Deck
    piles: Piles
    hands: Hands
    minimum: int
    minimum_without_stock: int = 1
    maximum: int | None = None
    draw: Draw = DrawRule.LAID
    draw_after_gift: Draw | None = None
    trick: Trick = field(default_factory=Trick)
    gift: bool = False
    fire: tuple[int, ...] = ()
    win: Win = Win.TOGETHER
    start: Start = Start.AGREE
    talk: TalkPolicy = TalkPolicy.NO_NUMBERS

    def __post_init__(self) -> None:
        from tenback.core.rules_check import check

        check(self)

    @classmethod
    def named(cls, name: str, **options: bool) -> Rules:
        """One of the published games, with its options."""
        from tenback.core.variants import named

        return named(name, **options)

    @classmethod
    def from_toml(cls, text: str) -> Rules:
        """A designer's own variant. `to_toml` writes what this reads."""
        from tenback.core.rulesfile import parse

        return parse(text)

    def to_toml(self) -> str:
        """The rules as a TOML file, every key spelled out."""
        from tenback.core.rulesfile import write

        return write(self)

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: the fields, not the tables that are made from them."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @cached_property
    def _hand_sizes(self) -> Mapping[int, int]:
        return dict(self.hands)

    @property
    def player_counts(self) -> tuple[int, ...]:
        """How many can play."""
        return tuple(self._hand_sizes)

    def hand_size(self, players: int) -> int:
        """How many cards each of so many players is dealt."""
        return self._hand_sizes[players]

    def deck_of(self, seat: int) -> int:
        """Which deck, and so which stock, a seat plays from."""
        return seat if self.deck.own else 0

    def decks(self, players: int) -> int:
        """How many decks, and so how many stocks, so many players use."""
        return players if self.deck.own else 1

    @property
    def duel(self) -> bool:
        """Whether the players are opponents."""
        return self.win is Win.FIRST

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """One deck in its order."""
        return self.deck.cards()

    @cached_property
    def order(self) -> Mapping[Card, int]:
        """Where each card stands in the deck: the order of a sorted hand."""
        return {c: place for place, c in enumerate(self.cards)}

    @cached_property
    def numbers(self) -> Mapping[Card, int]:
        """The number on each card."""
        return {c: number_of(c) for c in self.cards}

    def sort(self, held: tuple[Card, ...] | list[Card]) -> tuple[Card, ...]:
        """Cards in the order of the deck."""
        return tuple(sorted(held, key=self.order.__getitem__))

    @cached_property
    def fire_cards(self) -> frozenset[Card]:
        """The cards that burn (F1)."""
        return frozenset(c for c in self.cards if number_of(c) in self.fire)

    @cached_property
    def layout(self) -> tuple[Pile, ...]:
        """The piles in their order on the table; in a duel seat by seat."""
        owners = (0, 1) if self.piles.own else (None,)
        return tuple(
            Pile(f"{letter}{(owner or 0) * len(bases) + place + 1}", letter == "u", base, owner)
            for owner in owners
            for letter, bases in (("u", self.piles.up), ("d", self.piles.down))
            for place, base in enumerate(bases)
        )

    @cached_property
    def pile_index(self) -> Mapping[str, int]:
        """Where each pile stands in the layout."""
        return {pile.name: place for place, pile in enumerate(self.layout)}

    @cached_property
    def lays(self) -> tuple[Mapping[Card, Lay], ...]:
        """For each pile, the one `Lay` of every card, so that none is made twice."""
        return tuple({c: Lay(c, pile.name) for c in self.cards} for pile in self.layout)

    @cached_property
    def fits(self) -> tuple[tuple[Fits, ...], ...]:
        """For each seat and pile: which cards that seat may lay on which top card."""
        lays, fires = self.lays, self.fire_cards
        shared = tuple(
            Fits(cards, pile.up, pile.base, self.trick, fires=fires)
            for pile, cards in zip(self.layout, lays, strict=True)
        )
        if not self.piles.own:
            return (shared,) * max(self.player_counts)
        given = tuple(
            Fits(cards, pile.up, pile.base, self.trick, fires=fires, gift=True, possible=self.gift)
            for pile, cards in zip(self.layout, lays, strict=True)
        )
        return tuple(
            tuple(
                own if pile.owner == seat else other
                for pile, own, other in zip(self.layout, shared, given, strict=True)
            )
            for seat in (0, 1)
        )

    @cached_property
    def backs(self) -> tuple[Mapping[Card | None, int | None], ...]:
        """For each pile and top card: the number that takes it back by the trick's distance."""
        return tuple(self.fits[pile.owner or 0][at].backs for at, pile in enumerate(self.layout))
