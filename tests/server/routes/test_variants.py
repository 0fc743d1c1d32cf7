"""Variants: a designer's own, and published ones as a starting point."""

from __future__ import annotations

import pytest

from tenback import Rules
from tests.server.harness import server_harness
from tests.server.schemas import check_answer


@pytest.mark.parametrize("game", ["original", "on-fire", "quick-and-easy-professional"])
async def test_a_published_game(game: str) -> None:
    async with server_harness() as found:
        reply = await (await found.client()).post("/api/games/check", {"game": game})
        check_answer("POST", "/api/games/check", 200, reply.json)
        assert reply.json["name"] == Rules.named(game).name


async def test_a_designers_own_game() -> None:
    async with server_harness() as found:
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
    async with server_harness() as found:
        reply = await (await found.client()).post("/api/games/check", {"game": game})
        assert reply.status == 409
        check_answer("POST", "/api/games/check", 409, reply.json)
        assert len(reply.body) < 5_000, "the answer does not repeat all of it"


@pytest.mark.parametrize("text", ["minimum = 0x" + "f" * 1_900, "a." * 9_000 + "a = 1"])
async def test_a_hostile_game_is_refused(text: str) -> None:
    async with server_harness() as found:
        reply = await (await found.client()).post("/api/games/check", {"game": text})
        assert (reply.status, reply.code) == (409, "not-toml")


async def test_a_game_to_make_a_variant_from() -> None:
    """It can be played as it is, and its name is free."""
    async with server_harness() as found:
        client = await found.client()
        for game in ("original", "quick-and-easy", "face-to-face"):
            reply = await client.get(f"/api/games/{game}/toml")
            assert reply.status == 200
            body = (await client.post("/api/games/check", {"game": reply.body.decode()})).json
            assert body["name"] == f"my-{game}"
        assert (await client.get("/api/games/nothing/toml")).code == "unknown-variant"
