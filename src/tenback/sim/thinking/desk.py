"""What a thinker works on: the position it may know, the turns it considers, and room for sums.

A `SEEN` is an afterstate: the table after a turn and before the draw, as the seat that has played
it knows it. It holds no card of another hand and no order of a stock, so that whatever is computed
from it cannot peek.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from tenback.core.playable import MAX_CARDS, MAX_HAND, MAX_PILES, MAX_SEATS
from tenback.sim.arrays import GAME, TOP_COUNT

MOST_TURNS: Final = 385  # turns considered at once, and one more
MOST_CHOSEN: Final = 16  # turns looked ahead from
TABLE: Final = 2048  # places of the hash table that merges turns; a power of two

PILE_WIDTH: Final = 32  # what is known about a pile, in so many numbers
POOLS: Final = 4  # piles are pooled: up, down, and up and down of the other player
HIDDEN: Final = 64
OUTPUTS: Final = 2  # the chance to win, and the share of all cards that will be laid

SEEN: Final = np.dtype(
    [
        ("tops", np.uint64, (MAX_PILES,)),
        ("hand", np.uint64, (2,)),
        ("unseen", np.uint64, (2,)),  # of the own deck: neither laid nor in the own hand
        ("theirs", np.uint64, (2,)),  # of the other player's deck: not laid
        ("burning", np.uint64),
        ("seat", np.uint64),
        ("draws", np.uint64),
        ("stock", np.uint64),
        ("other_stock", np.uint64),
        ("next_hand", np.uint64),
        ("other_hands", np.uint64),
        ("heard_next", np.uint64, (MAX_PILES,)),  # see hearing
        ("heard_others", np.uint64, (MAX_PILES,)),
        ("told_next", np.uint64),
        ("told_others", np.uint64),
        ("setting", np.uint64),  # which rules, where samples of several lie together
        ("value", np.float32, (OUTPUTS,)),
        ("target", np.float32, (OUTPUTS,)),
    ],
    align=True,
)
"""An afterstate as its player knows it, what the network thought of it and what became of it."""

SeenRow: TypeAlias = Any

DESK: Final = np.dtype(
    [
        ("seen", SEEN),
        # Enumerating turns: the stack of what is tried, and what has been reached.
        ("levels", np.uint64, (MAX_HAND + 1, 8)),
        ("reached", np.uint64, (TABLE,)),
        ("nodes", np.uint64),
        ("turns", np.uint64),
        ("tops", np.uint64, (MOST_TURNS, MAX_PILES)),
        ("hands", np.uint64, (MOST_TURNS, 2)),
        ("wins", np.uint64, (MOST_TURNS,)),
        ("burning", np.uint64, (MOST_TURNS,)),
        ("draws", np.uint64, (MOST_TURNS,)),
        ("lengths", np.uint64, (MOST_TURNS,)),
        ("lays", np.uint64, (MOST_TURNS, MAX_HAND)),
        ("values", np.float32, (MOST_TURNS, OUTPUTS)),
        ("scores", np.float32, (MOST_TURNS,)),
        # The network's sums over the unseen cards, kept per kind of pile and top card.
        ("stamp", np.uint64),
        ("stamps", np.uint64, (4, TOP_COUNT)),
        ("rows", np.float32, (4, TOP_COUNT, PILE_WIDTH)),
        # Talk: what every seat has said (see speech), and room for what it weighs.
        ("said", np.uint64, (MAX_SEATS,)),
        ("told", np.uint64, (MAX_SEATS,)),
        ("speakers", np.uint64),  # the seats that would say something, a bit each
        ("spoken", np.uint64),  # those that have: the silence of others means nothing
        ("costs", np.int64, (MAX_HAND, MAX_PILES)),
        ("features", np.int64, (192,)),
        ("pile", np.float32, (PILE_WIDTH,)),
        ("pools", np.float32, (POOLS, PILE_WIDTH)),
        ("hidden", np.float32, (HIDDEN,)),
        ("outputs", np.float32, (OUTPUTS,)),
        # Lookahead: the cards that may lie anywhere, the turns looked at and what they have earned.
        ("cards", np.uint64, (MAX_CARDS,)),
        ("chosen", np.uint64, (MOST_CHOSEN,)),
        ("considered", np.uint64),  # how many of them
        ("earned", np.float64, (MOST_CHOSEN, OUTPUTS)),
        ("looked", np.int64, (MOST_CHOSEN,)),  # in how many worlds
    ],
    align=True,
)
"""One thinker's desk."""

DeskRow: TypeAlias = Any

LAST_TURN: Final = MOST_TURNS - 1  # where the turn lies that an endgame solver has found

MOST_LEVELS: Final = 64  # lays and ends of turns until a game is over whose stock is empty
SOLVED: Final = 2**15  # positions that a solver remembers; a power of two

ROOM: Final = np.dtype(
    [
        ("desk", DESK),
        ("other_desk", DESK),
        ("world", GAME),
        ("trial", GAME),
        ("levels", np.uint64, (MOST_LEVELS, 8)),
        ("ranks", np.int64, (MOST_LEVELS,)),
        ("tried", np.uint64, (SOLVED,)),
        ("nodes", np.uint64),
    ],
    align=True,
)
"""All that one thinker needs to look ahead."""

RoomRow: TypeAlias = Any

MIND: Final = np.dtype(
    [
        ("player", np.uint64),  # the number of a simple player, or THINKER
        ("network", np.uint64),
        ("samples", np.int64),
        ("width", np.int64),
        ("depth", np.int64),
    ],
    align=True,
)
"""Who sits at a seat: a simple player, or a network that looks so far ahead."""

THINKER: Final = 255
MindRow: TypeAlias = Any
