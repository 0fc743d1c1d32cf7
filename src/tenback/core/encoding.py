"""A stable table between moves and integers, one per rules: what learners call actions.

A lay is `card * piles + pile`, both counted in the order of the deck and of the table; `end` is
the last number. The table follows from deck and piles alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.core.errors import InvalidNotation
from tenback.core.moves import END, Lay, Move

if TYPE_CHECKING:
    from tenback.core.rules import Rules


def action_count(rules: Rules) -> int:
    """How many different moves there are, `end` included."""
    return len(rules.cards) * len(rules.layout) + 1


def encode(rules: Rules, move: Move) -> int:
    """The number of a move."""
    if move == END:
        return action_count(rules) - 1
    if (
        not isinstance(move, Lay)
        or move.card not in rules.order
        or move.pile not in rules.pile_index
    ):
        raise InvalidNotation("bad-move", text=str(move)[:80])
    return rules.order[move.card] * len(rules.layout) + rules.pile_index[move.pile]


def decode(rules: Rules, number: int) -> Move:
    """The move behind a number."""
    if type(number) is not int or not 0 <= number < action_count(rules):
        raise InvalidNotation("bad-move", text=str(number)[:80])
    if number == action_count(rules) - 1:
        return END
    card, pile = divmod(number, len(rules.layout))
    return rules.lays[pile][rules.cards[card]]
