"""Kernels are built in the background for the bots that need some."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from tenback.bots import registry, warmup
from tenback.bots.warmup import begin, needs, seconds_left
from tenback.core.bot_spec import LADDER, SEARCH_BOTS, BotSpec, Trust
from tenback.core.errors import TenbackError
from tenback.sim.builder import jobs
from tenback.sim.library import GAMES, LIBRARIES, SEARCH, Library


def spec(name: str) -> BotSpec:
    return BotSpec.parse(name, Trust.LOCAL)


class Building:
    """A job that builds some libraries until a test says that they are there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, missing: set[Library]) -> None:
        self.missing, self.begun, self.nice = missing, 0, False
        monkeypatch.setattr(warmup, "_ready", set())
        monkeypatch.setattr(warmup, "is_ready", lambda library: library not in missing)
        monkeypatch.setattr(jobs, "all_libraries", self.job)

    def job(self, *, nice: bool = False) -> Any:
        self.begun, self.nice = self.begun + 1, nice
        return self

    def is_running(self) -> bool:
        return bool(self.missing)

    def check(self, library: Library) -> None:
        assert library in LIBRARIES

    def seconds_left(self, library: Library) -> float:
        return 3.0 if library == GAMES else 9.0


@pytest.mark.parametrize("name", ["human", "simple", "run:strong", "run:./a.py mine.npz", "elsa"])
def test_others_need_no_kernels(name: str) -> None:
    assert needs(spec(name)) is None


@pytest.mark.parametrize("name", ["strong", "master:deep", "master", "mine.npz", "strong@mine.npz"])
def test_search_bots_need_the_search(name: str) -> None:
    assert needs(spec(name)) == SEARCH


@pytest.mark.parametrize("name", ["random", "greedy", "careful"])
def test_kernel_bots_need_the_games(name: str) -> None:
    assert needs(spec(name)) == GAMES


def test_what_bots_need_is_what_they_are_made_of() -> None:
    kinds = {"SearchBot": SEARCH, "KernelBot": GAMES, "Simple": None}
    for listing in registry.OWN:
        made = registry.make(listing.name)
        assert needs(BotSpec(listing.name)) == kinds[type(made).__name__]
    searching = [listing.name for listing in registry.OWN if needs(BotSpec(listing.name)) == SEARCH]
    assert tuple(searching) == SEARCH_BOTS == LADDER[-2:]


def test_nothing_is_begun_where_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    building = Building(monkeypatch, set())
    assert not begin()
    assert seconds_left(BotSpec("master")) is None
    assert not building.begun


def test_what_is_missing_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    building = Building(monkeypatch, {*LIBRARIES})
    assert begin(nice=True)
    assert building.nice
    assert seconds_left(BotSpec("careful")) == 3.0
    assert seconds_left(BotSpec("strong")) == 9.0
    assert seconds_left(BotSpec("simple")) is None
    building.missing.discard(GAMES)
    assert seconds_left(BotSpec("careful")) is None
    assert seconds_left(BotSpec("strong")) == 9.0
    building.missing.clear()
    assert seconds_left(BotSpec("strong")) is None


def test_a_bot_whose_kernels_cannot_be_built_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is asked for; nothing is said of bots that play."""
    Building(monkeypatch, {SEARCH})

    def fail(**_: object) -> None:
        raise TenbackError("no-compiler")

    monkeypatch.setattr(jobs, "all_libraries", fail)
    assert not begin()
    assert seconds_left(BotSpec("careful")) is None
    with pytest.raises(TenbackError, match="Numba"):
        seconds_left(BotSpec("strong"))


def test_asking_what_is_needed_loads_no_kernels() -> None:
    code = (
        "import sys; from tenback.bots.warmup import begin, needs;"
        "from tenback.core.bot_spec import BotSpec; needs(BotSpec('strong')); begin();"
        "sys.exit(bool({'numba', 'numpy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
