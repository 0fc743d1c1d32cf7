"""What goes on beside the answering."""

from __future__ import annotations

import json

from tenback.server.services import maintain
from tenback.store import Batch, Entry
from tests.host.fakes import DAY
from tests.server.harness import ServerHarness, server_harness

ALONE = {"game": "original", "players": 1}


async def pass_days(found: ServerHarness, days: int) -> None:
    """Let days pass, each with its maintenance."""
    for _ in range(days):
        found.time.now += DAY
        await maintain(found.here.services)


async def test_the_operator_learns_of_a_clock_that_jumps() -> None:
    async with server_harness(idle_days=60.0) as found:
        ann, services = await found.guest("Ann"), found.here.services
        table = await ann.open(ALONE)
        await maintain(services)
        found.time.step = 365 * DAY
        await maintain(services)
        await maintain(services)
        logged = [json.loads(line) for line in found.here.log.lines]
        assert [line["days"] for line in logged if line["event"] == "clock-jumped"] == [365]
        assert (await ann.get(f"/api/tables/{table}")).json["phase"] == "gathering"


async def test_the_operator_learns_what_was_done_and_what_failed() -> None:
    async with server_harness(idle_days=60.0) as found:
        ann, services = await found.guest("Ann"), found.here.services
        tables = [await ann.open(ALONE) for _ in range(2)]
        await pass_days(found, 40)
        await services.store.commit(Batch("broken-table", [Entry(1, "c", b"nonsense")]))
        found.time.now += 21 * DAY
        await maintain(services)
        logged = [json.loads(line) for line in found.here.log.lines]
        assert [line["count"] for line in logged if line["event"] == "idle-tables-closed"] == [2]
        (failed,) = [line for line in logged if line["event"] == "unexpected-error"]
        assert (failed["where"], failed["code"]) == ("maintenance", "table-bad-event")
        assert "broken-table" not in failed["table"]
        for table in tables:
            assert (await ann.get(f"/api/tables/{table}")).json["phase"] == "closed"


async def test_a_closed_table_leaves_room_for_another() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        for _ in range(found.here.services.identities.limits.tables):
            await ann.open(ALONE)
        reply = await ann.post("/api/tables", {"options": ALONE})
        assert (reply.status, reply.code) == (409, "identity-tables")
        await pass_days(found, 61)
        assert (await ann.post("/api/tables", {"options": ALONE})).status == 200
