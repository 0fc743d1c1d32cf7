"""The identity, tables, games and webhook of a guest."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.server.clients import Closed
from tests.server.harness import play_together, server_harness
from tests.server.in_process import server_dependencies
from tests.server.schemas import check_answer
from tests.server.test_app import header
from tests.server.test_sessions import closed_eventually

if TYPE_CHECKING:
    from collections.abc import Sequence


async def public(_host: str, _port: int) -> Sequence[str]:
    return ["93.184.215.14"]


async def inside(_host: str, _port: int) -> Sequence[str]:
    return ["93.184.215.14", "10.0.0.7"]


# Names


async def test_a_name_creates_an_identity() -> None:
    async with server_harness() as found:
        ann = await found.client()
        assert (await ann.get("/api/me")).status == 401
        first = await ann.post("/api/me", {"name": "  Ann   Lee "})
        check_answer("POST", "/api/me", 200, first.json)
        assert first.json["name"] == "Ann Lee"
        assert (await ann.get("/api/me")).json == first.json
        assert first.json["since"] == found.time.now


async def test_a_new_name_is_the_same_person() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        reply = await ann.post("/api/me", {"name": "Zoe"})
        assert (reply.json["id"], reply.json["name"]) == (ann.id, "Zoe")
        assert header(reply, "set-cookie") is None, "the token stays the same"


@pytest.mark.parametrize("name", ["", " ", "x" * 31, "a\nb\x07", "\u202eann", "thirty-seven"])
async def test_names_that_are_refused(name: str) -> None:
    async with server_harness() as found:
        client = await found.client()
        reply = await client.post("/api/me", {"name": name})
        assert reply.status in (400, 409)
        assert client.token == ""


# Being forgotten


async def test_being_forgotten() -> None:
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        _, (_, there) = await found.table(ann, ben)
        token = ann.token
        reply = await ann.ask("DELETE", "/api/me")
        assert reply.status == 200
        assert 'tenback=""' in (header(reply, "set-cookie") or "")
        assert ann.token == ""
        stranger = await found.client()
        reply = await stranger.ask("GET", "/api/me", cookie=f"tenback={token}")
        assert (reply.status, reply.code) == (401, "server-no-identity")
        seats = (await there.look())["seats"]
        assert [seat["person"] for seat in seats] == [None, ben.id]
        assert "Ann" not in str(await there.ask("events", after=1))


async def test_a_deleted_guest_is_at_no_table_any_more() -> None:
    """A socket that is still open must not bring them back."""
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        table, (mine, there) = await found.table(ann, ben)
        second = await found.at(ann, table)
        await ann.ask("DELETE", "/api/me")
        for guest in (mine, second):
            await closed_eventually(guest.socket, 1008, "server-no-identity")
            assert isinstance(guest.socket.heard[-1], Closed)
        await found.here.settle(1)
        assert (await there.look())["host"] == ben.id


# Another device


async def test_a_link_to_another_device_works_once() -> None:
    async with server_harness() as found:
        ann, phone, thief = await found.guest("Ann"), await found.client(), await found.client()
        link = (await ann.post("/api/me/link", {})).json
        check_answer("POST", "/api/me/link", 200, link)
        assert link["url"] == f"{found.here.settings.url}/me#{link['code']}"
        assert link["until"] > found.time.now
        reply = await phone.post("/api/me/follow", {"code": link["code"]})
        assert reply.json["id"] == ann.id
        assert (await phone.get("/api/me")).json["name"] == "Ann"
        reply = await thief.post("/api/me/follow", {"code": link["code"]})
        assert (reply.status, reply.code) == (404, "identity-bad-link")
        assert thief.token == ""


async def test_a_link_that_is_too_old() -> None:
    async with server_harness() as found:
        ann, phone = await found.guest("Ann"), await found.client()
        link = (await ann.post("/api/me/link", {})).json
        found.time.now = link["until"] + 1
        assert (await phone.post("/api/me/follow", {"code": link["code"]})).status == 404


async def test_too_many_links() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        statuses = [(await ann.post("/api/me/link", {})).status for _ in range(6)]
        assert statuses == [200] * 5 + [409]


@pytest.mark.parametrize("code", ["", "x", "0" * 32, "0" * 100, "\x00", "é"])
async def test_codes_that_were_never_issued(code: str) -> None:
    async with server_harness() as found:
        reply = await (await found.client()).post("/api/me/follow", {"code": code})
        assert (reply.status, reply.code) == (404, "identity-bad-link")


# Tables and games


async def test_where_one_is() -> None:
    async with server_harness() as found:
        ann, ben = await found.guests("Ann", "Ben")
        assert (await ann.get("/api/me/tables")).json == {"tables": []}
        old = await ben.open({"game": "original", "players": 3})
        found.time.now += 1
        table, _ = await found.playing(ann, ben, game="face-to-face")
        watching = await found.at(ann, old)
        found.time.now += 1
        await watching.do("watch", name="Ann")
        body = (await ann.get("/api/me/tables")).json
        check_answer("GET", "/api/me/tables", 200, body)
        assert [(one["table"], one["seat"]) for one in body["tables"]] == [(old, None), (table, 0)]
        playing = body["tables"][1]
        assert (playing["game"], playing["phase"]) == ("face-to-face", "playing")
        assert playing["turn"] in (0, 1)
        await watching.do("leave")
        assert len((await ann.get("/api/me/tables")).json["tables"]) == 1


async def test_games_and_what_they_add_up_to() -> None:
    async with server_harness() as found:
        ann, ben, other = await found.guests("Ann", "Ben", "Cleo")
        _, guests = await found.playing(ann, ben)
        await play_together(guests)
        found.time.now += 1
        _, alone = await found.playing(ann)
        await alone[0].do("resign")
        body = (await ann.get("/api/me/games")).json
        check_answer("GET", "/api/me/games", 200, body)
        assert [len(game["players"]) for game in body["games"]] == [1, 2]
        assert body["more"] is None
        lines = (await ann.get("/api/me/statistics")).json
        check_answer("GET", "/api/me/statistics", 200, lines)
        assert [(one["game"], one["players"]) for one in lines["lines"]] == [
            ("original", 1),
            ("original", 2),
        ]
        assert [one["plain"]["games"] for one in lines["lines"]] == [1, 1]
        low, high = (lines["lines"][1]["plain"][end] for end in ("low", "high"))
        assert 0.0 <= low < high <= 1.0
        assert len((await ben.get("/api/me/games")).json["games"]) == 1
        assert (await other.get("/api/me/games")).json == {"games": [], "more": None}
        assert (await ann.get("/api/me/games?after=1")).json["games"] == body["games"][1:]


# Webhooks


async def test_a_hook() -> None:
    async with server_harness(replace(server_dependencies(), resolver=public)) as found:
        ann = await found.guest("Ann")
        nothing = {"url": None, "secret": None}
        assert (await ann.get("/api/me/hook")).json == nothing
        url = "https://hooks.example.org/in"
        put = (await ann.ask("PUT", "/api/me/hook", {"url": url})).json
        check_answer("PUT", "/api/me/hook", 200, put)
        assert put["url"] == url
        assert (await ann.get("/api/me/hook")).json == put
        again = (await ann.ask("PUT", "/api/me/hook", {"url": url})).json
        assert again["secret"] != put["secret"]
        assert (await ann.ask("DELETE", "/api/me/hook")).json == nothing
        assert (await ann.get("/api/me/hook")).json == nothing


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://[::1]/",
        "http://localhost/",
        "https://10.0.0.1/",
        "https://name.example/",
        "http://169.254.169.254/latest",
        "https://name.example:22/",
        "ftp://name.example/",
        "file:///etc/passwd",
        "https://a:b@name.example/",
        "http://0x7f.1/",
        "\x00",
        "x",
    ],
)
async def test_hooks_into_our_own_network(url: str) -> None:
    async with server_harness(replace(server_dependencies(), resolver=inside)) as found:
        ann = await found.guest("Ann")
        reply = await ann.ask("PUT", "/api/me/hook", {"url": url})
        assert reply.status == 409
        assert (reply.code or "").startswith("hook-")
        assert (await ann.get("/api/me/hook")).json["url"] is None
