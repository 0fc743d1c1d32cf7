"""The time of day of a host, when the clock of the machine is set."""

from __future__ import annotations

import pytest

from tenback.host.dependencies import Dependencies
from tenback.host.steady_clock import LARGEST_STEP, PACE, SteadyClock
from tests.host.fakes import DAY
from tests.host.harness import NOON, ManualClock

HOUR = 3600.0


def clocks() -> tuple[ManualClock, SteadyClock]:
    time = ManualClock()
    return time, SteadyClock(time, time.monotonic)


def test_it_is_the_time_of_the_machine() -> None:
    time, clock = clocks()
    for _ in range(3):
        assert clock() == time()
        time.now += 7.5


@pytest.mark.parametrize("step", [0.001, 1.0, HOUR, LARGEST_STEP])
def test_after_a_step_back_it_goes_on_more_slowly_until_the_machine_has_caught_up(
    step: float,
) -> None:
    time, clock = clocks()
    time.step = -step
    assert clock() == NOON
    time.now += step / 5
    assert clock() == pytest.approx(NOON + PACE * step / 5)
    found = [clock()]
    for _ in range(100):
        time.now += step / 5
        found.append(clock())
        assert found[-1] >= time()
    assert found == sorted(found)
    assert clock() == time()


def test_a_step_forward_and_a_very_large_one_back_are_followed_at_once() -> None:
    time, clock = clocks()
    for step in (365 * DAY, 0.0, -365 * DAY, 0.0):
        time.step = step
        assert clock() == time()


def test_a_host_has_one_unless_it_is_told_otherwise() -> None:
    assert isinstance(Dependencies().clock, SteadyClock)
