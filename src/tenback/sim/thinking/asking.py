"""What a thinker makes of one position: its turns, what it would say, how gladly it would start."""

from __future__ import annotations

from typing import Any

from tenback.sim.bits import Word, row
from tenback.sim.compiling import entry
from tenback.sim.thinking.choosing import speaks
from tenback.sim.thinking.lookahead import ponder
from tenback.sim.thinking.speech import tell, willing


@entry
def ask(
    rules_of_one: Any,
    games: Any,
    networks: Any,
    rooms: Any,
    minds: Any,
    said: Any,
    told: Any,
    spoken: Any,
) -> Word:
    """The number of the best turn, on the desk in `rooms`.

    `said` and `told` is what was heard, `spoken` who has ever said anything, a bit each.
    """
    rules, game, network, room, mind = rules_of_one[0], games[0], networks[0], rooms[0], minds[0]
    for seat in range(rules.players):
        room.desk.said[seat] = said[seat]
        room.desk.told[seat] = told[seat]
    room.desk.spoken = spoken
    return ponder(rules, game, network, room, mind)


@entry
def ask_words(rules_of_one: Any, games: Any, rooms: Any, seat: Any) -> Any:
    """What a seat would say about the piles, and tell about its colours."""
    rules, game, room = rules_of_one[0], games[0], rooms[0]
    hand = row(game.hands[seat])
    return speaks(rules, game, room.desk, seat, hand), tell(rules, hand)


@entry
def ask_willing(rules_of_one: Any, games: Any, rooms: Any, seat: Any) -> Word:
    """How gladly a seat would start."""
    rules, game, room = rules_of_one[0], games[0], rooms[0]
    return willing(rules, game, seat, room.desk.costs)
