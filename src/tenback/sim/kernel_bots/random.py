"""Any legal move; all are equally likely."""

from __future__ import annotations

from tenback.sim.arrays import GameRow, RuleRow
from tenback.sim.bits import ONE, ZERO, Word, lowest, size, without
from tenback.sim.chance import random_below
from tenback.sim.compiler import kernel
from tenback.sim.position import END, legal_on, may_end, may_lay, move_of


@kernel
def choose(rules: RuleRow, game: GameRow) -> Word:
    """Count all moves, pick a number, and find that move."""
    piles = rules.piles if may_lay(rules, game) else ZERO
    moves = ONE if may_end(game) else ZERO
    for pile in range(piles):
        moves += size(legal_on(rules, game, pile))
    chosen = random_below(game, moves)
    for pile in range(piles):
        cards = legal_on(rules, game, pile)
        if chosen < size(cards):
            for _ in range(chosen):
                cards = without(cards, lowest(cards))
            return move_of(lowest(cards), pile)
        chosen -= size(cards)
    return END
