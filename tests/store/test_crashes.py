"""Whatever was confirmed is there after a process is killed, and exactly once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg

from tenback.store import Entry, Store, open_store
from tests.store.writer import body

if TYPE_CHECKING:
    import random

ROOT = Path(__file__).parents[2]
TABLES = 6
ROUNDS = 40 if os.environ.get("TENBACK_SOAK") else 6


def confirmed_until_killed(url: str, begins: list[int], lines: int) -> list[list[int]]:
    """Let a writer confirm some commands, then kill it; table, command and version of all."""
    command = [sys.executable, "-m", "tests.store.writer", url, *map(str, begins)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout
        lines_read = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        lines_read += process.stdout.readlines()
    # The last line may have been cut off in the middle.
    return [[*map(int, line[1:].split())] for line in lines_read if line.endswith(b"\n")]


async def let_go(url: str) -> None:
    """Wait until a server has noticed that the writer is gone; a file is free at once."""
    if url.startswith("postgresql"):
        connection = await asyncpg.connect(url)
        await connection.execute(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity "
            "WHERE application_name = 'tenback'"
        )
        await connection.close()


async def check(store: Store, table: str, confirmed: dict[int, int]) -> None:
    log = await store.read(table)
    # In order, without a gap, none of them twice; at most one more than the writer confirmed.
    assert log == [
        Entry(number, str(number), body(table, number)) for number in range(1, len(log) + 1)
    ]
    assert len(log) - len(confirmed) in (0, 1)
    assert confirmed == {number: number for number in range(1, len(confirmed) + 1)}
    # Whatever is written together is there together.
    assert await store.get("last", table) == (str(len(log)).encode() if log else None)


async def test_what_was_confirmed_is_there_exactly_once(
    lasting: str, chance: random.Random
) -> None:
    confirmed: list[dict[int, int]] = [{} for _ in range(TABLES)]
    for _ in range(ROUNDS):
        # A client without an answer sends the same command again.
        begins = [len(commands) + 1 for commands in confirmed]
        confirmations = confirmed_until_killed(lasting, begins, chance.randint(0, 200))
        for number, command, version in confirmations:
            confirmed[number][command] = version
        await let_go(lasting)
        async with await open_store(lasting) as store:
            for number, commands in enumerate(confirmed):
                await check(store, f"t{number}", commands)
    assert any(confirmed)
