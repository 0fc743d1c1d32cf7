"""The network in plain NumPy: nothing is kept, nothing is merged, all in double precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tenback.core.rules_check import MAX_SEATS
from tenback.sim.search.config import SearchConfig
from tenback.sim.search.entrypoints import search_position
from tenback.sim.search.speech import MOOD
from tenback.sim.search.workspace import AFTERSTATE, POOLS
from tests.sim.search.workspaces import (
    arrays_of,
    facts_about_pile,
    facts_about_table,
    new_memory,
    row_of,
)

if TYPE_CHECKING:
    import random

    from tenback.core.rules import TalkPolicy
    from tenback.core.state import State
    from tests.sim.search.workspaces import Array


class Asked(NamedTuple):
    """The workspace of a search bot after a search, and the number of the turn it would play."""

    arrays: Array
    workspace: Any
    best: int


def asked(
    state: State,
    weights: Array,
    *,
    heard: tuple[Array, Array] | None = None,
    policy: TalkPolicy | None = None,
    samples: int = 0,
    bot_random: int = 1,
    memories: Array | None = None,
) -> Asked:
    """Let a search bot search a position; the talk before it may be made up."""
    arrays, game = arrays_of(state.rules, state.players, policy), row_of(state)
    remarks, announced = heard or (np.zeros(MAX_SEATS, np.uint64), np.zeros(MAX_SEATS, np.uint64))
    memories = new_memory() if memories is None else memories
    game["bot_random"] = bot_random
    config = SearchConfig(samples).row(state.rules, state.players)
    best = search_position(
        arrays, game, weights, memories, config, remarks, announced, seats_that_spoke(remarks)
    )
    return Asked(arrays, memories["workspace"][0], int(best))


def made_up(state: State, rng: random.Random) -> tuple[Array, Array]:
    """Any remarks and announced colours, sensible or not."""
    remarks, announced = np.zeros(MAX_SEATS, np.uint64), np.zeros(MAX_SEATS, np.uint64)
    piles, colours = len(state.rules.layout), len(state.rules.deck.colours)
    for seat in range(state.players):
        if rng.random() < 0.8:
            remarks[seat] = sum(rng.randint(1, 7) << 4 * pile for pile in range(piles))
            remarks[seat] |= np.uint64(rng.randint(1, 3) << 4 * int(MOOD))
            announced[seat] = sum(
                rng.choice((0, 1, 2, 4, 8)) << 4 * colour for colour in range(colours)
            )
    return remarks, announced


def seats_that_spoke(remarks: Array) -> int:
    """The seats with remarks, a bit each."""
    return sum(1 << seat for seat, words in enumerate(remarks.tolist()) if words)


def afterstate_of(workspace: Any, turn: int) -> Array:
    """The afterstate of a turn of the workspace."""
    afterstate = np.zeros(1, AFTERSTATE)
    afterstate[0] = workspace["afterstate"]
    afterstate["tops"][0] = workspace["tops"][turn]
    for name, there in (("hand", "hands"), ("burning", "burning"), ("draws", "draws")):
        afterstate[name][0] = workspace[there][turn]
    return afterstate


def answers(arrays: Array, network: Any, afterstate: Array, mirrored: int = 0) -> Array:
    """What a network, a mapping from names to arrays, thinks of an afterstate."""
    pools = np.zeros((POOLS, network["pooled"].shape[1]))
    for pile in range(int(arrays["piles"][0])):
        total = network["piles"][facts_about_pile(arrays, afterstate, pile)].sum(axis=0)
        pools[int(arrays["kinds"][0, int(afterstate["seat"][0]), pile]) ^ mirrored] += np.maximum(
            0, total
        )
    hidden = network["bias"] + network["table"][facts_about_table(arrays, afterstate)].sum(axis=0)
    hidden = hidden + np.einsum("pw,pwh->h", pools, network["pooled"])
    last = network["ends"] + np.maximum(0, hidden) @ network["outputs"]
    return np.asarray(1 / (1 + np.exp(-last)))


def in_doubles(weights: Array) -> dict[str, Array]:
    return {name: weights[0][name].astype(np.float64) for name in weights.dtype.names or ()}
