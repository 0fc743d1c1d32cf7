"""Several people at one device: each with a seat and a hand of their own, all with one cookie."""

from __future__ import annotations

import random
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tests.server.harness import next_command, send, server_harness
from tests.server.test_sessions import closed_eventually

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.server.clients import Client, Reply

TWO = {"game": "original", "players": 2}
SIT = {"type": "sit", "name": "Ben"}


async def post_command(client: Client, table: str, number: int, command: dict[str, Any]) -> Reply:
    return await client.post(
        f"/api/tables/{table}/commands?companion={number}", {"command": command}
    )


async def together(client: Client) -> str:
    """A table where a player sits with a companion, who is called Ben."""
    table = await client.open(TWO)
    assert (await post_command(client, table, 1, SIT)).status == 200
    return table


async def test_a_companion_has_a_seat_and_a_name_of_their_own() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        table = await together(ann)
        own = (await ann.get(f"/api/tables/{table}")).json
        theirs = (await ann.get(f"/api/tables/{table}?companion=1")).json
        assert (own["me"], own["seat"]) == (ann.id, 0)
        assert (theirs["me"], theirs["seat"]) == (f"{ann.id}-1", 1)
        assert [seat["name"] for seat in own["seats"]] == ["Ann", "Ben"]
        assert (await ann.get(f"/api/tables/{table}?companion=2")).json["seat"] is None


async def test_each_sees_one_hand_over_http_and_over_the_socket() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        table = await together(ann)
        assert (await send(ann, table, {"command": {"type": "begin"}})).status == 200
        for _ in range(2):
            for query in ("", "?companion=1"):
                seen = (await ann.get(f"/api/tables/{table}{query}")).json
                path = f"/api/tables/{table}/commands{query}"
                assert (
                    await ann.post(path, {"command": next_command(seen, random.Random(1))})
                ).status == 200
        for query, seat in (("", 0), ("?companion=1", 1)):
            over_http = (await ann.get(f"/api/tables/{table}{query}")).json
            async with ann.at(table, query) as socket:
                over_socket = await socket.receive()
            for seen in (over_http, over_socket):
                hidden = [hand is None for hand in seen["view"]["hands"]]
                assert (seen["seat"], hidden) == (seat, [seat != 0, seat != 1])


THREE = {"game": "original", "players": 3}


@asynccontextmanager
async def a_seat_is_freed() -> AsyncIterator[tuple[Client, Client, str]]:
    """Ann plays with a companion and with Eve, whom she takes off her seat in the game."""
    async with server_harness() as found:
        ann, eve = await found.guests("Ann", "Eve")
        table = await ann.open(THREE)
        assert (await post_command(ann, table, 1, SIT)).status == 200
        await send(eve, table, {"command": {"type": "sit", "name": "Eve"}})
        await send(ann, table, {"command": {"type": "begin"}})
        for _ in range(2):
            for client, query in ((ann, ""), (ann, "?companion=1"), (eve, "")):
                seen = (await client.get(f"/api/tables/{table}{query}")).json
                command = next_command(seen, random.Random(1))
                path = f"/api/tables/{table}/commands{query}"
                assert (await client.post(path, {"command": command})).status == 200
        await send(ann, table, {"command": {"type": "remove-seat", "seat": 2}})
        yield ann, eve, table


async def test_a_device_sees_no_second_hand_through_a_companion() -> None:
    async with a_seat_is_freed() as (ann, eve, table):
        reply = await post_command(ann, table, 2, {"type": "sit", "name": "Dora"})
        assert (reply.status, reply.code) == (409, "table-saw-beside")
        assert (await ann.get(f"/api/tables/{table}?companion=2")).json["view"] is None
        assert (await send(eve, table, {"command": {"type": "sit", "name": "Eve"}})).status == 200


async def test_a_hand_that_was_seen_is_no_companions() -> None:
    async with a_seat_is_freed() as (_ann, eve, table):
        assert (await post_command(eve, table, 3, SIT)).status == 409, "Eve has seen that hand"
        assert (await send(eve, table, {"command": {"type": "sit", "name": "Eve"}})).status == 200


async def test_a_companion_comes_back_to_their_seat() -> None:
    async with a_seat_is_freed() as (ann, _eve, table):
        assert (await post_command(ann, table, 1, {"type": "leave"})).status == 200
        assert (await post_command(ann, table, 1, SIT | {"seat": 2})).code == "table-saw-hand"
        assert (await post_command(ann, table, 1, SIT)).status == 200
        assert (await ann.get(f"/api/tables/{table}?companion=1")).json["seat"] == 1


async def test_when_the_game_is_over_every_companion_may_sit_down() -> None:
    async with a_seat_is_freed() as (ann, _eve, table):
        for query in ("", "?companion=1"):
            path = f"/api/tables/{table}/commands{query}"
            assert (await ann.post(path, {"command": {"type": "resign"}})).status == 200
        assert (await post_command(ann, table, 2, {"type": "sit", "name": "Dora"})).status == 200


async def test_companions_belong_to_one_identity() -> None:
    async with server_harness() as found:
        ann, eve = await found.guests("Ann", "Eve")
        table = await together(ann)
        for client in (eve, await found.client()):
            seen = (await client.get(f"/api/tables/{table}?companion=1")).json
            assert seen["seat"] is None
        reply = await post_command(await found.client(), table, 1, {"type": "leave"})
        assert (reply.status, reply.code) == (401, "server-no-identity")
        assert (await post_command(eve, table, 1, {"type": "leave"})).code == "table-not-here"


@pytest.mark.parametrize("number", ["0", "5", "-1", "x", "", "1.5", "1&companion=2"])
async def test_there_are_four_of_them(number: str) -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        table = await ann.open(TWO)
        reply = await ann.get(f"/api/tables/{table}?companion={number}")
        assert (reply.status, reply.code) == (400, "server-bad-message")
        async with ann.at(table, f"?companion={number}") as socket:
            assert (await socket.receive())["code"] == "server-bad-message"


@pytest.mark.parametrize("path", ["/api/tables", "/api/daily/original"])
async def test_what_is_opened_is_ones_own(path: str) -> None:
    """Tables and tries of the day are counted for the owner of the identity."""
    async with server_harness() as found:
        ann = await found.guest("Ann")
        reply = await ann.post(f"{path}?companion=1", {"options": TWO})
        assert (reply.status, reply.code) == (400, "server-bad-query")


async def test_they_are_forgotten_together() -> None:
    async with server_harness() as found:
        ann, eve = await found.guests("Ann", "Eve")
        table = await together(ann)
        await send(eve, table, {"command": {"type": "watch", "name": "Eve"}})
        async with ann.at(table, "?companion=1") as socket:
            await ann.ask("DELETE", "/api/me")
            await closed_eventually(socket, 1008, "server-no-identity")
        seats = (await eve.get(f"/api/tables/{table}")).json["seats"]
        assert [seat["person"] for seat in seats] == [None, None]
