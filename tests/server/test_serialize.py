"""News as they are told."""

from __future__ import annotations

import json

from tenback.host.subscriptions import News
from tenback.server import serialize
from tenback.server.responses import encode
from tenback.table.events import Moved
from tenback.table.options import TableOptions
from tenback.table.visibility import Changes, Shown, snapshot
from tests.table.lives import playing


def decoded(news: News) -> dict[str, object]:
    found: dict[str, object] = json.loads(encode(serialize.news(news, "ann", 1.0)))
    return found


def test_a_message_for_several_is_written_once_and_no_client_gets_anothers() -> None:
    mine = (Shown(7, Moved(1.0, 0, "37-u1")),)
    theirs = (Shown(7),)
    written = serialize.news(News(mine), "ann", 1.0).events
    assert serialize.news(News(mine, done="c1"), "ann", 1.0).events is written
    for events, moves in ((theirs, [None]), (mine, ["37-u1"]), (theirs, [None]), ((), [])):
        found = decoded(News(events))["events"]
        assert isinstance(found, list)
        assert [one["event"] and one["event"]["move"] for one in found] == moves


def test_choices_and_what_is_done_are_ones_own() -> None:
    events = (Shown(7, Moved(1.0, 0, "end")),)
    assert decoded(News(events, done="c1"))["done"] == "c1"
    assert decoded(News(events))["done"] is None


def test_changes_are_written_where_there_are_any() -> None:
    events = (Shown(7, Moved(1.0, 0, "end")),)
    assert not {"changes", "table"} & set(decoded(News(events)))
    assert decoded(News(events, changes=Changes(host=None)))["changes"] == {"host": None}
    whole = snapshot(playing(players=2), "ann")
    table = decoded(News(events, table=whole))["table"]
    assert table == json.loads(encode(serialize.table(whole, "ann", 1.0)))


def test_a_player_alone_has_no_phrases() -> None:
    assert serialize.phrases(TableOptions("original", 1)) == ()
    assert "leave:u1" in serialize.phrases(TableOptions("original", 2))
