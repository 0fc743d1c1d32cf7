"""Many games of search bots, alone or at one table with kernel bots."""

from __future__ import annotations

from typing import Any

from tenback.sim.arrays import RULES, GameRow, RuleRow
from tenback.sim.batch import BATCH, count, keep, write_moves
from tenback.sim.bits import ONE, ZERO, Word
from tenback.sim.chance import mix
from tenback.sim.compiler import Many, entry, kernel, noinline
from tenback.sim.kernel import deal, deal_in_order, end_turn, lay
from tenback.sim.kernel_bots import choose
from tenback.sim.position import END, card_of, pile_of
from tenback.sim.search.lookahead import search_turn
from tenback.sim.search.network import NETWORK
from tenback.sim.search.selection import NONE, any_move, choose_starter, exchange_remarks
from tenback.sim.search.workspace import BOT_CONFIG, SEARCH_BOT, SEARCH_MEMORY, SearchMemoryRow


@entry(RULES, Many(NETWORK), Many(BOT_CONFIG), SEARCH_MEMORY, *BATCH)
def play_search_games(
    rules: RuleRow,
    networks: Any,
    configs: Any,
    memory: SearchMemoryRow,
    seed: Word,
    first: Word,
    games: int,
    orders: Any,
    starters: Any,
    left: Any,
    turns: Any,
    wins: Any,
    kept: Any,
    moves: Any,
    game: GameRow,
    trace: Any,
) -> None:
    """As `batch.play_games`, with a `BOT_CONFIG` for every seat."""
    for number in range(games):
        index = first + Word(number)
        memory.workspace.speaking_seats = _speaking_seats(rules, configs)
        memory.workspace.spoken_seats = ZERO
        if len(orders):
            deal_in_order(rules, game, seed, index, orders[number], starters[number])
        else:
            deal(rules, game, seed, index)
        choose_starter(rules, game, memory.workspace)
        game.bot_random = mix(game.bot_random)  # search bots use many numbers: keep games apart
        _play_out(rules, game, networks, configs, memory, trace)
        count(rules, game, left, turns, wins)
        if len(kept):
            keep(rules, game, kept[number])
        if len(moves):
            write_moves(game, trace, moves[number])


@kernel
def _speaking_seats(rules: RuleRow, configs: Any) -> Word:
    """The seats of search bots, one bit each; kernel bots say nothing."""
    seats = ZERO
    for seat in range(rules.players):
        if configs[seat].bot == Word(SEARCH_BOT):
            seats |= ONE << Word(seat)
    return seats


@noinline
def _play_out(
    rules: RuleRow, game: GameRow, networks: Any, configs: Any, memory: SearchMemoryRow, trace: Any
) -> None:
    while game.over == ZERO:
        config = configs[game.turn]
        if game.placed == ZERO:
            exchange_remarks(rules, game, memory.workspace)
        if config.bot != Word(SEARCH_BOT):
            _move(rules, game, trace, choose(config.bot, rules, game))
            continue
        turn = search_turn(rules, game, networks[config.network], memory, config)
        if turn == NONE:
            _move(rules, game, trace, any_move(rules, game))
            continue
        for step in range(memory.workspace.lengths[turn]):
            _move(rules, game, trace, memory.workspace.lays[turn, step])
        if game.over == ZERO:
            _move(rules, game, trace, END)


@kernel
def _move(rules: RuleRow, game: GameRow, trace: Any, move: Word) -> None:
    trace.moves[game.moves] = move
    if move == END:
        end_turn(rules, game)
    else:
        lay(rules, game, card_of(move), pile_of(move))
