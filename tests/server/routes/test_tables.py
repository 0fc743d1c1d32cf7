"""Tables over plain HTTP: the same commands and events as over their sockets."""

from __future__ import annotations

import asyncio
import json
from itertools import cycle
from typing import TYPE_CHECKING, Any

import pytest

from tenback import Record, Rules
from tenback.host.limits import DEFAULT_LIMITS
from tenback.table.commands import Rename
from tenback.table.fairness import Verdict, verify
from tests.server.harness import compile_hints, play_over_http, send, server_harness
from tests.server.schemas import check_answer

if TYPE_CHECKING:
    from tests.server.clients import Client

ALONE = {"game": "original", "players": 1}


# Opening


async def test_a_table_and_its_link() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        reply = await ann.post("/api/tables", {"options": ALONE})
        check_answer("POST", "/api/tables", 200, reply.json)
        table = reply.json["table"]
        assert reply.json["url"] == f"{found.here.settings.url}/t/{table}"
        seen = (await ann.get(f"/api/tables/{table}")).json
        check_answer("GET", "/api/tables/{table}", 200, seen)
        assert (seen["phase"], seen["host"], seen["seat"]) == ("gathering", ann.id, 0)


async def test_a_resend_finds_the_same_table() -> None:
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        table = await ann.open(ALONE, "o1")
        assert await ann.open(ALONE, "o1") == table
        assert await ben.open(ALONE, "o1") != table, "ids belong to who sent them"


async def test_the_last_table_that_one_may_have_can_be_resent() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        tables = [await ann.open(ALONE, f"o{number}") for number in range(DEFAULT_LIMITS.tables)]
        reply = await ann.post("/api/tables", {"options": ALONE, "id": "one-too-many"})
        assert (reply.status, reply.code) == (409, "identity-tables")
        assert await ann.open(ALONE, f"o{DEFAULT_LIMITS.tables - 1}") == tables[-1]


async def test_many_at_once_are_no_way_around_the_limit() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        body = {"options": ALONE}
        asked = (ann.post("/api/tables", body) for _ in range(DEFAULT_LIMITS.tables + 10))
        replies = await asyncio.gather(*asked)
        assert (
            sorted(reply.status for reply in replies) == [200] * DEFAULT_LIMITS.tables + [409] * 10
        )


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"game": "original", "players": 6}, "wrong-players"),
        ({"game": "original", "players": -1}, "wrong-players"),
        ({"game": "original", "players": 10**15}, "wrong-players"),
        ({"game": "nothing", "players": 2}, "unknown-variant"),
        ({"game": "original", "players": 2, "clock": 1}, "table-bad-clock"),
        ({"game": "original", "players": 2, "talk": "shouting"}, "server-bad-message"),
        ({"game": "original"}, "server-bad-message"),
        ({"game": "original", "players": "2"}, "server-bad-message"),
        ({"game": "original", "players": 2, "listed": 1}, "server-bad-message"),
        ({"game": "original", "players": 2, "unlisted": True}, "server-bad-message"),
        ({"game": "x = 1", "players": 2}, "unknown-key"),
    ],
)
async def test_options_that_cannot_be(options: dict[str, object], code: str) -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        reply = await ann.post("/api/tables", {"options": options})
        assert reply.code == code
        assert reply.status in (400, 409)
        assert (await ann.get("/api/me/tables")).json == {"tables": []}


async def test_a_game_of_ones_own() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        text = Rules.named("original").to_toml().replace('"original"', '"mine"')
        table = await ann.open({"game": text, "players": 1})
        seen = (await ann.get(f"/api/tables/{table}")).json
        assert seen["rules"]["name"] == "mine"
        check_answer("GET", "/api/tables/{table}", 200, seen)


# The lobby


async def test_the_lobby_shows_listed_tables_alone() -> None:
    async with server_harness() as found:
        ann, stranger = await found.guest("Ann"), await found.client()
        private = await ann.open(ALONE)
        listed = await ann.open({"game": "original", "players": 2, "listed": True})
        body = (await stranger.get("/api/tables")).json
        check_answer("GET", "/api/tables", 200, body)
        assert [one["table"] for one in body["tables"]] == [listed]
        assert private not in json.dumps(body)
        assert (await stranger.get(f"/api/tables?after={listed}")).json["tables"] == []
        await send(ann, listed, {"command": {"type": "close"}})
        assert (await stranger.get("/api/tables")).json["tables"] == []


async def test_what_a_stranger_sees() -> None:
    async with server_harness() as found:
        (ann, ben), stranger = await found.guests("Ann", "Ben"), await found.client()
        table, _ = await found.playing(ann, ben)
        seen = (await stranger.get(f"/api/tables/{table}")).json
        check_answer("GET", "/api/tables/{table}", 200, seen)
        assert (seen["view"], seen["choices"], seen["me"]) == (None, None, "")
        body = (await stranger.get(f"/api/tables/{table}/events")).json
        assert {json.dumps(one["event"]) for one in body["events"]} == {"null"}


@pytest.mark.parametrize(
    "table", ["nothing-there", "x" * 300, "%00", "%2e%2e", "é", "%f0%9f%98%80"]
)
async def test_tables_that_are_not_there(table: str) -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        for method, path, body in (
            ("GET", "", None),
            ("GET", "/events", None),
            ("GET", "/record", None),
            ("GET", "/replay", None),
            ("POST", "/commands", {"command": {"type": "begin"}}),
            ("POST", "/plan", {"moves": []}),
            ("POST", "/hint", {}),
        ):
            reply = await ann.ask(method, f"/api/tables/{table}{path}", body)
            assert (reply.status, reply.code) == (404, "host-no-table"), path
        assert found.here.services.host.in_memory == 0


# Commands and events


async def test_a_command_has_one_effect() -> None:
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        table = await ann.open({"game": "original", "players": 2})
        body = {"command": {"type": "sit", "name": "Ben"}, "id": "c1"}
        first = (await send(ben, table, body)).json
        check_answer("POST", "/api/tables/{table}/commands", 200, first)
        assert first == {"versions": [2]}
        assert (await send(ben, table, body)).json == first
        news = (await ann.get(f"/api/tables/{table}/events?after=1")).json
        check_answer("GET", "/api/tables/{table}/events", 200, news)
        assert [one["event"]["type"] for one in news["events"]] == ["sat"]


async def test_what_is_decided_on_an_old_sight_is_refused() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        table, (guest,) = await found.playing(ann)
        move = guest.seen["choices"]["lays"][0]["move"]
        play = {"type": "play", "move": f"{move['card']}-{move['pile']}"}
        old = {"command": play, "seen": guest.seen["version"] - 1}
        reply = await send(ann, table, old)
        assert (reply.status, reply.code) == (409, "table-stale")
        assert reply.json["params"] == {"version": guest.seen["version"]}
        assert (await send(ann, table, old | {"seen": guest.seen["version"]})).status == 200
        assert (await send(ann, table, old | {"seen": 10**30})).status == 409


@pytest.mark.parametrize("after", [0, 1, 3, 99, -7, 10**30])
async def test_the_version_of_the_table_comes_with_its_events(after: int) -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        table, (guest,) = await found.playing(ann)
        version = guest.seen["version"]
        body = (await ann.get(f"/api/tables/{table}/events?after={after}")).json
        assert body["version"] == version
        assert len(body["events"]) == max(0, version - max(0, after))
        over_socket = await guest.ask("events", after=after)
        assert over_socket["version"] == version
        assert over_socket["events"] == body["events"]


async def test_events_and_version_are_of_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another client is so quick that the table changes after every look."""
    async with server_harness() as found:
        table, (guest,) = await found.playing(await found.guest("Ann"))
        host, names = found.here.services.host, cycle(("Ann", "Anna"))
        inspect = host.inspect

        async def inspected(table_id: str, see: Any) -> Any:
            seen = await inspect(table_id, see)
            await host.command(table_id, guest.client.id, Rename(next(names)))
            return seen

        monkeypatch.setattr(host, "inspect", inspected)
        body = (await guest.client.get(f"/api/tables/{table}/events")).json
        assert body["version"] == body["events"][-1]["version"]
        body = await guest.ask("events", after=0)
        assert body["version"] == body["events"][-1]["version"]


# A plan, a hint, a record, a replay


async def test_a_plan() -> None:
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        table, guests = await found.playing(ann, ben)
        lay = guests[0].seen["choices"]["lays"][0]["move"]
        text = f"{lay['card']}-{lay['pile']}"
        reply = await ann.post(f"/api/tables/{table}/plan", {"moves": [text, text, "end"]})
        check_answer("POST", "/api/tables/{table}/plan", 200, reply.json)
        assert reply.json == {"holds": [True, False, False]}
        assert (await ann.post(f"/api/tables/{table}/plan", {"moves": []})).json == {"holds": []}
        reply = await ann.post(f"/api/tables/{table}/plan", {"moves": ["nonsense"]})
        assert reply.status == 409
        stranger = await found.guest("Cleo")
        reply = await stranger.post(f"/api/tables/{table}/plan", {"moves": [text]})
        assert (reply.status, reply.code) == (409, "table-no-seat")


async def test_a_hint_marks_the_game() -> None:
    compile_hints()
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        table, _ = await found.playing(ann, ben)
        reply = await ann.post(f"/api/tables/{table}/hint", {"id": "h1"})
        check_answer("POST", "/api/tables/{table}/hint", 200, reply.json)
        assert reply.json["choices"][0]["moves"]
        assert (await ann.post(f"/api/tables/{table}/hint", {"id": "h1"})).json == reply.json
        body = (await ben.get(f"/api/tables/{table}")).json
        assert body["marks"]["hints"]
        reply = await ben.post(f"/api/tables/{table}/hint", {})
        assert reply.code == "table-not-your-turn"


async def test_a_whole_game_over_plain_http() -> None:
    """Gathering, the fair deal, agreeing, playing to the end; then its record and a replay."""
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        table = await ann.open({"game": "original", "players": 3})
        await send(ben, table, {"command": {"type": "sit", "name": "Ben"}})
        await send(ann, table, {"command": {"type": "seat-bot", "bot": "greedy"}})
        await check_closed(ann, table, (404, "table-no-game"), "", "?number=1")
        await send(ann, table, {"command": {"type": "begin"}})
        await play_over_http([ann, ben], table, until=lambda seen: seen["phase"] == "playing")
        await check_closed(ann, table, (409, "table-not-over"), "", "?number=1")
        await check_closed(ann, table, (404, "table-no-game"), "?number=2")
        over = await play_over_http([ann, ben], table)
        check_answer("GET", "/api/tables/{table}", 200, over)
        assert over["result"]["players"][2]["bot"] == "greedy"
        reply = await ann.get(f"/api/tables/{table}/record")
        record = Record.parse(reply.body.decode())
        assert verify(record) == Verdict(()), "the deal was fair"
        assert record.players == 3
        file = dict(reply.headers)[b"content-disposition"].decode()
        assert file == f'attachment; filename="tenback-{table[:8]}-last.txt"'
        replay = (await ben.get(f"/api/tables/{table}/replay")).json
        check_answer("GET", "/api/tables/{table}/replay", 200, replay)
        assert len(replay["steps"]) == len(record.moves) + 2, "the deal, the start, every move"
        assert {step["seat"] for step in replay["steps"]} == {1}
        assert replay["steps"][0]["hands"][0] is None
        assert replay["steps"][-1]["outcome"] is not None
        other = (await ben.get(f"/api/tables/{table}/replay?seat=0&number=1")).json
        assert {step["seat"] for step in other["steps"]} == {0}
        reply = await ben.get(f"/api/tables/{table}/replay?seat=9")
        assert (reply.status, reply.code) == (409, "no-such-seat")
        never = (f"?number={number}" for number in (2, -1, 0, "9" * 30))
        await check_closed(ben, table, (404, "table-no-game"), *never)
        assert (await ben.get(f"/api/tables/{table}/replay?seat=null")).status == 400
        stranger = await found.guest("Cleo")
        reply = await stranger.get(f"/api/tables/{table}/record")
        assert (reply.status, reply.code) == (409, "table-not-here")


async def check_closed(
    client: Client, table: str, expected: tuple[int, str], *questions: str
) -> None:
    """Neither a record nor a replay is to be had."""
    for question in questions:
        for path in ("record", "replay"):
            reply = await client.get(f"/api/tables/{table}/{path}{question}")
            assert (reply.status, reply.code) == expected, question


@pytest.mark.parametrize("after", ["", "%00", "%ff", "é", "x" * 5_000, "%0a", "a&after=b"])
async def test_the_lobby_behind_what_is_no_table(after: str) -> None:
    async with server_harness() as found:
        reply = await (await found.client()).get(f"/api/tables?after={after}")
        assert (reply.status, reply.code) == (400, "server-bad-message")


async def test_empty_tables_do_not_hide_others() -> None:
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        options = {"game": "original", "players": 2, "listed": True}
        left = await ann.open(options)
        await send(ann, left, {"command": {"type": "leave"}})
        there = await ben.open(options)
        assert [line["table"] for line in (await ann.get("/api/tables")).json["tables"]] == [there]
        assert list(await found.here.services.store.scan("listed")) == [there]


async def test_tables_that_one_has_left_do_not_count() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        for _ in range(found.here.services.identities.limits.tables):
            table = await ann.open({"game": "original", "players": 1})
            await send(ann, table, {"command": {"type": "leave"}})
        await ann.open({"game": "original", "players": 1})


async def test_ids_of_the_system_are_refused_from_clients() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        body = {"options": {"game": "original", "players": 1}, "id": "~daily-2027-01-15-original"}
        reply = await ann.post("/api/tables", body)
        assert (reply.status, reply.code) == (400, "server-bad-message")
