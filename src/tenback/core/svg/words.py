"""The English words of a picture: core draws pictures without any other layer.

`words` holds the other languages and takes the English from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping


class Say(Protocol):
    """A catalogue: called with an id and parameters, it returns the text."""

    def __call__(self, name: str, /, **params: object) -> str: ...  # noqa: D102


WORDS: dict[str, str | Mapping[str, str]] = {
    # The game and its reader
    "players": {"one": "alone", "other": "{count} players"},
    "your-seat": "you are seat {seat}",
    "watching": "as a spectator sees it",
    "item": "{name}: {text}",
    "you": "you",
    "seat": "seat {seat}",
    # What is going on
    "agreeing": "Who starts is still to be agreed.",
    "your-turn": "Your turn",
    "seat-turn": "Seat {seat} is on turn",
    "to-lay": {"one": "{count} card to lay.", "other": "{count} cards to lay."},
    "more-to-lay": "{laid} laid, {count} more to lay.",
    "may-end": {
        "one": "{count} card laid, the turn may end.",
        "other": "{count} cards laid, the turn may end.",
    },
    "gift-made": "The gift is made.",
    "laid-now": "Laid in this turn",
    "laid-last": "Laid in the last turn",
    # How it ended; `count` of `stuck` is how many cards the last turn needed
    "finished": "Every card is laid.",
    "stuck": {"one": "No card fits any more.", "other": "Not enough cards fit any more."},
    "fire": "The fire was not covered.",
    "resigned": "The team gave up.",
    "duel-resigned": "Seat {seat} gave up.",
    "left": {"one": "{count} card was left.", "other": "{count} cards were left."},
    "left-excellent": {
        "one": "{count} card was left: excellent.",
        "other": "{count} cards were left: excellent.",
    },
    "beaten": "The game is beaten.",
    "you-win": "You win.",
    "seat-wins": "Seat {seat} wins.",
    # Seats and hands
    "turn": "turn",
    "won": "won",
    "cards": {"one": "{count} card", "other": "{count} cards"},
    "no-cards": "no cards",
    "your-hand": "Your hand",
    # Stocks
    "stock": "stock",
    "stock-count": "stock {count}",
    "open-stock": "Stock, next card first",
    "open-stock-of": "Stock of seat {seat}, next card first",
    "your-stock": "Your stock, next card first",
    # Piles and the line
    "room": "room {count}",
    "any": "any",
    "covers.you": "You must cover",
    "covers.seat": "Seat {seat} must cover",
    "fits": "fits",
    "trick": "trick",
    "gift": "gift",
    # The description of the picture for screen readers
    "rising": "rising",
    "falling": "falling",
    "pile": "Pile {name}, {way}, {top}, {cards}, {room}.",
    "top": "top {card}",
    "base": "empty, base {card}",
    "burns.you": "Pile {name} burns: you must cover it.",
    "burns.seat": "Pile {name} burns: seat {seat} must cover it.",
    "hand-size": "{who}: {cards}.",
    "hand": "{who}: {cards}: {hand}.",
    "known": "{who}: {cards}, known: {hand}.",
    "stocks": "Stock: {counts}.",
}
"""An entry is a text, or its plural forms, from which the parameter `count` chooses."""


def english(name: str, /, **params: object) -> str:
    """One entry of the table with its parameters."""
    entry = WORDS[name]
    text = entry if isinstance(entry, str) else entry["one" if params["count"] == 1 else "other"]
    return text.format(**params)
