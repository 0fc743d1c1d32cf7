"""Moves and views as integers, the actions and observations of learning algorithms.

A lay is `card * piles + pile`, both counted in the order of the deck and of the table; `end` is
the last number. The table follows from deck and piles alone. An observation is a row of whole
numbers, whose parts `observation_parts` names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from tenback.core.errors import InvalidNotation, InvalidView
from tenback.core.moves import END, EndTurn, Move
from tenback.core.turn import no_such_lay

if TYPE_CHECKING:
    from tenback.core.rules import Rules
    from tenback.core.state import Hand
    from tenback.core.views import View

_T = TypeVar("_T")


def action_count(rules: Rules) -> int:
    """How many different moves there are, `end` included."""
    return len(rules.cards) * len(rules.layout) + 1


def encode(rules: Rules, move: Move) -> int:
    """The number of a move."""
    if isinstance(move, EndTurn):
        return action_count(rules) - 1
    if error := no_such_lay(rules, move):
        raise error
    return rules.order[move.card] * len(rules.layout) + rules.pile_index[move.pile]


def decode(rules: Rules, number: int) -> Move:
    """The move behind a number."""
    if type(number) is not int or not 0 <= number < action_count(rules):
        raise InvalidNotation("bad-move", text=str(number)[:80])
    if number == action_count(rules) - 1:
        return END
    card, pile = divmod(number, len(rules.layout))
    return rules.lays[pile][rules.cards[card]]


def observation_parts(rules: Rules, players: int) -> dict[str, slice]:
    """Where each part of an observation stands.

    `hand`: 1 for each card held, in the order of the deck. `laid`: 1 for each card on the piles,
    deck by deck. `tops`: for each pile 0 for the base, else 1 + the card's place in the deck.
    `sizes`: cards on each pile. `burning`: for each pile 1 for a fire that the next player must
    cover, 2 for one that is due in this turn. `hand_sizes` and `stock_sizes`. `turn`: how many
    seats clockwise the one on turn sits, or the number of players if no seat is. `minimum`,
    `placed` and `gift_used` of the running turn. Seats and decks are counted from the own one
    clockwise; piles and cards as in actions. `seat` is the own seat.
    """
    cards, piles, decks = len(rules.cards), len(rules.layout), rules.decks(players)
    sizes = {
        "hand": cards,
        "laid": cards * decks,
        "tops": piles,
        "sizes": piles,
        "burning": piles,
        "hand_sizes": players,
        "stock_sizes": decks,
        "turn": 1,
        "minimum": 1,
        "placed": 1,
        "gift_used": 1,
        "seat": 1,
    }
    parts, begin = {}, 0
    for name, size in sizes.items():
        parts[name] = slice(begin, begin + size)
        begin += size
    return parts


def observation_size(rules: Rules, players: int) -> int:
    """How many numbers an observation has."""
    return int(observation_parts(rules, players)["seat"].stop)


def observe(view: View) -> tuple[int, ...]:
    """What a seat knows, with a perfect memory for what was laid, as whole numbers."""
    if view.seat is None:
        raise InvalidView("no-seat-no-observation")
    rules, seat = view.rules, view.seat
    laid = _from(rules.deck_of(seat), view.laid())
    fresh = {placed.pile for placed in view.placed}
    burning = {fire.pile: 1 if fire.pile in fresh else 2 for fire in view.burning}
    return (
        *_held(rules, view.hand),
        *(bit for deck in laid for bit in _held(rules, deck)),
        *(0 if top is None else 1 + rules.order[top] for top in view.tops),
        *view.sizes,
        *(burning.get(pile.name, 0) for pile in rules.layout),
        *_from(seat, view.hand_sizes),
        *_from(rules.deck_of(seat), view.stock_sizes),
        view.players if view.turn is None else (view.turn - seat) % view.players,
        view.minimum,
        len(view.placed),
        int(view.gift_used),
        seat,
    )


def _held(rules: Rules, cards: Hand) -> list[int]:
    held = set(cards)
    return [int(card in held) for card in rules.cards]


def _from(first: int, values: tuple[_T, ...]) -> tuple[_T, ...]:
    """The same values, counted from another place on."""
    return values[first:] + values[:first]
