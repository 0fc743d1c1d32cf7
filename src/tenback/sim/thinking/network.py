"""The value network: two tables of facts, piles pooled by direction, one layer, two answers."""

from __future__ import annotations

from math import exp
from typing import Any, Final, TypeAlias

import numpy as np

from tenback.sim.arrays import RuleRow
from tenback.sim.bits import ONE, Signed, Word, row
from tenback.sim.compiling import kernel, seldom
from tenback.sim.kernel import GIFTS
from tenback.sim.thinking.desk import HIDDEN, OUTPUTS, PILE_WIDTH, POOLS, DeskRow
from tenback.sim.thinking.features import (
    PILE_FACTS,
    TABLE_FACTS,
    fits,
    pile_facts,
    room_fact,
    table_facts,
    unseen_facts,
)
from tenback.sim.thinking.vectors import add_pile_facts, add_table_facts, add_weighted

NETWORK: Final = np.dtype(
    [
        ("piles", np.float32, (PILE_FACTS, PILE_WIDTH)),
        ("table", np.float32, (TABLE_FACTS, HIDDEN)),
        ("pooled", np.float32, (POOLS, PILE_WIDTH, HIDDEN)),
        ("bias", np.float32, (HIDDEN,)),
        ("outputs", np.float32, (HIDDEN, OUTPUTS)),
        ("ends", np.float32, (OUTPUTS,)),
    ],
    align=True,
)
"""All weights of a network."""

NetworkRow: TypeAlias = Any
NOUGHT = np.float32(0)


@kernel
def prepare(desk: DeskRow) -> None:
    """Forget the sums over unseen cards: other cards are unseen now."""
    desk.stamp += ONE


@seldom
def evaluate(rules: RuleRow, network: NetworkRow, desk: DeskRow) -> None:
    """Answer for the position on the desk, into `desk.outputs`."""
    seen = desk.seen
    once, twice, thrice = fits(rules, seen)
    _clear_pools(rules, desk)
    for pile in range(rules.piles):
        kind, top = rules.kinds[seen.seat, pile], seen.tops[pile]
        _sum_unseen(rules, network, desk, kind, top)
        count = pile_facts(rules, seen, pile, twice, desk.features)
        for width in range(PILE_WIDTH):
            desk.pile[width] = desk.rows[kind, top, width]
        add_pile_facts(desk.pile, network.piles, desk.features, count)
        for width in range(PILE_WIDTH):
            desk.pools[kind, width] += max(NOUGHT, desk.pile[width])
    count = table_facts(rules, seen, once, twice, thrice, desk.features)
    _answer(rules, network, desk, count)


@kernel
def pool_count(rules: RuleRow) -> Signed:
    """How many pools are in use: kinds of piles."""
    return Signed(POOLS) if rules.duel else Signed(2)


@kernel
def _clear_pools(rules: RuleRow, desk: DeskRow) -> None:
    for pool in range(pool_count(rules)):
        for width in range(PILE_WIDTH):
            desk.pools[pool, width] = NOUGHT


@seldom
def _sum_unseen(rules: RuleRow, network: NetworkRow, desk: DeskRow, kind: Word, top: Word) -> None:
    """What the unseen cards say about a pile with this top, summed once."""
    if desk.stamps[kind, top] == desk.stamp:
        return
    desk.stamps[kind, top] = desk.stamp
    fact = room_fact(rules, kind, top)
    for width in range(PILE_WIDTH):
        desk.rows[kind, top, width] = network.piles[fact, width]
    cards = row(desk.seen.theirs) if kind >= GIFTS else row(desk.seen.unseen)
    count = unseen_facts(rules, kind, top, cards, desk.features, Signed(0))
    add_pile_facts(desk.rows[kind, top], network.piles, desk.features, count)


@kernel
def _answer(rules: RuleRow, network: NetworkRow, desk: DeskRow, count: Signed) -> None:
    """From the pools and the facts about the table to the answers."""
    for unit in range(HIDDEN):
        desk.hidden[unit] = network.bias[unit]
    add_table_facts(desk.hidden, network.table, desk.features, count)
    for pool in range(pool_count(rules)):
        add_weighted(desk.hidden, network.pooled[pool], desk.pools[pool], PILE_WIDTH)
    for output in range(OUTPUTS):
        desk.outputs[output] = network.ends[output]
    for unit in range(HIDDEN):
        if desk.hidden[unit] > NOUGHT:
            for output in range(OUTPUTS):
                desk.outputs[output] += desk.hidden[unit] * network.outputs[unit, output]
    for output in range(OUTPUTS):
        desk.outputs[output] = sigmoid(desk.outputs[output])


@kernel
def sigmoid(number: Any) -> Any:
    """A chance between nought and one."""
    return np.float32(1.0 / (1.0 + exp(-number)))
