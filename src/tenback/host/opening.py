"""Opening tables: any of one's own, one with the deal of the day, or one for a lesson.

Nobody has too many, and whoever asks twice at the same time, or again, gets the same table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakValueDictionary

from tenback.host import places
from tenback.host.daily import dealt
from tenback.host.limits import USUAL, Limits, check_tables
from tenback.lessons import COACH
from tenback.lessons.lesson import SCRIPTED
from tenback.table import commands as c
from tenback.table.options import Options
from tenback.table.phases import Phase
from tenback.table.who import HOUSE

if TYPE_CHECKING:
    from tenback.host.daily import Daily, Days, Try
    from tenback.host.host import Host
    from tenback.host.identities import Guest
    from tenback.lessons import Lesson
    from tenback.store import Store
    from tenback.table.seats import Seats
    from tenback.table.table import Table

Charge: TypeAlias = Callable[[], None]
"""Called before a new table is opened, and refuses who opens too many too fast."""


class Openings:
    """New tables, one at a time for each person."""

    def __init__(self, store: Store, host: Host, days: Days, limits: Limits = USUAL) -> None:
        self._store = store
        self._host = host
        self._days = days
        self._limits = limits
        self._alone: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def table(
        self, guest: Guest, options: Options, command_id: str | None, charge: Charge
    ) -> str:
        """A table of one's own; a resend finds the one it opened."""
        async with self._only_one(guest):
            return await self._opened(guest, options, command_id, charge)

    async def daily(self, guest: Guest, game: str, charge: Charge) -> str:
        """A table with today's deal: the one where it is being played, or a new one."""
        daily = dealt(game)
        async with self._only_one(guest):
            table = await self._for_today(guest, daily, charge)
            await self._deal(guest, daily, table)
        return table

    async def lesson(self, guest: Guest, lesson: Lesson, charge: Charge) -> str:
        """A private table with a lesson's deal; a lesson that was left in the middle is over."""
        async with self._only_one(guest):
            await self._leave_lessons(guest)
            return await self._taught(guest, lesson, charge)

    def _only_one(self, guest: Guest) -> asyncio.Lock:
        return self._alone.setdefault(guest.id, asyncio.Lock())

    async def _opened(
        self, guest: Guest, options: Options, command_id: str | None, charge: Charge
    ) -> str:
        async def may_open() -> None:
            await check_tables(self._store, guest.id, self._is_over, self._limits)
            charge()

        return await self._host.open(guest.id, guest.name, options, command_id, check=may_open)

    async def _is_over(self, table: str) -> bool:
        return await self._host.look(table, lambda found: found.phase is Phase.OVER)

    # The deal of the day

    async def _for_today(self, guest: Guest, daily: Daily, charge: Charge) -> str:
        """The first table of a day is everybody's right; further ones are like any other."""
        today = self._days.today()
        tried = await self._days.tried(guest.id, today, daily.game)
        if tried is None:
            key = f"~daily-{today}-{daily.game}"
            return await self._host.open(guest.id, guest.name, daily.options, key)
        if await self._goes_on(tried):
            return tried.table
        return await self._opened(guest, daily.options, None, charge)

    async def _goes_on(self, tried: Try) -> bool:
        """Whether the game of a try can be gone on with."""

        def goes_on(table: Table) -> bool:
            over = table.closed or table.number > tried.number or table.phase is Phase.OVER
            return not over

        return await self._host.look(tried.table, goes_on)

    async def _deal(self, guest: Guest, daily: Daily, table: str) -> None:
        """Let the house deal, unless it has; whatever got lost on the way is made up for."""

        def gathering(found: Table) -> Seats | None:
            return found.seats if found.phase is Phase.GATHERING else None

        seats = await self._host.look(table, gathering)
        if seats is None:
            return
        for place, bot in enumerate(daily.companions, start=1):
            if seats[place].open:
                await self._host.command(table, guest.id, c.SeatBot(bot, place))
        deal = await self._days.begin(guest.id, daily.game, table)
        await self._host.command(table, HOUSE, deal)

    # Lessons

    async def _leave_lessons(self, guest: Guest) -> None:
        def is_lesson(table: Table) -> bool:
            coached = any(seat.bot == COACH for seat in table.seats)
            return coached and table.host == guest.id and not table.closed

        for table in await places.held(self._store, guest.id):
            if await self._host.look(table, is_lesson):
                await self._host.command(table, HOUSE, c.Close())

    async def _taught(self, guest: Guest, lesson: Lesson, charge: Charge) -> str:
        """The deal counts as one that somebody knew."""
        options = Options(lesson.game, len(lesson.deal.hands), takebacks=False, spectators=False)
        table = await self._opened(guest, options, None, charge)
        await self._host.command(table, guest.id, c.SeatBot("simple", SCRIPTED))
        await self._host.command(table, HOUSE, c.ReplaceBot(SCRIPTED, COACH))
        await self._host.command(table, HOUSE, c.DealThis(lesson.deal, seen=True))
        return table
