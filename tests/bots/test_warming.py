"""Thinkers get ready in the background, and nobody else does."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from tenback.bots import registry, warming
from tenback.bots.warming import THINKERS, in_background
from tenback.sim.thinking import asking


@pytest.mark.parametrize("names", [[], ["human", "simple"], ["careful", "run:strong"]])
def test_others_need_no_warming(names: list[str]) -> None:
    assert in_background(names) is None


@pytest.mark.parametrize("names", [["human", "strong"], ["master:deep"], ["simple", "master"]])
def test_thinkers_are_warmed_up_once(names: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    warmed = []
    monkeypatch.setattr(warming, "warm_up", lambda: warmed.append(1))
    thread = in_background(names)
    assert thread is not None
    assert thread.daemon
    thread.join()
    assert warmed == [1]


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


def test_everything_that_is_asked_is_warm() -> None:
    """One signature of each, so that a bot does not wait for another one later."""
    warming.warm_up()
    kernels: tuple[Any, ...] = (asking.ask, asking.ask_words, asking.ask_willing)
    assert [len(kernel.signatures) for kernel in kernels] == [1, 1, 1]
