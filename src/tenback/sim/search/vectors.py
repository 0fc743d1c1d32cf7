"""Sums of rows, compiled to stay in vector registers, which LLVM does not do by itself."""

from __future__ import annotations

from typing import Any

from tenback.sim.bits import Signed
from tenback.sim.compiler import intrinsic


@intrinsic
def add_pile_facts(total: Any, table: Any, facts: Any, count: Signed) -> None:
    """Add the rows of a table that the first `count` facts name."""
    total += table[facts[:count]].sum(axis=0)


@intrinsic
def add_table_facts(total: Any, table: Any, facts: Any, count: Signed) -> None:
    """The same for facts about the table."""
    total += table[facts[:count]].sum(axis=0)


@intrinsic
def add_weighted(total: Any, table: Any, weights: Any, count: Signed) -> None:
    """Add the first `count` rows of a table, each by its weight."""
    total += weights[:count] @ table[:count]
