"""News as they are told."""

from __future__ import annotations

import json

from tenback.host.listening import News
from tenback.server import telling
from tenback.server.answers import encode
from tenback.table.events import Moved
from tenback.table.options import Options
from tenback.table.sight import Shown


def told(news: News) -> dict[str, object]:
    found: dict[str, object] = json.loads(encode(telling.news(news)))
    return found


def test_what_several_are_told_is_written_once_and_nobody_gets_the_others() -> None:
    mine = (Shown(7, Moved(1.0, 0, "37-u1")),)
    theirs = (Shown(7),)
    written = telling.news(News(mine)).events
    assert telling.news(News(mine, done="c1")).events is written
    for events, moves in ((theirs, [None]), (mine, ["37-u1"]), (theirs, [None]), ((), [])):
        found = told(News(events))["events"]
        assert isinstance(found, list)
        assert [one["event"] and one["event"]["move"] for one in found] == moves


def test_choices_and_what_is_done_are_ones_own() -> None:
    events = (Shown(7, Moved(1.0, 0, "end")),)
    assert told(News(events, done="c1"))["done"] == "c1"
    assert told(News(events))["done"] is None


def test_whoever_plays_alone_has_nobody_to_talk_to() -> None:
    assert telling.phrases(Options("original", 1)) == ()
    assert "leave:u1" in telling.phrases(Options("original", 2))
