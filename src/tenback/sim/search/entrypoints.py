"""The kernels that Python calls for one position: its turns, its talk, its wish to start."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenback.sim.arrays import GAME, RULES, GameRow, RuleRow
from tenback.sim.bits import Word, row
from tenback.sim.compiler import Many, entry
from tenback.sim.search.lookahead import search_turn
from tenback.sim.search.network import NETWORK, NetworkRow
from tenback.sim.search.selection import seat_remarks
from tenback.sim.search.speech import announced_colours, start_preference
from tenback.sim.search.workspace import (
    BOT_CONFIG,
    SEARCH_MEMORY,
    BotConfigRow,
    SearchMemoryRow,
)


@entry(
    RULES,
    GAME,
    NETWORK,
    SEARCH_MEMORY,
    BOT_CONFIG,
    Many(np.uint64),
    Many(np.uint64),
    np.uint64,
    returns=np.uint64,
)
def search_position(
    rules: RuleRow,
    game: GameRow,
    network: NetworkRow,
    memory: SearchMemoryRow,
    config: BotConfigRow,
    remarks: Any,
    announced: Any,
    spoken_seats: Word,
) -> Word:
    """The number of the best turn in the workspace of `memory`.

    `remarks` and `announced` hold the talk of each seat, `spoken_seats` a bit for each seat that
    has ever talked.
    """
    for seat in range(rules.players):
        memory.workspace.remarks[seat] = remarks[seat]
        memory.workspace.announced[seat] = announced[seat]
    memory.workspace.spoken_seats = spoken_seats
    return search_turn(rules, game, network, memory, config)


@entry(RULES, GAME, SEARCH_MEMORY, np.uint64, Many(np.uint64))
def seat_talk(
    rules: RuleRow, game: GameRow, memory: SearchMemoryRow, seat: Word, talk: Any
) -> None:
    """Write the remarks of a seat about the piles, and the colours that it announces."""
    hand = row(game.hands[seat])
    talk[0] = seat_remarks(rules, game, memory.workspace, seat, hand)
    talk[1] = announced_colours(rules, hand)


@entry(RULES, GAME, SEARCH_MEMORY, np.uint64, returns=np.uint64)
def seat_start_preference(
    rules: RuleRow, game: GameRow, memory: SearchMemoryRow, seat: Word
) -> Word:
    """How much a seat wishes to start."""
    return start_preference(rules, game, seat, memory.workspace.costs)
