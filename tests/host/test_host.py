"""Whole games through the host, what is kept of them, and what is refused."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tenback.core.record import Record
from tenback.host import result_documents
from tenback.host.host import PAGE
from tenback.host.persistence import rebuilt
from tenback.store import Batch, Entry, open_store
from tenback.table import commands as c
from tenback.table.fairness import verify
from tenback.table.options import TableOptions
from tenback.table.phases import Phase
from tests.cases import IDS, TABLES
from tests.host.harness import (
    dealing_table,
    full_table,
    host_on,
    refusal_code,
    running_host,
    started_table,
)
from tests.table.lives import dealer
from tests.table.test_event_json import GOLDEN

if TYPE_CHECKING:
    from pathlib import Path

    from tenback import Rules
    from tenback.store import Store


# Whole games


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
async def test_people_and_bots_play_every_game_to_its_end(rules: Rules, players: int) -> None:
    async with running_host() as host:
        party = await dealing_table(host, rules.name, players, ["simple"] * (players // 2))
        seen = await party.play()
        assert seen.result is not None
        record = await host.record(party.table, "ann")
        assert record.game().outcome == seen.view.outcome  # type: ignore[union-attr]
        assert not verify(record).flaws


async def test_what_is_on_the_disk_is_the_table(tmp_path: Path) -> None:
    async with await open_store(f"{tmp_path}/tables.db") as store:
        async with host_on(store) as host:
            party = await dealing_table(host, "original", 3, ["simple"])
            seen = await party.play()
        table = rebuilt(await store.read(party.table), dealer())
        assert table.version == seen.version
        assert table.result == seen.result
        async with host_on(store) as later:
            assert await later.snapshot(party.table, "ann") == seen


async def test_the_end_of_a_game_is_kept_with_its_last_event() -> None:
    async with await open_store("memory:") as store:
        batches: list[Batch] = []
        commit = store.commit

        async def noticed(batch: Batch) -> None:
            batches.append(batch)
            await commit(batch)

        store.commit = noticed  # type: ignore[method-assign]
        async with host_on(store) as host:
            party = await dealing_table(host, "quick-and-easy", 3, ["simple"])
            seen = await party.play()
        last = [batch for batch in batches if batch.documents][-1]
        assert last.entries[-1].version == seen.version
        assert set(last.documents) == {
            ("result", f"ann/{party.table}/1"),
            ("result", f"ben/{party.table}/1"),
            ("record", f"{party.table}/1"),
        }
        body = await store.get("result", f"ben/{party.table}/1")
        assert body is not None
        assert result_documents.from_json(body) == seen.result
        text = await store.get("record", f"{party.table}/1")
        assert text is not None
        assert Record.parse(text.decode()).game().outcome == seen.view.outcome  # type: ignore[union-attr]


# Resends


async def test_a_resend_has_one_effect_and_the_same_receipt() -> None:
    async with await open_store("memory:") as store:
        async with host_on(store) as host:
            party = await full_table(host, "original", 2)
            first = await host.command(party.table, "ann", c.Begin(), "begin")
            again = await host.command(party.table, "ann", c.Begin(), "begin")
            assert first == again
            assert first.versions
        async with host_on(store) as later:
            assert await later.command(party.table, "ann", c.Begin(), "begin") == first
            assert (await later.snapshot(party.table, "ann")).version == first.versions[-1]


async def test_a_receipt_names_every_version_also_later() -> None:
    async with await open_store("memory:") as store, host_on(store) as host:
        party = await dealing_table(host)
        await party.play(lambda seen: seen.phase is Phase.AGREEING)
        person, command, key = party.sent[-1]  # the last number told, and the cards dealt for it
        receipt = await host.command(party.table, person, command, key)
        assert len(receipt.versions) == 2
        async with host_on(store) as later:
            assert await later.command(party.table, person, command, key) == receipt


async def test_an_id_belongs_to_its_sender() -> None:
    async with running_host() as host:
        party = await full_table(host, "original", 2)
        ann = await host.command(party.table, "ann", c.Rename("Anna"), "same")
        ben = await host.command(party.table, "ben", c.Rename("Benno"), "same")
        assert ann != ben
        assert [seat.name for seat in (await party.seen("ann")).seats] == ["Anna", "Benno"]


async def test_a_resend_reads_no_log(monkeypatch: pytest.MonkeyPatch) -> None:
    async with await open_store("memory:") as store, host_on(store) as host:
        party = await full_table(host, "original", 2)
        first = await host.command(party.table, "ann", c.Begin(), "begin")
        monkeypatch.setattr(store, "read", None)
        assert await host.command(party.table, "ann", c.Begin(), "begin") == first


async def test_opening_again_finds_the_same_table() -> None:
    async with running_host() as host:
        first = await host.open("ann", "Ann", TableOptions("original", 2), "mine")
        assert await host.open("ann", "Ann", TableOptions("original", 2), "mine") == first
        assert await host.open("ann", "Ann", TableOptions("original", 2), "other") != first
        assert await host.open("ben", "Ben", TableOptions("original", 2), "mine") != first


async def test_what_makes_no_difference_is_not_written() -> None:
    async with running_host() as host:
        party = await started_table(host, "original", 2)
        await host.command(party.table, "ann", c.Say("leave:u1"))
        before = (await party.seen("ann")).version
        again = await host.command(party.table, "ann", c.Say("leave:u1"))
        assert again.versions == ()
        assert (await party.seen("ann")).version == before


# Refusals


async def test_a_refusal_changes_nothing_and_the_table_lives_on() -> None:
    async with running_host() as host:
        party = await started_table(host)
        before = await party.seen("ann")
        assert await refusal_code(host.command(party.table, "zed", c.Begin())) == "table-host-only"
        assert (
            await refusal_code(host.command(party.table, "ann", c.Play("nonsense"))) == "bad-move"
        )
        assert await party.seen("ann") == before
        assert (await party.play()).phase is Phase.OVER


@pytest.mark.parametrize("table", ["nothing", "", "../x", "x" * 300, "é", "\0"])
async def test_unknown_tables_leave_no_trace(table: str) -> None:
    async with running_host() as host:
        assert await refusal_code(host.snapshot(table, "ann")) == "host-no-table"
        assert await refusal_code(host.command(table, "ann", c.Begin())) == "host-no-table"
        assert host.in_memory == 0


@pytest.mark.parametrize("key", ["", "x" * 81, "a b", "é", "\n"])
async def test_ids_of_commands_are_short_and_plain(key: str) -> None:
    async with running_host() as host:
        party = await full_table(host, "original", 2)
        wanted = host.command(party.table, "ann", c.Begin(), key)
        assert await refusal_code(wanted) == "host-bad-command-id"


async def test_bots_that_do_not_exist_get_no_seat() -> None:
    async with running_host() as host:
        table = await host.open("ann", "Ann", TableOptions("original", 2))
        assert (
            await refusal_code(host.command(table, "ann", c.SeatBot("no-such-bot")))
            == "unknown-bot"
        )


async def test_a_thousand_commands_at_once() -> None:
    async with running_host() as host:
        party = await started_table(host)
        many = [host.command(party.table, "ben", c.Rename(f"B{'n' * (n % 9)}")) for n in range(999)]
        found = await asyncio.gather(*many)
        versions = [version for receipt in found for version in receipt.versions]
        assert versions == sorted(set(versions))
        assert (await party.play()).phase is Phase.OVER


async def test_what_was_decided_about_another_game_is_refused_but_for_resends() -> None:
    async with running_host() as host:
        party = await started_table(host)
        seen = (await party.seen("ann")).version
        await party.step()
        person, command, key = party.sent[-1]
        once = await host.command(party.table, person, command, key, seen=seen)
        assert once.versions[0] == seen + 1
        decided = host.command(party.table, person, c.Resign(), "other", seen=seen)
        assert await refusal_code(decided) == "table-stale"
        await host.command(party.table, person, c.Resign(), "other", seen=seen + 1)


# The lobby


async def test_listed_tables_are_in_the_lobby_while_a_player_is_connected() -> None:
    async with running_host() as host:
        await full_table(host, "original", 2)  # a private one
        party = await full_table(host, "quick-and-easy", 3, ["simple"], listed=True)
        (line,) = await host.lobby()
        assert (line.table, line.game, line.phase) == (party.table, "quick-and-easy", "gathering")
        assert (line.people, line.bots, line.here) == (("Ann", "Ben"), ("simple",), 2)
        await party.ask("ann", c.Begin())
        assert (await host.lobby())[0].phase is Phase.DEALING
        await party.ask("ann", c.Leave())
        await party.ask("ben", c.Leave())
        assert await host.lobby() == ()
        await party.ask("ann", c.Sit("Ann"))
        await party.ask("ann", c.Close())
        assert await host.lobby() == ()


async def test_a_table_leaves_the_lobby_with_its_options() -> None:
    async with running_host() as host:
        party = await full_table(host, "original", 2, listed=True)
        assert len(await host.lobby()) == 1
        await party.ask("ann", c.SetOptions(TableOptions("original", 2)))
        assert await host.lobby() == ()


# Events


async def test_events_behind_a_version_come_in_pages() -> None:
    async with running_host() as host:
        table = await host.open("ann", "Ann", TableOptions("original", 2))
        for number in range(PAGE):
            await host.command(table, "ann", c.Rename(f"Ann {'a' * (1 + number % 5)}"))
        first = await host.events(table, "ann", 0)
        assert first.version == PAGE + 1
        assert [shown.version for shown in first.events] == list(range(1, PAGE + 1))
        rest = await host.events(table, "ann", PAGE)
        assert [shown.version for shown in rest.events] == [PAGE + 1]
        assert await host.events(table, "ann", 10**9) == (PAGE + 1, ())
        strangers = await host.events(table, "zed", -5)
        assert all(shown.event is None for shown in strangers.events)


# Stopping


async def test_stopping_finishes_what_was_accepted() -> None:
    async with await open_store("memory:") as store, host_on(store) as host:
        party = await full_table(host, "original", 2)
        accepted = asyncio.create_task(host.command(party.table, "ann", c.Begin(), "b"))
        await asyncio.sleep(0)
        await host.stop()
        receipt = await accepted
        assert len(await store.read(party.table)) == receipt.versions[-1]
        assert await refusal_code(host.command(party.table, "ann", c.Begin())) == "host-stopping"
        assert await refusal_code(host.snapshot(party.table, "ann")) == "host-stopping"
        assert host.in_memory == 0


async def test_a_command_is_carried_out_even_if_its_caller_has_gone() -> None:
    async with running_host() as host:
        party = await full_table(host, "original", 2)
        waiting = asyncio.create_task(host.command(party.table, "ann", c.Begin()))
        await asyncio.sleep(0)
        waiting.cancel()
        while (await party.seen("ann")).phase is not Phase.DEALING:
            await asyncio.sleep(0)


async def test_listeners_hear_the_end_of_the_host() -> None:
    async with running_host() as host:
        party = await full_table(host, "original", 2)
        async with host.listen(party.table, "ann") as messages:
            await host.stop()
            assert len([message async for message in messages]) >= 1


# Logs of every release


async def test_golden_logs_can_be_played_on(golden: list[bytes]) -> None:
    async with await open_store("memory:") as store:
        entries = [Entry(version, None, body) for version, body in enumerate(golden, start=1)]
        name = await kept(store, entries)
        async with host_on(store) as host:
            seen = await host.snapshot(name, "ann")
            assert seen.version == len(golden)


async def kept(store: Store, entries: list[Entry]) -> str:
    table = rebuilt(entries, dealer())
    await store.commit(Batch(table.id, entries))
    return table.id


@pytest.fixture
def golden() -> list[bytes]:
    return GOLDEN.read_bytes().splitlines()
