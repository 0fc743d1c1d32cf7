"""Games that thinkers play with themselves, and what is learnt from them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenback.sim.arrays import GAME, GameRow, RuleRow
from tenback.sim.bits import ONE, ZERO, Word, row, size
from tenback.sim.compiling import entry, kernel
from tenback.sim.kernel import (
    FINISHED,
    cards_left,
    deal,
    deck_of,
)
from tenback.sim.thinking.choosing import (
    NONE,
    agree,
    all_speak,
    best_turn,
    lay_anything,
    play_turn,
    set_turn,
)
from tenback.sim.thinking.desk import DESK, DeskRow
from tenback.sim.thinking.network import NOUGHT, NetworkRow


@entry
def self_play(
    rules_of_all: Any,
    networks: Any,
    seed: Any,
    first: Any,
    games: Any,
    trace: Any,
    samples: Any,
    results: Any,
    decay: Any,
) -> Any:
    """Play games of all rules in turn; `samples` receives the afterstates with their targets.

    Returns how many there are. `results[game]` is (won, cards left).
    """
    workspace, desks = np.empty(1, GAME), np.zeros(1, DESK)
    filled = 0
    for number in range(games):
        which = (first + number) % len(rules_of_all)
        rules, game, desk, network = rules_of_all[which], workspace[0], desks[0], networks[0]
        desk.seen.setting = Word(which)
        desk.speakers = ~ZERO
        desk.spoken = ZERO
        deal(rules, game, seed, Word(first + number))
        agree(rules, game, desk)
        turns = _play(rules, game, network, desk, trace)
        results[number, 0] = 1 if game.over == FINISHED else 0
        results[number, 1] = cards_left(rules, game)
        if len(samples):
            _learn(rules, game, trace, turns, decay)
            for turn in range(turns):
                if filled < len(samples):
                    samples[filled] = trace[turn]
                    filled += 1
    return filled


@kernel
def _play(rules: RuleRow, game: GameRow, network: NetworkRow, desk: DeskRow, trace: Any) -> Any:
    """Play to the end, keeping every afterstate; returns how many."""
    turns = 0
    while game.over == ZERO:
        all_speak(rules, game, desk)
        best = best_turn(rules, game, network, desk)
        if best == NONE:
            lay_anything(rules, game)
            continue
        if desk.wins[best] == ZERO:
            set_turn(rules, desk, best)
            desk.seen.value[0] = desk.values[best, 0]
            desk.seen.value[1] = desk.values[best, 1]
            trace[turns] = desk.seen
            turns += 1
        play_turn(rules, game, desk, best)
    return turns


@kernel
def _learn(rules: RuleRow, game: GameRow, trace: Any, turns: Any, decay: Any) -> None:
    """What each afterstate should have been valued at, from the end backwards (TD lambda)."""
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
    """The end as a seat sees it: won or not, and how far it came; in a duel, how far ahead."""
    one = np.float32(1)
    cards = np.float32(rules.cards)
    if not rules.duel:
        won = one if game.over == FINISHED else NOUGHT
        return won, one - np.float32(cards_left(rules, game)) / cards
    won = one if game.winner == seat else NOUGHT
    ahead = _left(rules, game, ONE - seat) - _left(rules, game, seat)
    return won, (one + ahead / cards) / np.float32(2)


@kernel
def _left(rules: RuleRow, game: GameRow, seat: Word) -> Any:
    stock = game.stocks[deck_of(rules, seat)]
    return np.float32(size(row(game.hands[seat])) + stock)
