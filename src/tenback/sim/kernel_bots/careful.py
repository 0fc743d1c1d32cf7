"""Counts live cards instead of steps, takes tricks, keeps pairs, goes on while it is cheap."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tenback.sim.arrays import UP, GameRow, RuleRow
from tenback.sim.bits import (
    NOTHING,
    ONE,
    ZERO,
    Cards,
    Signed,
    Word,
    both,
    either,
    highest,
    holds,
    is_empty,
    keep_scalar,
    lowest,
    minus,
    row,
    size,
    without,
)
from tenback.sim.compiler import kernel
from tenback.sim.position import (
    END,
    GIFTS,
    burning,
    deck_of,
    due_fires,
    legal_on,
    may_end,
    may_lay,
    move_of,
)
from tenback.sim.rank import NONE, rank, ranked_card, ranked_cost, ranked_pile

# Weights of costs, tuned on many games, for a team, for a duel and for a team with colours. A live
# card passed over; added if at most one other pile takes it; added if no other pile does.
LIVE: Final = 0
FEW: Final = 1
ONLY: Final = 2
# Laying the first card of a pair whose second card goes back onto it; breaking up such a pair;
# laying a card onto which a card of another hand may go back.
PAIR: Final = 3
BROKEN: Final = 4
RETURN: Final = 5
# Laying a fire card, covering one that is due, covering one just laid.
FIRE: Final = 6
DUE: Final = 7
FRESH: Final = 8
# A gift, and each card of the other player that fits again.
GIFT: Final = 9
REGAINED: Final = 10
# The limit for an extra card: if the seat draws another, with an empty stock, if it draws none.
EXTRA: Final = 11
EXTRA_WITHOUT_STOCK: Final = 12
EXTRA_UNREPLACED: Final = 13
# With colours, each live card more that could go back onto the pile.
OPEN: Final = 14

WEIGHTS: Final = np.array(
    [
        [4, 6, 14, -3, 8, -2, -1, -1000, -14, 0, 0, 4, 9, -20, 0],
        [4, 8, 0, 9, 4, 10, 0, 0, 0, -2, 6, -8, 2, -20, 0],
        [4, -2, 5, -3, 6, -2, -1, -1000, -14, 0, 0, 4, 9, -20, -4],
    ],
    np.int64,
)
TEAM, DUEL, COLOURS = range(3)


@kernel
def choose(rules: RuleRow, game: GameRow) -> Word:
    """The cheapest lay; the end of the turn once the cheapest is too expensive."""
    if not may_lay(rules, game):
        return END
    weights = WEIGHTS[DUEL if rules.duel else COLOURS if rules.coloured else TEAM]
    live = _live(rules, game, deck_of(rules, game.turn))
    returns = _returns(rules, game)
    best = NONE
    for pile in range(rules.piles):
        cards = legal_on(rules, game, pile)
        once, twice = _elsewhere(rules, game, pile)
        while not is_empty(cards):
            card = lowest(cards)
            cards = without(cards, card)
            if rules.kinds[game.turn, pile] >= GIFTS:
                cost = _gift(rules, game, weights, pile, card)
            else:
                cost = _lay(rules, game, weights, pile, card, live, once, twice, returns)
            best = min(best, rank(cost, pile, card))
    if best == NONE or (may_end(game) and ranked_cost(best) > _limit(rules, game, weights)):
        return END
    return move_of(ranked_card(best), ranked_pile(best))


@kernel
def _limit(rules: RuleRow, game: GameRow, weights: Any) -> Signed:
    """The highest cost at which to lay a card beyond the minimum."""
    draws = rules.draw_after_gift if game.gift_used != ZERO else rules.draw
    if draws > 0:  # a fixed number of cards, however many the seat has laid
        return weights[EXTRA_UNREPLACED]
    if game.stocks[deck_of(rules, game.turn)] == ZERO:
        return weights[EXTRA_WITHOUT_STOCK]
    return weights[EXTRA]


@kernel
def _lay(
    rules: RuleRow,
    game: GameRow,
    weights: Any,
    pile: Word,
    card: Word,
    live: Cards,
    once: Cards,
    twice: Cards,
    returns: Cards,
) -> Signed:
    """The cost of a lay on an own or common pile."""
    kind, top = rules.kinds[game.turn, pile], game.tops[pile]
    cost = _passed(rules, weights, kind, top, card, live, once, twice)
    if cost >= 0:
        partners = both(row(game.hands[game.turn]), row(rules.back[kind, card]))
        if not is_empty(partners) and game.placed + ONE < rules.maximum:
            partner = lowest(partners) if kind == UP else highest(partners)
            cost += weights[PAIR]
            cost += _passed(rules, weights, kind, card, partner, live, once, twice)
        elif holds(returns, card):
            cost += weights[BROKEN]
        elif not is_empty(both(live, row(rules.back[kind, card]))):
            cost += weights[RETURN]
    if rules.coloured:
        others = without(live, card)
        gained = _behind(rules, kind, card, others) - _behind(rules, kind, top, others)
        cost += weights[OPEN] * gained
    if rules.burns:
        cost += _fire(rules, game, weights, pile, card)
    return cost


@kernel
def _behind(rules: RuleRow, kind: Word, top: Word, live: Cards) -> Signed:
    """How many live cards could go back onto a top card."""
    return Signed(size(both(live, row(rules.back[kind, top]))))


@kernel
def _passed(
    rules: RuleRow,
    weights: Any,
    kind: Word,
    top: Word,
    card: Word,
    live: Cards,
    once: Cards,
    twice: Cards,
) -> Signed:
    """The worth of the live cards that a pile passes over, minus those that fit again."""
    before, after = row(rules.ahead[kind, top]), row(rules.ahead[kind, card])
    lost = without(both(live, minus(before, after)), card)
    won = both(live, minus(after, before))
    return _worth(weights, lost, once, twice) - _worth(weights, won, once, twice)


@kernel
def _worth(weights: Any, cards: Cards, once: Cards, twice: Cards) -> Signed:
    few, only = minus(cards, twice), minus(cards, once)
    worth = Signed(size(cards)) * weights[LIVE]
    return worth + Signed(size(few)) * weights[FEW] + Signed(size(only)) * weights[ONLY]


@kernel
def _fire(rules: RuleRow, game: GameRow, weights: Any, pile: Word, card: Word) -> Signed:
    cost = weights[FIRE] if holds(row(rules.fire), card) else Signed(0)
    if due_fires(rules, game) >> pile & ONE != ZERO:
        return cost + weights[DUE]
    if burning(rules, game) >> pile & ONE != ZERO:
        return cost + weights[FRESH]
    return cost


@kernel
def _gift(rules: RuleRow, game: GameRow, weights: Any, pile: Word, card: Word) -> Signed:
    """The cost of a gift: the cards of the other player that fit again."""
    kind, top = rules.kinds[game.turn, pile] - GIFTS, game.tops[pile]
    live = _live(rules, game, deck_of(rules, ONE - game.turn))
    regained = both(live, minus(row(rules.ahead[kind, card]), row(rules.ahead[kind, top])))
    return weights[GIFT] + Signed(size(regained)) * weights[REGAINED]


@kernel
def _live(rules: RuleRow, game: GameRow, deck: Word) -> Cards:
    """The cards of a deck that are not laid yet, the own hand included."""
    return minus(row(rules.deck), row(game.laid[deck]))


@kernel
def _returns(rules: RuleRow, game: GameRow) -> Cards:
    """The cards of the hand that could go back onto another card of the hand once it is laid."""
    hand, returns = row(game.hands[game.turn]), NOTHING
    for pile in range(rules.piles):
        kind, top = rules.kinds[game.turn, pile], game.tops[pile]
        firsts = both(hand, row(rules.ahead[kind, top]))
        while not is_empty(firsts):
            first = lowest(firsts)
            firsts = without(firsts, first)
            returns = either(returns, both(hand, row(rules.back[kind, first])))
    return returns


@kernel
def _elsewhere(rules: RuleRow, game: GameRow, here: Word) -> tuple[Cards, Cards]:
    """The cards that fit onwards on another own or common pile, and those that fit on two."""
    once, twice = NOTHING, NOTHING
    for pile in range(rules.piles):
        keep_scalar()
        kind, top = rules.kinds[game.turn, pile], game.tops[pile]
        if pile != here:
            more = row(rules.ahead[kind, top])
            twice = either(twice, both(once, more))
            once = either(once, more)
    return once, twice
