"""The value network: two tables of facts, piles pooled by kind, a hidden layer, two outputs."""

from __future__ import annotations

from math import exp
from typing import Any, Final, TypeAlias

import numpy as np

from tenback.sim.arrays import RuleRow
from tenback.sim.bits import ONE, Signed, Word, row
from tenback.sim.compiler import kernel, noinline
from tenback.sim.position import GIFTS
from tenback.sim.search.features import (
    PILE_FACTS,
    TABLE_FACTS,
    fits,
    pile_facts,
    room_fact,
    table_facts,
    unseen_facts,
)
from tenback.sim.search.vectors import add_pile_facts, add_table_facts, add_weighted
from tenback.sim.search.workspace import HIDDEN, OUTPUTS, PILE_WIDTH, POOLS, WorkspaceRow

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
FLOAT_ZERO = np.float32(0)


@kernel
def forget_sums(workspace: WorkspaceRow) -> None:
    """Invalidate the sums over unseen cards, because other cards are unseen now."""
    workspace.stamp += ONE


@noinline
def evaluate(rules: RuleRow, network: NetworkRow, workspace: WorkspaceRow) -> None:
    """Value the afterstate of the workspace, into `workspace.outputs`."""
    afterstate = workspace.afterstate
    once, twice, thrice = fits(rules, afterstate)
    _clear_pools(rules, workspace)
    for pile in range(rules.piles):
        kind, top = rules.kinds[afterstate.seat, pile], afterstate.tops[pile]
        _sum_unseen(rules, network, workspace, kind, top)
        count = pile_facts(rules, afterstate, pile, twice, workspace.features)
        for width in range(PILE_WIDTH):
            workspace.pile[width] = workspace.rows[kind, top, width]
        add_pile_facts(workspace.pile, network.piles, workspace.features, count)
        for width in range(PILE_WIDTH):
            workspace.pools[kind, width] += max(FLOAT_ZERO, workspace.pile[width])
    count = table_facts(rules, afterstate, once, twice, thrice, workspace.features)
    _answer(rules, network, workspace, count)


@kernel
def pool_count(rules: RuleRow) -> Signed:
    """How many pools, one for each kind of pile, are in use."""
    return Signed(POOLS) if rules.duel else Signed(2)


@kernel
def _clear_pools(rules: RuleRow, workspace: WorkspaceRow) -> None:
    for pool in range(pool_count(rules)):
        for width in range(PILE_WIDTH):
            workspace.pools[pool, width] = FLOAT_ZERO


@noinline
def _sum_unseen(
    rules: RuleRow, network: NetworkRow, workspace: WorkspaceRow, kind: Word, top: Word
) -> None:
    """Sum the weights of the unseen cards for a pile with this top, once per stamp."""
    if workspace.stamps[kind, top] == workspace.stamp:
        return
    workspace.stamps[kind, top] = workspace.stamp
    fact = room_fact(rules, kind, top)
    for width in range(PILE_WIDTH):
        workspace.rows[kind, top, width] = network.piles[fact, width]
    cards = row(workspace.afterstate.theirs) if kind >= GIFTS else row(workspace.afterstate.unseen)
    count = unseen_facts(rules, kind, top, cards, workspace.features, Signed(0))
    add_pile_facts(workspace.rows[kind, top], network.piles, workspace.features, count)


@kernel
def _answer(rules: RuleRow, network: NetworkRow, workspace: WorkspaceRow, count: Signed) -> None:
    """Compute the outputs from the pools and the facts about the table."""
    for unit in range(HIDDEN):
        workspace.hidden[unit] = network.bias[unit]
    add_table_facts(workspace.hidden, network.table, workspace.features, count)
    for pool in range(pool_count(rules)):
        add_weighted(workspace.hidden, network.pooled[pool], workspace.pools[pool], PILE_WIDTH)
    for output in range(OUTPUTS):
        workspace.outputs[output] = network.ends[output]
    for unit in range(HIDDEN):
        if workspace.hidden[unit] > FLOAT_ZERO:
            for output in range(OUTPUTS):
                workspace.outputs[output] += workspace.hidden[unit] * network.outputs[unit, output]
    for output in range(OUTPUTS):
        workspace.outputs[output] = sigmoid(workspace.outputs[output])


@kernel
def sigmoid(number: Any) -> Any:
    """The logistic function."""
    return np.float32(1.0 / (1.0 + exp(-number)))
