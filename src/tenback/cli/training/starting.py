"""How a training begins: with which weights, by which course."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.cli.training import NOTHING, SHIPPED
from tenback.sim.thinking.networks import Network, family, load, shipped
from tenback.sim.thinking.training import Course, Table, fingerprint, rate_from, unknowing
from tenback.sim.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray


def start(source: str, tables: Sequence[Table], seed: str) -> tuple[str, NDArray[np.void]]:
    """What the weights to begin with are called, and what they are."""
    network, name = _network(source, tables[0])
    if network is None:
        return NOTHING, unknowing(seed)
    return f"{name} {fingerprint(network.weights)}", network.weights


def _network(source: str, table: Table) -> tuple[Network | None, str]:
    if source == NOTHING:
        return None, NOTHING
    if source != SHIPPED:
        return load(source), source
    return shipped(table.rules, table.players), f"{SHIPPED} {family(table.rules, table.players)}"


def course(
    tables: Sequence[Table],
    start: str,
    *,
    workers: int | None,
    seed: str,
    games: int | None,
    minutes: float | None,
) -> Course:
    """What is to be learnt, from so many games or in so many minutes."""
    rate = rate_from(knowing=start != NOTHING)
    count = Workers(workers).count
    return Course(tuple(tables), count, seed, start, rate, games, None if games else minutes)
