"""Work that is begun at once, and what is left of it."""

from __future__ import annotations

import asyncio

import pytest

from tenback.core.errors import TenbackError
from tenback.host.subscriptions import Subscription
from tenback.server.eager_send import begin


async def test_what_need_not_wait_is_done_at_once() -> None:
    done: list[str] = []

    async def work() -> None:
        done.append("all")

    assert begin(work()) is None
    assert done == ["all"]


async def test_the_rest_is_done_by_the_caller_that_awaits_it() -> None:
    done: list[object] = []
    gates = [asyncio.Event(), asyncio.Event()]

    async def work() -> None:
        for number, gate in enumerate(gates):
            done.append(number)
            await gate.wait()
        done.append("end")

    rest = begin(work())
    assert rest is not None
    assert done == [0]

    async def finish() -> None:
        await rest

    waiting = asyncio.create_task(finish())
    for gate in gates:
        await asyncio.sleep(0)
        assert not waiting.done()
        gate.set()
    await waiting
    assert done == [0, 1, "end"]


@pytest.mark.parametrize("late", [False, True])
async def test_a_failure_is_raised_by_the_rest(late: bool) -> None:
    async def work() -> None:
        if late:
            await asyncio.sleep(0)
        raise OSError("they have gone")

    rest = begin(work())
    assert rest is not None
    with pytest.raises(OSError, match="gone"):
        await rest


# As the socket of a table uses it


class Wire:
    """A connection that takes nothing while it is full."""

    def __init__(self, backlog: int) -> None:
        self.room = asyncio.Event()
        self.room.set()
        self.sent: list[object] = []
        self.listener = Subscription("ann", backlog, lambda message: begin(self.send(message)))

    async def send(self, message: object) -> None:
        await self.room.wait()
        self.sent.append(message)

    async def write(self) -> None:
        async for message in self.listener:
            await (self.send(message) if isinstance(message, int) else message)  # type: ignore[misc]


async def test_nothing_is_lost_doubled_or_out_of_order_when_a_connection_is_full() -> None:
    wire = Wire(backlog=40)
    writing = asyncio.create_task(wire.write())
    for number in range(40):
        if number % 5 == 2:
            wire.room.clear()
        if number % 5 == 4:
            wire.room.set()
        if number % 7 == 0:
            await asyncio.sleep(0)
        wire.listener.post(number)
    wire.room.set()
    wire.listener.close()
    await writing
    assert wire.sent == list(range(40))


async def test_a_connection_that_stays_full_is_given_up() -> None:
    wire = Wire(backlog=8)
    writing = asyncio.create_task(wire.write())
    await asyncio.sleep(0)
    wire.room.clear()
    for number in range(20):
        wire.listener.post(number)
    await asyncio.sleep(0)
    for number in range(20):
        wire.listener.post(number)
    wire.room.set()
    with pytest.raises(TenbackError) as cut_off:
        await writing
    assert cut_off.value.code == "host-too-slow"
