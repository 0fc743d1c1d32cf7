"""Ctrl-C: the first shows what there is, the second leaves."""

from __future__ import annotations

import signal
from contextlib import nullcontext
from typing import TYPE_CHECKING

import pytest

from tenback.analysis.studies.interruption import Interruption, until_interrupted

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_ctrl_c_keeps_what_there_is() -> None:
    taken: list[int] = []

    def take(part: int) -> None:
        taken.append(part)
        if part == 1:
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with Interruption() as interruption:
            until_interrupted(iter(range(9)), take, interruption)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert taken == [0, 1]
    assert interruption.asked


@pytest.mark.parametrize("asked", [False, True])
def test_workers_that_fail_because_of_ctrl_c_are_no_error(asked: bool) -> None:
    interruption, taken = Interruption(), list[int]()

    def parts() -> Iterator[int]:
        yield 1
        interruption.asked = asked
        raise RuntimeError

    with nullcontext() if asked else pytest.raises(RuntimeError):
        until_interrupted(parts(), taken.append, interruption)
    assert taken == [1]


@pytest.mark.parametrize("armed", [False, True])
def test_ctrl_c_leaves_when_there_is_nothing_or_the_second_time(
    armed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenback.analysis.studies.interruption._SOON", -1)
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with Interruption() as interruption:
            if armed:
                interruption.arm()
                signal.raise_signal(signal.SIGINT)
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
