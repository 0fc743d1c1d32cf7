"""Many games in one kernel call: deal, play to the end, count."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tenback.sim.arrays import GAME, RULES, TRACE, GameRow, RuleRow
from tenback.sim.bits import ONE, ZERO, Word
from tenback.sim.compiler import Many, entry, kernel, noinline
from tenback.sim.kernel import NO_SEAT, deal, deal_in_order, draw_place, end_turn, lay
from tenback.sim.kernel_bots import choose
from tenback.sim.position import END, card_of, cards_left, pile_of

if TYPE_CHECKING:
    from typing import Any

KEPT = np.dtype(
    [
        ("reason", np.uint8),
        ("winner", np.uint8),
        ("starter", np.uint8),
        ("left", np.uint16),
        ("turns", np.uint16),
        ("moves", np.uint16),
    ]
)
"""The outcome of a single game."""


BATCH = (
    np.uint64,
    np.uint64,
    np.int64,
    Many(np.uint8, 3),
    Many(np.uint64),
    Many(np.int64, 2),
    Many(np.int64),
    Many(np.int64),
    Many(KEPT),
    Many(np.uint16, 2),
    GAME,
    TRACE,
)
"""The parameters of a batch after those about its table, see `play_games`."""


@entry(RULES, *BATCH)
def play_games(
    rules: RuleRow,
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
    """Play `games` deals of a seed from `first` on, or the deals in `orders`, and count the ends.

    The counts are added to `left[reason, cards]`, `turns[number]` and `wins[seat]`. Unless they
    are empty, `kept` receives every outcome and `moves` every move. `game` and `trace` are memory
    to work with.
    """
    for number in range(games):
        index = first + Word(number)
        if len(orders):
            deal_in_order(rules, game, seed, index, orders[number], starters[number])
        else:
            deal(rules, game, seed, index)
        play_out(rules, game, trace)
        count(rules, game, left, turns, wins)
        if len(kept):
            keep(rules, game, kept[number])
        if len(moves):
            write_moves(game, trace, moves[number])


@kernel
def play_out(rules: RuleRow, game: GameRow, trace: Any) -> None:
    """Let the kernel bots at the table play to the end."""
    while game.over == ZERO:
        move = choose(rules.bots[game.turn], rules, game)
        trace.moves[game.moves] = move
        if move == END:
            end_turn(rules, game)
        else:
            lay(rules, game, card_of(move), pile_of(move))


@noinline
def count(rules: RuleRow, game: GameRow, left: Any, turns: Any, wins: Any) -> None:
    """Add the end of a game to the counts."""
    left[game.over - ONE, cards_left(rules, game)] += 1
    turns[game.turns] += 1
    if game.winner != NO_SEAT:
        wins[game.winner] += 1


@noinline
def keep(rules: RuleRow, game: GameRow, kept: Any) -> None:
    """Write the outcome of a game into its row."""
    kept.reason = game.over - ONE
    kept.winner = game.winner
    kept.starter = game.starter
    kept.left = cards_left(rules, game)
    kept.turns = game.turns
    kept.moves = game.moves


@noinline
def write_moves(game: GameRow, trace: Any, moves: Any) -> None:
    """Write the moves of a game into its row."""
    for number in range(game.moves):
        moves[number] = trace.moves[number]


@entry(RULES, np.uint64, np.uint64, Many(np.uint8, 2), GAME, returns=np.uint64)
def show_deal(rules: RuleRow, seed: Word, index: Word, orders: Any, game: GameRow) -> Word:
    """Write the decks of a deal in the order of drawing; return the seat that starts."""
    deal(rules, game, seed, index)
    for deck in range(rules.decks):
        for card in range(rules.cards):
            game.decks[deck, card] = card
        for drawn in range(rules.cards):
            stock = rules.cards - drawn
            place = draw_place(rules, game, deck, stock)
            orders[deck, drawn] = game.decks[deck, place]
            game.decks[deck, place] = game.decks[deck, stock - ONE]
    return game.turn
