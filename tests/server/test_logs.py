"""One JSON object a line, and nothing in it that is hidden."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import re
from typing import TYPE_CHECKING

import pytest

from tenback.server import logs
from tests.host.fakes import FixedClock
from tests.server.harness import play_together, server_harness
from tests.server.in_process import LogCapture, captured_log

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def restored() -> Iterator[None]:
    with captured_log(LogCapture()):
        yield


def entries(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def set_up(monkeypatch: pytest.MonkeyPatch, level: int, *, json_lines: bool) -> io.StringIO:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    logs.set_up(level, json_lines=json_lines)
    return stream


@pytest.mark.usefixtures("restored")
def test_lines_of_json(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = set_up(monkeypatch, logging.INFO, json_lines=True)
    logs.log("socket-open", table="abc", count=2)
    logs.log("server-error", logging.ERROR, path=None)
    logging.getLogger("uvicorn.error").info("Started server process [1]")
    logging.getLogger("uvicorn.error").warning("Odd\nthing")
    try:
        raise KeyError("é")
    except KeyError:
        logging.getLogger("uvicorn.error").exception("Failed")
    first, second, odd, failed = entries(stream)
    assert (first["event"], first["level"], first["table"]) == ("socket-open", "info", "abc")
    assert second["level"] == "error"
    assert "path" not in second, "what is not known is left out"
    assert odd["event"] == "Odd\nthing"
    assert str(failed["trace"]).endswith(" test_lines_of_json\nKeyError")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", str(first["at"]))


@pytest.mark.usefixtures("restored")
@pytest.mark.parametrize("library", ["asyncio", "asyncpg.pool"])
def test_libraries_do_not_say_what_an_exception_says(
    monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    stream = set_up(monkeypatch, logging.INFO, json_lines=True)
    try:
        raise KeyError("the queen")
    except KeyError:
        logging.getLogger(library).exception("Failed")
    logging.getLogger(library).info("Too much")
    (line,) = entries(stream)
    assert (line["event"], line["level"]) == ("Failed", "error")
    assert str(line["trace"]).endswith("KeyError")
    assert "queen" not in stream.getvalue()


@pytest.mark.usefixtures("restored")
@pytest.mark.parametrize("json_lines", [True, False])
async def test_nor_does_a_task_that_was_not_awaited(
    monkeypatch: pytest.MonkeyPatch, json_lines: bool
) -> None:
    """Asyncio shows tasks with their exceptions, and calls with their arguments."""

    async def fails() -> None:
        raise KeyError("the queen")

    def call(_word: str) -> None:
        raise KeyError("the queen")

    stream = set_up(monkeypatch, logging.WARNING, json_lines=json_lines)
    task = asyncio.create_task(fails())
    asyncio.get_running_loop().call_soon(call, "the queen")
    await asyncio.wait([task])
    del task
    gc.collect()
    said = stream.getvalue()
    assert "Task exception was never retrieved" in said
    assert "Exception in callback" in said
    assert said.count("KeyError") == 2
    assert "queen" not in said


@pytest.mark.usefixtures("restored")
def test_other_libraries_tell_what_is_wrong_and_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their messages may hold anything; the template of a message is written by a programmer."""
    stream = set_up(monkeypatch, logging.INFO, json_lines=False)
    try:
        raise KeyError("the queen")
    except KeyError:
        logging.getLogger("concurrent.futures").exception("exception calling %r", "the queen")
    assert "exception calling %r\ntest_logs.py:" in stream.getvalue()
    assert "queen" not in stream.getvalue()


def test_a_long_traceback_is_cut_in_the_middle() -> None:
    def recurse() -> None:
        recurse()

    with pytest.raises(RecursionError) as raised:
        recurse()
    lines = logs.trace(raised.value).splitlines()
    assert len(lines) == logs.MAX_FRAMES + 2
    assert " more)" in lines[5]
    assert lines[-1] == "RecursionError"


def test_a_traceback_shows_causes_contexts_and_groups_each_once() -> None:
    first, second = ValueError("a"), TypeError("b")
    first.__context__, second.__cause__ = second, first
    assert logs.trace(first) == "ValueError\ncaused by\nTypeError"
    group = ExceptionGroup("c", [first, KeyError("d")])
    kinds = ["ExceptionGroup", "ValueError", "KeyError", "TypeError"]
    assert logs.trace(group).split("\ncaused by\n") == kinds
    first.__suppress_context__ = True
    assert logs.trace(first) == "ValueError"


class Closed(io.StringIO):
    """A stream whose reader has gone."""

    def write(self, _text: str) -> int:
        raise BrokenPipeError


@pytest.mark.usefixtures("restored")
def test_the_reader_of_the_log_may_go(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr", Closed())
    logs.set_up(logging.INFO, json_lines=True)
    monkeypatch.undo()
    logs.log("server-started")
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("restored")
def test_lines_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = set_up(monkeypatch, logging.WARNING, json_lines=False)
    logs.log("socket-open", table="abc")
    logs.log("server-error", logging.ERROR, path="/x")
    assert re.fullmatch(r"\d\d:\d\d:\d\d server-error path=/x\n", stream.getvalue())


# Floods


@pytest.mark.usefixtures("restored")
@pytest.mark.parametrize("name", ["tenback", "asyncio", "uvicorn.error", "asyncpg", "somebody"])
def test_a_flood_of_one_kind_is_cut_and_counted(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Whatever the numbers and arguments in it are, which asyncio writes into its texts."""
    stream = set_up(monkeypatch, logging.WARNING, json_lines=True)
    for number in range(logs.LINES_A_MINUTE + 7):
        logging.getLogger(name).error(f"Accept {number} failed\nsocket: <fd={number}>")
    logs.log("another-kind", logging.ERROR)
    found = [line["event"] for line in entries(stream)]
    assert len(found) == logs.LINES_A_MINUTE + 1
    assert found[-1] == "another-kind"
    monkeypatch.setattr(logs, "MINUTE", 0.0)
    logs.close_windows()
    told = entries(stream)[-1]
    assert (told["event"], told["count"]) == ("lines-suppressed", 7)
    assert told["kind"] == "Accept 0 failed"
    logs.close_windows()
    assert len(entries(stream)) == len(found) + 1, "it is said once"


@pytest.mark.usefixtures("restored")
def test_a_flood_of_our_own_events(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = set_up(monkeypatch, logging.INFO, json_lines=False)
    for number in range(1_000):
        logs.log("socket-open", table=str(number))
    assert stream.getvalue().count("\n") == logs.LINES_A_MINUTE


def test_a_new_minute_has_lines_of_its_own() -> None:
    clock = FixedClock()
    limit = logs.LineLimit(2, clock)
    assert [limit.filter(record("x")) for _ in range(3)] == [True, True, False]
    clock.now += logs.MINUTE / 2
    assert limit.close_window() == {}
    clock.now += logs.MINUTE / 2
    assert limit.close_window() == {"x": 1}
    assert limit.filter(record("x"))


def test_a_flood_of_kinds_is_one_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MAX_KINDS", 3)
    limit = logs.LineLimit(2, FixedClock())
    passed = [limit.filter(record(letter)) for letter in "abcdefgh"]
    assert passed == [True] * 5 + [False] * 3


def record(text: str) -> logging.LogRecord:
    return logging.LogRecord("tenback", logging.WARNING, "", 0, text, (), None)


def test_a_table_in_a_log() -> None:
    assert logs.hashed("oak") == logs.hashed("oak") != logs.hashed("elm")
    assert "oak" not in logs.hashed("oak")
    assert len(logs.hashed("\ud800")) == 12


async def test_a_whole_game_leaves_nothing_hidden_in_the_log() -> None:
    """No card, no move, no word, no name, no token, no id of a table or a person."""
    async with server_harness() as found:
        people = await found.guests("Annabel", "Benjamin")
        table, (ann, ben) = await found.playing(*people, bots=["greedy"], listed=True)
        await ann.do("say", text="marmalade")
        await ann.do("say", phrase="thanks")
        await ann.do("play", move="nonsense-u1")
        await ben.socket.send("{garbage}")
        link = (await people[0].post("/api/me/link", {})).json["code"]
        await people[0].get(f"/api/tables/{table}?after=zebra")
        await people[0].get("/nothing/marmalade")
        over = await play_together([ann, ben])
        await found.at(await found.guest("Cleopatra"), table)
        lines = found.here.log.lines
        assert len(lines) >= 3, "sockets were opened"
        assert all(json.loads(line)["event"] for line in lines)
        text = "\n".join(lines)
        hidden = ["Annabel", "Benjamin", "Cleopatra", "marmalade", "thanks", "zebra", link, table]
        hidden += [person.token for person in people] + [person.id for person in people]
        assert over["view"]["seed"]
        hidden += [over["view"]["seed"], over["fair"]["shares"][0]["nonce"]]
        assert not [word for word in hidden if word in text]
        words = set(re.findall(r"[a-z0-9]+(?:-[ud][12])?", text))
        assert not {word for word in words if re.fullmatch(r"\d{1,2}-[ud][12]", word)}
        kinds = {json.loads(line)["event"] for line in lines}
        assert kinds <= {"socket-open", "socket-closed", "server-started"}
