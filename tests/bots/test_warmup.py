"""Search bots get ready in the background, and no other bots do."""

from __future__ import annotations

import subprocess
import sys
from threading import Event
from typing import Any

import numba
import pytest

from tenback.bots import registry, warmup
from tenback.bots.warmup import KERNELS, in_background, notify_compiling
from tenback.core.bot_spec import SEARCH_BOTS, BotSpec, Trust
from tenback.core.errors import TenbackError
from tenback.sim.search import entrypoints


def specs(names: list[str]) -> list[BotSpec]:
    return [BotSpec.parse(name, Trust.LOCAL) for name in names]


@pytest.mark.parametrize(
    "names", [[], ["human", "simple"], ["careful", "run:strong", "run:./a.py mine.npz"]]
)
def test_others_need_no_warming(names: list[str]) -> None:
    assert in_background(specs(names)) is None


@pytest.mark.parametrize(
    "names",
    [["human", "strong"], ["master:deep"], ["simple", "master"], ["mine.npz"], ["strong@mine.npz"]],
)
def test_search_bots_are_warmed_up_once(names: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    warmed = []
    monkeypatch.setattr(warmup, "warm_up", lambda: warmed.append(1))
    thread = in_background(specs(names))
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


def test_a_caller_that_waits_for_compilers_is_notified_once() -> None:
    notices: list[int] = []
    with notify_compiling(lambda: notices.append(1)):
        assert not notices
        compiled("tenback.sim.search.entrypoints")
        compiled("tenback.sim.search.batch")
    compiled("tenback.sim.search.batch")
    assert notices == [1]


def test_what_takes_moments_is_not_reported() -> None:
    notices: list[int] = []
    with notify_compiling(lambda: notices.append(1)):
        compiled("tenback.sim.batch")
        compiled("another.package")
    assert not notices


def test_warming_up_in_the_background_notifies_too(monkeypatch: pytest.MonkeyPatch) -> None:
    notices: list[int] = []
    monkeypatch.setattr(warmup, "warm_up", lambda: compiled("tenback.sim.search.entrypoints"))
    thread = in_background(specs(["strong"]), lambda: notices.append(1))
    assert thread is not None
    thread.join()
    assert notices == [1]


def test_a_search_bot_that_cannot_be_used_is_not_reported_in_the_background(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Pytest would complain about what a thread has raised."""

    def fail() -> None:
        raise TenbackError("no-network", name="strong", rules="mine")

    monkeypatch.setattr(warmup, "warm_up", fail)
    thread = in_background(specs(["strong"]))
    assert thread is not None
    thread.join()


def test_it_is_known_when_no_bot_has_to_wait_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "_warm", Event())
    assert not warmup.is_warm()
    warmup.warm_up()
    assert warmup.is_warm()


def test_who_cannot_get_ready_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_game: object) -> None:
        raise TenbackError("no-network", name="strong", rules="mine")

    monkeypatch.setattr(warmup, "_warm", Event())
    monkeypatch.setattr(warmup, "_ask_search_bot", fail)
    with pytest.raises(TenbackError):
        warmup.warm_up()
    assert warmup.is_warm()


def test_all_search_bots_are_known_by_name() -> None:
    searching = [
        listing.name
        for listing in registry.OWN
        if type(registry.make(listing.name)).__name__ == "SearchBot"
    ]
    assert tuple(searching) == SEARCH_BOTS


def test_warming_loads_nothing_without_search_bots() -> None:
    code = (
        "import sys; from tenback.bots.warmup import in_background;"
        "from tenback.core.bot_spec import BotSpec; in_background([BotSpec('simple')]);"
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_program_may_end_while_its_bots_get_ready() -> None:
    """However far they are: nothing is printed and nothing fails."""
    for pause in (0, 0.3, 1):
        code = (
            "import time; from tenback.bots.warmup import in_background;"
            "from tenback.core.bot_spec import BotSpec;"
            f"in_background([BotSpec('strong')]); time.sleep({pause})"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")


def test_the_kernels_are_those_of_search_bots() -> None:
    assert entrypoints.__name__.startswith(KERNELS)


def test_everything_that_is_asked_is_warm() -> None:
    """One signature of each, so that a bot does not wait for another one later."""
    warmup.warm_up()
    kernels: tuple[Any, ...] = (
        entrypoints.search_position,
        entrypoints.seat_talk,
        entrypoints.seat_start_preference,
    )
    assert [len(kernel.signatures) for kernel in kernels] == [1, 1, 1]
