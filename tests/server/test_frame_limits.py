"""Floods of frames that the application never sees."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from tenback.server import frame_limits
from tenback.server.frame_limits import frames
from tenback.server.rate_limits import TokenBucket
from tenback.server.settings import Rate, RateLimits
from tests.server.harness import SocketPlayer, server_harness
from tests.server.in_process import NO_LIMITS

if TYPE_CHECKING:
    from collections.abc import Iterable

# They are hardly refilled while a test runs.
LIMITS = replace(NO_LIMITS, connection=Rate(0.001, 60), patience=40)
ALLOWED = frames(LIMITS).burst


def flood(player: SocketPlayer, sent: Iterable[Frame]) -> None:
    """Send frames as they are, at once."""
    wire = b"".join(frame.serialize(mask=True) for frame in sent)
    player.socket.connection.transport.write(wire)


async def how_it_ends(player: SocketPlayer) -> tuple[int | None, str]:
    """Hear the socket out, until the server closes it."""
    try:
        while True:
            await player.socket.connection.recv()
    except ConnectionClosed as gone:
        return (gone.rcvd.code, gone.rcvd.reason) if gone.rcvd else (None, "")


EMPTY_FRAGMENT = Frame(Opcode.CONT, b"", fin=False)
FLOODS = {
    "pings": [Frame(Opcode.PING, b"")] * (ALLOWED + 1),
    "pongs": [Frame(Opcode.PONG, b"")] * (ALLOWED + 1),
    "fragments": [Frame(Opcode.TEXT, b"", fin=False), *[EMPTY_FRAGMENT] * ALLOWED],
    "many": [Frame(Opcode.PING, b"x")] * 50_000,
}


@pytest.mark.parametrize("kind", FLOODS)
async def test_a_flood_of_frames_is_ended(kind: str) -> None:
    async with server_harness(rate_limits=LIMITS) as found:
        _, (ann, ben) = await found.table(*await found.guests("Ann", "Ben"))
        flood(ben, FLOODS[kind])
        assert await how_it_ends(ben) == (1008, "server-too-fast")
        await ann.socket.ping()
        await found.here.settle(1)


async def test_little_is_parsed_of_what_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    take = TokenBucket.take

    def counting(bucket: TokenBucket, tokens: float = 1.0) -> None:
        if bucket._rate == frames(LIMITS):
            counted.append(int(tokens))
        take(bucket, tokens)

    monkeypatch.setattr(TokenBucket, "take", counting)
    async with server_harness(rate_limits=LIMITS) as found:
        _, (ann,) = await found.table(await found.guest("Ann"))
        flood(ann, FLOODS["many"])
        await how_it_ends(ann)
        assert sum(counted) <= ALLOWED + frame_limits.PIECE // 6 + 1


async def test_a_few_pings_and_fragments_are_answered() -> None:
    async with server_harness(rate_limits=LIMITS) as found:
        _, (ann,) = await found.table(await found.guest("Ann"))
        for _ in range(5):
            await (await ann.socket.connection.ping())
        await ann.socket.connection.send(iter(['{"type":', "", '"ping"', "}"]))
        assert (await ann.socket.receive())["type"] == "pong"


async def test_a_large_message_in_many_pieces_is_read() -> None:
    async with server_harness(rate_limits=LIMITS) as found:
        _, (ann,) = await found.table(await found.guest("Ann"))
        await ann.socket.send('{"type": "ping"' + " " * 60_000 + "}")
        assert (await ann.socket.receive())["type"] == "pong"


async def test_after_a_refusal_the_rest_of_a_flood_ends_as_well() -> None:
    limits = replace(LIMITS, patience=5)
    async with server_harness(rate_limits=limits) as found:
        _, (ann,) = await found.table(await found.guest("Ann"))
        flood(ann, [Frame(Opcode.TEXT, b'{"type":"ping"}')] * 5_000)
        assert (await how_it_ends(ann))[0] in (1008, None)
        await found.here.settle(0)


def test_messages_reach_their_own_limit_first() -> None:
    limits = RateLimits()
    assert frames(limits).burst > limits.connection.burst + limits.patience
    assert frames(limits).per_second > 2 * limits.connection.per_second
