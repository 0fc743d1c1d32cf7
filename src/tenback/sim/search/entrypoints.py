"""The kernels that Python calls for one position: its turns, its talk, its wish to start."""

from __future__ import annotations

from typing import Any

from tenback.sim.bits import Word, row
from tenback.sim.compiler import entry
from tenback.sim.search.lookahead import search_turn
from tenback.sim.search.selection import seat_remarks
from tenback.sim.search.speech import announced_colours, start_preference


@entry
def search_position(
    rules_array: Any,
    games: Any,
    networks: Any,
    memories: Any,
    configs: Any,
    remarks: Any,
    announced: Any,
    spoken_seats: Any,
) -> Word:
    """The number of the best turn in the workspace of `memories`.

    `remarks` and `announced` hold the talk of each seat, `spoken_seats` a bit for each seat that
    has ever talked.
    """
    rules, game, network, config = rules_array[0], games[0], networks[0], configs[0]
    memory = memories[0]
    for seat in range(rules.players):
        memory.workspace.remarks[seat] = remarks[seat]
        memory.workspace.announced[seat] = announced[seat]
    memory.workspace.spoken_seats = spoken_seats
    return search_turn(rules, game, network, memory, config)


@entry
def seat_talk(rules_array: Any, games: Any, memories: Any, seat: Any) -> Any:
    """The remarks of a seat about the piles, and the colours that it announces."""
    rules, game, memory = rules_array[0], games[0], memories[0]
    hand = row(game.hands[seat])
    return seat_remarks(rules, game, memory.workspace, seat, hand), announced_colours(rules, hand)


@entry
def seat_start_preference(rules_array: Any, games: Any, memories: Any, seat: Any) -> Word:
    """How much a seat wishes to start."""
    rules, game, memory = rules_array[0], games[0], memories[0]
    return start_preference(rules, game, seat, memory.workspace.costs)
