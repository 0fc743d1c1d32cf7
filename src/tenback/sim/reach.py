"""Whether a seat can still lay the minimum of its turn (O11)."""

from __future__ import annotations

from typing import Any

from tenback.sim.arrays import UP, GameRow, RuleRow
from tenback.sim.bits import (
    NOTHING,
    ONE,
    ZERO,
    Cards,
    Word,
    both,
    either,
    is_empty,
    keep_scalar,
    lowest,
    row,
    size,
    without,
)
from tenback.sim.compiler import kernel, noinline
from tenback.sim.position import (
    BASES,
    CARD,
    HIGH,
    LOW,
    PILE,
    legal_on,
    open_level,
    take_back,
    try_lay,
)


@kernel
def within_reach(rules: RuleRow, game: GameRow, need: Word) -> bool:
    """Whether the seat on turn can lay `need` more cards in some order (O11)."""
    return _plenty(rules, game, need) or _search(rules, game, need)


@kernel
def _plenty(rules: RuleRow, game: GameRow, need: Word) -> bool:
    """A quick sufficient test, which nearly always decides.

    Cards of different numbers that go onwards on some pile can all be laid, sorted for each pile.
    """
    seat, onwards = game.turn, NOTHING
    for pile in range(rules.piles):
        keep_scalar()
        kind, top = rules.kinds[seat, pile], game.tops[pile]
        onwards = either(onwards, row(rules.ahead[kind, top]))
    onwards = both(onwards, row(game.hands[seat]))
    return size(onwards) >= need and (not rules.coloured or _numbers(rules, onwards) >= need)


@kernel
def _numbers(rules: RuleRow, cards: Cards) -> Word:
    """How many different numbers a set of cards holds."""
    found = ZERO
    while not is_empty(cards):
        cards = both(cards, row(rules.ahead[UP, lowest(cards)]))
        found += ONE
    return found


@noinline
def _search(rules: RuleRow, game: GameRow, need: Word) -> bool:
    """The full search: try every card on every pile and take it back.

    The stack lies in the game row: kernels neither allocate nor recurse.
    """
    if size(row(game.hands[game.turn])) < need:
        return False
    depth = 0
    open_level(game.search[0])
    while depth >= 0:
        level = game.search[depth]
        if not _next_card(rules, game, level):
            depth -= 1
            if depth >= 0:
                take_back(game, game.search[depth])
            continue
        missing = need - ONE - Word(depth)
        try_lay(rules, game, level, level[CARD], level[PILE])
        if missing == ZERO or _plenty(rules, game, missing):
            for tried in range(depth, -1, -1):
                take_back(game, game.search[tried])
            return True
        depth += 1
        open_level(game.search[depth])
    return False


@kernel
def _next_card(rules: RuleRow, game: GameRow, level: Any) -> bool:
    """Find the next card to try at a level; False if none is left."""
    while level[LOW] | level[HIGH] == ZERO:
        level[PILE] += ONE
        if level[PILE] == rules.piles:
            return False
        if not _repeats_earlier_pile(rules, game, level[PILE]):
            level[LOW], level[HIGH] = legal_on(rules, game, level[PILE])
    cards = (level[LOW], level[HIGH])
    level[CARD] = lowest(cards)
    level[LOW], level[HIGH] = _others(rules, cards, level[CARD])
    return True


@kernel
def _repeats_earlier_pile(rules: RuleRow, game: GameRow, pile: Word) -> bool:
    """Whether an earlier pile takes the same cards with the same effect."""
    kind, top = rules.kinds[game.turn, pile], game.tops[pile]
    faceless = top >= BASES or not rules.colour_trick
    for earlier in range(pile):
        other = game.tops[earlier]
        alike = rules.kinds[game.turn, earlier] == kind and (other >= BASES) == (top >= BASES)
        if faceless and alike and rules.numbers[other] == rules.numbers[top]:
            return True
    return False


@kernel
def _others(rules: RuleRow, cards: Cards, card: Word) -> Cards:
    """A set without `card`, and without its number where colours make no difference."""
    if rules.colour_trick or not rules.coloured:
        return without(cards, card)
    return both(cards, row(rules.ahead[UP, card]))
