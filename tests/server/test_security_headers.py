"""Headers on every answer, also where something is wrong."""

from __future__ import annotations

import pytest

from tenback.server.routes import ENDPOINTS
from tenback.server.security_headers import HEADERS, POLICY
from tests.server.harness import server_harness
from tests.server.test_app import header

PATHS = [
    ("GET", "/"),
    ("GET", "/t/t1"),
    ("GET", "/assets/nothing.js"),
    ("GET", "/nothing"),
    ("PATCH", "/api/me"),
    ("GET", "/api/openapi.json"),
    *((each.method, each.path) for each in ENDPOINTS),
]


async def test_every_answer_has_them() -> None:
    async with server_harness() as found:
        for client in (await found.client(), await found.guest("Ann")):
            for method, path in PATHS:
                concrete = path.replace("{table}", "t1").replace("{game}", "original")
                reply = await client.ask(method, concrete.replace("{day}", "2027-01-14"), {})
                headers = {name: header(reply, name) for name in HEADERS}
                assert headers == HEADERS, (method, path)
                if path == "/api/openapi.json":  # the same for everybody, and has an entity tag
                    assert header(reply, "cache-control") == "no-cache"
                elif path.startswith("/api/"):
                    assert header(reply, "cache-control") == "no-store"
                assert header(reply, "server") is None


async def test_refused_hosts_have_them() -> None:
    async with server_harness() as found:
        reply = await (await found.client()).ask("GET", "/", host="evil.example")
        assert header(reply, "content-security-policy") == POLICY


@pytest.mark.parametrize("unsafe", ["unsafe-inline", "unsafe-eval", "*", "http:", "https:"])
def test_the_policy_is_strict(unsafe: str) -> None:
    assert unsafe not in POLICY
    assert POLICY.startswith("default-src 'none'")
    assert "frame-ancestors 'none'" in POLICY
    assert "base-uri 'none'" in POLICY
