"""The memory of a search bot: the afterstate, the turns to compare, and buffers.

An afterstate is the table after a turn and before the draw, as the seat that has played the turn
knows it. It holds no card of another hand and no order of a stock, so that its value cannot depend
on hidden cards.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from tenback.core.rules_check import MAX_CARDS, MAX_HAND, MAX_PILES, MAX_SEATS
from tenback.sim.arrays import GAME, LEVEL_WIDTH, TOP_COUNT

MOST_TURNS: Final = 385  # turns in a workspace, the last one for the endgame solver
MOST_CHOSEN: Final = 16  # turns that the lookahead compares
TABLE: Final = 2048  # places of the hash table that merges turns; a power of two

PILE_WIDTH: Final = 32  # the size of the vector for a pile
POOLS: Final = 4  # of piles: up, down, and up and down of the other player
HIDDEN: Final = 64
OUTPUTS: Final = 2  # the chance to win, and the share of all cards that the players will lay

AFTERSTATE: Final = np.dtype(
    [
        ("tops", np.uint64, (MAX_PILES,)),
        ("hand", np.uint64, (2,)),
        (
            "unseen",
            np.uint64,
            (2,),
        ),  # cards of the own deck that are neither laid nor in the own hand
        ("theirs", np.uint64, (2,)),  # cards of the other player's deck that are not laid
        ("burning", np.uint64),
        ("seat", np.uint64),
        ("draws", np.uint64),
        ("stock", np.uint64),
        ("other_stock", np.uint64),
        ("next_hand", np.uint64),
        ("other_hands", np.uint64),
        ("next_remarks", np.uint64, (MAX_PILES,)),  # of the next seat, see speech
        ("other_remarks", np.uint64, (MAX_PILES,)),
        ("next_announced", np.uint64),
        ("other_announced", np.uint64),
        ("setting", np.uint64),  # the number of the rules, if samples of several are mixed
        ("value", np.float32, (OUTPUTS,)),
        ("target", np.float32, (OUTPUTS,)),
    ],
    align=True,
)
"""An afterstate as its seat knows it, its value by the network and its target in training."""

AfterstateRow: TypeAlias = Any

WORKSPACE: Final = np.dtype(
    [
        ("afterstate", AFTERSTATE),
        # The search for turns: the stack of lays on trial, the visited positions, the turns found.
        ("levels", np.uint64, (MAX_HAND + 1, LEVEL_WIDTH)),
        ("visited", np.uint64, (TABLE,)),
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
        # The network's sums over the unseen cards for each kind of pile and top card.
        ("stamp", np.uint64),
        ("stamps", np.uint64, (4, TOP_COUNT)),
        ("rows", np.float32, (4, TOP_COUNT, PILE_WIDTH)),
        # Talk (see speech): remarks and announced colours of each seat, and a buffer for costs.
        ("remarks", np.uint64, (MAX_SEATS,)),
        ("announced", np.uint64, (MAX_SEATS,)),
        (
            "speaking_seats",
            np.uint64,
        ),  # the seats that talk if they have something to say, a bit each
        ("spoken_seats", np.uint64),  # the seats that have talked: silence of others means nothing
        ("costs", np.int64, (MAX_HAND, MAX_PILES)),
        ("features", np.int64, (192,)),
        ("pile", np.float32, (PILE_WIDTH,)),
        ("pools", np.float32, (POOLS, PILE_WIDTH)),
        ("hidden", np.float32, (HIDDEN,)),
        ("outputs", np.float32, (OUTPUTS,)),
        # The lookahead: unseen cards, chosen turns, their total values and numbers of worlds.
        ("cards", np.uint64, (MAX_CARDS,)),
        ("chosen", np.uint64, (MOST_CHOSEN,)),
        ("chosen_count", np.uint64),
        ("totals", np.float64, (MOST_CHOSEN, OUTPUTS)),
        ("world_counts", np.int64, (MOST_CHOSEN,)),
    ],
    align=True,
)
"""The workspace of one search bot for one position."""

WorkspaceRow: TypeAlias = Any

LAST_TURN: Final = MOST_TURNS - 1  # the place of the turn that the endgame solver has found

MOST_LEVELS: Final = 64  # lays and ends of turns from an empty stock to the end of a game
SOLVED: Final = 2**15  # positions that the solver can store; a power of two

SEARCH_MEMORY: Final = np.dtype(
    [
        ("workspace", WORKSPACE),
        ("other_workspace", WORKSPACE),
        ("world", GAME),
        ("trial", GAME),
        ("levels", np.uint64, (MOST_LEVELS, LEVEL_WIDTH)),
        ("ranks", np.int64, (MOST_LEVELS,)),
        ("tried", np.uint64, (SOLVED,)),
        ("nodes", np.uint64),
    ],
    align=True,
)
"""All memory that one search bot needs to look ahead."""

SearchMemoryRow: TypeAlias = Any

BOT_CONFIG: Final = np.dtype(
    [
        ("bot", np.uint64),  # the number of a kernel bot, or SEARCH_BOT
        ("network", np.uint64),
        ("samples", np.int64),
        ("width", np.int64),
        ("depth", np.int64),
    ],
    align=True,
)
"""The bot at a seat: a kernel bot, or a search bot with its network and search size."""

SEARCH_BOT: Final = 255
BotConfigRow: TypeAlias = Any
