"""The tables in memory: whoever needs one gets it, and those that nobody needs go."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from tenback.core.errors import TenbackError
from tenback.host import keeping
from tenback.host.attending import Attendance
from tenback.host.driving import Driver
from tenback.host.errors import HostError
from tenback.host.running import Running
from tenback.host.tasks import Tasks, complain
from tenback.host.thinking import Thinking
from tenback.host.timers import Timers
from tenback.table import commands as c
from tenback.table.errors import IllegalCommand
from tenback.table.fairness import PATIENCE
from tenback.table.phases import Phase
from tenback.table.who import HOUSE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tenback.host.surroundings import Habits, Surroundings
    from tenback.store import Store
    from tenback.table.commands import Command
    from tenback.table.table import Table

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_T = TypeVar("_T")


class Tables:
    """Every table that is in memory, and what has to be done about it: clocks, people, bots."""

    def __init__(self, store: Store, around: Surroundings, habits: Habits, tasks: Tasks) -> None:
        self._store = store
        self._around = around
        self._habits = habits
        self._tasks = tasks
        self._running: dict[str, Running] = {}
        self._drivers: dict[str, Driver] = {}
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._timers = Timers(around, tasks.start)
        self._stopping = False
        self.thinking = Thinking(around)
        self.attendance = Attendance(around, habits, self._timers, self._tell_house, self._watches)

    def __len__(self) -> int:
        return len(self._running)

    async def at(self, table_id: str, work: Callable[[Running], Awaitable[_T]]) -> _T:
        """Do something at a table; one that cannot be found leaves no trace."""
        running = self._running.get(table_id)
        if running is None:
            if not _ID.fullmatch(table_id):
                raise HostError("host-no-table")
            running = Running(table_id, self._store, self._around, self._habits, self._changed)
            self._running[table_id] = running
        try:
            return await work(running)
        finally:
            if running.dropped and not self._is_used(running):
                self._let_go(running)

    async def wake(self) -> None:
        """After a start: go on where nobody has to do anything, and see who has not come back."""
        for kind in (keeping.PENDING, keeping.LISTED):
            for table_id in await self._store.scan(kind):
                with suppress(TenbackError):  # the others are woken nevertheless
                    await self.at(table_id, lambda running: running.look(lambda _table: None))

    async def quiet(self) -> None:
        """From now on nothing happens by itself."""
        self._stopping = True
        self._timers.stop()
        for task in self._driving.values():
            task.cancel()
        await asyncio.gather(*self._driving.values(), return_exceptions=True)

    def close(self) -> None:
        """Let all tables go; whoever listens hears that it is over."""
        for running in tuple(self._running.values()):
            self._let_go(running)
            for listener in running.listeners:
                listener.close()
        self.thinking.close()

    async def look_around(self) -> None:
        """Again and again: tell listeners what they may have missed, and let idle tables go."""
        while True:
            await self._around.sleep(self._habits.round)
            now = self._around.clock()
            for running in tuple(self._running.values()):
                if running.listeners and (self._habits.shared or running.dropped):
                    self._tasks.start(running.look(lambda _table: None))
                elif not self._is_used(running) and now - running.used >= self._habits.idle:
                    self._let_go(running)

    def _is_used(self, running: Running) -> bool:
        return running.busy or self._is_driven(running.id)

    def _is_driven(self, table_id: str) -> bool:
        task = self._driving.get(table_id)
        return task is not None and not task.done()

    def _let_go(self, running: Running) -> None:
        self._running.pop(running.id, None)
        self._driving.pop(running.id, None)
        driver = self._drivers.pop(running.id, None)
        if driver is not None:
            driver.close()

    # What follows when something has happened at a table

    def _changed(self, running: Running, table: Table) -> None:
        if not self._stopping:
            self._mind_the_deal(table)
            self.attendance.mind(table)
            self._mind_bots(running, table)

    def _mind_the_deal(self, table: Table) -> None:
        key, fair = (table.id, "deal"), table.fair
        if table.phase is not Phase.DEALING or fair is None:
            self._timers.clear(key)
            return
        due = fair.since + PATIENCE
        self._timers.set(key, due, lambda: self._tell_house(table.id, c.RunOut()))

    def _mind_bots(self, running: Running, table: Table) -> None:
        """Wake the bots of a table, unless they are awake."""
        bots = any(seat.player for seat in table.seats) and table.running
        if not bots or self._is_driven(table.id):
            return
        driver = self._drivers.get(table.id)
        if driver is None:
            driver = Driver(running, self.thinking, self._around, self._habits)
            self._drivers[table.id] = driver
        task = self._driving[table.id] = asyncio.create_task(driver.run())
        task.add_done_callback(complain)

    def _watches(self, table_id: str, person: str) -> bool:
        running = self._running.get(table_id)
        return running is not None and running.watches(person)

    async def _tell_house(self, table_id: str, command: Command) -> None:
        """The house notices something; where it makes no sense any more, nothing happens."""
        with suppress(IllegalCommand, HostError):
            await self.at(table_id, lambda running: running.do(HOUSE, command))
