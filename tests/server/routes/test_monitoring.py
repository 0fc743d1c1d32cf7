"""Health and metrics, for the operator."""

from __future__ import annotations

import pytest

from tenback import __version__
from tests.server.harness import server_harness


async def test_health() -> None:
    async with server_harness() as found:
        reply = await (await found.client()).get("/healthz")
        assert reply.json == {
            "status": "ok",
            "version": __version__,
            "tables": 0,
            "connections": 0,
        }
        client = await found.guest("Ann")
        await found.table(client)
        body = (await client.get("/healthz")).json
        assert (body["tables"], body["connections"]) == (1, 1)


async def test_a_store_that_does_not_answer() -> None:
    async with server_harness() as found:
        client = await found.client()
        await found.here.services.store.close()
        reply = await client.get("/healthz")
        assert (reply.status, reply.code) == (503, "store-closed")


async def test_metrics() -> None:
    async with server_harness() as found:
        reply = await (await found.client()).get("/metrics")
        assert dict(reply.headers)[b"content-type"] == b"text/plain; version=0.0.4; charset=utf-8"


async def test_metrics_are_for_this_machine() -> None:
    """Behind a proxy the address is the one that it tells."""
    away = {"x-forwarded-for": "203.0.113.9"}
    async with server_harness() as found:
        client = await found.client()
        assert (await client.get("/metrics")).status == 200
        assert (await client.ask("GET", "/metrics", **away)).code == "server-not-found"
    async with server_harness(open_metrics=True) as found:
        assert (await (await found.client()).ask("GET", "/metrics", **away)).status == 200


@pytest.mark.parametrize("proxies", [None, "10.0.0.5", "*"])
@pytest.mark.parametrize("address", ["203.0.113.9", "127.0.0.1", "::1", "", "for=127.0.0.1"])
@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded"])
async def test_no_client_behind_a_proxy_reads_metrics(
    proxies: str | None, address: str, name: str
) -> None:
    """Whatever the headers say, from the proxy or forged."""
    async with server_harness(trusted_proxies=proxies) as found:
        client = await found.client()
        assert (await client.ask("GET", "/metrics", **{name: address})).code == "server-not-found"


@pytest.mark.parametrize("proxies", ["10.0.0.5", "*"])
async def test_metrics_are_for_this_machine_whatever_proxies_there_are(proxies: str) -> None:
    async with server_harness(trusted_proxies=proxies) as found:
        assert (await (await found.client()).get("/metrics")).status == 200
