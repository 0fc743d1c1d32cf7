"""Reading requests: the right kind of body, not too long; and where a message is wrong."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import pytest

from tenback.server import api
from tenback.server import protocol as p
from tenback.server.api import BadRequest, decode
from tenback.server.routes import ENDPOINTS
from tests.server.harness import server_harness

JSON = "application/json"


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b"{", JSON, 400, "server-bad-json"),
        (b"\xff", JSON, 400, "server-bad-json"),
        (b"", JSON, 400, "server-bad-json"),
        (b"{}", JSON, 400, "server-bad-message"),
        (b'{"name":7}', JSON, 400, "server-bad-message"),
        (b'{"name":"Ann","more":1}', JSON, 400, "server-bad-message"),
        (b'{"name":"Ann"}', "text/plain", 415, "server-not-json"),
        (b'{"name":"Ann"}', "", 415, "server-not-json"),
        (b"name=Ann", "application/x-www-form-urlencoded", 415, "server-not-json"),
        (b" " * 70_000, JSON, 413, "server-too-large"),
        (b'{"name":"' + b"x" * 121 + b'"}', JSON, 400, "server-bad-message"),
        (b'{"name":"' + b"x" * 31 + b'"}', JSON, 409, "table-name-length"),
    ],
)
async def test_bodies_that_are_wrong(body: bytes, kind: str, status: int, code: str) -> None:
    async with server_harness() as found:
        client = await found.client()
        reply = await client.ask("POST", "/api/me", body, **{"content-type": kind})
        assert (reply.status, reply.code) == (status, code)
        assert client.token == ""


async def test_a_type_with_more_about_it() -> None:
    async with server_harness() as found:
        client = await found.client()
        kind = {"content-type": "Application/JSON; charset=utf-8"}
        assert (await client.ask("POST", "/api/me", b'{"name":"Ann"}', **kind)).status == 200


def test_where_a_message_is_wrong() -> None:
    with pytest.raises(BadRequest) as refused:
        decode(p.Planned, b'{"moves":["end",7]}')
    assert refused.value.params["where"] == "$.moves[1]"


@pytest.mark.parametrize("number", ["x", "1.5", "", "0x10", "NaN", "1&after=2"])
async def test_numbers_behind_the_question_mark(number: str) -> None:
    async with server_harness() as found:
        client = await found.guest("Ann")
        reply = await client.get(f"/api/me/games?after={number}")
        assert (reply.status, reply.code) == (400, "server-bad-message")
        assert reply.json["params"]["where"] == "after"
        assert ("int" in reply.json["message"]) == ("&" not in number)


@pytest.mark.parametrize(
    ("path", "name", "allowed"),
    [
        ("/api/me/games?before=7", "before", "after"),
        ("/api/me/games?after=7&%00=1", "\x00", "after"),
        ("/api/tables/t1/replay?Seat=0", "Seat", "number, seat, open, companion"),
        ("/api/me?who", "who", "nothing"),
    ],
)
async def test_unknown_query_parameters_are_refused(path: str, name: str, allowed: str) -> None:
    async with server_harness() as found:
        reply = await (await found.guest("Ann")).get(path)
        assert (reply.status, reply.code) == (400, "server-bad-query")
        assert reply.json["params"] == {"name": name, "allowed": allowed}


async def test_every_endpoint_refuses_it() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        for endpoint in ENDPOINTS:
            path = endpoint.path.replace("{table}", "t1").replace("{game}", "original")
            reply = await ann.ask(endpoint.method, f"{path}?nonsense=1", {})
            assert reply.code == "server-bad-query", path


@pytest.mark.parametrize("number", ["9" * 30, "-5", "0"])
async def test_numbers_that_lead_nowhere(number: str) -> None:
    async with server_harness() as found:
        client = await found.guest("Ann")
        reply = await client.get(f"/api/me/games?after={number}")
        assert reply.status in (200, 400)


async def test_endpoints_for_people_who_are_known() -> None:
    async with server_harness() as found:
        stranger = await found.client()
        for endpoint in ENDPOINTS:
            if endpoint.needs_identity:
                path = endpoint.path.replace("{table}", "t1").replace("{game}", "original")
                reply = await stranger.ask(endpoint.method, path, {})
                assert (reply.status, reply.code) == (401, "server-no-identity"), path


async def test_a_body_that_does_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "BODY_TIMEOUT", 0.05)
    async with server_harness() as found:
        place = urlsplit(found.here.url)
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        head = f"POST /api/me HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Type: {JSON}\r\n"
        writer.write(f"{head}Content-Length: 100\r\n\r\n{{".encode())
        assert (await reader.readline()).startswith(b"HTTP/1.1 408 ")
        writer.close()
