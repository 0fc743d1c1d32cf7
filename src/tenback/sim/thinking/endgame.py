"""The end of a game in which nothing is hidden any more: is there a way to lay every card?

Once the stock is empty and at most one other seat holds cards, the seat on turn knows them all, and
so does the other. Then the two can be searched as one: lay by lay, cheapest first, remembering what
has failed.
"""

from __future__ import annotations

from typing import Any

from tenback.sim.arrays import GameRow, RuleRow
from tenback.sim.bits import (
    ONE,
    SIX,
    ZERO,
    Cards,
    Signed,
    Word,
    bit,
    is_empty,
    lowest,
    minus,
    row,
    size,
    without,
)
from tenback.sim.chance import scatter
from tenback.sim.compiling import kernel, seldom
from tenback.sim.kernel import (
    card_of,
    due_fires,
    legal_on,
    may_end,
    may_lay,
    move_of,
    pile_of,
)
from tenback.sim.ranking import NONE, rank, ranked_card, ranked_pile
from tenback.sim.thinking.desk import LAST_TURN, MOST_LEVELS, SOLVED, RoomRow
from tenback.sim.thinking.reached import is_first

MOST_NODES = Word(12_000)
MASK = Word(SOLVED - 1)
DEEPEST = MOST_LEVELS - 1

# Ending the turn stands among the lays like one that passes over so many cards.
ENDING = Signed(2)
END_PILE = Word(0)
END_CARD = Word(127)
END_MOVE = Word(2**20)

# What a level keeps: the move tried there, and what it covers or ends.
MOVE, TOP, PLACED, MINIMUM, FRESH, TURN = range(6)


@kernel
def knows_all(rules: RuleRow, game: GameRow) -> bool:
    """Whether the seat on turn knows where every card lies, and plays with the others."""
    if rules.duel or game.stocks[0] != ZERO:
        return False
    holders = 0
    for seat in range(rules.players):
        if Word(seat) != game.turn and not is_empty(row(game.hands[seat])):
            holders += 1
    return holders <= 1


@seldom
def solve(rules: RuleRow, world: GameRow, room: RoomRow) -> bool:
    """Whether all cards can be laid; if so, the turn to play lies on the desk as `LAST_TURN`.

    False where it cannot be done, and where it was not found within `MOST_NODES` steps.
    """
    for place in range(SOLVED):
        room.tried[place] = ZERO
    room.nodes = ZERO
    depth = 0
    room.ranks[0] = -NONE
    while depth >= 0:
        if room.nodes > MOST_NODES or depth >= DEEPEST:
            return False
        number = _next(rules, world, room.ranks[depth])
        if number == NONE:
            depth -= 1
            if depth >= 0:
                _undo(world, room.levels[depth])
            continue
        room.ranks[depth] = number
        _do(rules, world, room.levels[depth], number)
        if _all_laid(rules, world) and may_end(world):
            _write(room, depth + 1)
            return True
        if _is_new(rules, world, room):
            depth += 1
            room.ranks[depth] = -NONE
        else:
            _undo(world, room.levels[depth])
    return False


@kernel
def _next(rules: RuleRow, world: GameRow, last: Signed) -> Signed:
    """The next move after the one of this rank; `NONE` when all have been tried."""
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
        number = rank(ENDING, END_PILE, END_CARD)
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
    """The live cards that a lay passes over, less those that it makes fit again."""
    kind = rules.kinds[world.turn, pile]
    before, after = row(rules.ahead[kind, world.tops[pile]]), row(rules.ahead[kind, card])
    lost = without((live[0] & before[0], live[1] & before[1]), card)
    lost = minus(lost, after)
    won = minus((live[0] & after[0], live[1] & after[1]), before)
    return Signed(size(lost)) - Signed(size(won))


@kernel
def _do(rules: RuleRow, world: GameRow, level: Any, number: Signed) -> None:
    level[PLACED] = world.placed
    level[MINIMUM] = world.minimum
    level[FRESH] = world.fresh
    level[TURN] = world.turn
    if ranked_card(number) == END_CARD and ranked_pile(number) == END_PILE:
        level[MOVE] = END_MOVE
        _pass_on(rules, world)
        return
    card, pile = ranked_card(number), ranked_pile(number)
    level[MOVE] = move_of(card, pile)
    level[TOP] = world.tops[pile]
    world.hands[world.turn, card >> SIX] ^= bit(card)
    world.tops[pile] = card
    world.fresh |= ONE << pile
    world.placed += ONE


@kernel
def _pass_on(rules: RuleRow, world: GameRow) -> None:
    """The turn of the next seat with cards."""
    seat = world.turn
    for _ in range(rules.players):
        seat = seat + ONE if seat + ONE < rules.players else ZERO
        if not is_empty(row(world.hands[seat])):
            break
    world.turn = seat
    world.placed = ZERO
    world.fresh = ZERO
    world.minimum = rules.minimum_without_stock


@kernel
def _undo(world: GameRow, level: Any) -> None:
    world.placed = level[PLACED]
    world.minimum = level[MINIMUM]
    world.fresh = level[FRESH]
    world.turn = level[TURN]
    if level[MOVE] != END_MOVE:
        card, pile = card_of(level[MOVE]), pile_of(level[MOVE])
        world.hands[world.turn, card >> SIX] ^= bit(card)
        world.tops[pile] = level[TOP]


@kernel
def _all_laid(rules: RuleRow, world: GameRow) -> bool:
    return is_empty(_live(rules, world))


@kernel
def _is_new(rules: RuleRow, world: GameRow, room: RoomRow) -> bool:
    """Whether this position is reached for the first time."""
    room.nodes += ONE
    missing = world.minimum - world.placed if world.placed < world.minimum else ZERO
    capped = world.placed if rules.maximum < Word(64) else ZERO
    key = scatter(world.turn + (missing << SIX) + (world.fresh << Word(16)) + (capped << Word(32)))
    for seat in range(rules.players):
        key = scatter(key + world.hands[seat, 0])
        key = scatter(key + world.hands[seat, 1])
    for pile in range(rules.piles):
        key = scatter(key + world.tops[pile])
    return is_first(room.tried, MASK, key)


@kernel
def _write(room: RoomRow, count: Any) -> None:
    """The lays up to the first end of a turn, as a turn on the desk."""
    desk, length = room.desk, 0
    for number in range(count):
        move = room.levels[number, MOVE]
        if move == END_MOVE:
            break
        desk.lays[LAST_TURN, length] = move
        length += 1
    desk.lengths[LAST_TURN] = Word(length)
    desk.wins[LAST_TURN] = ZERO
    desk.values[LAST_TURN, 0] = 1.0
    desk.values[LAST_TURN, 1] = 1.0
