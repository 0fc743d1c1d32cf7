"""Choosing a turn: what each would leave, weighed by the network."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenback.sim.arrays import GameRow, RuleRow
from tenback.sim.bits import ONE, ZERO, Cards, Word, is_empty, lowest, minus, row, size
from tenback.sim.compiling import kernel, seldom
from tenback.sim.kernel import (
    END,
    card_of,
    deck_of,
    end_turn,
    lay,
    legal_on,
    move_of,
    pile_of,
    start,
)
from tenback.sim.thinking.desk import DeskRow
from tenback.sim.thinking.network import NetworkRow, evaluate, prepare
from tenback.sim.thinking.speech import EITHER_WAY, UNHEARD, about, silence, speak, tell, willing
from tenback.sim.thinking.turns import find_turns, unseen_by

PROGRESS = np.float32(0.2)  # what the share of cards laid weighs beside the chance to win
SURE = np.float32(1)
NONE = Word(2**32)


@kernel
def best_turn(rules: RuleRow, game: GameRow, network: NetworkRow, desk: DeskRow) -> Word:
    """The turn on the desk that leaves the most; `NONE` where every turn loses."""
    find_turns(rules, game, desk)
    look(rules, game, desk)
    prepare(desk)
    best = NONE
    for turn in range(desk.turns):
        weigh(rules, network, desk, turn)
        if best == NONE or desk.scores[turn] > desk.scores[best]:
            best = Word(turn)
    return best


@kernel
def look(rules: RuleRow, game: GameRow, desk: DeskRow) -> None:
    """What the seat on turn knows of the table, into `desk.seen`; turns change the rest of it."""
    seen, seat = desk.seen, game.turn
    unseen = unseen_by(rules, game, seat)
    seen.unseen[0], seen.unseen[1] = unseen
    seen.seat = seat
    seen.stock = game.stocks[deck_of(rules, seat)]
    if rules.duel:
        other = ONE - seat
        laid = row(game.laid[deck_of(rules, other)])
        seen.theirs[0] = rules.deck[0] & ~laid[0]
        seen.theirs[1] = rules.deck[1] & ~laid[1]
        seen.other_stock = game.stocks[deck_of(rules, other)]
    _count_hands(rules, game, desk)
    _listen(rules, game, desk)


@kernel
def _listen(rules: RuleRow, game: GameRow, desk: DeskRow) -> None:
    """What the next player says about each pile, and the most urgent of all the others."""
    for pile in range(rules.piles):
        desk.seen.heard_next[pile] = UNHEARD
        desk.seen.heard_others[pile] = UNHEARD
    desk.seen.told_next = ZERO
    desk.seen.told_others = ZERO
    if not rules.talks:
        return
    seat, is_next = game.turn, True
    for _ in range(rules.players - ONE):
        seat = seat + ONE if seat + ONE < rules.players else ZERO
        if is_empty(row(game.hands[seat])):
            continue
        for pile in range(rules.piles):
            word = about(desk.said[seat], Word(pile))
            if is_next:
                desk.seen.heard_next[pile] = word
            else:
                desk.seen.heard_others[pile] = max(desk.seen.heard_others[pile], word)
        if is_next:
            desk.seen.told_next = desk.told[seat]
        else:
            desk.seen.told_others |= desk.told[seat]
        is_next = False


@seldom
def agree(rules: RuleRow, game: GameRow, desk: DeskRow) -> None:
    """Who would gladly start does (O3); alone, in a duel and in silence nobody is asked."""
    if not rules.talks or rules.wants or rules.lot or rules.players == ONE:
        return
    best, starter = ZERO, game.turn
    for seat in range(rules.players):
        glad = EITHER_WAY
        if desk.speakers >> Word(seat) & ONE != ZERO:
            glad = willing(rules, game, Word(seat), desk.costs)
        if glad > best:
            best, starter = glad, Word(seat)
    start(rules, game, starter)


@kernel
def all_speak(rules: RuleRow, game: GameRow, desk: DeskRow) -> None:
    """At the start of a turn everybody else says what stands to be lost."""
    if not rules.talks:
        return
    for seat in range(rules.players):
        desk.said[seat] = ZERO
        desk.told[seat] = ZERO
        hand = row(game.hands[seat])
        speaks_up = desk.speakers >> Word(seat) & ONE != ZERO
        if speaks_up and Word(seat) != game.turn and not is_empty(hand):
            words, told = speaks(rules, game, desk, Word(seat), hand), tell(rules, hand)
            if told != ZERO or words != silence(rules):
                desk.spoken |= ONE << Word(seat)
            if desk.spoken >> Word(seat) & ONE != ZERO:
                desk.said[seat] = words
                desk.told[seat] = told


@kernel
def speaks(rules: RuleRow, game: GameRow, desk: DeskRow, seat: Word, hand: Cards) -> Word:
    """What a seat says at this table, if it holds this hand."""
    deck = deck_of(rules, seat)
    live = minus(row(rules.deck), row(game.laid[deck]))
    minimum = rules.minimum if game.stocks[deck] != ZERO else rules.minimum_without_stock
    return speak(rules, seat, game.tops, live, hand, minimum, desk.costs)


@kernel
def _count_hands(rules: RuleRow, game: GameRow, desk: DeskRow) -> None:
    """How many cards the next player holds, and all the others together."""
    following, others = ZERO, ZERO
    seat = game.turn
    for _ in range(rules.players - ONE):
        seat = seat + ONE if seat + ONE < rules.players else ZERO
        held = size(row(game.hands[seat]))
        if following == ZERO:
            following = held
        others += held
    desk.seen.next_hand = following
    desk.seen.other_hands = others


@kernel
def weigh(rules: RuleRow, network: NetworkRow, desk: DeskRow, turn: Any) -> None:
    """Value and score of a turn on the desk."""
    if desk.wins[turn] != ZERO:
        desk.values[turn, 0] = SURE
        desk.values[turn, 1] = SURE
    else:
        set_turn(rules, desk, turn)
        evaluate(rules, network, desk)
        desk.values[turn, 0] = desk.outputs[0]
        desk.values[turn, 1] = desk.outputs[1]
    # Beside a win the network may be as sure as a number can be.
    guess = desk.values[turn, 0] + PROGRESS * desk.values[turn, 1]
    desk.scores[turn] = guess + SURE if desk.wins[turn] != ZERO else guess


@kernel
def set_turn(rules: RuleRow, desk: DeskRow, turn: Any) -> None:
    """The table as a turn leaves it, into `desk.seen`."""
    seen = desk.seen
    for pile in range(rules.piles):
        seen.tops[pile] = desk.tops[turn, pile]
    seen.hand[0] = desk.hands[turn, 0]
    seen.hand[1] = desk.hands[turn, 1]
    seen.burning = desk.burning[turn]
    seen.draws = desk.draws[turn]


@kernel
def play_turn(rules: RuleRow, game: GameRow, desk: DeskRow, turn: Word) -> None:
    """Lay what a turn on the desk lays, and end it."""
    for step in range(desk.lengths[turn]):
        move = desk.lays[turn, step]
        lay(rules, game, card_of(move), pile_of(move))
    if game.over == ZERO:
        end_turn(rules, game)


@seldom
def any_move(rules: RuleRow, game: GameRow) -> Word:
    """Where every turn loses: the first legal lay, else the end."""
    for pile in range(rules.piles):
        cards = legal_on(rules, game, pile)
        if game.placed < rules.maximum and not is_empty(cards):
            return move_of(lowest(cards), Word(pile))
    return END


@seldom
def lay_anything(rules: RuleRow, game: GameRow) -> None:
    """Make such a move."""
    move = any_move(rules, game)
    if move == END:
        end_turn(rules, game)
    else:
        lay(rules, game, card_of(move), pile_of(move))
