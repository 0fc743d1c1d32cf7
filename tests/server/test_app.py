"""The application: wrong paths and methods, mistakes of ours, and languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tenback.host.host import Host
from tests.server.harness import server_harness

if TYPE_CHECKING:
    from tests.server.clients import Reply


def header(reply: Reply, name: str) -> str | None:
    found = {key.lower(): value for key, value in reply.headers}
    value = found.get(name.lower().encode())
    return value.decode() if value is not None else None


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/tables/t1/nothing", "/api/me/"])
async def test_what_is_not_there(path: str) -> None:
    async with server_harness() as found:
        reply = await (await found.client()).get(path)
        assert (reply.status, reply.code) == (404, "server-not-found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PATCH", "/api/me", "DELETE, GET, HEAD, POST"),
        ("PUT", "/api/tables/t1", "GET, HEAD"),
        ("GET", "/api/tables/t1/commands", "POST"),
        ("DELETE", "/api/daily/original", "POST"),
        ("POST", "/", "GET, HEAD"),
        ("POST", "/nothing", "GET, HEAD"),
        ("TRACE", "/metrics", "GET, HEAD"),
    ],
)
async def test_what_cannot_be_done_there(method: str, path: str, allowed: str) -> None:
    async with server_harness() as found:
        reply = await (await found.client()).ask(method, path)
        assert (reply.status, reply.code) == (405, "server-wrong-method")
        assert header(reply, "allow") == allowed


async def test_an_answer_in_ones_language() -> None:
    async with server_harness() as found:
        client = await found.client()
        for language, words in (("de-DE", "Hier"), ("fr", "rien"), ("en", "nothing")):
            reply = await client.ask("GET", "/api/nothing", **{"accept-language": language})
            assert words in reply.json["message"]


async def test_a_mistake_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client learns that it was ours; the operator learns what, and no id."""
    async with server_harness() as found:
        ann = await found.guest("Ann")
        table = await ann.open({"game": "original", "players": 1})

        async def broken(*_: Any, **__: Any) -> None:
            raise KeyError("a mistake")

        monkeypatch.setattr(Host, "snapshot", broken)
        reply = await ann.get(f"/api/tables/{table}")
        assert (reply.status, reply.code) == (500, "server-error")
        assert header(reply, "content-security-policy")
        assert header(reply, "cache-control") == "no-store"
        (error,) = [line for line in found.here.log.read() if line["level"] == "error"]
        assert (error["path"], error["kind"]) == ("/api/tables/{table}", "KeyError")
        assert error["trace"].endswith(" broken\nKeyError")
        assert not any("a mistake" in line for line in found.here.log.lines)
        assert not any(table in line for line in found.here.log.lines)
        counted = (await ann.get("/metrics")).body.decode()
        assert 'tenback_requests_total{path="/api/tables/{table}",status="500"} 1.0' in counted
        monkeypatch.undo()
        assert (await ann.get(f"/api/tables/{table}")).status == 200


async def test_the_document_is_served() -> None:
    async with server_harness() as found:
        reply = await (await found.client()).get("/api/openapi.json")
        assert reply.json["openapi"].startswith("3.1")
        etag = header(reply, "etag") or ""
        again = await (await found.client()).ask(
            "GET", "/api/openapi.json", None, **{"If-None-Match": etag}
        )
        assert (again.status, again.body) == (304, b"")
