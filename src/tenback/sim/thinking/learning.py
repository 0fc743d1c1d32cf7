"""How far the network is from what became of its afterstates, and which way to go."""

from __future__ import annotations

from math import log
from typing import Any, Final, TypeAlias

import numpy as np

from tenback.core.playable import MAX_PILES
from tenback.sim.arrays import RuleRow
from tenback.sim.bits import Signed, row
from tenback.sim.compiling import entry, kernel, seldom
from tenback.sim.kernel import GIFTS
from tenback.sim.thinking.desk import HIDDEN, OUTPUTS, PILE_WIDTH, POOLS, SeenRow
from tenback.sim.thinking.features import (
    fits,
    pile_facts,
    room_fact,
    table_facts,
    unseen_facts,
)
from tenback.sim.thinking.network import NOUGHT, NetworkRow, pool_count, sigmoid
from tenback.sim.thinking.vectors import add_pile_facts, add_table_facts, add_weighted

LESSON: Final = np.dtype(
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
        ("hidden_slope", np.float32, (HIDDEN,)),
        ("pool_slopes", np.float32, (POOLS, PILE_WIDTH)),
    ],
    align=True,
)
"""What passes through the network for one sample, kept for the way back."""

LessonRow: TypeAlias = Any
TINY = np.float32(1e-6)


@entry
def add_slopes(
    rules_of_all: Any, networks: Any, samples: Any, order: Any, mirrored: Any, slopes: Any
) -> Any:
    """Add the slope of the loss over some samples to `slopes`; returns the summed losses."""
    lessons = np.zeros(1, LESSON)
    total = 0.0
    for number in range(len(order)):
        sample, lesson, network, slope = samples[order[number]], lessons[0], networks[0], slopes[0]
        rules = rules_of_all[sample.setting]
        _forwards(rules, network, sample, lesson, mirrored[number])
        total += _loss(sample, lesson)
        _backwards(rules, network, sample, lesson, slope)
    return total


@seldom
def _forwards(
    rules: RuleRow, network: NetworkRow, sample: SeenRow, lesson: LessonRow, mirrored: Any
) -> None:
    once, twice, thrice = fits(rules, sample)
    for pool in range(POOLS):
        for width in range(PILE_WIDTH):
            lesson.pools[pool, width] = NOUGHT
    for pile in range(rules.piles):
        facts, kind, top = lesson.facts[pile], rules.kinds[sample.seat, pile], sample.tops[pile]
        count = pile_facts(rules, sample, pile, twice, facts)
        facts[count] = room_fact(rules, kind, top)
        cards = row(sample.theirs) if kind >= GIFTS else row(sample.unseen)
        count = unseen_facts(rules, kind, top, cards, facts, count + 1)
        lesson.counts[pile] = count
        for width in range(PILE_WIDTH):
            lesson.piles[pile, width] = NOUGHT
        add_pile_facts(lesson.piles[pile], network.piles, facts, count)
        # Seen in a mirror, numbers run the other way, and so do the piles.
        pool = Signed(kind) ^ Signed(mirrored)
        lesson.pools_of[pile] = pool
        for width in range(PILE_WIDTH):
            lesson.pools[pool, width] += max(NOUGHT, lesson.piles[pile, width])
    lesson.table_count = table_facts(rules, sample, once, twice, thrice, lesson.table)
    for unit in range(HIDDEN):
        lesson.hidden[unit] = network.bias[unit]
    add_table_facts(lesson.hidden, network.table, lesson.table, lesson.table_count)
    for pool in range(pool_count(rules)):
        add_weighted(lesson.hidden, network.pooled[pool], lesson.pools[pool], PILE_WIDTH)
    for output in range(OUTPUTS):
        number = network.ends[output]
        for unit in range(HIDDEN):
            number += max(NOUGHT, lesson.hidden[unit]) * network.outputs[unit, output]
        lesson.outputs[output] = sigmoid(number)


@kernel
def _loss(sample: SeenRow, lesson: LessonRow) -> Any:
    """Cross entropy."""
    loss = 0.0
    for output in range(OUTPUTS):
        guess, target = lesson.outputs[output], sample.target[output]
        loss -= target * log(guess + TINY) + (1 - target) * log(1 - guess + TINY)
    return loss


@seldom
def _backwards(
    rules: RuleRow, network: NetworkRow, sample: SeenRow, lesson: LessonRow, slope: NetworkRow
) -> None:
    for unit in range(HIDDEN):
        lesson.hidden_slope[unit] = NOUGHT
    for output in range(OUTPUTS):
        error = lesson.outputs[output] - sample.target[output]
        slope.ends[output] += error
        for unit in range(HIDDEN):
            if lesson.hidden[unit] > NOUGHT:
                slope.outputs[unit, output] += error * lesson.hidden[unit]
                lesson.hidden_slope[unit] += error * network.outputs[unit, output]
    for unit in range(HIDDEN):
        slope.bias[unit] += lesson.hidden_slope[unit]
    for number in range(lesson.table_count):
        fact = lesson.table[number]
        for unit in range(HIDDEN):
            slope.table[fact, unit] += lesson.hidden_slope[unit]
    for pool in range(pool_count(rules)):
        for width in range(PILE_WIDTH):
            weight, back = lesson.pools[pool, width], NOUGHT
            for unit in range(HIDDEN):
                slope.pooled[pool, width, unit] += weight * lesson.hidden_slope[unit]
            if weight > NOUGHT:
                for unit in range(HIDDEN):
                    back += network.pooled[pool, width, unit] * lesson.hidden_slope[unit]
            lesson.pool_slopes[pool, width] = back
    for pile in range(rules.piles):
        _into_pile(lesson, pile, slope)


@kernel
def _into_pile(lesson: LessonRow, pile: Any, slope: NetworkRow) -> None:
    pool = lesson.pools_of[pile]
    for width in range(PILE_WIDTH):
        active = lesson.piles[pile, width] > NOUGHT
        lesson.piles[pile, width] = lesson.pool_slopes[pool, width] if active else NOUGHT
    for number in range(lesson.counts[pile]):
        fact = lesson.facts[pile, number]
        for width in range(PILE_WIDTH):
            slope.piles[fact, width] += lesson.piles[pile, width]


@entry
def descend(
    weights: Any, slopes: Any, moments: Any, scale: Any, rate: Any, step: Any, start: Any, stop: Any
) -> None:
    """Take one step of Adam for some of the weights; `slopes` of all workers are used up."""
    first, second = np.float32(0.9), np.float32(0.999)
    one = np.float32(1)
    rate = np.float32(rate / (1 - 0.9**step) * np.sqrt(1 - 0.999**step))
    for place in range(start, stop):
        slope = NOUGHT
        for worker in range(len(slopes)):
            slope += slopes[worker, place]
            slopes[worker, place] = NOUGHT
        slope *= scale
        moments[0, place] = first * moments[0, place] + (one - first) * slope
        moments[1, place] = second * moments[1, place] + (one - second) * slope * slope
        weights[place] -= rate * moments[0, place] / (np.sqrt(moments[1, place]) + TINY)
