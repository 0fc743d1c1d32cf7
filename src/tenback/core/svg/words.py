"""The words of a picture, in one table that can be replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.core.outcome import Reason

if TYPE_CHECKING:
    from tenback.core.views import View

WORDS: dict[str, str | tuple[str, str]] = {
    # Where there are two, the first is for one and the second for any other number.
    "players": ("alone", "{n} players"),
    "seat": "seat {seat}",
    "you": "you",
    "your-seat": "you are seat {seat}",
    "watching": "as everybody sees it",
    "agreeing": "Who starts is still to be agreed.",
    "your-turn": "Your turn",
    "seat-turn": "Seat {seat} is on turn",
    "to-lay": ("{n} card to lay.", "{n} cards to lay."),
    "more-to-lay": "{laid} laid, {n} more to lay.",
    "may-end": ("{n} card laid, the turn may end.", "{n} cards laid, the turn may end."),
    "gift-made": "The gift is made.",
    "finished": "Every card is laid.",
    "stuck": "No card fits any more.",
    "fire": "The fire was not covered.",
    "resigned": "The team gave up.",
    "duel-resigned": "Seat {seat} gave up.",
    "left": ("{n} card was left.", "{n} cards were left."),
    "left-excellent": ("{n} card was left: excellent.", "{n} cards were left: excellent."),
    "beaten": "The game is beaten.",
    "you-win": "You win.",
    "seat-wins": "Seat {seat} wins.",
    "turn": "turn",
    "won": "won",
    "cards": ("{n} card", "{n} cards"),
    "no-cards": "no cards",
    "stock": "stock",
    "stock-count": "stock {n}",
    "open-stock": "Stock, next card first",
    "open-stock-of": "Stock of seat {seat}, next card first",
    "your-stock": "Your stock, next card first",
    "room": "room {n}",
    "any": "any",
    "covers": "{who} must cover",
    "your-hand": "Your hand",
    "fits": "fits",
    "trick": "trick",
    "gift": "gift",
    "laid-now": "Laid in this turn",
    "laid-last": "Laid in the last turn",
    "rising": "rising",
    "falling": "falling",
    "pile": "Pile {name}, {way}, {top}, {cards}, {room}.",
    "top": "top {card}",
    "base": "empty, base {card}",
    "burns": "Pile {name} burns: {who} must cover it.",
    "hand-size": "{who}: {cards}.",
    "hand": "{who}: {cards}: {hand}.",
    "known": "{who}: {cards}, known: {hand}.",
}


def say(key: str, n: int | None = None, **values: object) -> str:
    """One entry of the table with its values."""
    words = WORDS[key]
    if isinstance(words, tuple):
        words = words[0 if n == 1 else 1]
    return words.format(n=n, **values)


def begin(sentence: str) -> str:
    """A capital letter where a line begins."""
    return sentence[:1].upper() + sentence[1:]


def who(view: View, seat: int) -> str:
    """A seat as the viewer calls it."""
    return say("you") if seat == view.seat else say("seat", seat=seat)


def game_name(view: View) -> str:
    """`original-on-fire` as words."""
    return begin(view.rules.name.replace("-", " "))


def caption(view: View) -> str:
    """Which game, how many play, and who looks."""
    eyes = "watching" if view.seat is None else "your-seat"
    parts = [game_name(view), say("players", view.players)]
    if view.players > 1:
        parts.append(say(eyes, seat=view.seat))
    return " · ".join(parts)


def headline(view: View) -> str:
    """What is going on, in one kind sentence."""
    if view.outcome is not None:
        return _ending(view)
    if view.turn is None:
        return say("agreeing")
    turn = say("your-turn" if view.on_turn else "seat-turn", seat=view.turn)
    sentence = f"{turn}: {_progress(view)}"
    return f"{sentence} {say('gift-made')}" if view.gift_used else sentence


def _progress(view: View) -> str:
    laid = len(view.placed)
    owed = max(0, view.minimum - laid)
    if not owed:
        return say("may-end", laid)
    return say("more-to-lay", owed, laid=laid) if laid else say("to-lay", owed)


def _ending(view: View) -> str:
    over = view.outcome
    assert over is not None  # noqa: S101 (headline has seen to it)
    if over.winner is not None:
        return f"{_duel_reason(view, over.winner)} {_winner(view, over.winner)}"
    reason = say(over.reason.value)
    if over.won:
        return f"{reason} {say('beaten')}"
    return f"{reason} {say('left-excellent' if over.excellent else 'left', over.left)}"


def _duel_reason(view: View, winner: int) -> str:
    assert view.outcome is not None  # noqa: S101 (headline has seen to it)
    if view.outcome.reason is Reason.RESIGNED:
        return say("duel-resigned", seat=1 - winner)
    return say(view.outcome.reason.value)


def _winner(view: View, winner: int) -> str:
    return say("you-win") if winner == view.seat else say("seat-wins", seat=winner)
