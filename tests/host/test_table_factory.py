"""Opening tables: not too many, not twice, and with the deal of the day."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from tenback.host.daily import DailyDeals
from tenback.host.host import Host
from tenback.host.hot_seat import companion
from tenback.host.identities import Guest
from tenback.host.limits import Limits
from tenback.host.table_factory import TableFactory
from tenback.lessons import lesson
from tenback.store import open_store
from tenback.table import commands as c
from tenback.table.options import TableOptions
from tenback.table.phases import Phase
from tests.host.fakes import SeededBytes
from tests.host.harness import ImmediateExecutor, ManualClock, host_on, refusal_code

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


ANN, BEN = (Guest(name.lower(), name, 0.0) for name in ("Ann", "Ben"))
ALONE = TableOptions("original", 1)


@dataclass
class Place:
    """Where tables are opened; `charged` counts those that were new."""

    host: Host
    openings: TableFactory
    charged: list[str] = field(default_factory=list)

    def charge(self) -> None:
        self.charged.append("once")

    async def open(self, guest: Guest, command_id: str | None = None) -> str:
        return await self.openings.table(guest, ALONE, command_id, self.charge)

    async def daily(self, guest: Guest, game: str = "original") -> str:
        return await self.openings.daily(guest, game, self.charge)


@asynccontextmanager
async def place(tables: int = 20) -> AsyncIterator[Place]:
    time = ManualClock()
    async with await open_store("memory:") as store, host_on(store, time) as host:
        days = DailyDeals(store, ImmediateExecutor(), clock=time, random_bytes=SeededBytes("days"))
        yield Place(host, TableFactory(store, host, days, Limits(tables=tables)))


async def test_a_resend_finds_its_table_and_costs_nothing() -> None:
    async with place(tables=1) as found:
        table = await found.open(ANN, "mine")
        assert await found.open(ANN, "mine") == table
        assert len(found.charged) == 1
        assert await refusal_code(found.open(ANN, "another")) == "identity-tables"
        assert len(found.charged) == 2, "looking at all tables of a person is work, too"
        assert await found.open(BEN, "mine") != table


async def test_a_refused_person_has_no_table() -> None:
    async with place() as found:

        def never() -> None:
            raise KeyError("too fast")

        with pytest.raises(KeyError):
            await found.openings.table(ANN, ALONE, "mine", never)
        assert await found.open(ANN, "mine")
        assert len(found.charged) == 1, "there was none to be found again"


async def test_many_at_once_are_no_way_around_the_limit() -> None:
    async with place(tables=2) as found:
        asked = await asyncio.gather(*(found.open(ANN) for _ in range(5)), return_exceptions=True)
        assert sum(isinstance(each, str) for each in asked) == 2


async def test_games_that_are_over_and_tables_that_one_has_left_do_not_count() -> None:
    async with place(tables=1) as found:
        first = await found.open(ANN)
        assert await refusal_code(found.open(ANN)) == "identity-tables"
        await found.host.command(first, ANN.id, c.Leave())
        assert await found.open(ANN)


async def test_a_table_is_not_left_as_long_as_a_companion_is_there() -> None:
    async with place(tables=1) as found:
        options = TableOptions("original", 2)
        first = await found.openings.table(ANN, options, None, found.charge)
        beside = companion(ANN.id, 4)
        await found.host.command(first, beside, c.Sit("Dora"))
        await found.host.command(first, ANN.id, c.Leave())
        assert await refusal_code(found.open(ANN)) == "identity-tables"
        await found.host.command(first, beside, c.Leave())
        assert await found.open(ANN)


async def test_a_lesson_ends_those_before_and_looks_at_no_table_that_was_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with place() as found:
        left = await found.open(ANN)
        await found.host.command(left, ANN.id, c.Leave())
        first = await found.openings.lesson(ANN, lesson("original"), found.charge)
        looked: list[str] = []
        inspect = found.host.inspect

        async def noted(table: str, see: Any) -> Any:
            looked.append(table)
            return await inspect(table, see)

        monkeypatch.setattr(found.host, "inspect", noted)
        await found.openings.lesson(ANN, lesson("original"), found.charge)
        assert first in looked
        assert left not in looked
        assert await inspect(first, lambda table: table.closed)


async def test_the_deal_of_the_day_once_and_again() -> None:
    async with place(tables=1) as found:
        await found.open(ANN)
        table = await found.daily(ANN)
        assert await found.daily(ANN) == table, "it is being played"
        assert len(found.charged) == 1, "the first table of a day is exempt"
        await found.host.command(table, ANN.id, c.Resign())
        assert await refusal_code(found.daily(ANN)) == "identity-tables"


async def test_bots_take_the_other_seats_whatever_was_interrupted() -> None:
    async with place() as found:
        daily = "~daily-2027-01-15-quick-and-easy"
        options = TableOptions("quick-and-easy", 2, takebacks=False, spectators=False)
        interrupted = await found.host.open(ANN.id, "Ann", options, daily)
        table = await found.daily(ANN, "quick-and-easy")
        assert table == interrupted
        seats, phase = await found.host.inspect(table, lambda seen: (seen.seats, seen.phase))
        assert [seat.bot for seat in seats] == [None, "strong"]
        assert phase is not Phase.GATHERING


async def test_a_game_without_a_deal_of_the_day() -> None:
    async with place() as found:
        assert await refusal_code(found.daily(ANN, "original-short-hands")) == "daily-no-game"
