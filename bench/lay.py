"""The path of one lay, from one client to the disk to the others: how long each step takes.

    python bench/lay.py [--games 20] [--database URL]

One table of three scripted players over real sockets; the server is a process of its own. Each step
is timed where it happens; the figures are medians in microseconds. The last row is what the players
see: from the moment a lay is sent until all three sockets have its news. ARCHITECTURE.md quotes it.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import statistics
import tempfile
import time
from collections import defaultdict
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from measuring import show
from server import WIDE_OPEN
from wires import Entrance

from tenback.host import live_table
from tenback.host.subscriptions import Subscription
from tenback.server import run, socket
from tenback.server.settings import Settings
from tenback.store.sqlite import SQLiteStore
from tenback.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

STEPS = {
    "decode": ("server/socket.py, protocol.py", "the message becomes a command"),
    "handle": ("table/table.py, core/engine.py", "permission, rules, event, new state"),
    "batch": ("host/persistence.py", "the event as JSON, and the documents that follow"),
    "commit": ("store/worker.py, sqlite.py", "group commit; the event is on the disk"),
    "message": ("host/subscriptions.py, table/visibility.py", "redaction and choices, all three"),
    "send": ("server/serialize.py, socket.py", "JSON and the socket, all three"),
}
EACH = 3
"""How often the last two steps happen for one lay: once for each player."""


def timed(times: dict[str, list[float]], step: str, work: Callable[..., Any]) -> Callable[..., Any]:
    """A function that notes how long it takes; one that waits notes the waiting, too."""

    @wraps(work)
    def plain(*args: Any, **named: Any) -> Any:
        begun = time.perf_counter()
        try:
            return work(*args, **named)
        finally:
            times[step].append(time.perf_counter() - begun)

    @wraps(work)
    async def waiting(*args: Any, **named: Any) -> Any:
        begun = time.perf_counter()
        try:
            return await work(*args, **named)
        finally:
            times[step].append(time.perf_counter() - begun)

    return waiting if asyncio.iscoroutinefunction(work) else plain


def run_timed(database: str, parent: Connection) -> None:
    """A server whose steps are timed; it sends the times when it is stopped."""
    times: dict[str, list[float]] = defaultdict(list)
    for step, owner, name in (
        ("decode", socket, "decode"),
        ("handle", Table, "handle"),
        ("batch", live_table, "batch"),
        ("commit", SQLiteStore, "commit"),
        ("message", Subscription, "_message"),
        ("send", socket.Connection, "_send"),
    ):
        setattr(owner, name, timed(times, step, getattr(owner, name)))
    bound = run.bind(Settings(port=0, rate_limits=WIDE_OPEN))
    run.set_up_logs(verbose=False, json_lines=False)
    run.serve(bound, database, ready=lambda: parent.send(bound.settings.port))
    parent.send(dict(times))


async def play(port: int, games: int) -> list[float]:
    """Play some games; how long each lay took until all players knew of it."""
    table = Entrance(port).table()
    await table.gather()
    found: list[float] = []
    for number in range(games):
        await table.deal(again=number > 0)
        while True:
            begun = time.perf_counter()
            if await table.move() is None:
                break
            found.append(time.perf_counter() - begun)
    table.go()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--database", help="by default a new SQLite file")
    found = parser.parse_args()
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    with tempfile.TemporaryDirectory() as folder:
        database = found.database or str(Path(folder) / "tables.db")
        process = spawn.Process(target=run_timed, args=(database, theirs), daemon=True)
        process.start()
        lays = asyncio.run(play(ours.recv(), found.games))
        os.kill(process.pid or 0, 15)
        times = ours.recv()
        process.join(30)
    rows = [["step", "where", "what", "µs"]]
    for step, (where, what) in STEPS.items():
        count = EACH if step in ("message", "send") else 1
        rows.append([step, where, what, f"{1e6 * count * statistics.median(times[step]):.0f}"])
    whole = f"{1e6 * statistics.median(lays):.0f}"
    show([*rows, ["in all", "from socket to sockets", f"median of {len(lays):,} moves", whole]])


if __name__ == "__main__":
    main()
