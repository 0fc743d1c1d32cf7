"""Events as JSON: read as they were written, and nothing else is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback import Deal, Rules
from tenback.core.errors import TenbackError
from tenback.core.rules import TalkPolicy
from tenback.table import events as e
from tenback.table.errors import InvalidEvent
from tenback.table.event_json import from_json, to_json
from tenback.table.events import EVENTS
from tenback.table.options import TableOptions
from tenback.table.seats import AwaitedBot
from tenback.table.table import Table
from tests.table.lives import dealer

DUEL = Deal.from_seed(Rules.named("face-to-face"), 2, "lighthouse")
GOLDEN = Path(__file__).parent / "golden.jsonl"

SAMPLES: tuple[e.Event, ...] = (
    e.Opened(0.5, "t", "ann", "Ann", TableOptions("original", 2, talk=TalkPolicy.SILENT, clock=60)),
    e.Sat(1.0, 1, "ben", "Bén"),
    e.Watched(1.0, "fay", "Fay"),
    e.Left(1.0, "fay"),
    e.Renamed(1.0, "ben", "Benno"),
    e.Muted(1.0, "ann", "ben"),
    e.Unmuted(1.0, "ann", "ben"),
    e.OptionsSet(1.0, TableOptions("face-to-face", 2)),
    e.BotSeated(1.0, 1, "master:deep"),
    e.BotReplaced(1.0, 1, "simple"),
    e.SeatRemoved(1.0, 1),
    e.HostPassed(1.0, "ben"),
    e.Closed(1.0),
    e.WentAway(1.0, "ben"),
    e.CameBack(1.0, "ben"),
    e.StoodIn(1.0, 1, "simple"),
    e.Begun(1.0, "a" * 64, "b" * 64, (0, 1)),
    e.Committed(1.0, 0, "c" * 64),
    e.Revealed(1.0, 0, "d" * 64),
    e.LeftOut(1.0, 1),
    e.CardsDealt(1.0, DUEL, fair=False, sealed=True, seen=True),
    e.CardsDealt(1.0, None),
    e.Started(1.0, 1),
    e.Moved(1.0, 1, "37-u1"),
    e.TakenBack(1.0, 1),
    e.Spoke(1.0, None, "fay", "", 'well "played"'),
    e.Spoke(1.0, 1, None, "thanks", ""),
    e.HintAsked(1.0, 0),
    e.ResignAgreed(1.0, 0),
    e.ResignRefused(1.0, 1),
    e.Resigned(1.0, 0),
    e.BotReplaced(1.0, 1, "careful", AwaitedBot("master:deep", 13.5)),
)


def test_there_is_a_sample_of_every_event() -> None:
    assert {event.type for event in SAMPLES} == set(EVENTS)


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: event.type)
def test_an_event_is_read_as_it_was_written(event: e.Event) -> None:
    text = to_json(event)
    assert from_json(text) == event
    assert json.loads(text)["type"] == event.type
    assert json.loads(text)["format"] == e.FORMAT


def test_a_log_of_this_format_stays_readable() -> None:
    """The file is never written anew: other releases have written such logs."""
    lines = GOLDEN.read_text("utf-8").splitlines()
    table = Table.rebuilt(map(from_json, lines), dealer())
    for event, line in zip(table.log, lines, strict=True):
        written, kept = json.loads(to_json(event)), json.loads(line)
        assert kept.items() <= written.items()
        assert {written[key] for key in written.keys() - kept.keys()} <= {None}
    assert table.result is not None
    assert table.number == 2


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("", "json"),
        ("[" * 100_000, "json"),
        ("[]", "format"),
        ("{}", "format"),
        ('{"format": 2, "type": "left", "at": 1, "person": "a"}', "format"),
        ('{"format": 1, "type": "lost"}', "type"),
        ('{"format": 1, "type": "left", "at": 1}', "Left"),
        ('{"format": 1, "type": "cards-dealt", "at": 1, "deal": null}', "CardsDealt"),
        ('{"format": 1, "type": "left", "at": 1, "person": "a", "more": 1}', "Left"),
        ('{"format": 1, "type": "left", "at": "1", "person": "a"}', "at"),
        ('{"format": 1, "type": "started", "at": 1, "seat": true}', "seat"),
        (to_json(SAMPLES[16]).replace("[0, 1]", "7"), "seats"),
        (to_json(SAMPLES[0]).replace('"silent"', '"loud"'), "talk"),
        (to_json(SAMPLES[20]).replace('"stocks"', '"stock"'), "deal"),
    ],
)
def test_anything_else_is_refused(text: str, detail: str) -> None:
    with pytest.raises(InvalidEvent) as caught:
        from_json(text)
    assert caught.value.params == {"detail": detail}


@given(st.sampled_from(SAMPLES), st.data())
def test_broken_lines_are_refused_or_read(event: e.Event, data: st.DataObject) -> None:
    text = to_json(event)
    place = data.draw(st.integers(0, len(text) - 1))
    broken = text[:place] + data.draw(st.sampled_from(["", '"', "0", "}", "null"])) + text[place:]
    try:
        read = from_json(broken)
    except TenbackError:  # options, rules and deals refuse with codes of their own
        return
    assert from_json(to_json(read)) == read
