"""Every command and every event has its message, and nothing else gets in."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any, get_args

import msgspec
import pytest

from tenback.core import events as core_events
from tenback.core.errors import TenbackError
from tenback.server import protocol as p
from tenback.server.api import BadRequest, decode
from tenback.server.responses import encode
from tenback.table import commands as c
from tenback.table import events as table_events
from tenback.table.options import TableOptions
from tenback.table.permissions import PERMISSIONS, Role
from tests.server.schemas import socket_messages

SAMPLES: dict[type, dict[str, Any]] = {
    c.Sit: {"name": "Ann", "seat": 1},
    c.Watch: {"name": "Ann"},
    c.Leave: {},
    c.Rename: {"name": "Zoe"},
    c.Mute: {"person": "ben"},
    c.Unmute: {"person": "ben"},
    c.SetOptions: {"options": {"game": "original", "players": 3, "listed": True}},
    c.SeatBot: {"bot": "greedy", "seat": 2},
    c.RemoveSeat: {"seat": 1},
    c.HandOn: {"person": "ben"},
    c.Begin: {},
    c.Close: {},
    c.Commit: {"commitment": "c" * 64},
    c.Reveal: {"nonce": "a" * 64},
    c.Start: {"seat": 1},
    c.Play: {"move": "37-u1"},
    c.TakeBack: {},
    c.Say: {"phrase": "thanks", "text": ""},
    c.Resign: {},
    c.PlayOn: {},
    c.CallBot: {"seat": 1, "bot": "greedy"},
    c.Rematch: {"same_deal": True},
}
"""One of each command that a person can send, with every field."""

OTHERS = [kind for kind in c.COMMANDS.values() if kind not in SAMPLES]


def tag(kind: Any) -> str:
    found: str = kind.__dataclass_fields__["type"].default
    return found


def message(kind: Any, **other: Any) -> bytes:
    command = {"type": tag(kind)} | SAMPLES.get(kind, {}) | other
    return json.dumps({"type": "do", "id": "c1", "command": command}).encode()


def test_there_is_a_message_for_every_command_of_people() -> None:
    assert set(SAMPLES) == set(p.PERSON_COMMANDS)
    assert {kind for kind in OTHERS if Role.SYSTEM not in PERMISSIONS[kind].roles} == {c.Hint}


@pytest.mark.parametrize("kind", SAMPLES, ids=tag)
def test_a_command_is_what_was_sent(kind: Any) -> None:
    assert {field.name for field in fields(kind) if field.init} == set(SAMPLES[kind])
    do = decode(p.FromClient, message(kind))
    values = dict(SAMPLES[kind])
    if "options" in values:
        values["options"] = TableOptions(**values["options"])
    assert p.to_command(do.command) == kind(**values)
    socket_messages("FromClient").validate(json.loads(message(kind)))


@pytest.mark.parametrize("kind", SAMPLES, ids=tag)
def test_a_command_with_a_field_of_its_own_is_refused(kind: Any) -> None:
    with pytest.raises(BadRequest) as refused:
        decode(p.FromClient, message(kind, surprise=1))
    assert refused.value.code == "server-bad-message"
    assert "surprise" in refused.value.params["why"]


@pytest.mark.parametrize("kind", OTHERS, ids=tag)
def test_commands_of_the_system_and_hints_are_refused(kind: Any) -> None:
    with pytest.raises(BadRequest) as refused:
        decode(p.FromClient, message(kind))
    assert refused.value.params["where"] == "$.command.type"


def test_options_with_a_field_of_their_own_are_refused() -> None:
    """A client that writes `spectator` instead of `spectators` would be watched without knowing."""
    options = {"game": "original", "players": 2, "spectator": False}
    for kind, text in (
        (p.Open, json.dumps({"options": options})),
        (p.FromClient, message(c.SetOptions, options=options)),
    ):
        with pytest.raises(BadRequest) as refused:
            decode(kind, text)
        assert "spectator" in refused.value.params["why"]


def test_options_that_cannot_be_played_are_refused_with_their_own_code() -> None:
    do = decode(p.FromClient, message(c.SetOptions, options={"game": "original", "players": 9}))
    with pytest.raises(TenbackError) as refused:
        p.to_command(do.command)
    assert refused.value.code == "wrong-players"


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"7",
        b'"do"',
        b"{}",
        b'{"type":"dance"}',
        b'{"type":"do"}',
        b'{"type":"do","id":"","command":{"type":"begin"}}',
        b'{"type":"do","id":"c 1","command":{"type":"begin"}}',
        b'{"type":"do","id":7,"command":{"type":"begin"}}',
        b'{"type":"do","id":"c1","command":{"type":"begin"},"seen":"7"}',
        b'{"type":"do","id":"c1","command":{"type":"begin"},"seen":1.5}',
        b'{"type":"do","id":"c1","command":{"type":"begin"},"seen":NaN}',
        b'{"type":"do","id":"c1","command":{"type":"remove-seat","seat":"1"}}',
        b'{"type":"do","id":"c1","command":{"type":"remove-seat","seat":true}}',
        b'{"type":"do","id":"c1","command":{"type":"play","move":37}}',
        b'{"type":"do","id":"c1","command":{"type":"play","move":"\\ud800"}}',
        b'{"type":"ping","more":1}',
        b'{"type":"plan","id":"c1","moves":' + json.dumps(["end"] * 13).encode() + b"}",
        b'{"type":"plan","id":"c1","moves":["' + b"x" * 21 + b'"]}',
        b'{"type":"events","id":"c1"}',
        b'{"type":"ping"}{"type":"ping"}',
        b"\xff\xfe",
        b"[" * 50_000,
    ],
)
def test_whatever_is_no_message_is_refused(text: bytes) -> None:
    with pytest.raises(BadRequest) as refused:
        decode(p.FromClient, text)
    assert refused.value.code in ("server-bad-json", "server-bad-message")


@pytest.mark.parametrize(
    ("union", "mirror"),
    [(table_events.Event, p.TableEvent), (core_events.Event, p.GameEvent)],
    ids=["table", "game"],
)
def test_every_event_is_described_with_all_its_fields(union: Any, mirror: Any) -> None:
    described = {struct.__struct_config__.tag: struct for struct in get_args(mirror)}
    for kind in get_args(union):
        own = {field.name for field in fields(kind)} - {"type"}
        assert own == set(described.pop(tag(kind)).__struct_fields__)
    assert not described


def test_an_event_is_sent_in_the_described_form() -> None:
    said = core_events.TurnBegan(seat=1, minimum=2)
    event = msgspec.json.decode(encode(said), type=p.GameEvent)
    assert (type(event).__struct_config__.tag, event.seat) == ("turn-began", 1)
