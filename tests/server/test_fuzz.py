"""Whatever is sent, over HTTP and over sockets: no failure of ours, no hang, no dead table."""

from __future__ import annotations

import asyncio
import json
import random
import re
from contextlib import suppress
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis import checks
from websockets.exceptions import ConnectionClosed

from tenback.server.schema import openapi
from tenback.server.sessions import COOKIE
from tenback.server.settings import RateLimits
from tenback.table.commands import COMMANDS
from tests.cases import SOAK
from tests.server.clients import Closed
from tests.server.fuzz_target import PATIENCE, Target, running
from tests.server.harness import (
    ServerHarness,
    SocketPlayer,
    choose_move,
    compile_hints,
    play_together,
    send,
    server_harness,
)
from tests.server.in_process import NO_LIMITS, UNLIMITED
from tests.server.schemas import check_message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

EXAMPLES = 400 if SOAK else 12


# Over HTTP


@pytest.fixture(scope="module")
def target() -> Iterator[Target]:
    with running() as found:
        yield found
        # After everything, a sensible request gets a sensible answer.
        for table in found.tables:
            url, headers = f"{found.url}/api/tables/{table}", {"Cookie": f"{COOKIE}={found.token}"}
            assert httpx.get(url, headers=headers, trust_env=False).status_code == 200


def newcomer(target: Target) -> str:
    """The token of a new guest."""
    reply = httpx.post(f"{target.url}/api/me", json={"name": "Zed"}, trust_env=False)
    return str(reply.cookies[COOKIE])


def document() -> dict[str, Any]:
    """What can be asked, for a guest whose cookie is always sent along."""
    found = deepcopy(openapi())
    for methods in found["paths"].values():
        for operation in methods.values():
            operation.pop("security", None)
    return found


schema = schemathesis.openapi.from_dict(document())

CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.unsupported_method,
    checks.allow_header_conformance,
]


@schema.parametrize()
@settings(max_examples=EXAMPLES)
def test_anything_over_http(case: schemathesis.Case[Any], target: Target) -> None:
    """Half of it goes to real tables; the identity of the client is deleted now and then."""
    rng = random.Random(repr((case.path_parameters, case.query, case.body)))
    for name, (form, real) in target.names().items():
        # What is wrong stays wrong.
        if re.fullmatch(form, str(case.path_parameters.get(name, ""))) and rng.random() < 0.7:
            case.path_parameters[name] = rng.choice(real)
    forgets = case.method.upper() == "DELETE" and case.path == "/api/me"
    token = newcomer(target) if forgets else target.token
    response = case.call(
        base_url=target.url, headers={"Cookie": f"{COOKIE}={token}"}, timeout=PATIENCE
    )
    case.validate_response(response, checks=CHECKS)
    if response.status_code != 413:  # which the check does not know
        case.validate_response(response, checks=[checks.negative_data_rejection])


# Over sockets: anything

# What is long is written short until it is sent, so that Hypothesis can show what it found.
LONG, DEEP = "«long»", "«deep»"


def spelled(text: str) -> str:
    return text.replace(LONG, "x" * 5_000).replace(DEEP, "[" * 50_000)


numbers = st.one_of(
    st.integers(-3, 12),
    st.sampled_from([10**30, -(10**30), 2**63, 2**64, 1e308, -0.5, float("nan"), float("inf")]),
)
texts = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["", "\x00", LONG, "\ud800", "end", "37-u1", "start", "thanks", "greedy", "original"]
    ),
)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
KINDS = ["do", "hint", "plan", "events", "table", "ping", "dance"]
KEYS = ["seat", "name", "person", "move", "phrase", "text", "bot", "nonce", "commitment", "options"]

PLAIN = {
    "name": "Somebody",
    "seat": 1,
    "person": "nobody",
    "bot": "greedy",
    "move": "end",
    "options": {"game": "original", "players": 2},
    "commitment": "c" * 64,
    "nonce": "a" * 64,
    "phrase": "thanks",
    "same_deal": True,
}
FIELDS = {kind: set(command.__dataclass_fields__) for kind, command in COMMANDS.items()}

ids = st.one_of(st.sampled_from(["c1", "c2", ""]), texts, values)
commands = st.builds(
    lambda kind, fields: {"type": kind} | fields,
    st.sampled_from(sorted(COMMANDS)),
    st.dictionaries(st.sampled_from(KEYS), values, max_size=3),
)
sensible = st.builds(
    lambda kind: (
        {"type": kind} | {key: value for key, value in PLAIN.items() if key in FIELDS[kind]}
    ),
    st.sampled_from(sorted(COMMANDS)),
)
messages = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS)},
    optional={
        "id": ids,
        "command": sensible | commands | values,
        "seen": values,
        "after": values,
        "moves": values,
        "more": values,
    },
)


def written(message: object) -> str:
    """As JSON, but not all in ASCII: what stands for something long stays readable."""
    return json.dumps(message, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


anything = st.one_of(
    st.binary(max_size=40),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    messages.map(written),
    messages.map(written),
    messages.map(lambda message: written(message).encode()),
    values.map(written),
    st.just(DEEP),
)


@settings(max_examples=200 if SOAK else 12)
@given(st.sampled_from(["host", "seated", "watching", "stranger"]), st.lists(anything, max_size=40))
def test_anything_over_a_socket(role: str, sent: list[str | bytes]) -> None:
    compile_hints()
    asyncio.run(fuzzed(role, sent))


async def fuzzed(role: str, sent: list[str | bytes]) -> None:
    async with server_harness() as found:
        people = await found.guests("Ann", "Ben", "Fay")
        table, (ann, ben) = await found.playing(*people[:2])
        fay = await found.at(people[2], table)
        if role == "watching":
            await fay.do("watch", name="Fay")
        guest = {"host": ann, "seated": ben}.get(role, fay)
        for message in sent:
            await answered(guest, spelled(message) if isinstance(message, str) else message)
        others = [other for other in (ann, ben) if other is not guest]
        await goes_on(found, table, others)


async def answered(guest: SocketPlayer, message: str | bytes) -> None:
    """Whatever it is, the connection lives on, and all that comes is as described."""
    before = len(guest.socket.heard)
    await guest.socket.send(message)
    async with asyncio.timeout(PATIENCE):
        await guest.socket.ping()
    for text in guest.socket.heard[before:]:
        assert isinstance(text, bytes)
        check_message(json.loads(text))


async def goes_on(found: ServerHarness, table: str, others: Sequence[SocketPlayer]) -> None:
    """Another player can still play to the end, with bots at the empty seats."""
    other = others[0]
    seen = await other.look()
    if seen["phase"] in ("closed", "gathering", "over"):
        return  # the host of the table has closed it
    if seen["seat"] is None:
        await other.do("sit", name="Somebody")
        seen = await other.look()
    if seen["host"] == other.client.id:
        for seat, held in enumerate(seen["seats"]):
            if seat != seen["seat"]:
                if held["person"]:
                    await other.do("remove-seat", seat=seat)
                await other.do("seat-bot", bot="greedy", seat=seat)
        assert (await play_together([other]))["phase"] == "over"
    else:
        assert (await other.do("say", phrase="thanks"))["type"] in ("news", "done", "refused")


# Over sockets: what is known to be awkward


async def still_works(found: ServerHarness, ann: SocketPlayer) -> None:
    """Ann, whose turn it is, makes a move."""
    seen = await ann.look()
    message = await ann.do("play", move=choose_move(seen["choices"], random.Random(1)))
    assert message["type"] == "news"


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "nonsense",
        "NaN",
        "null",
        "[" * 60_000,
        '{"type":"do","id":"c1","command":' + '{"a":' * 10_000,
        '{"type":"do","id":"c1","command":{"type":"play","move":' + "9" * 60_000 + "}}",
        '{"type":"do","id":"c1","command":{"type":"play","move":"' + "9" * 60_000 + '"}}',
        '{"type":"do","id":"c1","command":{"type":"say","text":"' + "é" * 20_000 + '"}}',
        '{"type":"do","id":"c1","command":{"type":"rename","name":"' + "x" * 60_000 + '"}}',
        '{"type":"do","id":"c1","command":{"type":"sit","name":"x","seat":' + "9" * 40 + "}}",
        '{"type":"do","id":"c1","command":{"type":"remove-seat","seat":-' + "9" * 40 + "}}",
        '{"type":"do","id":"c1","command":{"type":"seat-bot","bot":"../../etc"}}',
        '{"type":"do","id":"c1","command":{"type":"seat-bot","bot":"program:ls"}}',
        '{"type":"do","id":"c1","command":{"type":"hand-on","person":"nobody"}}',
        '{"type":"do","id":"c1","command":{"type":"mute","person":"\\u0000"}}',
        '{"type":"do","id":"c1","command":{"type":"call-bot","seat":99,"bot":"greedy"}}',
        '{"type":"do","id":"c1","command":{"type":"commit","commitment":"x"}}',
        '{"type":"do","id":"c1","command":{"type":"run-out"}}',
        '{"type":"do","id":"c1","command":{"type":"gone-away","person":"ann"}}',
        '{"type":"do","id":"c1","command":{"type":"ask-hint"}}',
        b"\xff\xfe\x00",
        b"\x00" * 1_000,
    ],
)
async def test_bad_messages_are_refused_with_a_code(message: str | bytes) -> None:
    async with server_harness() as found:
        _, (ann, ben) = await found.playing(*await found.guests("Ann", "Ben"))
        version = (await ben.look())["version"]
        await ben.socket.send(message)
        refusal = await ben.socket.until(lambda each: each["type"] == "refused")
        check_message(refusal)
        assert len(json.dumps(refusal)) < 2_000, "the answer does not repeat all of it"
        assert (await ben.look())["version"] == version
        await still_works(found, ann)


async def test_another_seats_commands() -> None:
    async with server_harness() as found:
        _, (ann, ben) = await found.playing(*await found.guests("Ann", "Ben"))
        lay = ann.seen["choices"]["lays"][0]["move"]
        for kind, command in (
            ("play", {"move": f"{lay['card']}-{lay['pile']}"}),
            ("play", {"move": "end"}),
            ("take-back", {}),
            ("start", {"seat": 0}),
            ("remove-seat", {"seat": 0}),
            ("sit", {"name": "Ben", "seat": 0}),
            ("close", {}),
            ("call-bot", {"seat": 0, "bot": "greedy"}),
        ):
            assert await ben.refused(kind, **command), kind
        await still_works(found, ann)


async def test_commands_after_the_end() -> None:
    async with server_harness() as found:
        _, (ann, ben) = await found.playing(*await found.guests("Ann", "Ben"))
        for guest in (ann, ben):
            await guest.do("resign")
        for kind, command in (("play", {"move": "end"}), ("take-back", {}), ("resign", {})):
            assert await ann.refused(kind, **command) == "table-not-while-over"
        await ben.do("rematch")
        await play_together([ann, ben], until=lambda seen: seen["phase"] == "playing")


async def test_a_message_in_pieces() -> None:
    async with server_harness() as found:
        _, (ann, ben) = await found.playing(*await found.guests("Ann", "Ben"))
        await ben.socket.connection.send(iter(["{", '"type":', '"ping"', "}"]))
        assert (await ben.socket.until(lambda message: message["type"] == "pong"))["now"]
        await still_works(found, ann)


async def test_a_message_that_never_ends() -> None:
    """Half a frame, and then the line is cut."""
    async with server_harness() as found:
        _, (ann, ben) = await found.playing(*await found.guests("Ann", "Ben"))
        transport = ben.socket.connection.transport
        transport.write(b"\x81\xfe\x40\x00abcd" + b"{" * 100)  # 16 kB were announced
        await ann.socket.ping()
        transport.abort()
        await found.here.settle(1)
        await still_works(found, ann)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"\x81\x84abcd" + b"\x9e\x9d\x9c\x9b", 1007),  # text that is no UTF-8
        (b"\x83\x80abcd", 1002),  # a kind of frame that does not exist
        (b"\x81\x02{}", 1002),  # not masked
        (b"\x80\x80abcd", 1002),  # goes on with nothing
        (b"\x81\xff" + b"\x7f" + b"\xff" * 7 + b"abcd", 1009),  # endless
    ],
)
async def test_frames_that_are_none(frame: bytes, code: int) -> None:
    async with server_harness() as found:
        _, (ann, ben) = await found.playing(*await found.guests("Ann", "Ben"))
        ben.socket.connection.transport.write(frame)
        with suppress(ConnectionClosed):
            while True:
                await ben.socket.receive()
        gone = ben.socket.heard[-1]
        assert isinstance(gone, Closed)
        assert gone.code == code
        await found.here.settle(1)
        await still_works(found, ann)


async def test_a_message_that_is_too_long() -> None:
    async with server_harness() as found:
        _, (ann, ben) = await found.playing(*await found.guests("Ann", "Ben"))
        with suppress(ConnectionClosed):
            await ben.socket.send(" " * (NO_LIMITS.body + 1))
            while True:
                await ben.socket.receive()
        gone = ben.socket.heard[-1]
        assert isinstance(gone, Closed)
        assert gone.code == 1009
        await found.here.settle(1)
        await still_works(found, ann)


@pytest.mark.parametrize(
    "rate_limits", [RateLimits(new_identities=UNLIMITED), NO_LIMITS], ids=["usual", "wide"]
)
@pytest.mark.parametrize("command", ["play", "say", "resign", "nonsense", "hint"])
async def test_a_thousand_commands_at_once(rate_limits: RateLimits, command: str) -> None:
    async with server_harness(rate_limits=rate_limits) as found:
        people = await found.guests("Ann", "Ben")
        table, (ann, ben) = await found.playing(*people)
        with suppress(ConnectionClosed):
            for number in range(1_000):
                await ben.socket.send(flood(command, number))
        try:
            async with asyncio.timeout(PATIENCE):
                await ben.socket.ping()
        except ConnectionClosed:
            gone = ben.socket.heard[-1]
            assert isinstance(gone, Closed)
            assert gone.reason in ("server-too-fast", "host-too-slow")
        for text in ben.socket.heard:
            if isinstance(text, bytes):
                check_message(json.loads(text))
        found.time.now += 60
        again = await found.at(people[1], table)
        assert (await again.look())["seat"] == 1
        await still_works(found, ann)


def flood(command: str, number: int) -> dict[str, Any]:
    if command == "hint":
        return {"type": "hint", "id": f"f{number}"}
    fields = {"play": {"move": "end"}, "say": {"text": f"hello {'x' * number}"}}
    sent = {"type": command} | fields.get(command, {})
    return {"type": "do", "id": f"f{number}", "command": sent}


async def test_a_thousand_commands_at_once_over_http() -> None:
    async with server_harness(rate_limits=RateLimits(new_identities=UNLIMITED)) as found:
        ann, ben = await found.guests("Ann", "Ben")
        table, (mine, _) = await found.playing(ann, ben)
        body = {"command": {"type": "play", "move": "end"}}
        replies = await asyncio.gather(*(send(ben, table, body) for _ in range(300)))
        assert {reply.code for reply in replies} == {"server-too-fast", "table-not-your-turn"}
        found.time.now += 60
        await still_works(found, mine)


@pytest.mark.parametrize(
    "raw",
    [
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 100,
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
        b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n",
        b"GET /api/tables/t/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\r\n",
    ],
)
async def test_what_is_no_request(raw: bytes) -> None:
    async with server_harness() as found:
        client = await found.client()
        port = found.here.settings.port
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(raw)
        writer.write_eof()
        async with asyncio.timeout(PATIENCE):
            answer = await reader.read()
        writer.close()
        assert not answer.startswith(b"HTTP/1.1 5")
        assert (await client.get("/healthz")).status == 200
