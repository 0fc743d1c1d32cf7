"""The gradients of the network's loss over afterstates with known targets, and the Adam step."""

from __future__ import annotations

from math import log, sqrt
from typing import Any, Final, TypeAlias

import numpy as np

from tenback.core.rules_check import MAX_PILES
from tenback.sim.arrays import RULES, RuleRow
from tenback.sim.bits import Signed, row
from tenback.sim.compiler import Many, entry, kernel, noinline
from tenback.sim.position import GIFTS
from tenback.sim.search.features import (
    fits,
    pile_facts,
    room_fact,
    table_facts,
    unseen_facts,
)
from tenback.sim.search.network import FLOAT_ZERO, NETWORK, NetworkRow, pool_count, sigmoid
from tenback.sim.search.vectors import add_pile_facts, add_table_facts, add_weighted
from tenback.sim.search.workspace import (
    AFTERSTATE,
    HIDDEN,
    OUTPUTS,
    PILE_WIDTH,
    POOLS,
    AfterstateRow,
)

ACTIVATIONS: Final = np.dtype(
    [
        ("facts", np.int64, (MAX_PILES, 256)),
        ("counts", np.int64, (MAX_PILES,)),
        ("pools_of", np.int64, (MAX_PILES,)),
        ("piles", np.float32, (MAX_PILES, PILE_WIDTH)),
        ("pools", np.float32, (POOLS, PILE_WIDTH)),
        ("table", np.int64, (64,)),
        ("table_count", np.int64),
        ("hidden", np.float32, (HIDDEN,)),
        ("outputs", np.float32, (OUTPUTS,)),
        ("hidden_gradient", np.float32, (HIDDEN,)),
        ("pool_gradients", np.float32, (POOLS, PILE_WIDTH)),
    ],
    align=True,
)
"""The activations of the network for one sample, which the backward pass needs."""

ActivationsRow: TypeAlias = Any
TINY = np.float32(1e-6)


@entry(
    Many(RULES),
    NETWORK,
    Many(AFTERSTATE),
    Many(np.int64),
    Many(np.int64),
    NETWORK,
    ACTIVATIONS,
    returns=np.float64,
)
def add_gradients(
    rules_array: Any,
    network: NetworkRow,
    samples: Any,
    order: Any,
    mirrored: Any,
    gradient: NetworkRow,
    activations: ActivationsRow,
) -> float:
    """Add the gradient of the loss over some samples to `gradient`; return the total loss.

    `activations` is memory to work with.
    """
    total = 0.0
    for number in range(len(order)):
        sample = samples[order[number]]
        rules = rules_array[sample.setting]
        _forwards(rules, network, sample, activations, mirrored[number])
        total += _loss(sample, activations)
        _backwards(rules, network, sample, activations, gradient)
    return total


@noinline
def _forwards(
    rules: RuleRow,
    network: NetworkRow,
    sample: AfterstateRow,
    activations: ActivationsRow,
    mirrored: Any,
) -> None:
    once, twice, thrice = fits(rules, sample)
    for pool in range(POOLS):
        for width in range(PILE_WIDTH):
            activations.pools[pool, width] = FLOAT_ZERO
    for pile in range(rules.piles):
        facts, kind, top = (
            activations.facts[pile],
            rules.kinds[sample.seat, pile],
            sample.tops[pile],
        )
        count = pile_facts(rules, sample, pile, twice, facts)
        facts[count] = room_fact(rules, kind, top)
        cards = row(sample.theirs) if kind >= GIFTS else row(sample.unseen)
        count = unseen_facts(rules, kind, top, cards, facts, count + 1)
        activations.counts[pile] = count
        for width in range(PILE_WIDTH):
            activations.piles[pile, width] = FLOAT_ZERO
        add_pile_facts(activations.piles[pile], network.piles, facts, count)
        # In a mirrored sample numbers run the other way, and so do the piles.
        pool = Signed(kind) ^ Signed(mirrored)
        activations.pools_of[pile] = pool
        for width in range(PILE_WIDTH):
            activations.pools[pool, width] += max(FLOAT_ZERO, activations.piles[pile, width])
    activations.table_count = table_facts(rules, sample, once, twice, thrice, activations.table)
    for unit in range(HIDDEN):
        activations.hidden[unit] = network.bias[unit]
    add_table_facts(activations.hidden, network.table, activations.table, activations.table_count)
    for pool in range(pool_count(rules)):
        add_weighted(activations.hidden, network.pooled[pool], activations.pools[pool], PILE_WIDTH)
    for output in range(OUTPUTS):
        number = network.ends[output]
        for unit in range(HIDDEN):
            number += max(FLOAT_ZERO, activations.hidden[unit]) * network.outputs[unit, output]
        activations.outputs[output] = sigmoid(number)


@kernel
def _loss(sample: AfterstateRow, activations: ActivationsRow) -> Any:
    """Cross entropy."""
    loss = 0.0
    for output in range(OUTPUTS):
        guess, target = activations.outputs[output], sample.target[output]
        loss -= target * log(guess + TINY) + (1 - target) * log(1 - guess + TINY)
    return loss


@noinline
def _backwards(
    rules: RuleRow,
    network: NetworkRow,
    sample: AfterstateRow,
    activations: ActivationsRow,
    gradient: NetworkRow,
) -> None:
    for unit in range(HIDDEN):
        activations.hidden_gradient[unit] = FLOAT_ZERO
    for output in range(OUTPUTS):
        error = activations.outputs[output] - sample.target[output]
        gradient.ends[output] += error
        for unit in range(HIDDEN):
            if activations.hidden[unit] > FLOAT_ZERO:
                gradient.outputs[unit, output] += error * activations.hidden[unit]
                activations.hidden_gradient[unit] += error * network.outputs[unit, output]
    for unit in range(HIDDEN):
        gradient.bias[unit] += activations.hidden_gradient[unit]
    for number in range(activations.table_count):
        fact = activations.table[number]
        for unit in range(HIDDEN):
            gradient.table[fact, unit] += activations.hidden_gradient[unit]
    for pool in range(pool_count(rules)):
        for width in range(PILE_WIDTH):
            weight, back = activations.pools[pool, width], FLOAT_ZERO
            for unit in range(HIDDEN):
                gradient.pooled[pool, width, unit] += weight * activations.hidden_gradient[unit]
            if weight > FLOAT_ZERO:
                for unit in range(HIDDEN):
                    back += network.pooled[pool, width, unit] * activations.hidden_gradient[unit]
            activations.pool_gradients[pool, width] = back
    for pile in range(rules.piles):
        _backwards_pile(activations, pile, gradient)


@kernel
def _backwards_pile(activations: ActivationsRow, pile: Any, gradient: NetworkRow) -> None:
    pool = activations.pools_of[pile]
    for width in range(PILE_WIDTH):
        active = activations.piles[pile, width] > FLOAT_ZERO
        activations.piles[pile, width] = (
            activations.pool_gradients[pool, width] if active else FLOAT_ZERO
        )
    for number in range(activations.counts[pile]):
        fact = activations.facts[pile, number]
        for width in range(PILE_WIDTH):
            gradient.piles[fact, width] += activations.piles[pile, width]


def corrected_rate(rate: float, step: int) -> float:
    """The rate of an Adam step, corrected for moments that started at zero."""
    return rate / (1 - 0.9**step) * sqrt(1 - 0.999**step)


@entry(
    Many(np.float32),
    Many(np.float32, 2),
    Many(np.float32, 2),
    np.float32,
    np.float32,
    np.int64,
    np.int64,
)
def adam_step(
    weights: Any, gradients: Any, moments: Any, scale: float, rate: float, start: int, stop: int
) -> None:
    """Take one Adam step for a range of the weights; the gradients of all workers are reset."""
    first, second = np.float32(0.9), np.float32(0.999)
    one = np.float32(1)
    for place in range(start, stop):
        gradient = FLOAT_ZERO
        for worker in range(len(gradients)):
            gradient += gradients[worker, place]
            gradients[worker, place] = FLOAT_ZERO
        gradient *= scale
        moments[0, place] = first * moments[0, place] + (one - first) * gradient
        moments[1, place] = second * moments[1, place] + (one - second) * gradient * gradient
        weights[place] -= rate * moments[0, place] / (np.sqrt(moments[1, place]) + TINY)
