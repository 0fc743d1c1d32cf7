"""What the server offers."""

from __future__ import annotations

from tenback import __version__
from tenback.core.variants import every
from tenback.host.hot_seat import COMPANIONS
from tenback.table.handlers import AWAY
from tenback.words import LANGUAGES
from tests.server.harness import server_harness
from tests.server.schemas import check_answer


async def test_about() -> None:
    async with server_harness() as found:
        body = (await (await found.client()).get("/api/about")).json
        check_answer("GET", "/api/about", 200, body)
        assert body["version"] == __version__
        assert (body["link"], body["share"]) == (None, "tenback --lan")
        assert [game["name"] for game in body["games"]] == [rules.name for rules in every()]
        assert [game["duel"] for game in body["games"]] == [rules.duel for rules in every()]
        assert (body["companions"], body["absence"]) == (COMPANIONS, AWAY)
        assert {"random", "greedy", "master"} <= {bot["name"] for bot in body["bots"]}


async def test_about_has_the_identity_of_the_client() -> None:
    async with server_harness() as found:
        assert (await (await found.client()).get("/api/about")).json["me"] is None
        ann = await found.guest("Ann")
        body = (await ann.get("/api/about")).json
        check_answer("GET", "/api/about", 200, body)
        assert body["me"] == (await ann.get("/api/me")).json


async def test_about_a_server_with_a_public_address() -> None:
    async with server_harness(public_url="https://games.example.org") as found:
        body = (await (await found.client()).get("/api/about")).json
        assert (body["link"], body["share"]) == ("https://games.example.org", None)


async def test_bots_are_described_in_ones_language() -> None:
    async with server_harness() as found:
        client = await found.client()
        body = [
            (await client.ask("GET", "/api/about", **{"accept-language": language})).json["bots"]
            for language in LANGUAGES
        ]
        assert len({str(bots) for bots in body}) == len(LANGUAGES)
