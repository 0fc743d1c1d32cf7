"""The deals of the day: one counted try, a board, a ladder, a secret that comes out."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from tenback.bots import registry
from tenback.host.daily import DAILY_VARIANTS
from tenback.table.actors import SYSTEM
from tenback.table.fairness import commitment
from tests.host.fakes import DAY
from tests.host.harness import ManualClock
from tests.server.harness import ServerHarness, play_over_http, send, server_harness
from tests.server.in_process import server_dependencies
from tests.server.schemas import check_answer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

TODAY, YESTERDAY, TOMORROW = "2027-01-15", "2027-01-14", "2027-01-16"


@asynccontextmanager
async def with_few_bots() -> AsyncIterator[ServerHarness]:
    """A server whose ladder is soon climbed, and whose bots need not think."""
    time = ManualClock()
    deps = server_dependencies(time, make_bot=lambda _name: registry.make("greedy"))
    async with server_harness(deps, time) as found:
        found.here.services.daily_deals.bots = ("random", "greedy")
        yield found


async def test_today() -> None:
    async with with_few_bots() as found:
        body = (await (await found.client()).get("/api/daily")).json
        check_answer("GET", "/api/daily", 200, body)
        assert body["day"] == TODAY
        assert [one["game"] for one in body["games"]] == list(DAILY_VARIANTS)
        assert all(one["tried"] is None for one in body["games"])
        assert [one["game"] for one in body["games"] if one["duel"]] == ["face-to-face"]


async def test_the_same_cards_for_every_player_and_the_same_table_again() -> None:
    async with with_few_bots() as found:
        ann, ben = await found.guests("Ann", "Ben")
        first = (await ann.post("/api/daily/original", None)).json
        check_answer("POST", "/api/daily/{game}", 200, first)
        assert (await ann.post("/api/daily/original", None)).json == first, "it is being played"
        other = (await ben.post("/api/daily/original", None)).json
        assert other["table"] != first["table"]
        mine = (await ann.get(f"/api/tables/{first['table']}")).json
        theirs = (await ben.get(f"/api/tables/{other['table']}")).json
        assert mine["view"]["hands"] == theirs["view"]["hands"] != [None]
        assert mine["view"]["seed"] is None
        tried = (await ann.get("/api/daily")).json["games"][0]["tried"]
        assert tried == {"table": first["table"], "number": 1}


async def test_two_requests_at_once() -> None:
    """Two taps open one table."""
    async with with_few_bots() as found:
        ann = await found.guest("Ann")
        asked = (ann.post("/api/daily/quick-and-easy", None) for _ in range(4))
        replies = await asyncio.gather(*asked)
        assert [reply.status for reply in replies] == [200] * 4
        assert len({reply.body for reply in replies}) == 1
        assert len((await ann.get("/api/me/tables")).json["tables"]) == 1


async def test_an_answer_that_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server stopped between the table and its deal: the same table goes on."""
    async with with_few_bots() as found:
        ann = await found.guest("Ann")

        async def broken(*_: object) -> None:
            raise KeyError("the machine goes down")

        monkeypatch.setattr(found.here.services.daily_deals, "start_try", broken)
        assert (await ann.post("/api/daily/face-to-face", None)).status == 500
        monkeypatch.undo()
        opened = (await ann.get("/api/me/tables")).json["tables"]
        body = (await ann.post("/api/daily/face-to-face", None)).json
        assert [one["table"] for one in opened] == [body["table"]]
        seen = (await ann.get(f"/api/tables/{body['table']}")).json
        assert seen["number"] == 1
        assert [seat["bot"] for seat in seen["seats"]] == [None, "strong"]


@pytest.mark.rule("V3")
async def test_a_whole_day() -> None:
    async with with_few_bots() as found:
        ann, ben, stranger = *await found.guests("Ann", "Ben"), await found.client()
        promised = (await ann.get("/api/daily")).json["promised"]
        table = (await ann.post("/api/daily/original", None)).json["table"]
        empty = (await ann.get(f"/api/daily/{TODAY}/original")).json
        check_answer("GET", "/api/daily/{day}/{game}", 200, empty)
        assert empty["rows"] == []
        assert [rung["bot"] for rung in empty["ladder"]] == ["random", "greedy"]
        over = await play_over_http([ann], table)
        assert over["marks"] == {
            "hints": False,
            "takebacks": False,
            "stand_in": False,
            "seen": False,
            "plain": True,
        }
        assert over["view"]["seed"] is None, "the deal is sealed"
        assert (await ann.get(f"/api/tables/{table}/record")).code == "table-sealed"
        board = (await ann.get(f"/api/daily/{TODAY}/original")).json
        assert [(row["person"], row["left"]) for row in board["rows"]] == [
            (ann.id, over["result"]["left"])
        ]
        assert (await stranger.get(f"/api/daily/{TODAY}/original")).json == board
        # A second try is one of a deal that was seen.
        again = (await ann.post("/api/daily/original", None)).json["table"]
        assert again != table
        second = await play_over_http([ann], again, seed=2)
        assert second["marks"]["seen"]
        assert (await ann.get(f"/api/daily/{TODAY}/original")).json["rows"] == board["rows"]
        # The secret stays one until the day is over.
        reply = await stranger.get(f"/api/daily/{TODAY}/secret")
        assert (reply.status, reply.code) == (409, "daily-not-over")
        found.time.now += DAY
        body = (await stranger.get(f"/api/daily/{TODAY}/secret")).json
        check_answer("GET", "/api/daily/{day}/secret", 200, body)
        assert commitment(body["secret"]) == promised
        assert (await stranger.get(f"/api/daily/{TODAY}/original")).json == board
        assert (await ann.get("/api/daily")).json["games"][0]["tried"] is None, "a new day"
        assert (await ben.get("/api/daily")).json["promised"] != promised


async def test_a_table_has_the_day_of_its_deal() -> None:
    """The day on which the cards first lay there, whenever they are dealt again."""
    async with with_few_bots() as found:
        ann = await found.guest("Ann")
        table = (await ann.post("/api/daily/original", None)).json["table"]

        async def today() -> tuple[str | None, bool]:
            seen = (await ann.get(f"/api/tables/{table}")).json
            return seen["daily"], seen["marks"]["seen"]

        assert await today() == (TODAY, False)
        found.time.now += DAY
        await send(ann, table, {"command": {"type": "resign"}})
        await send(ann, table, {"command": {"type": "rematch", "same_deal": True}})
        assert await today() == (TODAY, True)
        await send(ann, table, {"command": {"type": "resign"}})
        await send(ann, table, {"command": {"type": "rematch"}})
        assert (await ann.get(f"/api/tables/{table}")).json["daily"] is None


async def test_a_game_that_outlasts_its_day_stays_off_the_board() -> None:
    async with with_few_bots() as found:
        ann = await found.guest("Ann")
        table = (await ann.post("/api/daily/original", None)).json["table"]
        found.time.now += DAY
        await send(ann, table, {"command": {"type": "resign"}})
        assert (await ann.get(f"/api/daily/{TODAY}/original")).json["rows"] == []


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        (f"{TOMORROW}/original", 404, "daily-no-deals"),
        (f"{YESTERDAY}/original", 404, "daily-no-deals"),
        (f"{TODAY}/nothing", 404, "daily-no-game"),
        ("0001-01-01/original", 404, "daily-no-deals"),
        ("9999-12-31/original", 404, "daily-no-deals"),
        ("2027-02-30/original", 400, "server-bad-message"),
        ("someday/original", 400, "server-bad-message"),
        (f"{TOMORROW}/secret", 409, "daily-not-over"),
        (f"{YESTERDAY}/secret", 404, "daily-no-deals"),
        ("someday/secret", 400, "server-bad-message"),
        ("%00/secret", 400, "server-bad-message"),
        (TODAY, 405, "server-wrong-method"),
    ],
)
async def test_days_and_games_that_are_not_there(path: str, status: int, code: str) -> None:
    async with with_few_bots() as found:
        reply = await (await found.client()).get(f"/api/daily/{path}")
        assert (reply.status, reply.code) == (status, code)


async def test_a_game_without_a_deal_of_the_day() -> None:
    async with with_few_bots() as found:
        ann = await found.guest("Ann")
        reply = await ann.post("/api/daily/original-short-hands", None)
        assert (reply.status, reply.code) == (404, "daily-no-game")


async def test_a_crash_between_the_try_and_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    async with with_few_bots() as found:
        ann = await found.guest("Ann")
        host = found.here.services.host
        command = host.command

        async def broken(table: str, who: object, *more: object, **named: object) -> object:
            if who is SYSTEM:
                raise KeyError("a crash")
            return await command(table, who, *more, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(host, "command", broken)
        assert (await ann.post("/api/daily/face-to-face", None)).status == 500
        monkeypatch.undo()
        table = (await ann.post("/api/daily/face-to-face", None)).json["table"]
        body = (await ann.get(f"/api/tables/{table}")).json
        assert (body["phase"], body["marks"]["seen"]) == ("playing", False)


async def test_the_board_has_players_who_never_look_at_it() -> None:
    async with with_few_bots() as found:
        ann, ben = await found.guests("Ann", "Ben")
        table = (await ann.post("/api/daily/original", None)).json["table"]
        await send(ann, table, {"command": {"type": "resign"}})
        rows = (await ben.get(f"/api/daily/{TODAY}/original")).json["rows"]
        assert [row["name"] for row in rows] == ["Ann"]
