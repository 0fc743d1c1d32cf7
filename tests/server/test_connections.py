"""Connections that send nothing, or little, or are too many; real sockets, and a real process."""

from __future__ import annotations

import asyncio
import resource
import socket
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from typing import TYPE_CHECKING, Any, cast

import pytest

from tenback.server import descriptors
from tenback.server.connections import UNREAD_TIMEOUT, Connections, Stage, proxies
from tenback.server.settings import ConnectionLimits, Settings
from tests.host.fakes import FixedClock
from tests.host.harness import eventually
from tests.server.clients import Client
from tests.server.harness import ServerHarness, SocketPlayer, play_together, server_harness
from tests.server.processes import Served, free_port

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.server.in_process import InProcessServer

SOON = 0.05
"""Seconds: a limit that a test does not wait for long."""
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


# The table of connections


class FakeTransport:
    """As much of a connection as the table needs."""

    def __init__(self, host: str = "203.0.113.1") -> None:
        self.host = host
        self.cut = False

    def abort(self) -> None:
        self.cut = True


def opened(table: Connections, host: str = "203.0.113.1", stage: Stage = Stage.SILENT) -> Any:
    """A connection of a client, in some stage."""
    found = FakeTransport(host)
    table.opened(cast("Any", found), host)
    table.entered(cast("Any", found), stage)
    return found


def test_each_stage_has_its_time() -> None:
    clock = FixedClock()
    table = Connections(ConnectionLimits(head=10, body=20, idle=30, answer=120), clock=clock)
    *limited, at_table = (opened(table, stage=stage) for stage in STAGES)
    for seconds, gone in ((9, 0), (2, 1), (10, 2), (10, 3), (90, 4), (10_000, 4)):
        clock.now += seconds
        table.sweep()
        assert [each.cut for each in limited] == [True] * gone + [False] * (4 - gone)
    assert not at_table.cut
    assert len(table) == 1


STAGES = (Stage.SILENT, Stage.SENDING, Stage.IDLE, Stage.ANSWERING, Stage.SOCKET)


def test_the_time_does_not_begin_anew_with_every_byte() -> None:
    clock = FixedClock()
    table = Connections(ConnectionLimits(answer=100), clock=clock)
    slow = opened(table, stage=Stage.ANSWERING)
    for _ in range(11):
        clock.now += 10
        table.entered(slow, Stage.ANSWERING)
    table.sweep()
    assert slow.cut


def test_where_there_are_too_many_the_silent_go_first_and_the_oldest() -> None:
    table = Connections(total=5)
    idle = opened(table, "198.51.100.1", Stage.IDLE)
    sending = opened(table, "198.51.100.5", Stage.SENDING)
    first, second = opened(table, "198.51.100.2"), opened(table, "198.51.100.3")
    player = opened(table, "198.51.100.4", Stage.SOCKET)
    for number, expected in enumerate((first, second, sending, idle)):
        assert not expected.cut
        opened(table, f"203.0.113.{number}", Stage.SOCKET)
        assert expected.cut
    late = opened(table, "198.51.100.6")
    assert late.cut, "nobody else can go"
    assert not player.cut
    assert len(table) == 5
    assert table.crowded


def test_an_address_has_a_share_and_makes_room_among_its_own() -> None:
    table = Connections(ConnectionLimits(per_address=2))
    other = opened(table, "198.51.100.1")
    first, second = opened(table), opened(table, stage=Stage.SOCKET)
    third = opened(table, stage=Stage.SOCKET)
    assert first.cut
    assert opened(table).cut, "both are sockets of tables"
    assert not any(each.cut for each in (other, second, third))
    table.closed(third)
    assert not opened(table).cut


def test_a_network_of_ipv6_is_one_address() -> None:
    table = Connections(ConnectionLimits(per_address=2))
    for number in range(2):
        opened(table, f"2001:db8::{number}", Stage.SOCKET)
    assert opened(table, "2001:db8::9").cut
    assert not opened(table, "2001:db8:0:1::9").cut


def test_a_single_address_cannot_fill_the_server() -> None:
    assert Connections(total=10).per_address == 2
    assert Connections(total=2).per_address == 1
    assert Connections().per_address == 500


@pytest.mark.parametrize(
    ("trusted", "host", "is_proxy"),
    [
        (None, "127.0.0.1", True),
        (None, "::1", True),
        (None, "127.0.0.3", False),
        ("10.0.0.0/8", "10.1.2.3", True),
        ("10.0.0.0/8", "::ffff:10.1.2.3", True),
        ("10.0.0.0/8", "203.0.113.1", False),
        ("*", "203.0.113.1", True),
        (None, "", False),
    ],
)
def test_all_clients_of_a_proxy_come_from_its_address(
    trusted: str | None, host: str, is_proxy: bool
) -> None:
    found = proxies(Settings(trusted_proxies=trusted))
    assert found(host) == is_proxy
    table = Connections(ConnectionLimits(per_address=1), is_proxy=found)
    kept = [opened(table, host, Stage.SOCKET) for _ in range(5)]
    assert [each.cut for each in kept].count(True) == (0 if is_proxy else 4)


def test_what_was_cut_is_counted_and_forgotten() -> None:
    clock, why = FixedClock(), list[str]()
    table = Connections(ConnectionLimits(per_address=1), clock=clock)
    table.on_cut = why.append
    opened(table)
    held = opened(table, stage=Stage.SOCKET)
    opened(table)
    table.closed(held)
    table.closed(held)
    opened(table)
    clock.now += 60
    table.sweep()
    assert why == ["full", "refused", "silent"]
    assert len(table) == len(table._of_address) == 0


# Descriptors


@pytest.mark.parametrize(("limit", "room"), [(1024, 896), (256, 128), (100, 25), (65_536, 65_408)])
def test_room_beside_everything_else(limit: int, room: int) -> None:
    assert descriptors.room_for_connections(limit) == room


def test_the_limit_is_raised_as_far_as_the_system_lets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, before[1]))
    try:
        descriptors.raise_limit()
        assert descriptors.limit() == min(before[1], descriptors.ENOUGH) > 512
        monkeypatch.setattr(descriptors, "ENOUGH", 256)
        descriptors.raise_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 256, "it is never lowered"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


# Real sockets


@asynccontextmanager
async def crammed(**limits: Any) -> AsyncIterator[ServerHarness]:
    """A server with other limits of connections."""
    async with server_harness(connection_limits=ConnectionLimits(**limits)) as found:
        yield found


async def connected(
    stack: AsyncExitStack, port: int, host: str = "127.0.0.3"
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection from an address of this machine that is no proxy's."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(host, 0))
    stack.callback(writer.close)
    return reader, writer


async def is_cut(reader: asyncio.StreamReader) -> bool:
    """Wait until the server has closed a connection."""
    try:
        while await reader.read(4096):
            pass
    except ConnectionError:
        pass
    return True


async def test_a_client_that_never_asks_is_cut_while_a_player_stays() -> None:
    async with crammed(head=SOON) as found, AsyncExitStack() as stack:
        _, (ann,) = await found.playing(await found.guest("Ann"))
        reader, _ = await connected(stack, found.here.settings.port)
        assert await is_cut(reader)
        await play_together([ann])


async def test_nor_does_a_byte_now_and_then_help() -> None:
    async with crammed(head=SOON) as found, AsyncExitStack() as stack:
        reader, writer = await connected(stack, found.here.settings.port)
        gone = asyncio.create_task(is_cut(reader))
        writer.write(HEAD)
        for number in count():
            if gone.done():
                break
            writer.write(f"X-{number}: 1\r\n".encode())
            await asyncio.sleep(SOON / 5)


@pytest.mark.parametrize("body", [b"", b"Content-Length: 100000\r\n"])
async def test_a_client_that_asks_no_more_is_cut(body: bytes) -> None:
    """Also one that goes on with a body for which nobody waits."""
    async with crammed(idle=SOON) as found, AsyncExitStack() as stack:
        reader, writer = await connected(stack, found.here.settings.port)
        gone = asyncio.create_task(is_cut(reader))
        writer.write(HEAD + body + b"\r\n")
        while not gone.done():
            if body:
                writer.write(b"x")
            await asyncio.sleep(SOON / 5)


async def test_a_client_that_asks_again_and_again_is_not() -> None:
    async with crammed(idle=60.0) as found, AsyncExitStack() as stack:
        reader, writer = await connected(stack, found.here.settings.port)
        for _ in range(3):
            writer.write(HEAD + b"\r\n")
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200")
            size = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            await reader.readexactly(size)
            await eventually(lambda: stages(found.here)["idle"] == 1)
        writer.write(2 * (HEAD + b"\r\n"))
        for _ in range(2):
            assert (await reader.readuntil(b"\r\n\r\n")).count(b"HTTP/1.1 200") == 1


WITHHELD = (
    b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 14\r\n\r\n"
)


async def test_a_request_whose_body_is_withheld_goes_for_another_one() -> None:
    async with crammed(per_address=2) as found, AsyncExitStack() as stack:
        port = found.here.settings.port
        pairs = [await connected(stack, port) for _ in range(2)]
        for _, writer in pairs:
            writer.write(WITHHELD)
        await eventually(lambda: stages(found.here)["sending"] == 2)
        assert not found.here.services.connections.crowded
        await connected(stack, port)
        assert await is_cut(pairs[0][0])
        reader, writer = pairs[1]
        writer.write(b'{"name":"Ann"}')
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")


async def test_a_body_that_never_ends_is_cut() -> None:
    async with crammed(body=SOON) as found, AsyncExitStack() as stack:
        reader, writer = await connected(stack, found.here.settings.port)
        writer.write(WITHHELD + b"{")
        assert await is_cut(reader)
        text = (await (await found.client()).get("/metrics")).body.decode()
        assert 'tenback_connections_cut_total{why="sending"} 1.0' in text


def stages(here: InProcessServer) -> dict[str, int]:
    return {stage.value: here.services.connections.count(stage) for stage in Stage}


async def test_an_address_with_too_many_leaves_the_others_alone() -> None:
    async with crammed(per_address=5) as found, AsyncExitStack() as stack:
        _, (ann,) = await found.playing(await found.guest("Ann"))
        readers = [(await connected(stack, found.here.settings.port))[0] for _ in range(9)]
        for reader in readers[:4]:
            assert await is_cut(reader)
        assert stages(found.here)["silent"] == 5
        await play_together([ann])
        text = (await (await found.client()).get("/metrics")).body.decode()
        assert 'tenback_connections_cut_total{why="full"} 4.0' in text


async def test_a_socket_is_counted_until_it_is_closed() -> None:
    async with server_harness() as found:
        client = await found.guest("Ann")
        table = await client.open({"game": "original", "players": 2})
        async with client.at(table):
            await eventually(lambda: stages(found.here)["socket"] == 1)
        await eventually(lambda: stages(found.here)["socket"] == 0)


async def test_the_system_drops_a_client_that_takes_nothing_in() -> None:
    async with server_harness() as found, AsyncExitStack() as stack:
        await connected(stack, found.here.settings.port)
        await eventually(lambda: stages(found.here)["silent"] == 1)
        (transport,) = found.here.services.connections._since[Stage.SILENT]
        theirs = transport.get_extra_info("socket")
        found_ms = theirs.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        assert found_ms == 1000 * UNREAD_TIMEOUT


# A process with few descriptors


async def test_a_server_with_few_descriptors_and_many_silent_clients(tmp_path: Path) -> None:
    """Players play on, newcomers come in, and the log stays empty."""
    database = str(tmp_path / "tables.db")
    program = "tests.server.cramped_program"
    async with Served(database, free_port(), program) as served, AsyncExitStack() as stack:
        client = Client(served.url)
        stack.push_async_callback(client.aclose)
        await client.be("Ann")
        table = await client.open({"game": "original", "players": 1})
        inside = await stack.enter_async_context(client.at(table))
        ann = SocketPlayer(client, inside)
        await ann.do("begin")
        for host in ("127.0.0.1", "127.0.0.3"):
            for _ in range(400):
                await connected(stack, served.port, host)
        await play_together([ann])
        newcomer = Client(served.url)
        stack.push_async_callback(newcomer.aclose)
        await newcomer.be("Ben")
        assert (await newcomer.get("/api/tables")).status == 200
        assert not served.complaints()
