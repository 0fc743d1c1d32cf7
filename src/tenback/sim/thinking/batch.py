"""Many games of thinkers, alone or at one table with simple players."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenback.sim.arrays import GAME, TRACE, GameRow, RuleRow
from tenback.sim.batch import count, keep
from tenback.sim.bits import ONE, ZERO, Word
from tenback.sim.chance import scatter
from tenback.sim.compiling import entry, kernel, seldom
from tenback.sim.kernel import END, card_of, deal, deal_in_order, end_turn, lay, pile_of
from tenback.sim.players import choose
from tenback.sim.thinking.choosing import NONE, agree, all_speak, any_move
from tenback.sim.thinking.desk import ROOM, THINKER, RoomRow
from tenback.sim.thinking.lookahead import ponder


@entry
def play_thinking(
    rules_of_one: Any,
    networks: Any,
    minds: Any,
    seed: Any,
    first: Any,
    games: Any,
    orders: Any,
    starters: Any,
    left: Any,
    turns: Any,
    wins: Any,
    kept: Any,
    moves: Any,
) -> None:
    """As `batch.play_games`, with a mind for every seat."""
    workspace, traces, rooms = np.zeros(1, GAME), np.empty(1, TRACE), np.zeros(1, ROOM)
    for number in range(games):
        rules, game, trace, room = rules_of_one[0], workspace[0], traces[0], rooms[0]
        index = first + Word(number)
        room.desk.speakers = _speakers(rules, minds)
        room.desk.spoken = ZERO
        if len(orders):
            deal_in_order(rules, game, seed, index, orders[number], starters[number])
        else:
            deal(rules, game, seed, index)
        agree(rules, game, room.desk)
        game.whim = scatter(game.whim)  # thinkers need many numbers: far from other games' ones
        _play_out(rules, game, networks, minds, room, trace)
        count(rules, game, left, turns, wins)
        if len(kept):
            keep(rules, game, kept[number])
        if len(moves):
            moves[number, : game.moves] = trace.moves[: game.moves]


@kernel
def _speakers(rules: RuleRow, minds: Any) -> Word:
    seats = ZERO
    for seat in range(rules.players):
        if minds[seat].player == Word(THINKER):
            seats |= ONE << Word(seat)
    return seats


@seldom
def _play_out(
    rules: RuleRow, game: GameRow, networks: Any, minds: Any, room: RoomRow, trace: Any
) -> None:
    while game.over == ZERO:
        mind = minds[game.turn]
        if game.placed == ZERO:
            all_speak(rules, game, room.desk)
        if mind.player != Word(THINKER):
            _move(rules, game, trace, choose(mind.player, rules, game))
            continue
        turn = ponder(rules, game, networks[mind.network], room, mind)
        if turn == NONE:
            _move(rules, game, trace, any_move(rules, game))
            continue
        for step in range(room.desk.lengths[turn]):
            _move(rules, game, trace, room.desk.lays[turn, step])
        if game.over == ZERO:
            _move(rules, game, trace, END)


@kernel
def _move(rules: RuleRow, game: GameRow, trace: Any, move: Word) -> None:
    trace.moves[game.moves] = move
    if move == END:
        end_turn(rules, game)
    else:
        lay(rules, game, card_of(move), pile_of(move))
