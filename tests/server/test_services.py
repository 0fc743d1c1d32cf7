"""What goes on beside the answering."""

from __future__ import annotations

import json

from tenback.server.services import look_around
from tenback.store import Batch, Entry
from tests.host.worlds import DAY
from tests.server.rooms import room

ALONE = {"game": "original", "players": 1}


async def test_whoever_runs_the_server_learns_what_was_done_and_what_failed() -> None:
    async with room(idle_days=60.0) as found:
        ann, services = await found.guest("Ann"), found.here.services
        tables = [await ann.open(ALONE) for _ in range(2)]
        await services.store.commit(Batch("broken-table", [Entry(1, "c", b"nonsense")]))
        found.time.now += 61 * DAY
        await look_around(services.caretaker)
        told = [json.loads(line) for line in found.here.lines.told]
        assert [line["count"] for line in told if line["event"] == "idle-tables-closed"] == [2]
        (failed,) = [line for line in told if line["event"] == "chore-failed"]
        assert failed["code"] == "table-bad-event"
        assert "broken-table" not in failed["table"]
        for table in tables:
            assert (await ann.get(f"/api/tables/{table}")).json["phase"] == "closed"


async def test_a_closed_table_leaves_room_for_another() -> None:
    async with room() as found:
        ann = await found.guest("Ann")
        for _ in range(found.here.services.people.limits.tables):
            await ann.open(ALONE)
        reply = await ann.post("/api/tables", {"options": ALONE})
        assert (reply.status, reply.code) == (409, "identity-tables")
        found.time.now += 61 * DAY
        await look_around(found.here.services.caretaker)
        assert (await ann.post("/api/tables", {"options": ALONE})).status == 200
