"""Lessons over HTTP, played through as they are written; and the rule book of any game."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tenback.core.variants import every
from tenback.lessons import GAMES, lesson
from tenback.lessons.lesson import LEARNER
from tests.server.harness import ServerHarness, server_harness
from tests.server.schemas import check_answer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.server.clients import Client

VARIANT = """
name = "tiny"
deck = {numbers = "1..20"}
piles = {up = [0]}
hands = {2 = 4}
minimum = 1
"""


@asynccontextmanager
async def learner() -> AsyncIterator[tuple[ServerHarness, Client]]:
    async with server_harness() as found:
        yield found, await found.guest("Ann")


async def begun(client: Client, game: str) -> dict[str, Any]:
    reply = await client.post(f"/api/lessons/{game}", None)
    check_answer("POST", "/api/lessons/{game}", 200, reply.json)
    body: dict[str, Any] = reply.json
    return body


async def seen(client: Client, table: str) -> dict[str, Any]:
    body: dict[str, Any] = (await client.get(f"/api/tables/{table}")).json
    return body


async def on_turn(client: Client, table: str) -> dict[str, Any]:
    """The table, once the coach has played."""
    async with asyncio.timeout(60):
        while (body := await seen(client, table))["view"]["turn"] != LEARNER:
            await asyncio.sleep(0.01)
    return body


async def do(client: Client, table: str, kind: str, **command: Any) -> None:
    body = {"command": {"type": kind} | command}
    reply = await client.post(f"/api/tables/{table}/commands", body)
    assert reply.status == 200, reply.json


async def test_what_can_be_learnt() -> None:
    async with server_harness() as found:
        body = (await (await found.client()).get("/api/lessons")).json
        check_answer("GET", "/api/lessons", 200, body)
        assert [one["game"] for one in body["lessons"]] == list(GAMES)


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_lesson(game: str) -> None:
    """With the coach at the other seat, who follows its script by itself."""
    async with learner() as (_, ann):
        body = await begun(ann, game)
        table = body["table"]
        assert [step["do"] for step in body["steps"]] == [s.do for s in lesson(game).steps]
        for step in body["steps"]:
            verb, _, what = step["do"].partition(" ")
            if verb == "watch":
                now = await seen(ann, table)
                if now["view"]["turn"] == LEARNER and not now["choices"]["lays"]:
                    await do(ann, table, "play", move="end")
                await on_turn(ann, table)
            elif verb == "start":
                await do(ann, table, "start")
            elif verb == "say":
                await do(ann, table, "say", phrase=what)
            elif verb == "trick":
                lays = (await seen(ann, table))["choices"]["lays"]
                (move,) = [lay["move"] for lay in lays if lay["kind"] == "trick"]
                await do(ann, table, "play", move=f"{move['card']}-{move['pile']}")
            elif verb:
                await do(ann, table, "play", move=what or verb)
        end = await seen(ann, table)
        assert [seat["bot"] for seat in end["seats"]] == [None, "coach"], "it never had to give up"
        assert end["marks"]["seen"], "a lesson played to the end counts apart"
        assert end["result"] is None


async def test_it_begins_anew_and_leaves_nothing_behind() -> None:
    async with learner() as (_, ann):
        real = await ann.open({"game": "original", "players": 1})
        first, second = await begun(ann, "original"), await begun(ann, "face-to-face")
        assert (await seen(ann, first["table"]))["phase"] == "closed"
        assert (await seen(ann, second["table"]))["phase"] == "playing"
        mine = (await ann.get("/api/me/tables")).json["tables"]
        assert {one["table"] for one in mine} == {real, second["table"]}
        assert (await ann.get("/api/me/statistics")).json["lines"] == []


async def test_twenty_lessons_are_not_too_many() -> None:
    async with learner() as (_, ann):
        for _ in range(22):
            assert (await ann.post("/api/lessons/original", None)).status == 200


async def test_two_requests_at_once() -> None:
    async with learner() as (_, ann):
        replies = await asyncio.gather(*(begun(ann, "original") for _ in range(3)))
        phases = [(await seen(ann, reply["table"]))["phase"] for reply in replies]
        assert sorted(phases) == ["agreeing", "closed", "closed"]


async def test_who_may_come() -> None:
    async with learner() as (found, ann):
        table = (await begun(ann, "original"))["table"]
        stranger = await found.client()
        assert (await stranger.post("/api/lessons/original", None)).status == 401
        assert (await ann.post("/api/lessons/chess", None)).code == "lesson-no-game"
        ben = await found.guest("Ben")
        for command in ({"type": "sit", "name": "Ben"}, {"type": "watch", "name": "Ben"}):
            reply = await ben.post(f"/api/tables/{table}/commands", {"command": command})
            assert reply.status == 409


async def test_no_client_can_seat_the_coach() -> None:
    async with learner() as (_, ann):
        table = await ann.open({"game": "original", "players": 2})
        command = {"type": "seat-bot", "bot": "coach"}
        reply = await ann.post(f"/api/tables/{table}/commands", {"command": command})
        assert reply.code == "unknown-bot"
        about = (await ann.get("/api/about")).json
        assert "coach" not in [bot["name"] for bot in about["bots"]]


@pytest.mark.parametrize(("language", "word"), [("fr", "piles"), ("de", "Stapel")])
async def test_in_ones_language(language: str, word: str) -> None:
    async with learner() as (_, ann):
        head = {"accept-language": language, "content-type": "application/json"}
        body = (await ann.ask("POST", "/api/lessons/original", b"", **head)).json
        assert word in body["steps"][0]["text"]
        book = (await ann.ask("POST", "/api/games/rulebook", b'{"game":"original"}', **head)).json
        assert word in str(book["sections"])


@pytest.mark.parametrize("game", [*(rules.name for rules in every()), VARIANT])
async def test_the_rule_book(game: str) -> None:
    async with server_harness() as found:
        client = await found.client()
        body = (await client.post("/api/games/rulebook", {"game": game})).json
        check_answer("POST", "/api/games/rulebook", 200, body)
        names = [section["name"] for section in body["sections"]]
        assert names[0] == "goal"
        assert ("fire" in names) == bool(body["rules"]["fire"])
        assert ("gift" in names) == body["rules"]["gift"]
        assert len(body["piles"]) == len(body["rules"]["piles"]["up"]) * (
            2 if body["rules"]["piles"]["own"] else 1
        ) + len(body["rules"]["piles"]["down"]) * (2 if body["rules"]["piles"]["own"] else 1)


async def test_no_rule_book_for_what_cannot_be_played() -> None:
    async with server_harness() as found:
        client = await found.client()
        assert (await client.post("/api/games/rulebook", {"game": "chess"})).status == 409
