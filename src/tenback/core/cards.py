"""Cards. A card is its text, `37` or `r7`: hashable, printable and the same in every format."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Card: TypeAlias = str


def card(number: int, colour: str = "") -> Card:
    """Write a card: its colour's letter, where the deck has colours, and its number."""
    return f"{colour[:1]}{number}"


def number_of(card: Card) -> int:
    """The number on a card."""
    return int(card.lstrip("abcdefghijklmnopqrstuvwxyz"))


def colour_of(card: Card) -> str:
    """The letter of a card's colour; empty in a deck without colours."""
    return card[0] if card[0].isalpha() else ""


def hands_text(hands: Iterable[Iterable[Card]]) -> str:
    """Hands or stocks in one word: cards divided by commas, seats by slashes."""
    return "/".join(",".join(hand) for hand in hands)
