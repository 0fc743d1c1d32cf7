"""Thinkers get ready in the background, and nobody else does."""

from __future__ import annotations

import subprocess
import sys
from threading import Event
from typing import Any

import numba
import pytest

from tenback.bots import registry, warming
from tenback.bots.seating import THINKERS
from tenback.bots.warming import KERNELS, in_background, telling
from tenback.core.errors import TenbackError
from tenback.sim.thinking import asking


@pytest.mark.parametrize(
    "names", [[], ["human", "simple"], ["careful", "run:strong", "run:./a.py mine.npz"]]
)
def test_others_need_no_warming(names: list[str]) -> None:
    assert in_background(names) is None


@pytest.mark.parametrize(
    "names",
    [["human", "strong"], ["master:deep"], ["simple", "master"], ["mine.npz"], ["strong@mine.npz"]],
)
def test_thinkers_are_warmed_up_once(names: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    warmed = []
    monkeypatch.setattr(warming, "warm_up", lambda: warmed.append(1))
    thread = in_background(names)
    assert thread is not None
    assert thread.daemon
    thread.join()
    assert warmed == [1]


def compiled(module: str) -> None:
    """Compile something for the first time that belongs to this module."""

    def kernel(number: int) -> int:
        return number + 1

    kernel.__module__ = module
    compile_it: Any = numba.njit
    assert compile_it(kernel)(1) == 2


def test_whoever_waits_for_compilers_is_told_once() -> None:
    told: list[int] = []
    with telling(lambda: told.append(1)):
        assert not told
        compiled("tenback.sim.thinking.asking")
        compiled("tenback.sim.thinking.batch")
    compiled("tenback.sim.thinking.batch")
    assert told == [1]


def test_what_takes_moments_is_not_told() -> None:
    told: list[int] = []
    with telling(lambda: told.append(1)):
        compiled("tenback.sim.batch")
        compiled("somebody.elses")
    assert not told


def test_who_is_warmed_up_in_the_background_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(warming, "warm_up", lambda: compiled("tenback.sim.thinking.asking"))
    thread = in_background(["strong"], lambda: told.append(1))
    assert thread is not None
    thread.join()
    assert told == [1]


def test_a_thinker_that_cannot_be_used_is_not_told_of_in_the_background(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Pytest would complain about what a thread has raised."""

    def fail() -> None:
        raise TenbackError("no-network", name="strong", rules="mine")

    monkeypatch.setattr(warming, "warm_up", fail)
    thread = in_background(["strong"])
    assert thread is not None
    thread.join()


def test_it_is_known_when_nobody_has_to_wait_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "_warm", Event())
    assert not warming.is_warm()
    warming.warm_up()
    assert warming.is_warm()


def test_who_cannot_get_ready_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_game: object) -> None:
        raise TenbackError("no-network", name="strong", rules="mine")

    monkeypatch.setattr(warming, "_warm", Event())
    monkeypatch.setattr(warming, "_ask_a_thinker", fail)
    with pytest.raises(TenbackError):
        warming.warm_up()
    assert warming.is_warm()


def test_all_thinkers_are_known_by_name() -> None:
    thinking = [
        listing.name
        for listing in registry.OWN
        if type(registry.make(listing.name)).__name__ == "Thinker"
    ]
    assert tuple(thinking) == THINKERS


def test_warming_loads_nothing_where_nobody_thinks() -> None:
    code = (
        "import sys; from tenback.bots.warming import in_background; in_background(['simple']);"
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_program_may_end_while_its_bots_get_ready() -> None:
    """However far they are: nothing is printed and nothing fails."""
    for pause in (0, 0.3, 1):
        code = (
            "import time; from tenback.bots.warming import in_background;"
            f"in_background(['strong']); time.sleep({pause})"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")


def test_the_kernels_are_those_of_thinkers() -> None:
    assert asking.__name__.startswith(KERNELS)


def test_everything_that_is_asked_is_warm() -> None:
    """One signature of each, so that a bot does not wait for another one later."""
    warming.warm_up()
    kernels: tuple[Any, ...] = (asking.ask, asking.ask_words, asking.ask_willing)
    assert [len(kernel.signatures) for kernel in kernels] == [1, 1, 1]
