"""Addresses: taken, wrong, free, told by a proxy. Cycles."""

from __future__ import annotations

import socket
from typing import Any, cast

import pytest

from tenback.server.run import _config, bind
from tenback.server.settings import BadSettings, Settings


def test_any_port_that_is_free() -> None:
    bound = bind(Settings(port=0))
    try:
        assert bound.settings.port == bound.listening.getsockname()[1] > 0
        assert bound.settings.url.endswith(f":{bound.settings.port}")
        assert bound.listening.proto == socket.IPPROTO_TCP, "or answers are held back for 40 ms"
    finally:
        bound.listening.close()


def test_a_port_that_is_taken() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(BadSettings) as refused:
            bind(Settings(port=port))
    assert refused.value.code == "server-cannot-listen"
    assert f"port {port} of 127.0.0.1" in str(refused.value)
    assert "--port" in str(refused.value)


@pytest.mark.parametrize("host", ["203.0.113.1", "a" * 100, "no host", "a..b", "::ffff:zz"])
def test_a_host_that_is_not_here(host: str) -> None:
    with pytest.raises(BadSettings) as refused:
        bind(Settings(host=host, port=0))
    assert refused.value.code == "server-no-such-host"
    assert "--host" in str(refused.value)
    assert "--port" not in str(refused.value)


async def address_from(peer: str, proxies: str | None) -> str:
    """The address of a client, if this peer says 203.0.113.9."""
    seen: list[str] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        seen.append(scope["client"][0])

    config = _config(app, Settings(trusted_proxies=proxies))
    config.load()
    headers = [(b"x-forwarded-for", b"203.0.113.9")]
    scope: Any = {"type": "http", "client": (peer, 1), "headers": headers, "method": "GET"}
    await config.loaded_app(scope, cast("Any", None), cast("Any", None))
    return seen[0]


@pytest.mark.parametrize("proxies", [None, "10.0.0.5", "10.0.0.0/8,2001:db8::/32", "*"])
@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
async def test_proxies_on_this_machine_are_trusted(peer: str, proxies: str | None) -> None:
    assert await address_from(peer, proxies) == "203.0.113.9"


@pytest.mark.parametrize(
    ("peer", "proxies", "believed"),
    [
        ("10.0.0.5", None, False),
        ("10.0.0.5", "10.0.0.5", True),
        ("10.0.0.6", "10.0.0.5", False),
        ("10.0.0.6", "10.0.0.5, 10.0.0.6", True),
        ("10.7.0.6", "10.0.0.0/8", True),
        ("::ffff:10.7.0.6", "10.0.0.0/8", True),
        ("11.0.0.1", "10.0.0.0/8", False),
        ("11.0.0.1", "*", True),
    ],
)
async def test_which_other_proxies_are(peer: str, proxies: str | None, believed: bool) -> None:
    assert await address_from(peer, proxies) == ("203.0.113.9" if believed else peer)
