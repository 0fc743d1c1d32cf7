"""The endgame solver: with no card hidden any more, is there a way to lay every card?

Once the stock is empty and at most one other seat holds cards, both seats know all cards. Then one
search covers both: lay by lay, cheapest first, with a table of the positions that have failed.
"""

from __future__ import annotations

from typing import Any

from tenback.core.rules_check import MAX_PILES
from tenback.sim.arrays import GameRow, RuleRow
from tenback.sim.bits import (
    ONE,
    SIX,
    ZERO,
    Cards,
    Signed,
    Word,
    is_empty,
    lowest,
    minus,
    row,
    size,
    without,
)
from tenback.sim.chance import mix
from tenback.sim.compiler import kernel, noinline
from tenback.sim.position import (
    CARD,
    FRESH,
    OWN,
    PILE,
    due_fires,
    legal_on,
    may_end,
    may_lay,
    move_of,
    next_seat,
    take_back,
    try_lay,
)
from tenback.sim.rank import NONE, rank, ranked_card, ranked_pile
from tenback.sim.search.visited import is_first
from tenback.sim.search.workspace import LAST_TURN, MOST_LEVELS, SOLVED, SearchMemoryRow

MOST_NODES = Word(12_000)
MASK = Word(SOLVED - 1)
DEEPEST = MOST_LEVELS - 1

# The end of a turn ranks among the lays like a lay that passes over two cards.
ENDING = Signed(2)
END_PILE = Word(MAX_PILES)  # after every pile

# The own columns of a level: the state before the end of a turn.
PLACED, MINIMUM, TURN = range(OWN, OWN + 3)


@kernel
def knows_all(rules: RuleRow, game: GameRow) -> bool:
    """Whether the seat on turn knows where every card lies and plays in a team."""
    if rules.duel or game.stocks[0] != ZERO:
        return False
    holders = 0
    for seat in range(rules.players):
        if Word(seat) != game.turn and not is_empty(row(game.hands[seat])):
            holders += 1
    return holders <= 1


@noinline
def solve(rules: RuleRow, world: GameRow, memory: SearchMemoryRow) -> bool:
    """Whether all cards can be laid; if so, the workspace holds the turn to play as `LAST_TURN`.

    False if there is no way, or if the search found none within `MOST_NODES` positions.
    """
    for place in range(SOLVED):
        memory.tried[place] = ZERO
    memory.nodes = ZERO
    depth = 0
    memory.ranks[0] = -NONE
    while depth >= 0:
        if memory.nodes > MOST_NODES or depth >= DEEPEST:
            return False
        number = _next(rules, world, memory.ranks[depth])
        if number == NONE:
            depth -= 1
            if depth >= 0:
                _undo(world, memory.levels[depth])
            continue
        memory.ranks[depth] = number
        _do(rules, world, memory.levels[depth], number)
        if _all_laid(rules, world) and may_end(world):
            _write(memory, depth + 1)
            return True
        if _is_new(rules, world, memory):
            depth += 1
            memory.ranks[depth] = -NONE
        else:
            _undo(world, memory.levels[depth])
    return False


@kernel
def _next(rules: RuleRow, world: GameRow, last: Signed) -> Signed:
    """The next move after the one of this rank; `NONE` if none is left."""
    best = NONE
    if may_lay(rules, world):
        live = _live(rules, world)
        for pile in range(rules.piles):
            cards = legal_on(rules, world, pile)
            while not is_empty(cards):
                card = lowest(cards)
                cards = without(cards, card)
                number = rank(_cost(rules, world, live, pile, card), pile, card)
                if number > last:
                    best = min(best, number)
    if may_end(world) and not (rules.burns and due_fires(rules, world) != ZERO):
        number = rank(ENDING, END_PILE, ZERO)
        if number > last:
            best = min(best, number)
    return best


@kernel
def _live(rules: RuleRow, world: GameRow) -> Cards:
    low, high = ZERO, ZERO
    for seat in range(rules.players):
        low |= world.hands[seat, 0]
        high |= world.hands[seat, 1]
    return low, high


@kernel
def _cost(rules: RuleRow, world: GameRow, live: Cards, pile: Word, card: Word) -> Signed:
    """The live cards that a lay passes over, minus those that fit again after it."""
    kind = rules.kinds[world.turn, pile]
    before, after = row(rules.ahead[kind, world.tops[pile]]), row(rules.ahead[kind, card])
    lost = without((live[0] & before[0], live[1] & before[1]), card)
    lost = minus(lost, after)
    won = minus((live[0] & after[0], live[1] & after[1]), before)
    return Signed(size(lost)) - Signed(size(won))


@kernel
def _do(rules: RuleRow, world: GameRow, level: Any, number: Signed) -> None:
    card, pile = ranked_card(number), ranked_pile(number)
    if pile == END_PILE:
        level[PILE] = END_PILE
        _pass_on(rules, world, level)
    else:
        try_lay(rules, world, level, card, pile)


@kernel
def _pass_on(rules: RuleRow, world: GameRow, level: Any) -> None:
    """Begin the turn of the next seat with cards."""
    level[TURN] = world.turn
    level[PLACED] = world.placed
    level[MINIMUM] = world.minimum
    level[FRESH] = world.fresh
    world.turn = next_seat(rules, world)
    world.placed = ZERO
    world.minimum = rules.minimum_without_stock
    world.fresh = ZERO


@kernel
def _undo(world: GameRow, level: Any) -> None:
    if level[PILE] != END_PILE:
        take_back(world, level)
        return
    world.turn = level[TURN]
    world.placed = level[PLACED]
    world.minimum = level[MINIMUM]
    world.fresh = level[FRESH]


@kernel
def _all_laid(rules: RuleRow, world: GameRow) -> bool:
    return is_empty(_live(rules, world))


@kernel
def _is_new(rules: RuleRow, world: GameRow, memory: SearchMemoryRow) -> bool:
    """Whether the search visits this position for the first time."""
    memory.nodes += ONE
    missing = world.minimum - world.placed if world.placed < world.minimum else ZERO
    capped = world.placed if rules.maximum < Word(64) else ZERO
    key = mix(world.turn + (missing << SIX) + (world.fresh << Word(16)) + (capped << Word(32)))
    for seat in range(rules.players):
        key = mix(key + world.hands[seat, 0])
        key = mix(key + world.hands[seat, 1])
    for pile in range(rules.piles):
        key = mix(key + world.tops[pile])
    return is_first(memory.tried, MASK, key)


@kernel
def _write(memory: SearchMemoryRow, count: Any) -> None:
    """Write the lays up to the first end of a turn into the workspace."""
    workspace, length = memory.workspace, 0
    for number in range(count):
        level = memory.levels[number]
        if level[PILE] == END_PILE:
            break
        workspace.lays[LAST_TURN, length] = move_of(level[CARD], level[PILE])
        length += 1
    workspace.lengths[LAST_TURN] = Word(length)
    workspace.wins[LAST_TURN] = ZERO
    workspace.values[LAST_TURN, 0] = 1.0
    workspace.values[LAST_TURN, 1] = 1.0
