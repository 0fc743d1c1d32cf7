"""The network in plain NumPy: nothing is kept, nothing is merged, all in double precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tenback.core.playable import MAX_SEATS
from tenback.sim.thinking.asking import ask
from tenback.sim.thinking.desk import POOLS, SEEN
from tenback.sim.thinking.minds import Mind
from tenback.sim.thinking.speech import MOOD
from tests.sim.thinking.desks import arrays_of, facts_about_pile, facts_about_table, room, row_of

if TYPE_CHECKING:
    import random

    from tenback.core.rules import TalkPolicy
    from tenback.core.state import State
    from tests.sim.thinking.desks import Array


class Asked(NamedTuple):
    """A thinker's desk after it was asked, and the number of the turn that it would play."""

    arrays: Array
    desk: Any
    best: int


def asked(
    state: State,
    weights: Array,
    *,
    heard: tuple[Array, Array] | None = None,
    policy: TalkPolicy | None = None,
    samples: int = 0,
    whim: int = 1,
    rooms: Array | None = None,
) -> Asked:
    """Ask a thinker for a turn; what it has heard may be made up."""
    arrays, game = arrays_of(state.rules, state.players, policy), row_of(state)
    said, told = heard or (np.zeros(MAX_SEATS, np.uint64), np.zeros(MAX_SEATS, np.uint64))
    rooms = room() if rooms is None else rooms
    game["whim"] = whim
    mind = Mind(samples).row(state.rules, state.players)
    best = ask(arrays, game, weights, rooms, mind, said, told, spoken_by(said))
    return Asked(arrays, rooms["desk"][0], int(best))


def made_up(state: State, rng: random.Random) -> tuple[Array, Array]:
    """Anything that may have been heard, sense or not."""
    said, told = np.zeros(MAX_SEATS, np.uint64), np.zeros(MAX_SEATS, np.uint64)
    piles, hues = len(state.rules.layout), len(state.rules.deck.colours)
    for seat in range(state.players):
        if rng.random() < 0.8:
            said[seat] = sum(rng.randint(1, 7) << 4 * pile for pile in range(piles))
            said[seat] |= np.uint64(rng.randint(1, 3) << 4 * int(MOOD))
            told[seat] = sum(rng.choice((0, 1, 2, 4, 8)) << 4 * hue for hue in range(hues))
    return said, told


def spoken_by(said: Array) -> np.uint64:
    """Whoever says something has spoken."""
    return np.uint64(sum(1 << seat for seat, words in enumerate(said.tolist()) if words))


def seen_after(desk: Any, turn: int) -> Array:
    """What a turn on the desk leaves, as its player knows it."""
    seen = np.zeros(1, SEEN)
    seen[0] = desk["seen"]
    seen["tops"][0] = desk["tops"][turn]
    for name, there in (("hand", "hands"), ("burning", "burning"), ("draws", "draws")):
        seen[name][0] = desk[there][turn]
    return seen


def answers(arrays: Array, network: Any, seen: Array, mirrored: int = 0) -> Array:
    """What a network, a mapping from names to arrays, thinks of an afterstate."""
    pools = np.zeros((POOLS, network["pooled"].shape[1]))
    for pile in range(int(arrays["piles"][0])):
        total = network["piles"][facts_about_pile(arrays, seen, pile)].sum(axis=0)
        pools[int(arrays["kinds"][0, int(seen["seat"][0]), pile]) ^ mirrored] += np.maximum(
            0, total
        )
    hidden = network["bias"] + network["table"][facts_about_table(arrays, seen)].sum(axis=0)
    hidden = hidden + np.einsum("pw,pwh->h", pools, network["pooled"])
    last = network["ends"] + np.maximum(0, hidden) @ network["outputs"]
    return np.asarray(1 / (1 + np.exp(-last)))


def in_doubles(weights: Array) -> dict[str, Array]:
    return {name: weights[0][name].astype(np.float64) for name in weights.dtype.names or ()}
