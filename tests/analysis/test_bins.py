"""Groups of cards left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.analysis.bins import MOST, bins


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=121).filter(any))
def test_every_game_is_in_one_group(left: list[int]) -> None:
    groups = bins(left)
    assert sum(group.games for group in groups) == sum(left)
    assert len(groups) <= MOST
    assert all(first.last + 1 == second.first for first, second in zip(groups, groups[1:]))  # noqa: B905, RUF007
    assert all(group.games == sum(left[group.first : group.last + 1]) for group in groups)


@pytest.mark.parametrize("cards", [10, 30, 99, 121])
def test_beaten_and_fewer_than_ten_stay_apart(cards: int) -> None:
    groups = bins([5] * cards)
    assert str(groups[0]) == "0"
    assert not any(group.first < 10 <= group.last for group in groups)


def test_a_thin_tail_is_one_group() -> None:
    left = [1000] * 10 + [0] * 80 + [1]
    assert str(bins(left)[-1]) == "10-90"


def test_nothing_played() -> None:
    assert bins([0, 0, 0]) == []
