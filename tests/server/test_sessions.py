"""Who asks: the cookie, where a page comes from, and under which name it found us."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import HTTPConnection
from websockets.exceptions import ConnectionClosed

from tenback.core.errors import TenbackError
from tenback.server import sessions
from tenback.server.settings import Settings
from tests.host.fakes import SeededBytes
from tests.server.clients import Closed
from tests.server.harness import server_harness
from tests.server.in_process import server_dependencies
from tests.server.test_app import header

if TYPE_CHECKING:
    from http.cookies import Morsel

    from tests.server.clients import Reply, Socket

PUBLIC = "https://games.example.org"


def cookie(reply: Reply) -> Morsel[str]:
    return SimpleCookie(header(reply, "set-cookie") or "")[sessions.COOKIE]


# The cookie


async def test_scripts_do_not_see_the_cookie_and_other_sites_do_not_send_it() -> None:
    async with server_harness() as found:
        reply = await (await found.client()).post("/api/me", {"name": "Ann"})
        morsel = cookie(reply)
        assert (morsel["httponly"], morsel["samesite"], morsel["path"]) == (True, "lax", "/")
        assert not morsel["secure"]
        assert not morsel["domain"]


async def test_behind_https_it_goes_over_https_alone() -> None:
    async with server_harness(public_url=PUBLIC) as found:
        client = await found.client()
        client.url = f"http://127.0.0.1:{found.here.settings.port}"
        reply = await client.ask(
            "POST", f"{client.url}/api/me", {"name": "Ann"}, origin=PUBLIC, host="games.example.org"
        )
        assert reply.status == 200
        assert cookie(reply)["secure"]
        assert cookie(reply)["samesite"] == "lax"


@pytest.mark.parametrize("change", ["", "x", "1.ffff.ffff", "last"])
async def test_a_token_that_we_did_not_sign(change: str) -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        wrong = change if change != "last" else ann.token[:-1] + "01"[ann.token[-1] == "0"]
        stranger = await found.client()
        reply = await stranger.ask("GET", "/api/me", cookie=f"{sessions.COOKIE}={wrong}")
        assert (reply.status, reply.code) == (401, "server-no-identity")


async def test_a_token_of_another_server() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        token = ann.token
    async with server_harness(
        replace(server_dependencies(), random_bytes=SeededBytes("another"))
    ) as other:
        stranger = await other.client()
        reply = await stranger.ask("GET", "/api/me", cookie=f"{sessions.COOKIE}={token}")
        assert reply.code == "server-no-identity"


# Origin

ORIGINS = [
    "http://evil.example",
    "null",
    "https://{host}",
    "http://{host}.evil.example",
    "http://127.0.0.1:1",
    "http://127.0.0.1",
    "",
]


@pytest.mark.parametrize("origin", ORIGINS)
async def test_pages_of_other_sites_change_nothing(origin: str) -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        wrong = origin.format(host=found.here.url.removeprefix("http://"))
        for method in ("POST", "DELETE"):
            reply = await ann.ask(method, "/api/me", {"name": "Eve"}, origin=wrong)
            assert (reply.status, reply.code) == (403, "server-bad-origin")
        assert (await ann.get("/api/me")).json["name"] == "Ann"


async def test_our_own_pages_and_programs_do() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        reply = await ann.ask("POST", "/api/me", {"name": "Zoe"}, origin=found.here.url.upper())
        assert reply.json["name"] == "Zoe"
        assert (await ann.post("/api/me", {"name": "Yan"})).json["name"] == "Yan"


async def test_behind_a_proxy_its_address_is_the_origin() -> None:
    async with server_harness(public_url=PUBLIC) as found:
        client = await found.client()
        url = f"http://127.0.0.1:{found.here.settings.port}"
        for origin, status in ((PUBLIC, 200), (url, 403), ("http://games.example.org", 403)):
            reply = await client.ask("POST", f"{url}/api/games/check", {"game": "original"})
            assert reply.status == 200
            reply = await client.ask(
                "POST", f"{url}/api/games/check", {"game": "original"}, origin=origin
            )
            assert reply.status == status, origin


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://{host}"])
async def test_sockets_are_closed_to_other_sites(origin: str) -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        table = await ann.open({"game": "original", "players": 1})
        wrong = origin.format(host=found.here.url.removeprefix("http://"))
        async with ann.at(table, Origin=wrong) as socket:
            assert (await socket.receive())["code"] == "server-bad-origin"
            await closed(socket, 1008, "server-bad-origin")
        async with ann.at(table, Origin=found.here.url) as socket:
            assert (await socket.receive())["type"] == "table"


async def test_sockets_are_closed_to_strangers() -> None:
    async with server_harness() as found:
        ann, stranger = await found.guest("Ann"), await found.client()
        table = await ann.open({"game": "original", "players": 1})
        async with stranger.at(table) as socket:
            assert (await socket.receive())["code"] == "server-no-identity"
            await closed(socket, 1008, "server-no-identity")


async def closed_eventually(socket: Socket, code: int, reason: str) -> None:
    """The server says why, and closes."""
    await socket.until(lambda message: message.get("code") == reason and message["id"] is None)
    while not isinstance(socket.heard[-1], Closed):
        with suppress(ConnectionClosed):
            await socket.receive()
    assert socket.heard[-1] == Closed(code, reason)


async def closed(socket: Socket, code: int, reason: str) -> None:
    with pytest.raises(ConnectionClosed) as gone:
        await socket.receive()
    assert gone.value.rcvd is not None
    assert (gone.value.rcvd.code, gone.value.rcvd.reason) == (code, reason)


# Host


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/tables", "/metrics", "/t/t1", "/me"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "", "[", "localhost.evil"])
async def test_other_names_for_this_machine(path: str, host: str) -> None:
    """A page of evil.example whose name now leads here asks for it by that name."""
    async with server_harness() as found:
        client = await found.client()
        reply = await client.ask("GET", path, host=host)
        assert (reply.status, reply.code) == (403, "server-bad-host")
        assert found.here.url in reply.json["message"]


async def test_sockets_under_other_names() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        table = await ann.open({"game": "original", "players": 1})
        reply = await ann.ask("GET", f"/api/tables/{table}", host="localhost")
        assert reply.status == 200
        headers = {"host": "evil.example", "origin": "http://evil.example"}
        with pytest.raises(TenbackError) as refused:
            sessions.check_host(connection(**headers), found.here.settings)
        assert refused.value.code == "server-bad-host"


# Anything at all


def connection(scheme: str = "http", **headers: str) -> HTTPConnection:
    pairs = [(key.encode(), value.encode("latin-1", "replace")) for key, value in headers.items()]
    return HTTPConnection(
        {
            "type": "http",
            "scheme": scheme,
            "path": "/",
            "query_string": b"",
            "server": ("127.0.0.1", 8000),
            "headers": pairs,
        }
    )


hosts = st.text(max_size=40) | st.sampled_from(
    ["localhost", "127.0.0.1:8000", "[::1]:8000", "[::1", "a@localhost", "localhost:x", "evil:80"]
)
SETTINGS = [Settings(), Settings(host="0.0.0.0"), Settings(public_url=PUBLIC)]


@given(hosts, st.text(max_size=40) | st.sampled_from(ORIGINS), st.sampled_from(SETTINGS))
def test_any_host_and_origin_is_let_in_or_refused(
    host: str, origin: str, settings: Settings
) -> None:
    asked = connection(host=host, origin=origin)
    try:
        sessions.check_host(asked, settings)
        sessions.check_origin(asked, settings)
    except TenbackError as error:
        assert error.code in ("server-bad-host", "server-bad-origin")
    else:
        own = settings.public_url or f"http://{asked.headers['host']}"
        assert asked.headers["origin"].lower() == own.lower()


@pytest.mark.parametrize(
    ("client", "expected"),
    [
        (("203.0.113.7", 4711), "203.0.113.7"),
        (("::ffff:203.0.113.7", 4711), "203.0.113.7"),
        (("2001:db8:1:2:3:4:5:6", 4711), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:ffff::1", 4711), "2001:db8:1:2::/64"),
        (("fe80::1%eth0", 4711), "fe80::/64"),
        (("not:an:address", 4711), "not:an:address"),
        (None, ""),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(
    client: tuple[str, int] | None, expected: str
) -> None:
    scope: dict[str, object] = {"type": "http", "headers": [], "client": client}
    assert sessions.address(HTTPConnection(scope)) == expected
