"""A stable table between moves and integers, one per rules: what learners call actions.

A lay is `card * piles + pile`, both counted in the order of the deck and of the table; `end` is
the last number. The table follows from deck and piles alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.core.errors import InvalidNotation
from tenback.core.moves import END, EndTurn, Move
from tenback.core.turn import no_such_lay

if TYPE_CHECKING:
    from tenback.core.rules import Rules


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
