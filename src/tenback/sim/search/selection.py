"""Choose a turn by the network's value of its afterstate; exchange talk before it."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenback.sim.arrays import GameRow, RuleRow
from tenback.sim.bits import ONE, ZERO, Cards, Word, is_empty, lowest, minus, row, size
from tenback.sim.compiler import kernel, noinline
from tenback.sim.kernel import end_turn, lay, start
from tenback.sim.position import END, card_of, deck_of, legal_on, move_of, pile_of
from tenback.sim.search.network import NetworkRow, evaluate, forget_sums
from tenback.sim.search.speech import (
    EITHER_WAY,
    UNKNOWN,
    announced_colours,
    no_remarks,
    remark_about,
    remarks_of,
    start_preference,
)
from tenback.sim.search.turns import find_turns, unseen_by
from tenback.sim.search.workspace import WorkspaceRow

PROGRESS = np.float32(0.2)  # the weight of the share of cards laid, relative to the chance to win
SURE = np.float32(1)
NONE = Word(2**32)


@kernel
def best_turn(rules: RuleRow, game: GameRow, network: NetworkRow, workspace: WorkspaceRow) -> Word:
    """The turn of the workspace with the best afterstate; `NONE` if every turn loses."""
    find_turns(rules, game, workspace)
    observe(rules, game, workspace)
    forget_sums(workspace)
    best = NONE
    for turn in range(workspace.turns):
        score_turn(rules, network, workspace, turn)
        if best == NONE or workspace.scores[turn] > workspace.scores[best]:
            best = Word(turn)
    return best


@kernel
def observe(rules: RuleRow, game: GameRow, workspace: WorkspaceRow) -> None:
    """Write what the seat on turn knows into the afterstate; `write_afterstate` adds a turn."""
    afterstate, seat = workspace.afterstate, game.turn
    unseen = unseen_by(rules, game, seat)
    afterstate.unseen[0], afterstate.unseen[1] = unseen
    afterstate.seat = seat
    afterstate.stock = game.stocks[deck_of(rules, seat)]
    if rules.duel:
        other = ONE - seat
        laid = row(game.laid[deck_of(rules, other)])
        afterstate.theirs[0] = rules.deck[0] & ~laid[0]
        afterstate.theirs[1] = rules.deck[1] & ~laid[1]
        afterstate.other_stock = game.stocks[deck_of(rules, other)]
    _observe_hands(rules, game, workspace)
    _observe_talk(rules, game, workspace)


@kernel
def _observe_talk(rules: RuleRow, game: GameRow, workspace: WorkspaceRow) -> None:
    """Write the remarks of the next seat about each pile, and the most urgent of the others."""
    afterstate = workspace.afterstate
    for pile in range(rules.piles):
        afterstate.next_remarks[pile] = UNKNOWN
        afterstate.other_remarks[pile] = UNKNOWN
    afterstate.next_announced = ZERO
    afterstate.other_announced = ZERO
    if not rules.talks:
        return
    seat, is_next = game.turn, True
    for _ in range(rules.players - ONE):
        seat = seat + ONE if seat + ONE < rules.players else ZERO
        if is_empty(row(game.hands[seat])):
            continue
        for pile in range(rules.piles):
            remark = remark_about(workspace.remarks[seat], Word(pile))
            if is_next:
                afterstate.next_remarks[pile] = remark
            else:
                afterstate.other_remarks[pile] = max(afterstate.other_remarks[pile], remark)
        if is_next:
            afterstate.next_announced = workspace.announced[seat]
        else:
            afterstate.other_announced |= workspace.announced[seat]
        is_next = False


@noinline
def choose_starter(rules: RuleRow, game: GameRow, workspace: WorkspaceRow) -> None:
    """Let the seat that wishes most start (O3); solo, silent and duel tables keep their starter."""
    if not rules.talks or rules.wanted_pile_only or rules.lot or rules.players == ONE:
        return
    best, starter = ZERO, game.turn
    for seat in range(rules.players):
        preference = EITHER_WAY
        if workspace.speaking_seats >> Word(seat) & ONE != ZERO:
            preference = start_preference(rules, game, Word(seat), workspace.costs)
        if preference > best:
            best, starter = preference, Word(seat)
    start(rules, game, starter)


@kernel
def exchange_remarks(rules: RuleRow, game: GameRow, workspace: WorkspaceRow) -> None:
    """At the start of a turn, collect the remarks of all other seats."""
    if not rules.talks:
        return
    for seat in range(rules.players):
        workspace.remarks[seat] = ZERO
        workspace.announced[seat] = ZERO
        hand = row(game.hands[seat])
        speaks_up = workspace.speaking_seats >> Word(seat) & ONE != ZERO
        if speaks_up and Word(seat) != game.turn and not is_empty(hand):
            remarks = seat_remarks(rules, game, workspace, Word(seat), hand)
            announced = announced_colours(rules, hand)
            if announced != ZERO or remarks != no_remarks(rules):
                workspace.spoken_seats |= ONE << Word(seat)
            if workspace.spoken_seats >> Word(seat) & ONE != ZERO:
                workspace.remarks[seat] = remarks
                workspace.announced[seat] = announced


@kernel
def seat_remarks(
    rules: RuleRow, game: GameRow, workspace: WorkspaceRow, seat: Word, hand: Cards
) -> Word:
    """The remarks of a seat if it holds this hand."""
    deck = deck_of(rules, seat)
    live = minus(row(rules.deck), row(game.laid[deck]))
    minimum = rules.minimum if game.stocks[deck] != ZERO else rules.minimum_without_stock
    return remarks_of(rules, seat, game.tops, live, hand, minimum, workspace.costs)


@kernel
def _observe_hands(rules: RuleRow, game: GameRow, workspace: WorkspaceRow) -> None:
    """Write how many cards the next seat holds, and all the other seats together."""
    following, others = ZERO, ZERO
    seat = game.turn
    for _ in range(rules.players - ONE):
        seat = seat + ONE if seat + ONE < rules.players else ZERO
        held = size(row(game.hands[seat]))
        if following == ZERO:
            following = held
        others += held
    workspace.afterstate.next_hand = following
    workspace.afterstate.other_hands = others


@kernel
def score_turn(rules: RuleRow, network: NetworkRow, workspace: WorkspaceRow, turn: Any) -> None:
    """Write the value and the score of a turn of the workspace."""
    if workspace.wins[turn] != ZERO:
        workspace.values[turn, 0] = SURE
        workspace.values[turn, 1] = SURE
    else:
        write_afterstate(rules, workspace, turn)
        evaluate(rules, network, workspace)
        workspace.values[turn, 0] = workspace.outputs[0]
        workspace.values[turn, 1] = workspace.outputs[1]
    # The network may value a turn at 1 too; a certain win must score higher.
    guess = workspace.values[turn, 0] + PROGRESS * workspace.values[turn, 1]
    workspace.scores[turn] = guess + SURE if workspace.wins[turn] != ZERO else guess


@kernel
def write_afterstate(rules: RuleRow, workspace: WorkspaceRow, turn: Any) -> None:
    """Write the table as a turn leaves it into `workspace.afterstate`."""
    afterstate = workspace.afterstate
    for pile in range(rules.piles):
        afterstate.tops[pile] = workspace.tops[turn, pile]
    afterstate.hand[0] = workspace.hands[turn, 0]
    afterstate.hand[1] = workspace.hands[turn, 1]
    afterstate.burning = workspace.burning[turn]
    afterstate.draws = workspace.draws[turn]


@kernel
def play_turn(rules: RuleRow, game: GameRow, workspace: WorkspaceRow, turn: Word) -> None:
    """Play a turn of the workspace and end it."""
    for step in range(workspace.lengths[turn]):
        move = workspace.lays[turn, step]
        lay(rules, game, card_of(move), pile_of(move))
    if game.over == ZERO:
        end_turn(rules, game)


@noinline
def any_move(rules: RuleRow, game: GameRow) -> Word:
    """The move if every turn loses: the first legal lay, else the end of the turn."""
    for pile in range(rules.piles):
        cards = legal_on(rules, game, pile)
        if game.placed < rules.maximum and not is_empty(cards):
            return move_of(lowest(cards), Word(pile))
    return END


@noinline
def play_any_move(rules: RuleRow, game: GameRow) -> None:
    """Play the move for a position where every turn loses."""
    move = any_move(rules, game)
    if move == END:
        end_turn(rules, game)
    else:
        lay(rules, game, card_of(move), pile_of(move))
