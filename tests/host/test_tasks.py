"""Work that is finished once it was accepted."""

from __future__ import annotations

import asyncio

import pytest

from tenback.host.tasks import Tasks


async def test_the_caller_gets_the_result() -> None:
    async def work() -> int:
        await asyncio.sleep(0)
        return 7

    tasks = Tasks(Reported())
    assert await tasks.finish(work()) == 7
    await tasks.all_done()


async def test_work_goes_on_after_its_caller_has_gone() -> None:
    gate, done = asyncio.Event(), []

    async def work() -> None:
        await gate.wait()
        done.append("all")

    tasks = Tasks(Reported())
    waiting = asyncio.create_task(tasks.finish(work()))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    gate.set()
    await tasks.all_done()
    assert done == ["all"]


async def test_an_error_is_raised_to_the_caller_alone() -> None:
    async def work() -> None:
        raise KeyError("card")

    reported = Reported()
    tasks = Tasks(reported)
    with pytest.raises(KeyError):
        await tasks.finish(work())
    await tasks.all_done()
    assert reported.kinds == []


@pytest.mark.parametrize("way", ["abandoned", "started", "spawned"])
async def test_an_error_without_a_caller_is_reported_once(way: str) -> None:
    gate = asyncio.Event()

    async def work() -> None:
        await gate.wait()
        raise KeyError("card")

    reported = Reported()
    tasks = Tasks(reported)
    if way == "abandoned":
        caller = asyncio.create_task(tasks.finish(work()))
        await asyncio.sleep(0)
        caller.cancel()
    elif way == "started":
        tasks.start(work(), "timer")
    else:
        spawned = tasks.spawn(work(), "timer")
    gate.set()
    await tasks.all_done()
    if way == "spawned":
        await asyncio.wait([spawned])
    await asyncio.sleep(0)
    assert reported.kinds == [("task" if way == "abandoned" else "timer", "KeyError")]


class Reported:
    """What was reported, by place and type."""

    def __init__(self) -> None:
        self.kinds: list[tuple[str, str]] = []

    def __call__(self, where: str, error: BaseException) -> None:
        self.kinds.append((where, type(error).__name__))
