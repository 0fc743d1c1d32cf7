"""SQLite: one process at a time, commits in groups, errors with a sentence, copies while in use."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tenback.store import (
    Batch,
    CommandKnown,
    Entry,
    StoreError,
    StoreUnavailable,
    VersionTaken,
    backup,
    open_store,
)
from tenback.store.migrations import steps
from tenback.store.sqlite import SQLiteStore
from tenback.store.statements import BETWEEN, FIND
from tenback.store.worker import Job, Worker

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden"
ONE = Entry(1, "c1", b"body")

posix = pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")


async def refusal(file: Path) -> StoreError:
    with pytest.raises(StoreError) as caught:
        await SQLiteStore.open(file)
    return caught.value


def holder(file: Path) -> subprocess.Popen[bytes]:
    """Another process that has the store open, and works on it."""
    command = [sys.executable, "-m", "tests.store.writer", str(file), "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    assert process.stdout
    assert process.stdout.readline()
    return process


# One process at a time


async def test_a_second_process_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with holder(file) as process:
        error = await refusal(file)
        process.kill()
    assert error.code == "store-in-use"
    assert str(file) in str(error)
    async with await open_store(str(file)) as store:
        assert await store.tables() == ["t0"]


async def test_a_second_store_in_the_same_process_is_refused(tmp_path: Path) -> None:
    file, link = tmp_path / "tables.db", tmp_path / "link.db"
    async with await SQLiteStore.open(file):
        link.symlink_to(file)
        for same in (file, link):
            assert (await refusal(same)).code == "store-in-use"
        # A refusal must not have released the lock of the first store.
        command = [sys.executable, "-m", "tests.store.writer", str(file), "1"]
        done = subprocess.run(command, capture_output=True, cwd=ROOT, check=False)
        assert b"is in use" in done.stderr
    await (await SQLiteStore.open(link)).close()


async def test_no_other_user_may_read_the_file(tmp_path: Path) -> None:
    async with await SQLiteStore.open(tmp_path / "tables.db") as store:
        await store.commit(Batch("oak", [ONE]))
        if os.name == "posix":
            modes = {file.name: file.stat().st_mode & 0o077 for file in tmp_path.glob("*.db*")}
            assert not modes["tables.db"]
            assert not modes["tables.db-wal"]


def rights(file: Path) -> int:
    return file.stat().st_mode & 0o777


@posix
@pytest.mark.parametrize("settings", ["", "PRAGMA journal_mode = WAL; VACUUM"])
async def test_no_other_user_may_read_a_file_that_was_there_and_held_nothing(
    tmp_path: Path, settings: str
) -> None:
    file = tmp_path / "tables.db"
    file.touch()
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(settings)
    file.chmod(0o644)
    async with await SQLiteStore.open(file) as store:
        await store.commit(Batch("oak", [ONE]))
        assert rights(file) == rights(tmp_path / "tables.db-wal") == 0o600


@posix
async def test_a_store_keeps_the_rights_that_its_owner_gave_it(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    await (await SQLiteStore.open(file)).close()
    file.chmod(0o640)
    await (await SQLiteStore.open(file)).close()
    assert rights(file) == 0o640


# Files that are no good


async def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    error = await refusal(tmp_path / "missing" / "tables.db")
    assert error.code == "store-no-folder"
    assert error.params["folder"] == str(tmp_path / "missing")


async def test_a_folder_that_cannot_be_written_to_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tables.db"
    await (await SQLiteStore.open(file)).close()
    # An administrator may write wherever the disk lets them, so no folder would do for every user.
    monkeypatch.setattr(os, "access", lambda *_: False)
    error = await refusal(file)
    assert (error.code, error.params) == ("store-read-only", {"folder": str(tmp_path)})
    with pytest.raises(StoreError) as caught:
        await backup(file, tmp_path / "copy.db")
    assert caught.value.code == "store-read-only"


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="a folder that only looks writable")
async def test_a_folder_that_is_none_is_refused() -> None:
    assert (await refusal(Path("/proc/tables.db"))).code == "store-unusable"


async def test_a_folder_is_no_file(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    assert (await refusal(folder)).code == "store-not-a-database"
    assert [*tmp_path.iterdir()] == [folder]


@posix
async def test_a_pipe_is_no_file_and_keeps_its_rights(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe, 0o644)
    before = rights(pipe)
    for lock in (False, True):
        if lock:
            (tmp_path / "pipe.lock").touch()
        assert (await refusal(pipe)).code == "store-not-a-database"
        assert rights(pipe) == before
        assert (tmp_path / "pipe.lock").exists() == lock


async def test_a_file_that_cannot_be_written_to_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tables.db"
    file.touch()
    monkeypatch.setattr(os, "access", lambda path, _: path != file)
    error = await refusal(file)
    assert (error.code, error.params["why"]) == ("store-unusable", "Permission denied")
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize("name", ["~nobody-of-this-name/tables.db", "x" * 300, "a\0b"])
async def test_impossible_names_are_refused(tmp_path: Path, name: str) -> None:
    file = Path(name) if name.startswith("~") else tmp_path / name
    error = await refusal(file)
    assert error.code == "store-unusable"
    assert name in error.params["file"]


async def test_something_else_in_the_place_of_the_lock_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tables.db.lock").write_bytes(b"not a database at all" * 1000)
    error = await refusal(tmp_path / "tables.db")
    assert error.code == "store-not-a-database"
    assert error.params["file"].endswith(".lock")


@pytest.mark.parametrize("content", [b"not a database at all" * 1000, b"SQLite format 3\0" * 99])
async def test_a_file_that_is_no_database_is_refused_and_left_alone(
    tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "tables.db"
    file.write_bytes(content)
    assert (await refusal(file)).code == "store-not-a-database"
    assert file.read_bytes() == content
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
async def test_the_database_of_another_program_is_refused_and_left_alone(
    tmp_path: Path, journal: str
) -> None:
    file = tmp_path / "tables.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA journal_mode = {journal}")
        connection.execute("CREATE TABLE recipe (name TEXT)")
    before = file.read_bytes()
    assert (await refusal(file)).code == "store-foreign"
    assert file.read_bytes() == before
    assert [*tmp_path.iterdir()] == [file]


async def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    await (await SQLiteStore.open(file)).close()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("INSERT INTO tenback_schema VALUES (99)")
    error = await refusal(file)
    assert error.code == "store-newer"
    assert error.params == {"found": 99, "known": len(steps("sqlite"))}
    # A refusal lets go of the file.
    assert (await refusal(file)).code == "store-newer"
    # Where there was no lock, none is left.
    (tmp_path / "tables.db.lock").unlink()
    assert (await refusal(file)).code == "store-newer"
    assert [*tmp_path.iterdir()] == [file]


async def test_a_lock_that_was_there_stays(tmp_path: Path) -> None:
    file, lock = tmp_path / "tables.db", tmp_path / "tables.db.lock"
    await (await SQLiteStore.open(file)).close()
    file.write_bytes(b"not a database at all" * 1000)
    assert (await refusal(file)).code == "store-not-a-database"
    assert lock.exists()


# Groups


async def test_what_arrives_meanwhile_is_written_in_one_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups: list[int] = []
    transact = Worker._transact

    def counted(self: Worker, group: list[Job]) -> None:
        groups.append(len(group))
        transact(self, group)

    file = tmp_path / "tables.db"
    async with await SQLiteStore.open(file) as store:
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            monkeypatch.setattr(Worker, "_transact", counted)
            commits = [
                asyncio.create_task(store.commit(Batch(f"t{number}", [ONE])))
                for number in range(50)
            ]
            # The disk is busy, and all other callers go on.
            while not groups:
                await asyncio.sleep(0)
            assert not any(commit.done() for commit in commits)
            other.execute("ROLLBACK")
        await asyncio.gather(*commits)
        assert sum(groups) == 50
        assert len(groups) <= 3
        assert len(await store.tables()) == 50


async def test_a_group_outlives_the_refused_and_the_faulty_among_it(tmp_path: Path) -> None:
    async with await SQLiteStore.open(tmp_path / "tables.db") as store:
        await store.commit(Batch("oak", [ONE]))
        faulty = Entry(2, None, 7.5j)  # type: ignore[arg-type]
        answers = await asyncio.gather(
            store.commit(Batch("elm", [ONE])),
            store.commit(Batch("oak", [Entry(1, None, b"other")], {("kind", "key"): b""})),
            store.commit(Batch("ash", [ONE, faulty])),
            store.commit(Batch("fir", [ONE])),
            return_exceptions=True,
        )
        kinds = [type(answer) for answer in answers]
        assert kinds == [type(None), VersionTaken, sqlite3.ProgrammingError, type(None)]
        assert await store.tables() == ["elm", "fir", "oak"]
        assert await store.kinds() == []


async def test_a_full_disk_is_reported_and_does_no_harm(tmp_path: Path) -> None:
    async with await SQLiteStore.open(tmp_path / "tables.db") as store:
        await store.commit(Batch("oak", [ONE]))
        await store._writer.do(lambda it: it.execute("PRAGMA max_page_count = 20").fetchall())
        reported: list[str] = []
        store.on_error = lambda error: reported.append(error.sqlite_errorname)  # type: ignore[attr-defined]
        commits = [
            store.commit(Batch("elm", [Entry(1, None, bytes(200_000))])),
            store.commit(Batch("fir", [Entry(1, None, bytes(200_000))])),
        ]
        for answer in await asyncio.gather(*commits, return_exceptions=True):
            assert isinstance(answer, StoreUnavailable)
            assert answer.code == "store-failed"
            assert "SQLITE_FULL" in str(answer)
        assert reported == ["SQLITE_FULL"] * len(reported) != []
        assert await store.tables() == ["oak"]
        await store.commit(Batch("ash", [ONE]))
        assert await store.tables() == ["ash", "oak"]


async def test_settings_are_those_that_keep_what_was_confirmed(tmp_path: Path) -> None:
    async with await SQLiteStore.open(tmp_path / "tables.db") as store:
        wanted = {"journal_mode": "wal", "synchronous": 2, "fullfsync": 1}
        for name, value in wanted.items():
            found = await store._writer.do(
                lambda it, name=name: it.execute(f"PRAGMA {name}").fetchone()  # type: ignore[misc]
            )
            assert found == (value,)


# Commands that were sent again


async def steps_of(store: SQLiteStore, statement: str, *values: str | int) -> int:
    """How many steps SQLite's machine takes: it needs some for each row that it reads."""
    taken = 0

    def count() -> int:
        nonlocal taken
        taken += 1
        return 0

    await store._reader.do(lambda it: it.set_progress_handler(count, 1))
    await store._rows(statement, *values)
    await store._reader.do(lambda it: it.set_progress_handler(None, 0))
    return taken


async def long_log(store: SQLiteStore, length: int) -> None:
    """Commands of two entries each."""
    entries = [Entry(n, None if n % 2 else f"c{n}", b"body") for n in range(1, length + 1)]
    await store.commit(Batch("oak", entries))


@pytest.mark.parametrize(
    ("statement", "values"), [(FIND, ("oak", "c50")), (BETWEEN, ("oak", 50, 51))]
)
async def test_a_command_is_found_without_reading_the_log(
    tmp_path: Path, statement: str, values: tuple[str | int, ...]
) -> None:
    taken = []
    for length in (100, 10_000):
        async with await SQLiteStore.open(tmp_path / f"{length}.db") as store:
            await long_log(store, length)
            taken.append(await steps_of(store, statement, *values))
            plan = await store._rows(f"EXPLAIN QUERY PLAN {statement}", *values)
    assert taken[0] == taken[1] < 200
    assert not [row for row in plan if "SCAN tenback_log" in row[-1]], plan


async def test_a_resend_reads_no_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await SQLiteStore.open(tmp_path / "tables.db") as store:
        await long_log(store, 100)
        monkeypatch.setattr(store, "read", None)
        with pytest.raises(CommandKnown) as known:
            await store.commit(Batch("oak", [Entry(101, "c50", b"again")]))
        assert known.value.version == 50
        with pytest.raises(VersionTaken):
            await store.commit(Batch("oak", [Entry(50, "new", b"late")]))


# Copies


async def test_a_copy_is_made_while_another_process_writes(tmp_path: Path) -> None:
    file, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    with holder(file) as process:
        await backup(file, copy)
        process.kill()
    async with await SQLiteStore.open(copy) as store:
        log = await store.read("t0")
        assert [entry.version for entry in log] == [*range(1, len(log) + 1)]
        assert await store.get("last", "t0") == str(len(log)).encode()
    assert not [*tmp_path.glob("*.part*")]


async def test_a_copy_replaces_nothing_and_needs_a_store(tmp_path: Path) -> None:
    file, other = tmp_path / "tables.db", tmp_path / "other.db"
    await (await SQLiteStore.open(file)).close()
    other.write_text("mine" * 1000)
    for source, target, code in (
        (file, other, "store-file-exists"),
        (tmp_path / "missing.db", tmp_path / "copy.db", "store-no-file"),
        (other, tmp_path / "copy.db", "store-not-a-database"),
        (file, tmp_path / "missing" / "copy.db", "store-no-folder"),
        (file, tmp_path / ("x" * 300), "store-unusable"),
    ):
        with pytest.raises(StoreError) as caught:
            await backup(source, target)
        assert caught.value.code == code
    assert not [*tmp_path.glob("copy*")]


# Schemas


def rows(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [*connection.iterdump()]


async def test_the_first_schema_is_still_understood(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((GOLDEN / "schema-1.sql").read_text("utf-8"))
    async with await SQLiteStore.open(file) as store:
        assert await store.tables() == ["elm", "oak"]
        assert await store.read("elm") == [Entry(1, None, b"\0\xff")]
        assert await store.read("oak") == [Entry(1, "c1", b"one"), Entry(2, "c2", b"two")]
        assert await store.scan("result") == {"me/oak/1": b"won", "é": b""}
        assert await store.get("key", "signing") == bytes(range(32))


async def test_a_released_step_never_changes(tmp_path: Path) -> None:
    """What the first step makes is what the golden file holds."""
    golden, made = tmp_path / "golden.db", tmp_path / "made.db"
    texts = (GOLDEN / "schema-1.sql").read_text("utf-8"), steps("sqlite")[0]
    for file, text in zip((golden, made), texts, strict=True):
        with closing(sqlite3.connect(file)) as connection:
            connection.executescript(text)
    tables = [[line for line in rows(file) if line.startswith("CREATE")] for file in (golden, made)]
    assert tables[0] == tables[1]


async def test_steps_are_taken_in_order_together_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tables.db"
    await (await SQLiteStore.open(file)).close()
    first = steps("sqlite")
    good = "CREATE TABLE tenback_more (name TEXT);"
    bad = "CREATE TABLE tenback_most (name TEXT); CREATE TABLE tenback_most (name TEXT);"
    before = rows(file)
    monkeypatch.setattr("tenback.store.migrations.steps", lambda _: [*first, good, bad])
    assert (await refusal(file)).code == "store-unusable"
    assert rows(file) == before
    monkeypatch.setattr("tenback.store.migrations.steps", lambda _: [*first, good])
    await (await SQLiteStore.open(file)).close()
    assert good in rows(file)
    assert f'INSERT INTO "tenback_schema" VALUES({len(first) + 1});' in rows(file)


def test_every_step_is_there_for_every_database() -> None:
    assert len(steps("sqlite")) == len(steps("postgres")) > 0
