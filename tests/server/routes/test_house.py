"""The server itself: what it offers, and how it is."""

from __future__ import annotations

import pytest

from tenback import Rules, __version__
from tenback.core.variants import every
from tenback.host.companions import COMPANIONS
from tenback.table.deciding import AWAY
from tests.server.rooms import room
from tests.server.schemas import check_answer


async def test_about() -> None:
    async with room() as found:
        told = (await (await found.client()).get("/api/about")).json
        check_answer("GET", "/api/about", 200, told)
        assert told["version"] == __version__
        assert (told["link"], told["share"]) == (None, "tenback --lan")
        assert [game["name"] for game in told["games"]] == [rules.name for rules in every()]
        assert (told["companions"], told["absence"]) == (COMPANIONS, AWAY)
        assert {"random", "greedy", "master"} <= {bot["name"] for bot in told["bots"]}


async def test_about_tells_who_one_is() -> None:
    async with room() as found:
        assert (await (await found.client()).get("/api/about")).json["me"] is None
        ann = await found.guest("Ann")
        told = (await ann.get("/api/about")).json
        check_answer("GET", "/api/about", 200, told)
        assert told["me"] == (await ann.get("/api/me")).json


async def test_about_a_server_with_a_public_address() -> None:
    async with room(public_url="https://games.example.org") as found:
        told = (await (await found.client()).get("/api/about")).json
        assert (told["link"], told["share"]) == ("https://games.example.org", None)


async def test_bots_are_described_in_ones_language() -> None:
    async with room() as found:
        client = await found.client()
        told = [
            (await client.ask("GET", "/api/about", **{"accept-language": language})).json["bots"]
            for language in ("en", "fr", "de")
        ]
        assert len({str(bots) for bots in told}) == 3


@pytest.mark.parametrize("game", ["original", "on-fire", "quick-and-easy-professional"])
async def test_a_published_game(game: str) -> None:
    async with room() as found:
        reply = await (await found.client()).post("/api/games/check", {"game": game})
        check_answer("POST", "/api/games/check", 200, reply.json)
        assert reply.json["name"] == Rules.named(game).name


async def test_a_designers_own_game() -> None:
    async with room() as found:
        client = await found.client()
        text = Rules.named("original").to_toml().replace('"original"', '"mine"')
        reply = await client.post("/api/games/check", {"game": text})
        assert reply.json["name"] == "mine"
        check_answer("POST", "/api/games/check", 200, reply.json)


@pytest.mark.parametrize(
    "game",
    [
        "orignal",
        "x = ",
        "name = 7",
        "name = 'a'\nname = 'b'",
        "a = " + "[" * 19_000,
        "x" * 20_000,
        "minimum = " + "9" * 5_000,
        "deck = { numbers = '1..999999999999' }",
        "é = 1",
        "\x00",
    ],
)
async def test_what_cannot_be_played(game: str) -> None:
    async with room() as found:
        reply = await (await found.client()).post("/api/games/check", {"game": game})
        assert reply.status == 409
        check_answer("POST", "/api/games/check", 409, reply.json)
        assert len(reply.body) < 5_000, "nobody has to read all of it again"


async def test_health() -> None:
    async with room() as found:
        reply = await (await found.client()).get("/healthz")
        assert reply.json == {
            "status": "ok",
            "version": __version__,
            "tables": 0,
            "connections": 0,
        }
        client = await found.guest("Ann")
        await found.table(client)
        told = (await client.get("/healthz")).json
        assert (told["tables"], told["connections"]) == (1, 1)


async def test_a_store_that_does_not_answer() -> None:
    async with room() as found:
        client = await found.client()
        await found.here.services.store.close()
        reply = await client.get("/healthz")
        assert (reply.status, reply.code) == (503, "store-closed")


async def test_metrics() -> None:
    async with room() as found:
        reply = await (await found.client()).get("/metrics")
        assert dict(reply.headers)[b"content-type"] == b"text/plain; version=0.0.4; charset=utf-8"


@pytest.mark.parametrize("text", ["minimum = 0x" + "f" * 1_900, "a." * 9_000 + "a = 1"])
async def test_a_hostile_game_is_refused(text: str) -> None:
    async with room() as found:
        reply = await (await found.client()).post("/api/games/check", {"game": text})
        assert (reply.status, reply.code) == (409, "not-toml")


async def test_a_game_to_make_a_variant_from() -> None:
    """It can be played as it is, and its name is free."""
    async with room() as found:
        client = await found.client()
        for game in ("original", "quick-and-easy", "face-to-face"):
            reply = await client.get(f"/api/games/{game}/toml")
            assert reply.status == 200
            told = (await client.post("/api/games/check", {"game": reply.body.decode()})).json
            assert told["name"] == f"my-{game}"
        assert (await client.get("/api/games/nothing/toml")).code == "unknown-variant"


async def test_metrics_are_for_this_machine() -> None:
    """Behind a proxy the address is the one that it tells."""
    away = {"x-forwarded-for": "203.0.113.9"}
    async with room() as found:
        client = await found.client()
        assert (await client.get("/metrics")).status == 200
        assert (await client.ask("GET", "/metrics", **away)).code == "server-not-found"
    async with room(open_metrics=True) as found:
        assert (await (await found.client()).ask("GET", "/metrics", **away)).status == 200


@pytest.mark.parametrize("proxies", [None, "10.0.0.5", "*"])
@pytest.mark.parametrize("told", ["203.0.113.9", "127.0.0.1", "::1", "", "for=127.0.0.1"])
@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded"])
async def test_metrics_are_for_nobody_behind_a_proxy(
    proxies: str | None, told: str, name: str
) -> None:
    """Whatever the proxy tells, and whoever forges what it would tell."""
    async with room(trusted_proxies=proxies) as found:
        client = await found.client()
        assert (await client.ask("GET", "/metrics", **{name: told})).code == "server-not-found"


@pytest.mark.parametrize("proxies", ["10.0.0.5", "*"])
async def test_metrics_are_for_this_machine_whatever_proxies_there_are(proxies: str) -> None:
    async with room(trusted_proxies=proxies) as found:
        assert (await (await found.client()).get("/metrics")).status == 200
