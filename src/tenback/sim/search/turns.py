"""Find whole turns: every way to lay this turn, merged if the same piles and hand remain."""

from __future__ import annotations

from typing import Any

from tenback.sim.arrays import GameRow, RuleRow
from tenback.sim.bits import (
    NOTHING,
    ONE,
    ZERO,
    Cards,
    Word,
    both,
    either,
    highest,
    is_empty,
    lowest,
    minus,
    row,
    size,
    with_card,
    without,
)
from tenback.sim.chance import mix
from tenback.sim.compiler import kernel, noinline
from tenback.sim.position import (
    CARD,
    HIGH,
    LOW,
    PILE,
    burning,
    deck_of,
    draw_count,
    due_fires,
    has_won,
    may_end,
    may_lay,
    may_lay_on,
    move_of,
    open_level,
    take_back,
    try_lay,
)
from tenback.sim.search.visited import is_first
from tenback.sim.search.workspace import LAST_TURN, TABLE, WorkspaceRow

MOST = Word(LAST_TURN)
MASK = Word(TABLE - 1)
MOST_NODES = Word(TABLE // 2)
ENOUGH = Word(24)  # with so many turns found, no wider search is needed

# How many live cards one lay may pass over, from a narrow to an exhaustive search. An extra card
# beyond the minimum that the draw replaces may pass over few. Networks overrate extra cards, and a
# solo player need not hurry: alone, `strong` wins more if extra cards pass over none (28 % of the
# games of the original, against 24 % with two).
ALL = Word(127)
LIMITS = (Word(3), Word(6), Word(10), Word(16), Word(28), ALL)
EXTRA, EXTRA_ALONE = Word(2), Word(0)


@kernel
def find_turns(rules: RuleRow, game: GameRow, workspace: WorkspaceRow) -> None:
    """Fill the workspace with the turns worth considering for the seat on turn."""
    for limit in LIMITS:
        _search(rules, game, workspace, limit)
        if workspace.turns >= ENOUGH:
            return


@kernel
def unseen_by(rules: RuleRow, game: GameRow, seat: Word) -> Cards:
    """The cards of a seat's own deck that are neither laid nor in its hand."""
    gone = either(row(game.laid[deck_of(rules, seat)]), row(game.hands[seat]))
    return minus(row(rules.deck), gone)


@noinline
def _search(rules: RuleRow, game: GameRow, workspace: WorkspaceRow, limit: Word) -> None:
    """Find every turn whose lays pass over at most `limit` live cards each, up to `MOST` turns."""
    workspace.turns = ZERO
    workspace.nodes = ZERO
    for place in range(TABLE):
        workspace.visited[place] = ZERO
    unseen = unseen_by(rules, game, game.turn)
    if may_end(game):
        _note(rules, game, workspace, 0)
    if not may_lay(rules, game):
        return
    depth = 0
    open_level(workspace.levels[0])
    while depth >= 0:
        level = workspace.levels[depth]
        full = workspace.turns >= MOST or workspace.nodes >= MOST_NODES
        if full or not _next(rules, game, level, unseen, limit):
            depth -= 1
            if depth >= 0:
                take_back(game, workspace.levels[depth])
            continue
        try_lay(rules, game, level, level[CARD], level[PILE])
        if not _is_new(rules, game, workspace):
            take_back(game, level)
            continue
        if may_end(game):
            _note(rules, game, workspace, depth + 1)
        if may_lay(rules, game) and not is_empty(row(game.hands[game.turn])):
            depth += 1
            open_level(workspace.levels[depth])
        else:
            take_back(game, level)


@kernel
def _next(rules: RuleRow, game: GameRow, level: Any, unseen: Cards, limit: Word) -> bool:
    """Find the next card to try at a level; False if none is left."""
    while level[LOW] | level[HIGH] == ZERO:
        level[PILE] += ONE
        if level[PILE] == rules.piles:
            return False
        level[LOW], level[HIGH] = _worth_trying(rules, game, level[PILE], unseen, limit)
    cards = (level[LOW], level[HIGH])
    level[CARD] = lowest(cards)
    level[LOW], level[HIGH] = without(cards, level[CARD])
    return True


@kernel
def _worth_trying(rules: RuleRow, game: GameRow, pile: Word, unseen: Cards, limit: Word) -> Cards:
    """The cards that go back on a pile, and those that go onwards and pass over few cards."""
    kind, top = rules.kinds[game.turn, pile], game.tops[pile]
    if not may_lay_on(game, kind):
        return NOTHING
    hand = row(game.hands[game.turn])
    chosen = both(hand, row(rules.back[kind, top]))
    ahead = row(rules.ahead[kind, top])
    onwards = both(hand, ahead)
    if is_empty(onwards):
        return chosen
    most = limit
    drawn = game.placed >= game.minimum and game.stocks[deck_of(rules, game.turn)] != ZERO
    # A due fire must be covered at any cost.
    if drawn and not (rules.burns and due_fires(rules, game) >> pile & ONE != ZERO):
        most = min(limit, EXTRA_ALONE if rules.players == ONE else EXTRA)
    if most == ALL:
        return either(chosen, onwards)
    live = both(either(unseen, hand), ahead)
    upwards = kind & ONE == ZERO
    while not is_empty(onwards):
        card = lowest(onwards) if upwards else highest(onwards)
        passed = without(minus(live, row(rules.ahead[kind, card])), card)
        if size(passed) > most:
            break
        onwards = without(onwards, card)
        chosen = with_card(chosen, card)
    return chosen


@kernel
def _is_new(rules: RuleRow, game: GameRow, workspace: WorkspaceRow) -> bool:
    """Whether the search visits these piles with this hand for the first time."""
    key = mix(game.hands[game.turn, 0] + mix(game.hands[game.turn, 1]))
    for pile in range(rules.piles):
        key = mix(key + game.tops[pile])
    if not is_first(workspace.visited, MASK, key):
        return False
    workspace.nodes += ONE
    return True


@kernel
def _note(rules: RuleRow, game: GameRow, workspace: WorkspaceRow, length: Any) -> None:
    """Write the lays on trial as a turn into the workspace, unless ending here loses by fire."""
    wins = is_empty(row(game.hands[game.turn])) and has_won(rules, game, deck_of(rules, game.turn))
    if rules.burns and not wins and due_fires(rules, game) != ZERO:
        return
    turn = workspace.turns
    workspace.turns = turn + ONE
    for pile in range(rules.piles):
        workspace.tops[turn, pile] = game.tops[pile]
    workspace.hands[turn, 0] = game.hands[game.turn, 0]
    workspace.hands[turn, 1] = game.hands[game.turn, 1]
    workspace.wins[turn] = ONE if wins else ZERO
    workspace.burning[turn] = burning(rules, game) if rules.burns else ZERO
    workspace.draws[turn] = Word(draw_count(rules, game))
    workspace.lengths[turn] = Word(length)
    for step in range(length):
        level = workspace.levels[step]
        workspace.lays[turn, step] = move_of(level[CARD], level[PILE])
