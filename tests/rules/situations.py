"""Situations on the table, set up in as few words as one would tell them in."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import pytest

from tenback import Deal, Game, IllegalMove, Position, Rules

if TYPE_CHECKING:
    from tenback.core.events import Event

EVERY_GAME = ("original", "original-on-fire", "quick-and-easy", "face-to-face")
CARD = re.compile(r"[rygbp]?[0-9]+")


def cards(text: str) -> list[str]:
    """`4 8 20..22 r1..r3` as a list of cards."""
    found: list[str] = []
    for word in text.split():
        first, dots, last = word.partition("..")
        colour = first.rstrip("0123456789")
        numbers = range(int(first[len(colour) :]), int((last or first)[len(colour) :]) + 1)
        found += [f"{colour}{number}" for number in numbers] if dots else [word]
    return found


def parts(text: str) -> list[list[str]]:
    """`4 8 / 9` as one list of cards for each seat."""
    return [cards(part) for part in text.split("/")]


def game_at(
    game: str | Rules = "original",
    *,
    hands: str,
    stock: str = "",
    turn: int = 0,
    takebacks: bool | None = None,
    **tops: str,
) -> Game:
    """A game in the middle: hands (and a duel's stocks) seat by seat, divided by `/`.

    A pile not named is at its base. Cards not named lie on the piles, or, where all piles are at
    their bases, at the bottom of the stock.
    """
    rules = game if isinstance(game, Rules) else Rules.named(game)
    held = parts(hands)
    stocks = parts(stock) if stock or not rules.deck.own else [[] for _ in held]
    laid = len(rules.cards) * len(stocks) - sum(map(len, [*held, *stocks]))
    if not tops:
        _fill(rules, held, stocks)
    words = [rules.name, f"{len(held)}p", *_piles(rules, tops, laid)]
    words.append(f"hands={'/'.join(map(','.join, held))}")
    words.append(f"stocks={'/'.join(map(','.join, stocks))}")
    position = Position.parse(f"{' '.join(words)} turn={turn}", rules)
    return Game.from_position(position, takebacks=takebacks)


def _fill(rules: Rules, held: list[list[str]], stocks: list[list[str]]) -> None:
    for place, stock in enumerate(stocks):
        hands = [held[place]] if rules.deck.own else held
        gone = {card for cards in [*hands, stock] for card in cards}
        stock += [card for card in rules.cards if card not in gone]


def _piles(rules: Rules, tops: dict[str, str], laid: int) -> list[str]:
    """Every pile that shows a card has one; the first has all the others beneath."""
    sizes = dict.fromkeys(tops, 1)
    for pile in list(sizes)[:1]:
        sizes[pile] += laid - len(tops)
    return [
        f"{pile}={tops[pile]}*{sizes[pile]}" if pile in tops else f"{pile}=-"
        for pile in rules.pile_index
    ]


def dealt(
    game: str | Rules = "original",
    players: int = 3,
    seed: str = "lighthouse",
    starter: int | None = 0,
    *,
    sealed: bool = False,
) -> Game:
    """A game from its very beginning."""
    rules = game if isinstance(game, Rules) else Rules.named(game)
    return Game(rules, Deal.from_seed(rules, players, seed), starter, sealed=sealed)


def play(game: Game, moves: str) -> tuple[Event, ...]:
    """Play one move after the other; returns all that happened."""
    return tuple(event for move in moves.split() for event in game.play(move))


def play_turns(game: Game, count: int) -> None:
    """Play so many turns, each the first moves that lose nothing."""
    for _ in range(count):
        seat = game.turn
        assert seat is not None
        while not game.view(seat).options().may_end:
            lay = next(lay for lay in game.view(seat).options().lays if not lay.loses)
            game.play(lay.move)
        game.play("end")


def moves(game: Game) -> set[str]:
    """Every legal move as text."""
    return set(map(str, game.legal_moves()))


def on(game: Game, pile: str) -> set[str]:
    """The cards of the player on turn that may be laid on this pile."""
    return {move.partition("-")[0] for move in moves(game) if move.endswith(f"-{pile}")}


def fitting(game: str, pile: str, shows: str, size: int, others: str = "") -> set[str]:
    """Every card that seat 0 may lay on a pile, whatever it holds: hand after hand of `size`."""
    deck = [card for card in Rules.named(game).cards if card != shows]
    found: set[str] = set()
    for begin in range(0, len(deck), size):
        held = " ".join(deck[begin : begin + size])
        start: dict[str, Any] = {"hands": held + others, pile: shows}
        found |= on(game_at(game, **start), pile)
    return found


def top(game: Game, pile: str) -> str | None:
    """What a pile shows; None is its base."""
    return game.state.tops[game.rules.pile_index[pile]]


def hand(game: Game, seat: int = 0) -> str:
    """What a seat holds, in the order of the deck."""
    return " ".join(game.state.hands[seat])


def refusal(game: Game, move: str) -> str:
    """The code with which a move is refused, and nothing has changed."""
    before, count = game.state, len(game.events)
    with pytest.raises(IllegalMove) as caught:
        game.play(move)
    assert game.state is before
    assert len(game.events) == count
    return caught.value.code


def ending(game: Game) -> tuple[str, int]:
    """Why a game is over, and how many cards are left."""
    assert game.outcome is not None
    assert game.turn is None
    assert game.legal_moves() == ()
    return str(game.outcome.reason), game.outcome.left


def losing(game: Game) -> set[str]:
    """The lays before which the player on turn is warned (O11)."""
    options = game.view(game.turn).options()
    return {str(lay.move) for lay in options.lays if lay.loses}


def shown(value: object) -> set[str]:
    """Every card that can be read anywhere in a view or an event; the rules tell none."""
    if isinstance(value, Rules):
        return set()
    if isinstance(value, str):
        return {value} if CARD.fullmatch(value) else set()
    if isinstance(value, (tuple, list)):
        return set().union(*map(shown, value))
    if is_dataclass(value):
        return set().union(*(shown(getattr(value, field.name)) for field in fields(value)))
    return set()
