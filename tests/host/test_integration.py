"""People, days and tables with a real host between them."""

from __future__ import annotations

from datetime import date

import pytest

from tenback.host import daily, history, seat_index
from tenback.host.account_deletion import ANONYMOUS, AccountDeletion
from tenback.host.daily import DAILY_VARIANTS, DailyDeals, DailyUnavailable
from tenback.store import Batch, open_store
from tenback.table import commands as c
from tenback.table.actors import SYSTEM
from tenback.table.options import TableOptions
from tests.host import fakes
from tests.host.fakes import DAY, SeededBytes
from tests.host.harness import (
    ImmediateExecutor,
    ManualClock,
    ScriptedPlayers,
    host_on,
    refusal_code,
)

TODAY = date(2027, 1, 15)


@pytest.mark.parametrize("game", ["original", "quick-and-easy", "face-to-face"])
async def test_a_deal_of_the_day_at_a_table(game: str) -> None:
    time = ManualClock()
    async with await open_store("memory:") as store, host_on(store, time) as host:
        days = DailyDeals(store, ImmediateExecutor(), clock=time, random_bytes=SeededBytes())
        table = await host.open("ann", "Ann", DAILY_VARIANTS[game].options)
        for _ in DAILY_VARIANTS[game].companions:
            await host.command(table, "ann", c.SeatBot("simple"))
        await host.command(table, SYSTEM, await days.start_try("ann", game, table))
        party = ScriptedPlayers(host, table, ["ann"])
        await party.play()
        assert await refusal_code(host.record(table, "ann")) == "table-sealed"
        row = await days.record_result("ann", TODAY, game)
        assert row is not None
        assert await days.board(TODAY, game) == (row,)
        (played,) = await history.games(store, "ann")
        assert (row.left, row.marked) == (played.left, not played.plain)

        with pytest.raises(DailyUnavailable):
            await days.record("ann", TODAY, game)
        time.now += DAY
        record = await days.record("ann", TODAY, game)
        assert record is not None
        again = record.game()
        assert again.outcome is not None
        assert again.outcome.left == played.left
        secret = await days.revealed_secret(TODAY)
        assert f"{daily.seed(secret, TODAY, game)}" in str(record)
        assert await days.record("eve", TODAY, game) is None


async def test_a_person_is_deleted() -> None:
    async with await open_store("memory:") as store, host_on(store) as host:
        people = await fakes.identities(store)
        ann, ben = await people.create_guest("Annabelle"), await people.create_guest("Benedict")
        table = await host.open(ann.id, ann.name, TableOptions("face-to-face", players=2), "c1")
        await host.command(table, ben.id, c.Sit(ben.name))
        here = {(seat_index.HERE, f"{guest.id}/{table}"): b"" for guest in (ann, ben)}
        await store.commit(Batch(documents=here))
        await host.command(table, ben.id, c.Watch(ben.name))
        deal = DAILY_VARIANTS["face-to-face"].deal(b"s" * 32, TODAY)
        await host.command(table, ann.id, c.SeatBot("simple"))
        await host.command(table, SYSTEM, c.DealThis(deal))
        await ScriptedPlayers(host, table, [ann.id]).play()
        await AccountDeletion(store, host.command).delete(ann.id)

        assert await people.guest(people.token(ann.id)) is None
        assert await history.games(store, ann.id) == []
        seen = await host.snapshot(table, ben.id)
        assert ann.name not in repr((seen.seats, seen.watching))
        assert seen.host == ben.id
        record = await host.record(table, ben.id, 1)
        assert ("Player 0", ANONYMOUS) in record.headers
        for kind in await store.kinds():
            for key, body in (await store.scan(kind)).items():
                assert ann.id not in key
                assert ann.name.encode() not in body
