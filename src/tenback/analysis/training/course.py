"""How a training begins: with which weights, by which course."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.analysis.training import NOTHING, SHIPPED
from tenback.sim.search.networks import Network, family, load, shipped
from tenback.sim.search.trainer import (
    Course,
    Table,
    Trainer,
    fingerprint,
    first_rate,
    untrained_weights,
)
from tenback.sim.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray


def begin(
    tables: Sequence[Table],
    source: str,
    *,
    workers: int | None,
    seed: str,
    games: int | None,
    minutes: float | None,
) -> Trainer:
    """A trainer for these tables, from so many games or in so many minutes."""
    start, weights = _start(source, tables, seed)
    rate = first_rate(trained=start != NOTHING)
    count = Workers(workers).count
    time = None if games else minutes
    return Trainer(Course(tuple(tables), count, seed, start, rate, games, time), weights)


def _start(source: str, tables: Sequence[Table], seed: str) -> tuple[str, NDArray[np.void]]:
    """The name of the weights to begin with, and the weights."""
    network, name = _network(source, tables[0])
    if network is None:
        return NOTHING, untrained_weights(seed)
    return f"{name} {fingerprint(network.weights)}", network.weights


def _network(source: str, table: Table) -> tuple[Network | None, str]:
    if source == NOTHING:
        return None, NOTHING
    if source != SHIPPED:
        return load(source), source
    return shipped(table.rules, table.players), f"{SHIPPED} {family(table.rules, table.players)}"
