"""People, days and tables with a real host between them."""

from __future__ import annotations

from datetime import date

import pytest

from tenback.host import daily, history, places
from tenback.host.daily import DAILIES, ClosedDay, Days
from tenback.host.forgetting import NAMELESS, Forgetting
from tenback.store import Batch, open_store
from tenback.table import commands as c
from tenback.table.options import Options
from tenback.table.who import HOUSE
from tests.host import worlds
from tests.host.evenings import AtOnce, Party, Time, on, refusal
from tests.host.worlds import DAY, Chance

TODAY = date(2027, 1, 15)


@pytest.mark.parametrize("game", ["original", "quick-and-easy", "face-to-face"])
async def test_a_deal_of_the_day_at_a_table(game: str) -> None:
    time = Time()
    async with await open_store("memory:") as store, on(store, time) as host:
        days = Days(store, AtOnce(), clock=time, draw=Chance())
        table = await host.open("ann", "Ann", DAILIES[game].options)
        for _ in DAILIES[game].companions:
            await host.command(table, "ann", c.SeatBot("simple"))
        await host.command(table, HOUSE, await days.begin("ann", game, table))
        party = Party(host, table, ["ann"])
        await party.play()
        assert await refusal(host.record(table, "ann")) == "table-sealed"
        row = await days.settle("ann", TODAY, game)
        assert row is not None
        assert await days.board(TODAY, game) == (row,)
        (played,) = await history.games(store, "ann")
        assert (row.left, row.marked) == (played.left, not played.plain)

        with pytest.raises(ClosedDay):
            await days.record("ann", TODAY, game)
        time.now += DAY
        record = await days.record("ann", TODAY, game)
        assert record is not None
        again = record.game()
        assert again.outcome is not None
        assert again.outcome.left == played.left
        secret = await days.revealed(TODAY)
        assert f"{daily.seed(secret, TODAY, game)}" in str(record)
        assert await days.record("eve", TODAY, game) is None


async def test_somebody_leaves_for_good() -> None:
    async with await open_store("memory:") as store, on(store) as host:
        people = await worlds.identities(store)
        ann, ben = await people.welcome("Annabelle"), await people.welcome("Benedict")
        table = await host.open(ann.id, ann.name, Options("face-to-face", players=2), "c1")
        await host.command(table, ben.id, c.Sit(ben.name))
        here = {(places.HERE, f"{guest.id}/{table}"): b"" for guest in (ann, ben)}
        await store.commit(Batch(documents=here))
        await host.command(table, ben.id, c.Watch(ben.name))
        deal = DAILIES["face-to-face"].deal(b"s" * 32, TODAY)
        await host.command(table, ann.id, c.SeatBot("simple"))
        await host.command(table, HOUSE, c.DealThis(deal))
        await Party(host, table, [ann.id]).play()
        await Forgetting(store, host.command).forget(ann.id)

        assert await people.guest(people.token(ann.id)) is None
        assert await history.games(store, ann.id) == []
        seen = await host.snapshot(table, ben.id)
        assert ann.name not in repr((seen.seats, seen.watching))
        assert seen.host == ben.id
        record = await host.record(table, ben.id, 1)
        assert ("Player 0", NAMELESS) in record.headers
        for kind in await store.kinds():
            for key, body in (await store.scan(kind)).items():
                assert ann.id not in key
                assert ann.name.encode() not in body
