"""A program that stops in the middle of an upgrade: `python -m tests.store.upgrader URL`.

It changes the schema, and before it notes that it has, it says so and waits to be killed.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from typing import TYPE_CHECKING

from tenback.store import migrations, open_store, sqlite

if TYPE_CHECKING:
    import sqlite3

PAUSE = {"sqlite": "SELECT pause();", "postgres": "SELECT pg_sleep(600);"}


def stop_in_the_middle() -> None:
    script, connection = migrations.script, sqlite._connection

    def interrupted(dialect: str, found: int) -> str:
        done, noted, rest = script(dialect, found).rpartition("INSERT INTO tenback_schema")
        return f"{done}{PAUSE[dialect]}\n{noted}{rest}" if noted else rest

    def pausing(file: object) -> sqlite3.Connection:
        made = connection(file)  # type: ignore[arg-type]
        made.create_function("pause", 0, pause)
        return made

    migrations.script, sqlite._connection = interrupted, pausing


def pause() -> None:
    os.write(1, b"in the middle\n")
    time.sleep(600)


if __name__ == "__main__":
    stop_in_the_middle()
    asyncio.run(open_store(sys.argv[1]))
