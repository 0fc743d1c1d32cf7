"""The lookahead: sample the hidden cards, play on with the next seats, and average the values."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenback.core.rules_check import MAX_CARDS, MAX_PILES, MAX_SEATS
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
from tenback.sim.chance import random_below
from tenback.sim.compiler import kernel, noinline
from tenback.sim.kernel import FINISHED
from tenback.sim.position import cards_left, deck_of
from tenback.sim.search.endgame import knows_all, solve
from tenback.sim.search.network import NetworkRow
from tenback.sim.search.selection import (
    NONE,
    PROGRESS,
    best_turn,
    exchange_remarks,
    play_turn,
    seat_remarks,
)
from tenback.sim.search.speech import MOOD, announced_cards, remark_about
from tenback.sim.search.turns import unseen_by
from tenback.sim.search.workspace import (
    LAST_TURN,
    MOST_CHOSEN,
    OUTPUTS,
    BotConfigRow,
    SearchMemoryRow,
    WorkspaceRow,
)

TO_THE_END = 32  # the depth in turns once the stock is empty
TRIES = 64  # how often a hand is sampled until it matches the remarks of its seat


@noinline
def search_turn(
    rules: RuleRow,
    game: GameRow,
    network: NetworkRow,
    memory: SearchMemoryRow,
    config: BotConfigRow,
) -> Word:
    """The turn of the workspace with the best value in sampled worlds, some turns later.

    The search starts with the best turns of the network and drops the worse half of them as the
    samples accumulate (sequential halving).
    """
    workspace, other_workspace = memory.workspace, memory.other_workspace
    world, trial = memory.world, memory.trial
    best = best_turn(rules, game, network, workspace)
    workspace.chosen_count = ZERO
    if config.samples == 0 or best == NONE or workspace.wins[best] != ZERO:
        return best
    if knows_all(rules, game):
        sample_world(rules, game, workspace, world)
        if solve(rules, world, memory):
            return Word(LAST_TURN)
    if workspace.turns == ONE:
        return best
    left = _choose_best(workspace, min(config.width, MOST_CHOSEN))
    other_workspace.speaking_seats = ~ZERO  # which seats are silent is unknown
    depth = config.depth if game.stocks[deck_of(rules, game.turn)] != ZERO else TO_THE_END
    samples = 1 if knows_all(rules, game) else config.samples  # then there is only one world
    halving = max(8, samples // 8)
    for sample in range(samples):
        sample_world(rules, game, workspace, world)
        for number in range(left):
            _copy(trial, world)
            other_workspace.spoken_seats = workspace.spoken_seats
            play_turn(rules, trial, workspace, workspace.chosen[number])
            win, progress = _play_on(rules, game, trial, network, other_workspace, depth)
            workspace.totals[number, 0] += win
            workspace.totals[number, 1] += progress
            workspace.world_counts[number] += 1
        if sample + 1 == halving and left > 2:
            left = _drop_worse(workspace, left)
            halving *= 2
    _drop_worse(workspace, left)
    return workspace.chosen[0]


@kernel
def _choose_best(workspace: WorkspaceRow, width: Any) -> Any:
    """Write the best turns by score, best first, into `workspace.chosen`; return their count."""
    count = 0
    for turn in range(workspace.turns):
        place = count
        while place > 0 and workspace.scores[turn] > workspace.scores[workspace.chosen[place - 1]]:
            if place < width:
                workspace.chosen[place] = workspace.chosen[place - 1]
            place -= 1
        if place < width:
            workspace.chosen[place] = Word(turn)
            count = min(count + 1, width)
    for number in range(count):
        workspace.totals[number, 0] = 0.0
        workspace.totals[number, 1] = 0.0
        workspace.world_counts[number] = 0
    workspace.chosen_count = Word(count)
    return count


@kernel
def _drop_worse(workspace: WorkspaceRow, count: Any) -> Any:
    """Sort the chosen turns by total value, best first; return the size of the better half."""
    for number in range(1, count):
        place = number
        while place > 0 and _total(workspace, place) > _total(workspace, place - 1):
            _swap(workspace, place, place - 1)
            place -= 1
    return (count + 1) // 2


@kernel
def _total(workspace: WorkspaceRow, number: Any) -> Any:
    return workspace.totals[number, 0] + PROGRESS * workspace.totals[number, 1]


@kernel
def _swap(workspace: WorkspaceRow, some: Any, other: Any) -> None:
    chosen, counts, totals = workspace.chosen, workspace.world_counts, workspace.totals
    chosen[some], chosen[other] = chosen[other], chosen[some]
    counts[some], counts[other] = counts[other], counts[some]
    for output in range(OUTPUTS):
        total = totals[some, output]
        totals[some, output] = totals[other, output]
        totals[other, output] = total


@kernel
def _play_on(
    rules: RuleRow,
    game: GameRow,
    trial: GameRow,
    network: NetworkRow,
    workspace: WorkspaceRow,
    depth: Any,
) -> Any:
    """Let the next seats play on; return the value of the result for the seat on turn now."""
    me = game.turn
    for step in range(depth):
        if trial.over != ZERO:
            break
        exchange_remarks(rules, trial, workspace)
        best = best_turn(rules, trial, network, workspace)
        if best == NONE:
            return _lost(rules, trial, me)
        if step + 1 == depth or workspace.wins[best] != ZERO:
            return _worth(rules, trial, workspace, best, me)
        play_turn(rules, trial, workspace, best)
    return _ended(rules, trial, me)


@kernel
def _worth(rules: RuleRow, trial: GameRow, workspace: WorkspaceRow, turn: Word, me: Word) -> Any:
    win, progress = float(workspace.values[turn, 0]), float(workspace.values[turn, 1])
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
    """The value of a position where every turn of the seat on turn loses."""
    if rules.duel:
        win = 1.0 if trial.turn != me else 0.0
        return win, win
    return 0.0, 1.0 - cards_left(rules, trial) / rules.cards


@noinline
def _copy(trial: GameRow, world: GameRow) -> None:
    for pile in range(MAX_PILES):
        trial.tops[pile] = world.tops[pile]
        trial.sizes[pile] = world.sizes[pile]
    for seat in range(MAX_SEATS):
        for word in range(2):
            trial.hands[seat, word] = world.hands[seat, word]
            trial.laid[seat, word] = world.laid[seat, word]
        trial.stocks[seat] = world.stocks[seat]
        for place in range(MAX_CARDS):
            trial.decks[seat, place] = world.decks[seat, place]
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


@noinline
def sample_world(rules: RuleRow, game: GameRow, workspace: WorkspaceRow, world: GameRow) -> None:
    """Sample a world that agrees with the view and the talk of the seat on turn.

    The sample ignores cards that only a take-back has shown.
    """
    _copy(world, game)
    world.ordered = True
    me = game.turn
    if rules.duel:
        _deal_unseen(rules, game, workspace, world, me, deck_of(rules, me))
        other = ONE - me
        _deal_unseen(rules, game, workspace, world, me, deck_of(rules, other))
    else:
        _deal_unseen(rules, game, workspace, world, me, ZERO)


@kernel
def _deal_unseen(
    rules: RuleRow, game: GameRow, workspace: WorkspaceRow, world: GameRow, me: Word, deck: Word
) -> None:
    """Deal the unseen cards of a deck to the other hands and the stock."""
    pool = minus(row(rules.deck), row(game.laid[deck]))
    if deck_of(rules, me) == deck:
        pool = unseen_by(rules, game, me)
    for step in range(ONE, rules.players):
        seat = (me + Word(step)) % rules.players
        held = size(row(game.hands[seat]))
        if deck_of(rules, seat) == deck and held != ZERO:
            hand = _sample_hand(rules, game, workspace, seat, held, pool)
            world.hands[seat, 0], world.hands[seat, 1] = hand
            pool = minus(pool, hand)
    left, cards = _list_cards(workspace, pool), workspace.cards
    for place in range(left):
        other = Word(place) + random_below(game, left - Word(place))
        cards[place], cards[other] = cards[other], cards[place]
        world.decks[deck, place] = np.uint8(cards[place])


@kernel
def _list_cards(workspace: WorkspaceRow, cards: Cards) -> Word:
    """Write the cards of a set into `workspace.cards`; return their count."""
    count = ZERO
    while not is_empty(cards):
        workspace.cards[count] = lowest(cards)
        cards = without(cards, workspace.cards[count])
        count += ONE
    return count


@noinline
def _sample_hand(
    rules: RuleRow, game: GameRow, workspace: WorkspaceRow, seat: Word, held: Word, pool: Cards
) -> Cards:
    """A hand from a pool that matches the remarks of its seat, or the closest one found."""
    hand, best, closest = NOTHING, NOTHING, -1
    announced, remarks = workspace.announced[seat], workspace.remarks[seat]
    left = _list_cards(workspace, pool) if announced == ZERO else ZERO
    for _ in range(TRIES):
        if announced != ZERO:
            hand = _hand_as_announced(rules, game, announced, held, pool)
        else:
            hand = _any_hand(game, workspace, held, left)
        if not rules.talks or remarks == ZERO:
            return hand
        possible = seat_remarks(rules, game, workspace, seat, hand)
        matching = _matching_remarks(rules, possible, remarks)
        if matching == Signed(rules.piles) + 1:
            return hand
        if matching > closest:
            best, closest = hand, matching
    return best


@kernel
def _matching_remarks(rules: RuleRow, some: Word, others: Word) -> Signed:
    """How many remarks are equal: one for each pile, and the one about the speaker."""
    count = Signed(remark_about(some, MOOD) == remark_about(others, MOOD))
    for pile in range(rules.piles):
        if remark_about(some, Word(pile)) == remark_about(others, Word(pile)):
            count += 1
    return count


@kernel
def _any_hand(game: GameRow, workspace: WorkspaceRow, held: Word, left: Word) -> Cards:
    hand = NOTHING
    for number in range(held):
        last = left - ONE - Word(number)
        place = random_below(game, last + ONE)
        card = workspace.cards[place]
        workspace.cards[place] = workspace.cards[last]
        workspace.cards[last] = card
        hand = with_card(hand, card)
    return hand


@kernel
def _hand_as_announced(
    rules: RuleRow, game: GameRow, announced: Word, held: Word, pool: Cards
) -> Cards:
    """One card for each announced entry, then more cards of the announced colours."""
    hand, possible, entries = NOTHING, NOTHING, announced
    while entries != ZERO and held != ZERO:
        cards = both(pool, announced_cards(rules, zeros_below(entries)))
        entries &= entries - ONE
        possible = either(possible, cards)
        if not is_empty(minus(cards, hand)):
            hand = with_card(hand, _one_of(game, minus(cards, hand)))
            held -= ONE
    for _ in range(held):
        cards = minus(possible, hand)
        if is_empty(cards):
            cards = minus(pool, hand)
        hand = with_card(hand, _one_of(game, cards))
    return hand


@kernel
def _one_of(game: GameRow, cards: Cards) -> Word:
    for _ in range(random_below(game, size(cards))):
        cards = without(cards, lowest(cards))
    return lowest(cards)
