"""Work that is finished once it was accepted."""

from __future__ import annotations

import asyncio
import logging

import pytest

from tenback.host.errors import HostError
from tenback.host.tasks import Tasks


async def test_whoever_waits_gets_what_came_of_it() -> None:
    async def work() -> int:
        await asyncio.sleep(0)
        return 7

    tasks = Tasks()
    assert await tasks.finish(work()) == 7
    await tasks.all_done()


async def test_it_goes_on_though_whoever_waits_has_gone() -> None:
    gate, done = asyncio.Event(), []

    async def work() -> None:
        await gate.wait()
        done.append("all")

    tasks = Tasks()
    waiting = asyncio.create_task(tasks.finish(work()))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    gate.set()
    await tasks.all_done()
    assert done == ["all"]


@pytest.mark.parametrize(("error", "told"), [(HostError("host-busy"), 0), (KeyError("card"), 1)])
async def test_a_failure_is_raised_and_a_mistake_is_told(
    error: Exception, told: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        raise error

    tasks = Tasks()
    with caplog.at_level(logging.ERROR), pytest.raises(type(error)):
        await tasks.finish(work())
    assert len(caplog.records) == told
    assert "card" not in caplog.text
    await tasks.all_done()
