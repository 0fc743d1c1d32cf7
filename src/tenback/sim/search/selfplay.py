"""Games that search bots play with themselves, and the targets for training from them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenback.sim.arrays import GAME, RULES, GameRow, RuleRow
from tenback.sim.bits import ONE, ZERO, Word, row, size
from tenback.sim.compiler import Many, entry, kernel
from tenback.sim.kernel import FINISHED, deal
from tenback.sim.position import cards_left, deck_of
from tenback.sim.search.network import FLOAT_ZERO, NETWORK, NetworkRow
from tenback.sim.search.selection import (
    NONE,
    best_turn,
    choose_starter,
    exchange_remarks,
    play_any_move,
    play_turn,
    write_afterstate,
)
from tenback.sim.search.workspace import AFTERSTATE, WORKSPACE, WorkspaceRow


@entry(
    Many(RULES),
    NETWORK,
    np.uint64,
    np.int64,
    np.int64,
    Many(AFTERSTATE),
    Many(AFTERSTATE),
    Many(np.int64, 2),
    np.float32,
    GAME,
    WORKSPACE,
    returns=np.int64,
)
def self_play(
    rules_array: Any,
    network: NetworkRow,
    seed: Word,
    first: int,
    games: int,
    trace: Any,
    samples: Any,
    results: Any,
    decay: float,
    game: GameRow,
    workspace: WorkspaceRow,
) -> int:
    """Play games of all rules in turn; `samples` receives the afterstates with their targets.

    Return the number of afterstates. `results[game]` is (won, cards left). `game` and
    `workspace` are memory to work with.
    """
    filled = 0
    for number in range(games):
        which = (first + number) % len(rules_array)
        rules = rules_array[which]
        workspace.afterstate.setting = Word(which)
        workspace.speaking_seats = ~ZERO
        workspace.spoken_seats = ZERO
        deal(rules, game, seed, Word(first + number))
        choose_starter(rules, game, workspace)
        turns = _play(rules, game, network, workspace, trace)
        results[number, 0] = 1 if game.over == FINISHED else 0
        results[number, 1] = cards_left(rules, game)
        if len(samples):
            _write_targets(rules, game, trace, turns, decay)
            for turn in range(turns):
                if filled < len(samples):
                    samples[filled] = trace[turn]
                    filled += 1
    return filled


@kernel
def _play(
    rules: RuleRow, game: GameRow, network: NetworkRow, workspace: WorkspaceRow, trace: Any
) -> Any:
    """Play to the end and keep every afterstate; return their number."""
    turns = 0
    while game.over == ZERO:
        exchange_remarks(rules, game, workspace)
        best = best_turn(rules, game, network, workspace)
        if best == NONE:
            play_any_move(rules, game)
            continue
        if workspace.wins[best] == ZERO:
            write_afterstate(rules, workspace, best)
            workspace.afterstate.value[0] = workspace.values[best, 0]
            workspace.afterstate.value[1] = workspace.values[best, 1]
            trace[turns] = workspace.afterstate
            turns += 1
        play_turn(rules, game, workspace, best)
    return turns


@kernel
def _write_targets(rules: RuleRow, game: GameRow, trace: Any, turns: Any, decay: Any) -> None:
    """Write the target value of each afterstate, from the end backwards (TD lambda)."""
    one = np.float32(1)
    seat = trace[turns - 1].seat if turns > 0 else ZERO
    won, progress = _result(rules, game, seat)
    for back in range(turns):
        sample = trace[turns - 1 - back]
        if rules.duel and sample.seat != seat:
            won, progress, seat = one - won, one - progress, sample.seat
        sample.target[0] = won
        sample.target[1] = progress
        won = decay * won + (one - decay) * sample.value[0]
        progress = decay * progress + (one - decay) * sample.value[1]


@kernel
def _result(rules: RuleRow, game: GameRow, seat: Word) -> Any:
    """The result for a seat: won or not, and the share of cards laid; in a duel, the lead."""
    one = np.float32(1)
    cards = np.float32(rules.cards)
    if not rules.duel:
        won = one if game.over == FINISHED else FLOAT_ZERO
        return won, one - np.float32(cards_left(rules, game)) / cards
    won = one if game.winner == seat else FLOAT_ZERO
    ahead = _left(rules, game, ONE - seat) - _left(rules, game, seat)
    return won, (one + ahead / cards) / np.float32(2)


@kernel
def _left(rules: RuleRow, game: GameRow, seat: Word) -> Any:
    stock = game.stocks[deck_of(rules, seat)]
    return np.float32(size(row(game.hands[seat])) + stock)
