"""The tables in memory: loaded when they are needed, evicted when they are idle."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from tenback.host import persistence
from tenback.host.bot_driver import BotDriver
from tenback.host.bot_pool import BotPool
from tenback.host.errors import HostError
from tenback.host.live_table import LiveTable
from tenback.host.presence import Presence
from tenback.host.timers import Timers
from tenback.store import StoreError
from tenback.table import commands as c
from tenback.table.actors import SYSTEM
from tenback.table.errors import IllegalCommand
from tenback.table.fairness import PATIENCE
from tenback.table.phases import Phase

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection

    from tenback.host.dependencies import Dependencies, HostConfig
    from tenback.host.tasks import Tasks
    from tenback.store import Store
    from tenback.table.commands import Command
    from tenback.table.table import Table

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_T = TypeVar("_T")


class TableRegistry:
    """Every table in memory, with its timers, the presence of its people, and its bots."""

    def __init__(self, store: Store, deps: Dependencies, config: HostConfig, tasks: Tasks) -> None:
        self._store = store
        self._deps = deps
        self._config = config
        self._tasks = tasks
        self._tables: dict[str, LiveTable] = {}
        self._drivers: dict[str, BotDriver] = {}
        self._driver_tasks: dict[str, asyncio.Task[None]] = {}
        self._timers = Timers(deps, partial(tasks.start, where="timer"))
        self._stopping = False
        self.bot_pool = BotPool(deps)
        self.presence = Presence(
            deps, config, self._timers, self._run_system_command, self._watches
        )

    def __len__(self) -> int:
        return len(self._tables)

    async def at(self, table_id: str, work: Callable[[LiveTable], Awaitable[_T]]) -> _T:
        """Do something at a table; one that does not exist stays out of memory."""
        live = self._tables.get(table_id)
        if live is None:
            if not _ID.fullmatch(table_id):
                raise HostError("host-no-table")
            live = LiveTable(table_id, self._store, self._deps, self._config, self._table_changed)
            self._tables[table_id] = live
        try:
            return await work(live)
        finally:
            if live.dropped and not self._is_used(live):
                self._evict(live)

    async def resume(self) -> None:
        """After a start: go on where a timer or a bot is due, and find out who has not come back.

        A table that cannot be loaded keeps no other from being loaded.
        """
        for kind in (persistence.PENDING, persistence.LISTED):
            for table_id in await self._scan(kind):
                try:
                    await self.at(table_id, lambda live: live.inspect(lambda _table: None))
                except Exception as error:  # noqa: BLE001 (it is reported)
                    self._deps.on_error("housekeeping", error)

    async def _scan(self, kind: str) -> Collection[str]:
        """The tables with a document of a kind, as soon as the store can tell."""
        while True:
            try:
                return await self._store.scan(kind)
            except StoreError:
                await self._deps.sleep(self._config.round)

    async def quiesce(self) -> None:
        """Stop timers and bots."""
        self._stopping = True
        self._timers.stop()
        for task in self._driver_tasks.values():
            task.cancel()
        await asyncio.gather(*self._driver_tasks.values(), return_exceptions=True)

    def close(self) -> None:
        """Evict all tables, and close their subscriptions."""
        for live in tuple(self._tables.values()):
            self._evict(live)
            for listener in live.listeners:
                listener.close()
        self.bot_pool.close()

    async def sweep(self) -> None:
        """Every second: reload tables that others may have changed, and evict idle ones."""
        while True:
            await self._deps.sleep(self._config.round)
            now = self._deps.monotonic()
            for live in tuple(self._tables.values()):
                if live.listeners and (self._config.shared or live.dropped):
                    self._tasks.start(live.inspect(lambda _table: None))
                elif not self._is_used(live) and now - live.used >= self._config.idle:
                    self._evict(live)

    def _is_used(self, live: LiveTable) -> bool:
        return live.busy or self._has_driver_task(live.id)

    def _has_driver_task(self, table_id: str) -> bool:
        task = self._driver_tasks.get(table_id)
        return task is not None and not task.done()

    def _evict(self, live: LiveTable) -> None:
        self._tables.pop(live.id, None)
        self._driver_tasks.pop(live.id, None)
        driver = self._drivers.pop(live.id, None)
        if driver is not None:
            try:
                driver.close()
            except Exception as error:  # noqa: BLE001 (a bot that fails to leave has left)
                self._deps.on_error("bot-driver", error)

    # After a table has changed

    def _table_changed(self, live: LiveTable, table: Table) -> None:
        if not self._stopping:
            self._set_deal_timer(table)
            self.presence.reconcile(table)
            self._start_bots(live, table)

    def _set_deal_timer(self, table: Table, least: float = 0.0) -> None:
        key, fair = (table.id, "deal"), table.fair
        if table.phase is not Phase.DEALING or fair is None:
            self._timers.clear(key)
            return
        # A stage that began in the future, by a clock that was wrong then, has all of its time.
        passed = max(0.0, self._deps.clock() - fair.since)
        left = max(least, PATIENCE - passed)
        self._timers.set(key, left, lambda: self._run_out(table.id))

    async def _run_out(self, table_id: str) -> None:
        """Deal without those who were silent; later, where the clock has become slower."""
        await self._run_system_command(table_id, c.RunOut())
        with suppress(HostError):
            again = partial(self._set_deal_timer, least=self._config.round)
            await self.at(table_id, lambda live: live.inspect(again))

    def _start_bots(self, live: LiveTable, table: Table) -> None:
        """Start the bots of a table, unless they run."""
        bots = any(seat.player for seat in table.seats) and table.running
        if not bots or self._has_driver_task(table.id):
            return
        driver = self._drivers.get(table.id)
        if driver is None:
            driver = BotDriver(live, self.bot_pool, self._deps, self._config)
            self._drivers[table.id] = driver
        self._driver_tasks[table.id] = self._tasks.spawn(driver.run(), "bot-driver")

    def _watches(self, table_id: str, person: str) -> bool:
        live = self._tables.get(table_id)
        return live is not None and live.watches(person)

    async def _run_system_command(self, table_id: str, command: Command) -> None:
        """Do a command of the system; one that is out of date has no effect."""
        with suppress(IllegalCommand, HostError):
            await self.at(table_id, lambda live: live.do(SYSTEM, command))
