"""Operators see every failure once, and nothing in it that is hidden.

Errors full of secrets are planted wherever something can fail: in their messages, notes, locals,
causes and source lines. The log, in both of its forms, `/metrics` and the process's own output hold
none of them.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import pytest

from tenback.bots import registry
from tenback.bots.stand_in import LostSeat
from tenback.core.notation import parse_move
from tenback.host.bot_driver import BotDriver
from tenback.host.bot_pool import BotTimeout
from tenback.host.errors import HostError
from tenback.host.host import Host
from tenback.host.identities import Identities
from tenback.host.subscriptions import Broadcast
from tenback.host.table_registry import TableRegistry
from tenback.host.webhooks import Notification, queue_entry
from tenback.server import serialize, services
from tenback.server.error_log import BURST, WINDOW, ErrorLog
from tenback.server.logs import TextLines
from tenback.server.metrics import Metrics
from tenback.server.page import Page
from tenback.store import Batch, StoreUnavailable
from tenback.table.errors import IllegalCommand, InvalidEvent
from tests.host.harness import ManualClock, eventually
from tests.server.harness import ServerHarness, SocketPlayer, play_together, server_harness
from tests.server.in_process import LogCapture, captured_log, server_dependencies

if TYPE_CHECKING:
    import random

    from tenback.core.moves import Move
    from tenback.core.views import View

SECRETS = ("37-u1", "Annabel", "marmalade", "1.0f0f0f0f.abcdef", "https://hook.example/s3cret")
"""A move, a name, what was said, a token, a webhook."""


@dataclass
class Scene:
    """A table with a player over a socket, and what may fail there."""

    room: ServerHarness
    ann: SocketPlayer
    table: str
    patch: pytest.MonkeyPatch

    @property
    def services(self) -> services.Services:
        return self.room.here.services

    def fail(self, *_: Any, **__: Any) -> NoReturn:
        """Raise an error that holds every secret, in every place where an error can hold one."""
        secrets = f"{SECRETS} {self.table} {self.ann.client.id} {self.ann.client.token}"
        try:
            raise KeyError(secrets, "37-u1 of Annabel")
        except KeyError as cause:
            planted = ExceptionGroup(secrets, [ValueError(secrets, "marmalade")])
            planted.add_note(secrets)
            raise planted from cause

    async def fail_later(self, *_: Any, **__: Any) -> NoReturn:
        self.fail()


Planting: TypeAlias = Callable[[Scene], Awaitable[object]]


async def in_a_request(scene: Scene) -> None:
    scene.patch.setattr(Host, "snapshot", scene.fail_later)
    assert (await scene.ann.client.get(f"/api/tables/{scene.table}")).code == "server-error"


async def in_the_page(scene: Scene) -> None:
    scene.patch.setattr(Page, "_files", scene.fail)
    assert (await scene.ann.client.get("/")).code == "server-error"


async def in_a_message(scene: Scene) -> None:
    scene.patch.setattr(Host, "plan", scene.fail_later)
    assert (await scene.ann.ask("plan", moves=["37-u1"]))["code"] == "server-error"


async def in_a_hint(scene: Scene) -> None:
    scene.patch.setattr(Host, "hint", scene.fail_later)
    assert (await scene.ann.ask("hint"))["code"] == "server-error"


async def in_a_connection(scene: Scene) -> None:
    scene.patch.setattr(Host, "listen", scene.fail)
    async with scene.ann.client.at(scene.table) as socket:
        await socket.connection.wait_closed()
        assert socket.connection.close_code == 1011


async def in_what_a_connection_writes(scene: Scene) -> None:
    scene.patch.setattr(serialize, "table", scene.fail)
    await scene.ann.socket.send({"type": "table"})
    await scene.ann.socket.connection.wait_closed()


async def in_the_news_for_a_client(scene: Scene) -> None:
    scene.patch.setattr(Broadcast, "events", scene.fail)
    command = {"type": "rename", "name": "Bob"}
    reply = await scene.ann.client.post(
        f"/api/tables/{scene.table}/commands", {"id": "c1", "command": command}
    )
    assert reply.status == 200
    await scene.ann.socket.connection.wait_closed()


async def in_a_command_without_a_caller(scene: Scene) -> None:
    caller = asyncio.create_task(scene.services.host._tasks.finish(scene.fail_later()))
    await asyncio.sleep(0)
    caller.cancel()


async def in_a_timer(scene: Scene) -> None:
    tables = scene.services.host._tables
    tables._timers.set("planted", 1.0, scene.fail_later)
    await scene.room.time.advance(2)


async def in_a_table_that_is_resumed(scene: Scene) -> None:
    await scene.services.store.commit(Batch(documents={("pending", scene.table): b""}))
    scene.patch.setattr(TableRegistry, "at", scene.fail_later)
    await scene.services.host._tables.resume()
    scene.patch.undo()


async def in_a_bot_driver(scene: Scene) -> None:
    scene.patch.setattr(BotDriver, "run", scene.fail_later)
    await scene.ann.client.post("/api/lessons/original", None)


async def in_a_bot_that_leaves(scene: Scene) -> None:
    scene.patch.setattr(BotDriver, "close", scene.fail)
    scene.services.host._tables._drivers[scene.table] = BotDriver(*[None] * 4)  # type: ignore[arg-type]
    await scene.room.here.settle()
    scene.services.host._tables._evict(scene.services.host._tables._tables[scene.table])


async def in_a_maintenance_chore(scene: Scene) -> None:
    scene.patch.setattr(Identities, "delete_expired", scene.fail_later)
    await services.maintain(scene.services)


async def in_a_chore_that_never_ends(scene: Scene) -> None:
    chore = services._supervised(scene.services.errors, "garbage-collection", scene.fail_later)
    task = asyncio.create_task(chore)
    await asyncio.sleep(0)
    task.cancel()


async def in_a_webhook(scene: Scene) -> None:
    person, hooks = scene.ann.client.id, scene.services.webhooks

    async def resolver(_host: str, _port: int) -> list[str]:
        return ["93.184.215.14"]

    hooks.resolver, hooks.sender = resolver, scene.fail_later
    await hooks.put(person, SECRETS[-1])
    note = Notification(person, "your-turn", scene.table, 1, hooks.clock())
    await scene.services.store.commit(Batch(documents=dict([queue_entry(note)])))
    await hooks.deliver()


async def in_the_queue_of_webhooks(scene: Scene) -> None:
    unreadable = json.dumps({"format": 1, "secret": SECRETS}).encode()
    await scene.services.store.commit(Batch(documents={("hook-queue", scene.table): unreadable}))
    await scene.services.webhooks.deliver()


async def in_the_database(scene: Scene) -> None:
    def work(_connection: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError(f"full: {SECRETS}") from KeyError(SECRETS)

    with pytest.raises(StoreUnavailable) as refused:
        await scene.services.store._writer.do(work)  # type: ignore[attr-defined]
    assert not any(secret in str(refused.value) for secret in SECRETS)


async def in_a_job_without_a_caller(scene: Scene) -> None:
    begin = threading.Event()

    def work(_connection: sqlite3.Connection) -> None:
        begin.wait()
        scene.fail()

    caller = asyncio.create_task(scene.services.store._writer.do(work))  # type: ignore[attr-defined]
    await asyncio.sleep(0.01)
    caller.cancel()
    begin.set()


async def in_a_callback(scene: Scene) -> None:
    asyncio.get_running_loop().call_soon(scene.fail, SECRETS)
    await asyncio.sleep(0)


async def in_a_task_that_is_not_awaited(scene: Scene) -> None:
    task = asyncio.create_task(scene.fail_later())
    await asyncio.wait([task])
    del task
    gc.collect()


async def in_a_thread(scene: Scene) -> None:
    with scene.services.errors.watching_process():
        thread = threading.Thread(target=scene.fail, args=SECRETS)
        thread.start()
        thread.join()


async def in_a_finalizer(scene: Scene) -> None:
    class Planted:
        def __del__(self) -> None:
            scene.fail()

    with scene.services.errors.watching_process():
        Planted()
        gc.collect()


PLANTINGS: dict[str, list[Planting]] = {
    "http": [in_a_request, in_the_page],
    "socket": [in_a_message, in_a_hint, in_a_connection, in_what_a_connection_writes],
    "subscription": [in_the_news_for_a_client],
    "task": [in_a_command_without_a_caller],
    "timer": [in_a_timer],
    "housekeeping": [in_a_table_that_is_resumed],
    "bot-driver": [in_a_bot_driver, in_a_bot_that_leaves],
    "maintenance": [in_a_maintenance_chore],
    "garbage-collection": [in_a_chore_that_never_ends],
    "webhook": [in_a_webhook, in_the_queue_of_webhooks],
    "store": [in_the_database, in_a_job_without_a_caller],
    "event-loop": [in_a_callback, in_a_task_that_is_not_awaited],
    "thread": [in_a_thread],
    "finalizer": [in_a_finalizer],
}


@pytest.mark.parametrize(
    ("where", "plant"),
    [(where, plant) for where, plantings in PLANTINGS.items() for plant in plantings],
)
async def test_an_error_is_logged_once_and_counted_and_reveals_nothing_hidden(
    where: str,
    plant: Planting,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    async with server_harness() as found:
        table, (ann,) = await found.table(await found.guest("Annabel"))
        scene = Scene(found, ann, table, monkeypatch)
        await plant(scene)
        await eventually(lambda: logged_errors(found.here.log))
        monkeypatch.undo()
        await found.here.settle()
        text = (await (await found.client()).get("/metrics")).body.decode()
        (line,) = logged_errors(found.here.log)
        assert (line["event"], line["where"]) == ("unexpected-error", where)
        assert f'tenback_errors_total{{kind="{line["kind"]}",where="{where}"}} 1.0' in text
        assert text.count("\ntenback_errors_total{") == 1
        check_trace(line["trace"], line["kind"])
        check_hidden(found.here.log, text, "".join(capfd.readouterr()), scene)


def logged_errors(log: LogCapture) -> list[dict[str, Any]]:
    return [line for line in log.read() if line["level"] in ("warning", "error")]


def check_trace(trace: str, kind: str) -> None:
    """Files, lines, functions and types, of the error and of what caused it."""
    assert f"\n{kind}" in trace
    for line in trace.splitlines():
        frame = line.count(":") == 1 and line.split(":")[1].split(" ")[0].isdigit()
        assert frame or line.isidentifier() or line == "caused by", line
    if kind == "ExceptionGroup":
        causes = [part.rpartition("\n")[2] for part in trace.split("\ncaused by\n")]
        assert causes == ["ExceptionGroup", "ValueError", "KeyError"]
        assert trace.split("\ncaused by\n")[0].endswith(" fail\nExceptionGroup")


def check_hidden(log: LogCapture, metrics: str, output: str, scene: Scene) -> None:
    text_lines = [TextLines().format(record) for record in log.records]
    everything = "\n".join([*log.lines, *text_lines, metrics, output])
    client = scene.ann.client
    for secret in (*SECRETS, scene.table, client.id, client.token, "s3cret", "Annabel"):
        assert secret not in everything


# Bots


class Failing:
    """A bot that fails at its first move."""

    name = "failing"

    def __init__(self, why: str) -> None:
        self.why = why

    def move(self, view: View, rng: random.Random) -> Move:
        cards = SECRETS, view.hand
        if self.why == "raised":
            raise KeyError(f"I hold {cards}") from ValueError(*SECRETS)
        if self.why == "silent":
            raise BotTimeout(SECRETS)
        return parse_move("37-u1" if "37" not in map(str, view.hand) else "38-u1")


@pytest.mark.parametrize("why", ["raised", "illegal", "silent"])
async def test_a_bot_that_fails_is_logged_and_counted(
    why: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    heard: list[str] = []

    def make_bot(name: str) -> Any:
        return Failing(why) if name == "greedy" else registry.make(name)

    time = ManualClock()
    deps = server_dependencies(
        time, make_bot=make_bot, lost=lambda _table, lost: heard.append(lost.why)
    )
    async with server_harness(deps, time) as found:
        client = await found.guest("Annabel")
        table, (ann,) = await found.playing(client, bots=["greedy"])
        await play_together([ann], until=lambda _seen: bool(logged_errors(found.here.log)))
        text = (await client.get("/metrics")).body.decode()
        (line,) = logged_errors(found.here.log)
        assert (line["event"], line["bot"], line["why"]) == ("bot-failed", "greedy", why)
        assert (line["stand_in"], heard) == ("careful", [why])
        assert f'tenback_bot_failures_total{{bot="greedy",why="{why}"}} 1.0' in text
        if why == "raised":
            assert " move\nKeyError\ncaused by\nValueError" in line["trace"]
        check_hidden(
            found.here.log,
            text,
            "".join(capfd.readouterr()),
            Scene(found, ann, table, monkeypatch),
        )


# Floods


def failing(kind: type[Exception]) -> Exception:
    try:
        raise kind("37-u1")
    except kind as error:
        return error


def test_a_place_that_fails_again_and_again_does_not_flood_the_log() -> None:
    now, metrics = [0.0], Metrics()
    errors = ErrorLog(metrics, lambda: now[0])
    with captured_log(LogCapture()) as log:
        for _ in range(1000):
            errors.report("timer", failing(KeyError))
        errors.report("timer", failing(ValueError))
        assert len(log.lines) == BURST + 1, "another error is logged all the same"
        errors.close_windows()
        assert len(log.lines) == BURST + 1, "the minute is not over"
        now[0] += WINDOW
        errors.close_windows()
        summary = log.read()[-1]
        assert (summary["event"], summary["count"]) == ("errors-suppressed", 1000 - BURST)
        assert (summary["where"], summary["kind"]) == ("timer", "KeyError")
        assert summary["at"].startswith("test_error_log.py:")
        errors.report("timer", failing(KeyError))
        assert log.read()[-1]["event"] == "unexpected-error"
    counted = metrics.exposition().decode()
    assert 'tenback_errors_total{kind="KeyError",where="timer"} 1001.0' in counted


def test_a_refusal_is_no_error() -> None:
    metrics = Metrics()
    with captured_log(LogCapture()) as log:
        errors = ErrorLog(metrics, lambda: 0.0)
        errors.report("task", IllegalCommand("table-not-your-turn"))
        errors.report("task", HostError("host-stopping"))
        errors.report("task", StoreUnavailable("store-failed", why="gone"))
        errors.report("task", asyncio.CancelledError())
    assert log.lines == []
    assert "tenback_errors_total{" not in metrics.exposition().decode()


def test_a_log_that_cannot_be_read_is_one() -> None:
    with captured_log(LogCapture()) as log:
        ErrorLog(Metrics(), lambda: 0.0).report("housekeeping", InvalidEvent("table-bad-log"))
    assert log.read()[-1]["kind"] == "InvalidEvent"


@pytest.mark.parametrize(
    "bot", ["run:secret", "master:secret", "master:37-u1 secret", "master:deep@/home/secret.npz"]
)
def test_a_bot_of_a_forged_log_is_not_repeated(bot: str) -> None:
    metrics = Metrics()
    with captured_log(LogCapture()) as log:
        lost = LostSeat(0, bot, "careful", "raised")
        ErrorLog(metrics, lambda: 0.0).report_bot("t1", lost)
    assert log.read()[-1]["bot"] == "unknown"
    assert "secret" not in metrics.exposition().decode()


def test_every_place_is_documented() -> None:
    text = Path("docs/hosting.md").read_text("utf-8")
    assert all(f"`{where}`" in text for where in (*PLANTINGS, "error-log"))
