"""Single instructions: compiled they do what their definitions in Python say."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from tenback.sim.bits import Word, ones, zeros_above, zeros_below
from tests.sim.replays import compiled_bits


@given(st.integers(0, 2**64 - 1))
@example(0)
@example(1)
@example(2**63)
@example(2**64 - 1)
def test_instructions_are_what_they_say(word: int) -> None:
    found = np.zeros(3, np.uint64)
    compiled_bits(word, found)
    number = Word(word)
    assert found.tolist() == [ones(number), zeros_below(number), zeros_above(number)]


def test_counts_of_bits() -> None:
    assert [int(ones(Word(word))) for word in (0, 1, 6, 2**64 - 1)] == [0, 1, 2, 64]
    assert [int(zeros_below(Word(word))) for word in (0, 1, 8, 2**63)] == [64, 0, 3, 63]
    assert [int(zeros_above(Word(word))) for word in (0, 1, 8, 2**63)] == [64, 63, 60, 0]
