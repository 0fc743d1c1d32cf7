"""Entries that give back what they get: every kind of parameter and of result, once."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenback.sim.bits import ZERO, Word
from tenback.sim.compiler import Many, entry, kernel, noinline

PAIR = np.dtype([("flag", np.uint8), ("word", np.uint64), ("parts", np.float32, (3,))], align=True)
"""A record with gaps, to be found by its offsets alone."""


@entry(np.uint64, returns=np.uint64)
def word(number: Word) -> Word:
    return number


@entry(np.int64, returns=np.int64)
def signed(number: int) -> int:
    return number


@entry(np.float32, returns=np.float32)
def single(number: float) -> float:
    return number


@entry(np.float64, returns=np.float64)
def double(number: float) -> float:
    return number


@entry(np.uint64, np.uint64, returns=np.bool_)
def is_less(one: Word, other: Word) -> bool:
    return one < other


@entry(PAIR, returns=np.float32)
def sum_of_row(pair: Any) -> Any:
    return np.float32(pair.flag) + np.float32(pair.word) + pair.parts[0] + pair.parts[2]


@entry(Many(np.int16, 3), np.int64, np.int64, np.int64, returns=np.int64)
def number_at(numbers: Any, first: int, second: int, third: int) -> Any:
    return np.int64(numbers[first, second, third])


@entry(PAIR, Many(PAIR), Many(np.int64, 2), np.uint64)
def touch(pair: Any, pairs: Any, table: Any, number: Word) -> None:
    """Write everywhere: a call that was refused has written nowhere."""
    pair.word = number
    for place in range(len(pairs)):
        pairs[place].word = twice(number)
    for line in range(table.shape[0]):
        for column in range(table.shape[1]):
            table[line, column] = 10 * line + column


@entry(np.uint64, returns=np.uint64)
def twice_as_much(number: Word) -> Word:
    return twice(number)


@kernel
def twice(number: Word) -> Word:
    return number + number


@entry(np.uint64, returns=np.uint64)
def refuse(number: Word) -> Word:
    """Fail for one number: no kernel of the game can."""
    if number == ZERO:
        raise ValueError
    return number


@entry(np.uint64, returns=np.uint64)
def spin(rounds: Word) -> Word:
    """Keep a core busy."""
    found = rounds
    for _ in range(rounds):
        found = stirred(found)
    return found


@noinline
def stirred(number: Word) -> Word:
    number ^= number << Word(13)
    number ^= number >> Word(7)
    return number ^ number << Word(17)
