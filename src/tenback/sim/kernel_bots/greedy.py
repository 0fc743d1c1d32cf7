"""Smallest step, exactly the minimum."""

from __future__ import annotations

from tenback.sim.arrays import UP, GameRow, RuleRow
from tenback.sim.bits import Word, both, highest, is_empty, keep_scalar, lowest, row
from tenback.sim.compiler import kernel
from tenback.sim.position import END, GIFTS, may_end, may_lay_on, move_of
from tenback.sim.rank import NONE, rank, ranked_card, ranked_pile


@kernel
def choose(rules: RuleRow, game: GameRow) -> Word:
    """The card that moves a pile least; a trick moves it back, a gift counts by its size."""
    if may_end(game):
        return END
    seat = game.turn
    hand = row(game.hands[seat])
    best = NONE
    for pile in range(rules.piles):
        keep_scalar()
        kind, top = rules.kinds[seat, pile], game.tops[pile]
        if not may_lay_on(game, kind):
            continue
        ahead = both(hand, row(rules.ahead[kind, top]))
        back = both(hand, row(rules.back[kind, top]))
        cards = ahead if is_empty(back) else back
        # The furthest card back and the nearest card ahead lie at the same end of the set.
        if kind == UP or kind > GIFTS:
            card = lowest(cards)
            step = rules.numbers[card] - rules.numbers[top]
        else:
            card = highest(cards)
            step = rules.numbers[top] - rules.numbers[card]
        best = min(best, NONE if is_empty(cards) else rank(step, pile, card))
    return move_of(ranked_card(best), ranked_pile(best))
