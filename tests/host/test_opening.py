"""Opening tables: not too many, not twice, and with the deal of the day."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from tenback.host.companions import companion
from tenback.host.daily import Days
from tenback.host.host import Host
from tenback.host.identities import Guest
from tenback.host.limits import Limits
from tenback.host.opening import Openings
from tenback.lessons import lesson
from tenback.store import open_store
from tenback.table import commands as c
from tenback.table.options import Options
from tenback.table.phases import Phase
from tests.host.evenings import AtOnce, Time, on, refusal
from tests.host.worlds import Chance

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


ANN, BEN = (Guest(name.lower(), name, 0.0) for name in ("Ann", "Ben"))
ALONE = Options("original", 1)


@dataclass
class Place:
    """Where tables are opened; `charged` counts those that were new."""

    host: Host
    openings: Openings
    charged: list[str] = field(default_factory=list)

    def charge(self) -> None:
        self.charged.append("once")

    async def open(self, guest: Guest, command_id: str | None = None) -> str:
        return await self.openings.table(guest, ALONE, command_id, self.charge)

    async def daily(self, guest: Guest, game: str = "original") -> str:
        return await self.openings.daily(guest, game, self.charge)


@asynccontextmanager
async def place(tables: int = 20) -> AsyncIterator[Place]:
    time = Time()
    async with await open_store("memory:") as store, on(store, time) as host:
        days = Days(store, AtOnce(), clock=time, draw=Chance("days"))
        yield Place(host, Openings(store, host, days, Limits(tables=tables)))


async def test_a_resend_finds_its_table_and_costs_nothing() -> None:
    async with place(tables=1) as found:
        table = await found.open(ANN, "mine")
        assert await found.open(ANN, "mine") == table
        assert len(found.charged) == 1
        assert await refusal(found.open(ANN, "another")) == "identity-tables"
        assert len(found.charged) == 1
        assert await found.open(BEN, "mine") != table


async def test_whoever_is_refused_has_no_table() -> None:
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
        assert await refusal(found.open(ANN)) == "identity-tables"
        await found.host.command(first, ANN.id, c.Leave())
        assert await found.open(ANN)


async def test_a_table_is_not_left_as_long_as_a_companion_is_there() -> None:
    async with place(tables=1) as found:
        options = Options("original", 2)
        first = await found.openings.table(ANN, options, None, found.charge)
        beside = companion(ANN.id, 4)
        await found.host.command(first, beside, c.Sit("Dora"))
        await found.host.command(first, ANN.id, c.Leave())
        assert await refusal(found.open(ANN)) == "identity-tables"
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
        look = found.host.look

        async def noted(table: str, see: Any) -> Any:
            looked.append(table)
            return await look(table, see)

        monkeypatch.setattr(found.host, "look", noted)
        await found.openings.lesson(ANN, lesson("original"), found.charge)
        assert first in looked
        assert left not in looked
        assert await look(first, lambda table: table.closed)


async def test_the_deal_of_the_day_once_and_again() -> None:
    async with place(tables=1) as found:
        await found.open(ANN)
        table = await found.daily(ANN)
        assert await found.daily(ANN) == table, "it is being played"
        assert len(found.charged) == 1, "the first of a day is everybody's right"
        await found.host.command(table, ANN.id, c.Resign())
        assert await refusal(found.daily(ANN)) == "identity-tables"


async def test_bots_take_the_other_seats_whatever_was_interrupted() -> None:
    async with place() as found:
        daily = "~daily-2027-01-15-quick-and-easy"
        options = Options("quick-and-easy", 2, takebacks=False, spectators=False)
        interrupted = await found.host.open(ANN.id, "Ann", options, daily)
        table = await found.daily(ANN, "quick-and-easy")
        assert table == interrupted
        seats, phase = await found.host.look(table, lambda seen: (seen.seats, seen.phase))
        assert [seat.bot for seat in seats] == [None, "strong"]
        assert phase is not Phase.GATHERING


async def test_a_game_without_a_deal_of_the_day() -> None:
    async with place() as found:
        assert await refusal(found.daily(ANN, "original-short-hands")) == "daily-no-game"
