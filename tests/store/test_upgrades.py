"""Databases of every schema that was ever released open in the newest version, whatever happens."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest

from tenback import Record
from tenback.host.persistence import rebuilt
from tenback.host.replays import open_views
from tenback.store import StoreError, open_store
from tenback.store.migrations import steps
from tenback.table.fairness import verify
from tests.server.harness import send
from tests.store.golden.make import FOLDER, SCHEMA, host, seen
from tests.store.test_crashes import ROOT, let_go
from tests.table.lives import dealer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tenback.store import Store
    from tests.server.harness import ServerHarness
    from tests.store.servers import Server

RELEASED = range(1, len(steps("sqlite")))
"""Every schema but the newest, of which a golden database is made before it gets a successor."""


def facts(schema: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"host-{schema}.json").read_text("utf-8"))
    return found


@pytest.fixture(params=["sqlite", "postgres"])
def golden(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[int], str]:
    """The addresses of golden databases of a schema, as they were released."""

    def restored(schema: int) -> str:
        dump = (FOLDER / f"host-{schema}.{request.param}.sql").read_text("utf-8")
        if request.param == "sqlite":
            return restored_file(tmp_path / "tables.db", dump)
        server: Server = request.getfixturevalue("server")
        server.tell(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE", dump)
        return f"{server.url}&search_path={SCHEMA}"

    return restored


def restored_file(file: Path, dump: str) -> str:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(dump)
    return str(file)


def test_there_is_a_golden_database_of_every_schema() -> None:
    made = {file.name for file in FOLDER.glob("host-*")}
    for schema in RELEASED:
        assert {f"host-{schema}.{end}" for end in ("json", "sqlite.sql", "postgres.sql")} <= made


@pytest.mark.parametrize("schema", RELEASED)
async def test_an_old_host_is_as_people_left_it(golden: Callable[[int], str], schema: int) -> None:
    async with host(golden(schema)) as found:
        known = facts(schema)
        assert await seen(found, known["tokens"]) == known
        await check_content(found.here.services.store, known)
        await check_going_on(found, known)


async def check_content(store: Store, known: dict[str, Any]) -> None:
    """Every table can be built from its log, and every record replayed and verified."""
    standing = {
        table: one for person in known["people"].values() for table, one in person["tables"].items()
    }
    tables = {table: rebuilt(await store.read(table), dealer()) for table in await store.tables()}
    assert {table: found.version for table, found in tables.items()} == {
        table: one["version"] for table, one in standing.items()
    }
    records = await store.scan("record")
    assert records
    for text in records.values():
        record = Record.parse(text.decode())
        assert open_views(record)
        assert record.sealed or verify(record).fair  # the deal of a day has no promises


async def check_going_on(found: ServerHarness, known: dict[str, Any]) -> None:
    """A game that was going on takes the next command; its first one is still known."""
    table = next(
        table
        for table, one in known["people"]["Ben"]["tables"].items()
        if (one["phase"], one["seat"], one["cards"]["turn"]) == ("playing", 0, 0)
    )
    ben = await found.client()
    ben._http.cookies.set("tenback", known["tokens"]["Ben"])
    choices = (await ben.get(f"/api/tables/{table}")).json["choices"]
    move = choices["lays"][0]["move"]
    body = {"command": {"type": "play", "move": f"{move['card']}-{move['pile']}"}, "id": "new"}
    assert (await send(ben, table, body)).status == 200
    store = found.here.services.store
    first = next(entry for entry in await store.read(table) if entry.command)
    assert first.command is not None
    again = await store.find(table, first.command)
    assert again is not None
    assert (again.versions[0], again.fingerprint) == (first.version, None)


# An upgrade that is interrupted


async def killed_in_the_middle(url: str) -> None:
    """Let a process begin the upgrade, and kill it before it is done."""
    command = [sys.executable, "-m", "tests.store.upgrader", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as process:
        if url.startswith("postgresql"):
            await sleeping(url)
        else:
            assert process.stdout
            assert process.stdout.readline() == b"in the middle\n"
        process.kill()
    await let_go(url)


async def sleeping(url: str) -> None:
    """Wait until a server is in the middle of the upgrade."""
    connection = await asyncpg.connect(url)
    asked = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    while not await connection.fetchval(asked):
        await asyncio.sleep(0.01)
    await connection.close()


async def columns(url: str) -> set[str]:
    if url.startswith("postgresql"):
        connection = await asyncpg.connect(url)
        found = await connection.fetch(
            "SELECT attname FROM pg_attribute WHERE attrelid = 'tenback_log'::regclass"
        )
        await connection.close()
        return {row[0] for row in found}
    with closing(sqlite3.connect(url)) as file:
        return {row[1] for row in file.execute("PRAGMA table_info(tenback_log)")}


async def test_an_interrupted_upgrade_goes_on(golden: Callable[[int], str]) -> None:
    url, known = golden(1), facts(1)
    for _ in range(2):
        await killed_in_the_middle(url)
        assert "fingerprint" not in await columns(url), "all of it or nothing"
    async with host(url) as found:
        assert await seen(found, known["tokens"]) == known
    assert "fingerprint" in await columns(url)


# The way back


async def test_an_older_version_refuses_what_a_newer_one_has_upgraded(
    golden: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = golden(1)
    await (await open_store(url)).close()
    monkeypatch.setattr(
        "tenback.store.migrations.steps", lambda dialect, known=steps: known(dialect)[:1]
    )
    with pytest.raises(StoreError) as caught:
        await open_store(url)
    assert (caught.value.code, caught.value.params) == ("store-newer", {"found": 2, "known": 1})
