"""Who asks too much too fast: connections, people, addresses, newcomers, hints, sockets."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tenback.core.rules import Rules
from tenback.server import rate_limits as module
from tenback.server.rate_limits import (
    RateLimited,
    SharedBuckets,
    SocketLimit,
    TokenBucket,
    TokenBuckets,
)
from tenback.server.routes import ENDPOINTS
from tenback.server.settings import Rate, RateLimits
from tests.host.fakes import FixedClock
from tests.server.harness import server_harness
from tests.server.in_process import NO_LIMITS
from tests.server.test_app import header
from tests.server.test_sessions import closed, closed_eventually

if TYPE_CHECKING:
    from tenback.server.api import Endpoint
    from tests.server.clients import Client

SLOW = Rate(1.0, 3)


# Buckets


def test_a_bucket_is_emptied_and_fills_again() -> None:
    clock = FixedClock()
    bucket = TokenBucket(Rate(0.5, 2), clock)
    bucket.take()
    bucket.take()
    with pytest.raises(RateLimited) as refused:
        bucket.take()
    assert (refused.value.code, refused.value.params) == ("server-too-fast", {"seconds": 2.0})
    clock.now += 2.0
    bucket.take()
    with pytest.raises(RateLimited):
        bucket.take()
    assert not bucket.full
    clock.now += 1_000.0
    assert bucket.full
    for _ in range(2):
        bucket.take()
    with pytest.raises(RateLimited):
        bucket.take()


def test_a_clock_that_goes_backwards_gives_and_takes_nothing_for_ever() -> None:
    clock = FixedClock()
    bucket = TokenBucket(Rate(1.0, 2), clock)
    clock.now -= 10.0
    clock.now += 20.0
    bucket.take()
    bucket.take()


def test_each_key_has_a_bucket() -> None:
    buckets = TokenBuckets(Rate(1.0, 1), FixedClock())
    buckets.take("ann")
    buckets.take("ben")
    with pytest.raises(RateLimited):
        buckets.take("ann")


def test_an_address_has_the_share_of_several_people() -> None:
    clock = FixedClock()
    shares = SharedBuckets(Rate(1.0, 2), 3, clock)
    for person in ("ann", "ben", "cleo"):
        for _ in range(2):
            shares.take(person, "here")
        with pytest.raises(RateLimited):
            shares.take(person, "here")
    with pytest.raises(RateLimited):
        shares.take("dora", "here")
    shares.take("dora", "there")
    clock.now += 1.0
    for person in ("ann", "ben", "cleo"):
        shares.take(person, "here")
    with pytest.raises(RateLimited):
        shares.take("emil", "here")


def test_full_buckets_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BUCKETS", 3)
    clock = FixedClock()
    buckets = TokenBuckets(Rate(1.0, 1), clock)
    for number in range(3):
        buckets.take(str(number))
    clock.now += 10.0
    buckets.take("0")
    buckets.take("new")
    assert set(buckets._kept) == {"0", "new"}
    with pytest.raises(RateLimited):
        buckets.take("0")


def test_sockets_are_counted() -> None:
    sockets: SocketLimit[str] = SocketLimit(2)
    sockets.open("ann", "a")
    sockets.open("ann", "b")
    with pytest.raises(RateLimited) as refused:
        sockets.open("ann", "c")
    assert refused.value.code == "server-too-many-sockets"
    sockets.open("ben", "d")
    sockets.close("ann", "a")
    sockets.close("ann", "c")  # it was never open
    sockets.open("ann", "c")
    assert set(sockets.of("ann")) == {"b", "c"}
    for one in "bc":
        sockets.close("ann", one)
    assert sockets.of("ann") == ()


# Over HTTP


async def until_refused(client: Client, method: str, path: str, body: object = None) -> int:
    """How often something can be asked at once; then the client has to wait."""
    for number in range(50):
        reply = await client.ask(method, path, body)
        if reply.status == 429:
            assert reply.code == "server-too-fast"
            assert int(header(reply, "retry-after") or 0) >= reply.json["params"]["seconds"] > 0
            return number
    raise AssertionError("the limit is never reached")


async def test_a_person_has_to_wait_and_the_others_do_not() -> None:
    async with server_harness(rate_limits=replace(NO_LIMITS, person=SLOW)) as found:
        ann, ben = await found.guests("Ann", "Ben")
        assert await until_refused(ann, "GET", "/api/me") == 3
        assert (await ben.get("/api/me")).status == 200
        found.time.now += 1.0
        assert await until_refused(ann, "GET", "/api/me") == 1


@pytest.mark.parametrize("step", [-3600.0, 365 * 24 * 3600.0])
async def test_a_clock_that_is_set_neither_refuses_nor_gives(step: float) -> None:
    async with server_harness(
        rate_limits=replace(NO_LIMITS, person=SLOW, address=SLOW, connection=SLOW)
    ) as found:
        ann, stranger = await found.guest("Ann"), await found.client()
        assert await until_refused(ann, "GET", "/api/me") == 3
        assert await until_refused(stranger, "GET", "/api/about") == 2
        found.time.step = step
        for client in (ann, stranger):
            assert (await client.get("/api/about")).status == 429
        found.time.now += 1.0
        for client in (ann, stranger):
            assert (await client.get("/api/about")).status == 200


async def test_an_address_without_a_name() -> None:
    async with server_harness(rate_limits=replace(NO_LIMITS, address=SLOW)) as found:
        stranger = await found.client()
        assert await until_refused(stranger, "GET", "/api/tables") == 3
        assert (await (await found.client()).get("/api/about")).status == 429
        found.time.now += 1.0
        assert (await stranger.get("/api/about")).status == 200


async def test_clients_without_a_session_are_counted_too() -> None:
    async with server_harness(rate_limits=replace(NO_LIMITS, address=SLOW)) as found:
        assert await until_refused(await found.client(), "GET", "/api/me") == 3


async def test_newcomers() -> None:
    async with server_harness(rate_limits=replace(NO_LIMITS, new_identities=SLOW)) as found:
        for name in ("Ann", "Ben", "Cleo"):
            await found.guest(name)
        stranger = await found.client()
        reply = await stranger.post("/api/me", {"name": "Dora"})
        assert (reply.status, reply.code) == (429, "server-too-fast")
        assert stranger.token == ""
        reply = await stranger.post("/api/me/follow", {"code": "0" * 32})
        assert reply.status == 429, "codes cannot be tried out, either"
        found.time.now += 1.0
        assert (await stranger.post("/api/me", {"name": "Dora"})).status == 200


async def test_a_class_comes_in_at_once_with_two_devices_each() -> None:
    usual = RateLimits().new_identities
    async with server_harness(rate_limits=replace(NO_LIMITS, new_identities=usual)) as found:
        replies = [await (await found.client()).post("/api/me", {"name": "Ann"}) for _ in range(61)]
        assert [reply.code for reply in replies] == [None] * 60 + ["server-too-fast"]


async def test_things_that_take_a_while() -> None:
    async with server_harness(rate_limits=replace(NO_LIMITS, slow_requests=SLOW)) as found:
        ann = await found.guest("Ann")
        table = await ann.open({"game": "original", "players": 1})
        assert await until_refused(ann, "POST", f"/api/tables/{table}/hint", {}) == 3
        assert (await ann.get(f"/api/tables/{table}")).status == 200
        found.time.now += 1.0
        assert await until_refused(ann, "GET", f"/api/tables/{table}/replay") == 4


# What is parsed or drawn

OWN = Rules.named("original").to_toml().replace("original", "my-own")
OPTIONS = {"game": OWN, "players": 1}
SHARED_BY_ONE = replace(NO_LIMITS, slow_requests=SLOW, people_per_address=1)


async def test_rules_in_ones_own_words_count_wherever_they_are_read() -> None:
    async with server_harness(rate_limits=replace(NO_LIMITS, slow_requests=SLOW)) as found:
        ann = await found.guest("Ann")
        table = await ann.open({"game": "original", "players": 1})
        asked = {"command": {"type": "set-options", "options": OPTIONS}}
        for path, body in (
            ("/api/games/check", {"game": OWN}),
            ("/api/games/rulebook", {"game": OWN}),
            ("/api/tables", {"options": OPTIONS}),
            (f"/api/tables/{table}/commands", asked),
        ):
            assert await until_refused(ann, "POST", path, body) in (2, 3)
            found.time.now += 10.0
        player = await found.at(ann, table)
        codes = [await player.ask("do", **asked) for _ in range(4)]
        assert codes[-1]["code"] == "server-too-fast"
        assert {reply.get("code") for reply in codes[:-1]} == {None}


async def test_a_text_that_cannot_be_read_counts_without_an_identity() -> None:
    async with server_harness(rate_limits=SHARED_BY_ONE) as found:
        stranger, body = await found.client(), {"game": ".".join("a" * 990) + " = 1"}
        assert (await stranger.post("/api/games/rulebook", body)).code == "not-toml"
        assert await until_refused(stranger, "POST", "/api/games/rulebook", body) == 1


async def test_the_rule_books_of_published_games_can_be_leafed_through() -> None:
    async with server_harness(rate_limits=SHARED_BY_ONE) as found:
        body = {"game": "original"}
        path = "/api/games/rulebook"
        assert await until_refused(await found.client(), "POST", path, body) in (29, 30)


async def test_plans_over_a_socket_count() -> None:
    async with server_harness(rate_limits=replace(NO_LIMITS, slow_requests=SLOW)) as found:
        _, (ann,) = await found.playing(await found.guest("Ann"))
        codes = [(await ann.ask("plan", moves=[])).get("code") for _ in range(31)]
        assert codes[:29] == [None] * 29
        assert codes[-1] == "server-too-fast"


async def test_qr_codes() -> None:
    async with server_harness(rate_limits=SHARED_BY_ONE) as found:
        table = await (await found.guest("Ann")).open({"game": "original", "players": 1})
        stranger = await found.client()
        assert await until_refused(stranger, "GET", f"/api/tables/{table}/qr") == 12
        assert (await stranger.get("/api/tables/nowhere/qr")).status == 429


# What is the same for everybody


async def test_the_document_of_the_interface() -> None:
    async with server_harness(rate_limits=replace(NO_LIMITS, address=SLOW)) as found:
        assert await until_refused(await found.client(), "GET", "/api/openapi.json") == 3


@pytest.mark.parametrize("path", ["/", "/assets/none.js", "/nowhere", "/api/nowhere"])
async def test_files_and_unknown_paths(path: str) -> None:
    async with server_harness(rate_limits=replace(NO_LIMITS, files=SLOW)) as found:
        stranger = await found.client()
        assert await until_refused(stranger, "GET", path) == 3
        assert (await stranger.ask("PUT", "/api/about")).status == 429
        assert (await stranger.ask("GET", path, None, **ELSEWHERE)).status != 429
        assert (await stranger.get("/api/about")).status == 200
        found.time.now += 1.0
        assert (await stranger.ask("PUT", "/api/about")).status == 405


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.path)
async def test_every_endpoint_has_a_limit(endpoint: Endpoint) -> None:
    rates = replace(NO_LIMITS, person=SLOW, address=SLOW)
    async with server_harness(rate_limits=rates) as found:
        path = re.sub(r"{\w+}", "original", endpoint.path)
        assert await until_refused(await found.client(), endpoint.method, path) == 3


# Many names at one address

ALONE = {"game": "original", "players": 1}
ELSEWHERE = {"X-Forwarded-For": "203.0.113.9"}


async def test_names_do_not_multiply_the_share_of_an_address() -> None:
    async with server_harness(
        rate_limits=replace(NO_LIMITS, person=SLOW, people_per_address=2)
    ) as found:
        people = await found.guests("Ann", "Ben", "Cleo", "Dora")
        statuses = [(await person.get("/api/me")).status for person in people * 2]
        assert statuses == [200] * 6 + [429] * 2
        assert (await people[3].ask("GET", "/api/me", None, **ELSEWHERE)).status == 200
        found.time.now += 1.0
        assert (await people[3].get("/api/me")).status == 200


async def test_nor_what_they_may_think_about() -> None:
    async with server_harness(
        rate_limits=replace(NO_LIMITS, slow_requests=SLOW, people_per_address=2)
    ) as found:
        ann, ben, cleo = await found.guests("Ann", "Ben", "Cleo")
        body = {"game": "original"}
        for person in (ann, ben):
            assert await until_refused(person, "POST", "/api/games/check", body) == 3
        assert (await cleo.post("/api/games/check", body)).status == 429
        reply = await cleo.ask("POST", "/api/games/check", body, **ELSEWHERE)
        assert reply.status == 200


async def test_anonymous_clients_share_what_all_people_there_may() -> None:
    """A class that reads the rules before anybody has a name."""
    limits = replace(NO_LIMITS, slow_requests=SLOW, people_per_address=2)
    async with server_harness(rate_limits=limits) as found:
        body = {"game": "original"}
        stranger = await found.client()
        assert await until_refused(stranger, "POST", "/api/games/check", body) == 6
        reply = await stranger.ask("POST", "/api/games/check", body, **ELSEWHERE)
        assert reply.status == 200


async def test_nor_how_many_tables_they_open() -> None:
    async with server_harness(
        rate_limits=replace(NO_LIMITS, new_tables=Rate(1.0, 1), people_per_address=2)
    ) as found:
        people = await found.guests("Ann", "Ben", "Cleo")
        replies = [await person.post("/api/tables", {"options": ALONE}) for person in people]
        assert [reply.code for reply in replies] == [None, None, "server-too-fast"]


async def test_nor_their_messages() -> None:
    async with server_harness(
        rate_limits=replace(NO_LIMITS, person=Rate(1.0, 4), people_per_address=1)
    ) as found:
        ann, ben = await found.guests("Ann", "Ben")
        table = await ann.open({"game": "original", "players": 2})
        first, second = await found.at(ann, table), await found.at(ben, table)
        codes = [
            (await one.ask("events", after=0)).get("code")
            for one in (first, second, second, second)
        ]
        assert codes == [None] * 3 + ["server-too-fast"]


async def test_nor_their_sockets() -> None:
    async with server_harness(
        rate_limits=replace(NO_LIMITS, sockets=1, people_per_address=2)
    ) as found:
        ann, ben, cleo = await found.guests("Ann", "Ben", "Cleo")
        table = await ann.open({"game": "original", "players": 3})
        async with ann.at(table) as first, ben.at(table) as second:
            await first.receive()
            await second.receive()
            async with cleo.at(table) as third:
                assert (await third.receive())["code"] == "server-too-many-sockets"
                await closed(third, 1008, "server-too-many-sockets")
            async with cleo.at(table, **ELSEWHERE) as third:
                assert (await third.receive())["type"] == "table"
        await found.here.settle(0)
        for _ in range(3):  # a refused or closed socket does not count
            async with ann.at(table) as first, cleo.at(table) as third:
                assert (await first.receive())["type"] == "table"
                assert (await third.receive())["type"] == "table"
                async with ann.at(table) as more:
                    assert (await more.receive())["code"] == "server-too-many-sockets"
            await found.here.settle(0)


# Over sockets


async def test_a_connection_has_to_wait() -> None:
    async with server_harness(rate_limits=replace(NO_LIMITS, connection=SLOW)) as found:
        _, (ann, ben) = await found.table(*await found.guests("Ann", "Ben"))
        for _ in range(3):
            await ann.socket.ping()
        assert (await ann.ask("events", after=0))["code"] == "server-too-fast"
        await ben.socket.ping()
        found.time.now += 1.0
        assert (await ann.ask("events", after=0))["type"] == "events"


async def test_a_person_has_to_wait_over_all_connections() -> None:
    async with server_harness(rate_limits=replace(NO_LIMITS, person=Rate(1.0, 6))) as found:
        client = await found.guest("Ann")
        table = await client.open({"game": "original", "players": 1})
        first, second = await found.at(client, table), await found.at(client, table)
        codes = [
            (await one.ask("events", after=0)).get("code")
            for one in (first, second, first, second, first, second)
        ]
        assert codes == [None] * 5 + ["server-too-fast"]


async def test_a_client_that_does_not_wait_is_disconnected() -> None:
    rate_limits = replace(NO_LIMITS, connection=SLOW, patience=10)
    async with server_harness(rate_limits=rate_limits) as found:
        _, (ann, ben) = await found.table(*await found.guests("Ann", "Ben"))
        for _ in range(20):
            await ann.socket.send({"type": "ping"})
        await closed_eventually(ann.socket, 1008, "server-too-fast")
        assert (await ben.look())["version"] >= 2


async def test_a_flood_is_not_forgiven_by_a_message_now_and_then() -> None:
    rate_limits = replace(NO_LIMITS, connection=SLOW, patience=10)
    async with server_harness(rate_limits=rate_limits) as found:
        _, (ann, _) = await found.table(*await found.guests("Ann", "Ben"))
        for _ in range(5):  # one of six is admitted
            for _ in range(6):
                await ann.socket.send({"type": "ping"})
            found.time.now += 1.0
        await closed_eventually(ann.socket, 1008, "server-too-fast")


async def test_nor_by_a_new_connection() -> None:
    rate_limits = replace(NO_LIMITS, connection=SLOW, patience=10)
    async with server_harness(rate_limits=rate_limits) as found:
        table, (ann, _) = await found.table(*await found.guests("Ann", "Ben"))
        for _ in range(20):
            await ann.socket.send({"type": "ping"})
        await closed_eventually(ann.socket, 1008, "server-too-fast")
        again = await found.at(ann.client, table)
        for _ in range(SLOW.burst + 1):
            await again.socket.send({"type": "ping"})
        await closed_eventually(again.socket, 1008, "server-too-fast")


async def test_sockets_of_one_person() -> None:
    async with server_harness(rate_limits=replace(NO_LIMITS, sockets=2)) as found:
        ann, ben = await found.guests("Ann", "Ben")
        table = await ann.open({"game": "original", "players": 2})
        async with ann.at(table) as first, ann.at(table) as second:
            await first.receive()
            await second.receive()
            async with ann.at(table) as third:
                assert (await third.receive())["code"] == "server-too-many-sockets"
                await closed(third, 1008, "server-too-many-sockets")
            async with ben.at(table) as other:
                assert (await other.receive())["type"] == "table"
        await found.here.settle(0)
        async with ann.at(table) as first:
            assert (await first.receive())["type"] == "table"


def test_there_is_an_end_to_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BUCKETS", 10)
    buckets = TokenBuckets(Rate(0.001, 2), lambda: 0.0)
    for number in range(100):
        buckets.take(str(number))
    assert len(buckets._kept) <= 10
    buckets.take("99")
    with pytest.raises(RateLimited):  # who came last is remembered
        buckets.take("99")


async def test_new_tables_of_one_person() -> None:
    async with server_harness(rate_limits=replace(NO_LIMITS, new_tables=SLOW)) as found:
        ann = await found.guest("Ann")
        body = {"options": {"game": "original", "players": 1}}
        for _ in range(SLOW.burst):
            assert (await ann.post("/api/tables", body)).status == 200
        reply = await ann.post("/api/tables", body)
        assert (reply.status, reply.code) == (429, "server-too-fast")


async def test_commands_that_neither_play_nor_talk_have_a_limit_of_their_own() -> None:
    """A rename is written to the disk and sent to all; play goes on when there were too many."""
    async with server_harness(rate_limits=replace(NO_LIMITS, changes=SLOW)) as found:
        table, (ann,) = await found.table(await found.guest("Ann"))
        path = f"/api/tables/{table}/commands"
        names = ["Zoe", "Eve", "Mia", "Lea"]
        over_http = [
            (await ann.client.post(path, {"id": name, "command": {"type": "rename", "name": name}}))
            for name in names
        ]
        assert [reply.status for reply in over_http] == [200, 200, 200, 429]
        refused = await ann.ask("do", command={"type": "rename", "name": "Ida"})
        assert refused["code"] == "server-too-fast"
        said = await ann.ask("do", command={"type": "say", "phrase": "thanks"})
        assert said.get("code") != "server-too-fast"


async def test_commands_have_a_limit() -> None:
    async with server_harness(rate_limits=replace(NO_LIMITS, commands=SLOW)) as found:
        _, (ann,) = await found.table(await found.guest("Ann"))
        codes = [
            (await ann.ask("do", command={"type": "say", "phrase": "thanks"})).get("code")
            for _ in range(SLOW.burst + 1)
        ]
        assert "server-too-fast" not in codes[:-1]
        assert codes[-1] == "server-too-fast"
