"""Sums of rows: compiled they do what their definitions in NumPy say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tenback.sim.search.vectors import add_pile_facts, add_table_facts, add_weighted
from tenback.sim.search.workspace import HIDDEN, PILE_WIDTH
from tests.sim.search.workspaces import pile_facts_added, table_facts_added, weighted_added

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS = 50


def numbers(*shape: int) -> Any:
    return np.random.default_rng(sum(shape)).normal(size=shape).astype(np.float32)


@pytest.mark.parametrize("count", [0, 1, 2, 7, 30])
@pytest.mark.parametrize(
    ("width", "defined", "compiled"),
    [
        (PILE_WIDTH, add_pile_facts, pile_facts_added),
        (HIDDEN, add_table_facts, table_facts_added),
    ],
)
def test_rows_of_facts_are_added(
    width: int, defined: Callable[..., None], compiled: Callable[..., None], count: int
) -> None:
    table, facts = numbers(ROWS, width), np.arange(30) * 7 % ROWS
    expected, found = numbers(width), numbers(width)
    defined(expected, table, facts, count)
    compiled(found, table, facts, count)
    assert np.allclose(found, expected, atol=1e-5)
    assert count == 0 or not np.allclose(found, numbers(width))


@pytest.mark.parametrize("count", [0, 1, 2, 7, ROWS])
def test_weighted_rows_are_added(count: int) -> None:
    table, weights = numbers(ROWS, HIDDEN), numbers(ROWS)
    expected, found = numbers(HIDDEN), numbers(HIDDEN)
    add_weighted(expected, table, weights, count)
    weighted_added(found, table, weights, count)
    assert np.allclose(found, expected, atol=1e-4)
    assert count == 0 or not np.allclose(found, numbers(HIDDEN))
