"""Many games in one kernel call: deal, play to the end, count."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tenback.sim.arrays import GAME, TRACE, GameRow, RuleRow
from tenback.sim.bits import ONE, ZERO, Word
from tenback.sim.compiler import entry, kernel, noinline
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


@entry
def play_games(
    rules_array: Any,
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
    """Play `games` deals of a seed from `first` on, or the deals in `orders`, and count the ends.

    The counts are added to `left[reason, cards]`, `turns[number]` and `wins[seat]`. Unless they
    are empty, `kept` receives every outcome and `moves` every move.
    """
    game_rows, traces = np.empty(1, GAME), np.empty(1, TRACE)
    for number in range(games):
        # Looked up in the loop, because Numba frees an array after its last use.
        rules, game, trace = rules_array[0], game_rows[0], traces[0]
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
            moves[number, : game.moves] = trace.moves[: game.moves]


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


@entry
def show_deal(rules_array: Any, seed: Any, index: Any, orders: Any) -> Word:
    """Write the decks of a deal in the order of drawing; return the seat that starts."""
    game_rows = np.empty(1, GAME)
    starter = ZERO
    for _ in range(1):
        rules, game = rules_array[0], game_rows[0]
        deal(rules, game, seed, index)
        starter = game.turn
        for deck in range(rules.decks):
            for card in range(rules.cards):
                game.decks[deck, card] = card
            for drawn in range(rules.cards):
                stock = rules.cards - drawn
                place = draw_place(rules, game, deck, stock)
                orders[deck, drawn] = game.decks[deck, place]
                game.decks[deck, place] = game.decks[deck, stock - ONE]
    return starter
