"""Opening tables: an ordinary one, one with the deal of the day, or one for a lesson.

The limit of tables holds for each person, and opening is idempotent: a repeated or concurrent
request gets the same table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakValueDictionary

from tenback.host import seat_index
from tenback.host.daily import daily_variant
from tenback.host.limits import DEFAULT_LIMITS, Limits, check_tables
from tenback.lessons import COACH
from tenback.lessons.lesson import SCRIPTED
from tenback.table import commands as c
from tenback.table.actors import SYSTEM
from tenback.table.options import TableOptions
from tenback.table.phases import Phase

if TYPE_CHECKING:
    from tenback.host.daily import DailyDeals, DailyVariant, Try
    from tenback.host.host import Host
    from tenback.host.identities import Guest
    from tenback.lessons import Lesson
    from tenback.store import Store
    from tenback.table.seats import Seats
    from tenback.table.table import Table

Charge: TypeAlias = Callable[[], None]
"""Called before a new table is opened; raises where the rate limit is reached."""


class TableFactory:
    """Opens tables, one at a time for each person.

    `admit` refuses every new table while the server has too much to do.
    """

    def __init__(
        self,
        store: Store,
        host: Host,
        daily_deals: DailyDeals,
        limits: Limits = DEFAULT_LIMITS,
        admit: Charge = lambda: None,
    ) -> None:
        self._store = store
        self._host = host
        self._daily = daily_deals
        self._limits = limits
        self._admit = admit
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def table(
        self, guest: Guest, options: TableOptions, command_id: str | None, charge: Charge
    ) -> str:
        """An ordinary table; a resend of the command finds the table that it opened."""
        async with self._lock(guest):
            return await self._open(guest, options, command_id, charge)

    async def daily(self, guest: Guest, game: str, charge: Charge) -> str:
        """A table with today's deal: the one where it is being played, or a new one."""
        daily = daily_variant(game)
        async with self._lock(guest):
            table = await self._daily_table(guest, daily, charge)
            await self._deal(guest, daily, table)
        return table

    async def lesson(self, guest: Guest, lesson: Lesson, charge: Charge) -> str:
        """A private table with a lesson's deal; an unfinished lesson is closed."""
        async with self._lock(guest):
            self._admit()
            await self._close_lessons(guest)
            return await self._open_lesson(guest, lesson, charge)

    def _lock(self, guest: Guest) -> asyncio.Lock:
        return self._locks.setdefault(guest.id, asyncio.Lock())

    async def _open(
        self, guest: Guest, options: TableOptions, command_id: str | None, charge: Charge
    ) -> str:
        async def may_open() -> None:
            self._admit()
            charge()  # first: the check may load every table that the guest has
            await check_tables(self._store, guest.id, self._is_over, self._limits)

        return await self._host.open(guest.id, guest.name, options, command_id, check=may_open)

    async def _is_over(self, table: str) -> bool:
        return await self._host.inspect(table, lambda found: found.phase is Phase.OVER)

    # The deal of the day

    async def _daily_table(self, guest: Guest, daily: DailyVariant, charge: Charge) -> str:
        """The first table of a day is exempt from the limits; further ones are like any other."""
        today = self._daily.today()
        tried = await self._daily.counted_try(guest.id, today, daily.game)
        if tried is None:
            key = f"~daily-{today}-{daily.game}"
            return await self._host.open(
                guest.id, guest.name, daily.options, key, check=self._admit_daily
            )
        if await self._is_running(tried):
            return tried.table
        return await self._open(guest, daily.options, None, charge)

    async def _admit_daily(self) -> None:
        self._admit()

    async def _is_running(self, tried: Try) -> bool:
        """Whether the game of a try can be continued."""

        def is_running(table: Table) -> bool:
            over = table.closed or table.number > tried.number or table.phase is Phase.OVER
            return not over

        return await self._host.inspect(tried.table, is_running)

    async def _deal(self, guest: Guest, daily: DailyVariant, table: str) -> None:
        """Seat the bots and deal, as far as an interrupted request has not done so."""

        def gathering(found: Table) -> Seats | None:
            return found.seats if found.phase is Phase.GATHERING else None

        seats = await self._host.inspect(table, gathering)
        if seats is None:
            return
        for place, bot in enumerate(daily.companions, start=1):
            if seats[place].open:
                await self._host.command(table, guest.id, c.SeatBot(bot, place))
        deal = await self._daily.start_try(guest.id, daily.game, table)
        await self._host.command(table, SYSTEM, deal)

    # Lessons

    async def _close_lessons(self, guest: Guest) -> None:
        def is_lesson(table: Table) -> bool:
            coached = any(seat.bot == COACH for seat in table.seats)
            return coached and table.host == guest.id and not table.closed

        for table in await seat_index.held(self._store, guest.id):
            if await self._host.inspect(table, is_lesson):
                await self._host.command(table, SYSTEM, c.Close())

    async def _open_lesson(self, guest: Guest, lesson: Lesson, charge: Charge) -> str:
        """The deal is marked as seen before."""
        options = TableOptions(
            lesson.game, len(lesson.deal.hands), takebacks=False, spectators=False
        )
        table = await self._open(guest, options, None, charge)
        await self._host.command(table, guest.id, c.SeatBot("simple", SCRIPTED))
        await self._host.command(table, SYSTEM, c.ReplaceBot(SCRIPTED, COACH))
        await self._host.command(table, SYSTEM, c.DealThis(lesson.deal, seen=True))
        return table
