"""Calls of kernels from Python: every kind of argument and result, and what is refused."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback import sim
from tests.sim import echoes
from tests.sim.echoes import PAIR

WORDS = st.integers(0, 2**64 - 1)


@given(WORDS)
def test_words_pass(number: int) -> None:
    assert echoes.word(number) == number


@given(st.integers(-(2**63), 2**63 - 1))
def test_signed_numbers_pass(number: int) -> None:
    assert echoes.signed(number) == number


@given(st.floats(width=32, allow_nan=False))
def test_single_precision_passes(number: float) -> None:
    assert echoes.single(number) == number


@given(st.floats(allow_nan=False))
def test_double_precision_passes(number: float) -> None:
    assert echoes.double(number) == number


@given(WORDS, WORDS)
def test_truth_passes(one: int, other: int) -> None:
    assert echoes.is_less(one, other) is (one < other)


@pytest.mark.parametrize("number", [np.uint64(7), np.int16(7), True, 7])
def test_every_whole_number_is_one(number: Any) -> None:
    assert echoes.word(number) == int(number)


def test_a_row_is_the_first_of_its_array() -> None:
    pairs = np.zeros(3, PAIR)
    pairs["flag"], pairs["word"], pairs["parts"] = [1, 2, 3], [10, 20, 30], 0.5
    assert echoes.sum_of_row(pairs) == 12
    assert echoes.sum_of_row(pairs[1:]) == 23


def test_arrays_keep_their_shape() -> None:
    numbers = np.arange(2 * 3 * 4, dtype=np.int16).reshape(2, 3, 4)
    assert echoes.number_at(numbers, 1, 2, 3) == numbers[1, 2, 3]
    assert echoes.number_at(numbers, 0, 1, 0) == numbers[0, 1, 0]


def test_kernels_write_into_arrays() -> None:
    pair, pairs, table = np.zeros(1, PAIR), np.zeros(3, PAIR), np.zeros((2, 3), np.int64)
    assert echoes.touch(pair, pairs, table, 21) is None
    assert pair["word"].tolist() == [21]
    assert pairs["word"].tolist() == [42] * 3
    assert table.tolist() == [[0, 1, 2], [10, 11, 12]]


GOOD = (np.zeros(1, PAIR), np.zeros(3, PAIR), np.zeros((2, 3), np.int64), 21)


@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        (0, np.zeros(1, np.uint64)),
        (0, np.zeros(0, PAIR)),
        (0, np.zeros((1, 1), PAIR)),
        (0, None),
        (1, np.zeros(6, PAIR)[::2]),
        (2, np.zeros((2, 3), np.int32)),
        (2, np.zeros((2, 3), np.int64).T),
        (2, np.zeros(6, np.int64)),
        (2, [[1, 2, 3]]),
        (2, np.zeros(49, np.uint8)[1:].view(np.int64).reshape(2, 3)),
        (3, 1.5),
        (3, "1"),
        (3, -1),
        (3, 2**64),
    ],
)
def test_what_does_not_fit_is_refused_before_anything_is_written(place: int, wrong: Any) -> None:
    arguments: Any = [*GOOD]
    arguments[place] = wrong
    with pytest.raises((TypeError, ValueError, struct.error)):
        echoes.touch(*arguments)
    for array in GOOD[:3]:
        assert not np.asarray(array).view(np.uint8).any()


@pytest.mark.parametrize("count", [0, 3, 5])
def test_another_number_of_arguments_is_refused(count: int) -> None:
    arguments: Any = (*GOOD, 1)[:count]
    with pytest.raises(TypeError, match="4 arguments"):
        echoes.touch(*arguments)


def test_a_bound_call_can_be_repeated() -> None:
    pairs = np.zeros(1, PAIR)
    total = echoes.sum_of_row.bind(pairs)
    for number in (1, 2, 3):
        pairs["word"] = number
        assert total() == number


def test_a_kernel_that_fails_raises() -> None:
    with pytest.raises(RuntimeError, match="refuse"):
        echoes.refuse(0)
    assert echoes.refuse(1) == 1


def test_kernels_let_other_threads_run() -> None:
    """While one thread is in a kernel, another one goes on in Python."""
    from threading import Event, Thread

    began, ended = Event(), Event()

    def spin() -> None:
        began.set()
        echoes.spin(300_000_000)
        ended.set()

    thread = Thread(target=spin)
    thread.start()
    began.wait()
    turns = 0
    while not ended.is_set():
        turns += 1
    thread.join()
    assert turns > 1000


def test_every_name_of_the_package_can_be_had() -> None:
    assert all(getattr(sim, name) for name in sim.__all__)
    with pytest.raises(AttributeError):
        _ = sim.nothing_of_the_kind
