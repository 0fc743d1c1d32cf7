"""Any legal move, each equally likely."""

from __future__ import annotations

from tenback.sim.arrays import GameRow, RuleRow
from tenback.sim.bits import ONE, ZERO, Word, lowest, size, without
from tenback.sim.chance import whim
from tenback.sim.compiling import kernel
from tenback.sim.kernel import END, legal_on, may_end, may_lay, move_of


@kernel
def choose(rules: RuleRow, game: GameRow) -> Word:
    """Count all moves, draw one, find it again."""
    piles = rules.piles if may_lay(rules, game) else ZERO
    moves = ONE if may_end(game) else ZERO
    for pile in range(piles):
        moves += size(legal_on(rules, game, pile))
    chosen = whim(game, moves)
    for pile in range(piles):
        cards = legal_on(rules, game, pile)
        if chosen < size(cards):
            for _ in range(chosen):
                cards = without(cards, lowest(cards))
            return move_of(lowest(cards), pile)
        chosen -= size(cards)
    return END
