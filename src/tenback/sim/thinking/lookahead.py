"""Looking ahead: imagine where the hidden cards lie, let the next players answer, weigh that."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenback.sim.arrays import GameRow, RuleRow
from tenback.sim.bits import (
    NOTHING,
    ONE,
    ZERO,
    Cards,
    Signed,
    Word,
    both,
    either,
    is_empty,
    lowest,
    minus,
    row,
    size,
    with_card,
    without,
    zeros_below,
)
from tenback.sim.chance import whim
from tenback.sim.compiling import kernel, seldom
from tenback.sim.kernel import FINISHED, cards_left, deck_of
from tenback.sim.thinking.choosing import (
    NONE,
    PROGRESS,
    all_speak,
    best_turn,
    play_turn,
    speaks,
)
from tenback.sim.thinking.desk import LAST_TURN, MOST_CHOSEN, OUTPUTS, DeskRow, MindRow, RoomRow
from tenback.sim.thinking.endgame import knows_all, solve
from tenback.sim.thinking.network import NetworkRow
from tenback.sim.thinking.speech import MOOD, about, cards_told
from tenback.sim.thinking.turns import unseen_by

TO_THE_END = 32  # turns, once the stock is empty
TRIES = 64  # how often a hand is drawn again until it agrees with what its seat has said


@seldom
def ponder(
    rules: RuleRow, game: GameRow, network: NetworkRow, room: RoomRow, mind: MindRow
) -> Word:
    """The turn on the desk that does best in imagined worlds, some turns on.

    Some turns are looked at to begin with; the worse half is dropped as the samples go by.
    """
    desk, other_desk, world, trial = room.desk, room.other_desk, room.world, room.trial
    best = best_turn(rules, game, network, desk)
    desk.considered = ZERO
    if mind.samples == 0 or best == NONE or desk.wins[best] != ZERO:
        return best
    if knows_all(rules, game):
        imagine(rules, game, desk, world)
        if solve(rules, world, room):
            return Word(LAST_TURN)
    if desk.turns == ONE:
        return best
    left = _choose_best(desk, min(mind.width, MOST_CHOSEN))
    other_desk.speakers = ~ZERO  # who would speak is nothing that can be known
    depth = mind.depth if game.stocks[deck_of(rules, game.turn)] != ZERO else TO_THE_END
    samples = 1 if knows_all(rules, game) else mind.samples  # then there is one world only
    halving = max(8, samples // 8)
    for sample in range(samples):
        imagine(rules, game, desk, world)
        for number in range(left):
            _copy(trial, world)
            other_desk.spoken = desk.spoken
            play_turn(rules, trial, desk, desk.chosen[number])
            win, progress = _follow(rules, game, trial, network, other_desk, depth)
            desk.earned[number, 0] += win
            desk.earned[number, 1] += progress
            desk.looked[number] += 1
        if sample + 1 == halving and left > 2:
            left = _drop_worse(desk, left)
            halving *= 2
    _drop_worse(desk, left)
    return desk.chosen[0]


@kernel
def _choose_best(desk: DeskRow, width: Any) -> Any:
    """The best turns by their score, best first, into `desk.chosen`; returns how many."""
    count = 0
    for turn in range(desk.turns):
        place = count
        while place > 0 and desk.scores[turn] > desk.scores[desk.chosen[place - 1]]:
            if place < width:
                desk.chosen[place] = desk.chosen[place - 1]
            place -= 1
        if place < width:
            desk.chosen[place] = Word(turn)
            count = min(count + 1, width)
    for number in range(count):
        desk.earned[number, 0] = 0.0
        desk.earned[number, 1] = 0.0
        desk.looked[number] = 0
    desk.considered = Word(count)
    return count


@kernel
def _drop_worse(desk: DeskRow, count: Any) -> Any:
    """Sort by what was earned, best first; returns how many the better half is."""
    for number in range(1, count):
        place = number
        while place > 0 and _earned(desk, place) > _earned(desk, place - 1):
            _swap(desk, place, place - 1)
            place -= 1
    return (count + 1) // 2


@kernel
def _earned(desk: DeskRow, number: Any) -> Any:
    return desk.earned[number, 0] + PROGRESS * desk.earned[number, 1]


@kernel
def _swap(desk: DeskRow, some: Any, other: Any) -> None:
    desk.chosen[some], desk.chosen[other] = desk.chosen[other], desk.chosen[some]
    desk.looked[some], desk.looked[other] = desk.looked[other], desk.looked[some]
    for output in range(OUTPUTS):
        earned = desk.earned[some, output]
        desk.earned[some, output] = desk.earned[other, output]
        desk.earned[other, output] = earned


@kernel
def _follow(
    rules: RuleRow, game: GameRow, trial: GameRow, network: NetworkRow, desk: DeskRow, depth: Any
) -> Any:
    """Let the next players play on; what the seat on turn now may expect where that leads."""
    me = game.turn
    for step in range(depth):
        if trial.over != ZERO:
            break
        all_speak(rules, trial, desk)
        best = best_turn(rules, trial, network, desk)
        if best == NONE:
            return _lost(rules, trial, me)
        if step + 1 == depth or desk.wins[best] != ZERO:
            return _worth(rules, trial, desk, best, me)
        play_turn(rules, trial, desk, best)
    return _ended(rules, trial, me)


@kernel
def _worth(rules: RuleRow, trial: GameRow, desk: DeskRow, turn: Word, me: Word) -> Any:
    win, progress = float(desk.values[turn, 0]), float(desk.values[turn, 1])
    if rules.duel and trial.turn != me:
        return 1.0 - win, 1.0 - progress
    return win, progress


@kernel
def _ended(rules: RuleRow, trial: GameRow, me: Word) -> Any:
    if rules.duel:
        win = 1.0 if trial.winner == me else 0.0
        return win, win
    win = 1.0 if trial.over == FINISHED else 0.0
    return win, 1.0 - cards_left(rules, trial) / rules.cards


@kernel
def _lost(rules: RuleRow, trial: GameRow, me: Word) -> Any:
    """The player on turn has no turn that does not lose."""
    if rules.duel:
        win = 1.0 if trial.turn != me else 0.0
        return win, win
    return 0.0, 1.0 - cards_left(rules, trial) / rules.cards


@seldom
def _copy(trial: GameRow, world: GameRow) -> None:
    trial.tops[:] = world.tops[:]
    trial.sizes[:] = world.sizes[:]
    trial.hands[:] = world.hands[:]
    trial.laid[:] = world.laid[:]
    trial.stocks[:] = world.stocks[:]
    trial.turn = world.turn
    trial.placed = world.placed
    trial.minimum = world.minimum
    trial.gift_used = world.gift_used
    trial.fresh = world.fresh
    trial.over = world.over
    trial.winner = world.winner
    trial.turns = world.turns
    trial.moves = world.moves
    trial.ordered = world.ordered
    trial.decks[:] = world.decks[:]


@seldom
def imagine(rules: RuleRow, game: GameRow, desk: DeskRow, world: GameRow) -> None:
    """A world that agrees with what the seat on turn sees and has heard.

    What a take-back has once shown it does not remember.
    """
    _copy(world, game)
    world.ordered = True
    me = game.turn
    if rules.duel:
        _scatter_deck(rules, game, desk, world, me, deck_of(rules, me))
        other = ONE - me
        _scatter_deck(rules, game, desk, world, me, deck_of(rules, other))
    else:
        _scatter_deck(rules, game, desk, world, me, ZERO)


@kernel
def _scatter_deck(
    rules: RuleRow, game: GameRow, desk: DeskRow, world: GameRow, me: Word, deck: Word
) -> None:
    """Deal the unseen cards of a deck to the other hands and its stock."""
    pool = minus(row(rules.deck), row(game.laid[deck]))
    if deck_of(rules, me) == deck:
        pool = unseen_by(rules, game, me)
    for step in range(ONE, rules.players):
        seat = (me + Word(step)) % rules.players
        held = size(row(game.hands[seat]))
        if deck_of(rules, seat) == deck and held != ZERO:
            hand = _imagine_hand(rules, game, desk, seat, held, pool)
            world.hands[seat, 0], world.hands[seat, 1] = hand
            pool = minus(pool, hand)
    left = _list(desk, pool)
    for place in range(left):
        other = Word(place) + whim(game, left - Word(place))
        desk.cards[place], desk.cards[other] = desk.cards[other], desk.cards[place]
        world.decks[deck, place] = np.uint8(desk.cards[place])


@kernel
def _list(desk: DeskRow, cards: Cards) -> Word:
    """Write the cards of a set one by one; returns how many."""
    count = ZERO
    while not is_empty(cards):
        desk.cards[count] = lowest(cards)
        cards = without(cards, desk.cards[count])
        count += ONE
    return count


@seldom
def _imagine_hand(
    rules: RuleRow, game: GameRow, desk: DeskRow, seat: Word, held: Word, pool: Cards
) -> Cards:
    """A hand out of a pool that agrees with what its seat has said, as well as one was found."""
    hand, best, closest = NOTHING, NOTHING, -1
    told, said = desk.told[seat], desk.said[seat]
    left = _list(desk, pool) if told == ZERO else ZERO
    for _ in range(TRIES):
        if told != ZERO:
            hand = _hand_as_told(rules, game, told, held, pool)
        else:
            hand = _any_hand(game, desk, held, left)
        if not rules.talks or said == ZERO:
            return hand
        agreeing = _agreeing(rules, speaks(rules, game, desk, seat, hand), said)
        if agreeing == Signed(rules.piles) + 1:
            return hand
        if agreeing > closest:
            best, closest = hand, agreeing
    return best


@kernel
def _agreeing(rules: RuleRow, words: Word, said: Word) -> Signed:
    """About how many things the same is said: each pile, and the speaker."""
    count = Signed(about(words, MOOD) == about(said, MOOD))
    for pile in range(rules.piles):
        if about(words, Word(pile)) == about(said, Word(pile)):
            count += 1
    return count


@kernel
def _any_hand(game: GameRow, desk: DeskRow, held: Word, left: Word) -> Cards:
    hand = NOTHING
    for number in range(held):
        last = left - ONE - Word(number)
        place = whim(game, last + ONE)
        card = desk.cards[place]
        desk.cards[place] = desk.cards[last]
        desk.cards[last] = card
        hand = with_card(hand, card)
    return hand


@kernel
def _hand_as_told(rules: RuleRow, game: GameRow, told: Word, held: Word, pool: Cards) -> Cards:
    """One card for everything that was told, and more of the same if there is room."""
    hand, told_of, entries = NOTHING, NOTHING, told
    while entries != ZERO and held != ZERO:
        cards = both(pool, cards_told(rules, zeros_below(entries)))
        entries &= entries - ONE
        told_of = either(told_of, cards)
        if not is_empty(minus(cards, hand)):
            hand = with_card(hand, _one_of(game, minus(cards, hand)))
            held -= ONE
    for _ in range(held):
        cards = minus(told_of, hand)
        if is_empty(cards):
            cards = minus(pool, hand)
        hand = with_card(hand, _one_of(game, cards))
    return hand


@kernel
def _one_of(game: GameRow, cards: Cards) -> Word:
    for _ in range(whim(game, size(cards))):
        cards = without(cards, lowest(cards))
    return lowest(cards)
