"""Memory is freed, and full collections are rare."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import TYPE_CHECKING

import pytest

from tenback.server import gc_tuning

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    usual = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*usual)


class Thing:
    """Refers to itself."""

    def __init__(self) -> None:
        self.itself = self


def test_what_stays_is_not_looked_through_again_and_again() -> None:
    gc_tuning.disable_full_gc()
    *_, old = gc.get_threshold()
    assert gc.get_freeze_count() > 0
    before = gc.get_stats()[2]["collections"]
    kept: list[list[int]] = [[] for _ in range(200_000)]
    assert gc.get_stats()[2]["collections"] == before
    assert gc.get_stats()[1]["collections"] > 0
    assert len(kept) < old


async def test_old_cycles_are_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_tuning, "INTERVAL", 0.01)
    gc_tuning.disable_full_gc()
    thing = Thing()
    gc.collect()  # old from now on
    gone = asyncio.Event()
    weakref.finalize(thing, gone.set)
    del thing
    assert not gone.is_set()
    chore = asyncio.create_task(gc_tuning.collect())
    await asyncio.wait_for(gone.wait(), 30)
    chore.cancel()
