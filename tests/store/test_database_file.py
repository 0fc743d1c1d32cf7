"""A database file under other names, deleted, replaced: who may have it, and what is confirmed."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tenback.store import Batch, Entry, StoreError, StoreUnavailable, backup, open_store
from tenback.store.database_file import DatabaseFile
from tenback.store.sqlite import SQLiteStore
from tests.store.test_sqlite import ONE, ROOT, holder, posix, refusal

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TWO = Entry(2, "c2", b"two")

pytestmark = posix


def linked(file: Path, folder: Path) -> Path:
    """Another name of a file, in another folder."""
    folder.mkdir()
    link = folder / "other.db"
    link.hardlink_to(file)
    return link


def tried(file: Path) -> bytes:
    """What another process says that wants the file, too."""
    command = [sys.executable, "-m", "tests.store.writer", str(file), "1"]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, check=False, timeout=60)
    return done.stderr


# One file, two names


async def test_a_second_process_is_refused_under_another_name(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    await (await SQLiteStore.open(file)).close()
    link = linked(file, tmp_path / "elsewhere")
    with holder(file) as process:
        error = await refusal(link)
        assert not [*link.parent.glob("other.db?*")], "and nothing is left beside it"
        process.kill()
    assert (error.code, error.params) == ("store-in-use", {"file": str(link)})
    async with await open_store(str(file)) as store:
        assert await store.tables() == ["t0"]
        assert b"is in use" in tried(link)


async def test_a_second_store_in_the_same_process_is_refused_under_another_name(
    tmp_path: Path,
) -> None:
    file = tmp_path / "tables.db"
    async with await SQLiteStore.open(file) as store:
        link = linked(file, tmp_path / "elsewhere")
        assert (await refusal(link)).code == "store-in-use"
        # Neither the refusal nor a copy must have released what keeps others out.
        await store.commit(Batch("oak", [ONE]))
        await backup(file, tmp_path / "copy.db")
        assert b"is in use" in tried(link)
        assert b"is in use" in tried(file)
    await (await SQLiteStore.open(link)).close()


async def test_sqlite_keeps_its_own_locks(tmp_path: Path) -> None:
    """Another program's reader must not take away the log of changes of a store in use."""
    file = tmp_path / "tables.db"
    async with await SQLiteStore.open(file) as store:
        await store.commit(Batch("oak", [ONE]))
        assert (await refusal(file)).code == "store-in-use"
        script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('PRAGMA user_version')"
        subprocess.run([sys.executable, "-c", script, str(file)], check=True)
        await store.commit(Batch("oak", [TWO]))
        await backup(file, tmp_path / "copy.db")
    async with await SQLiteStore.open(tmp_path / "copy.db") as copy:
        assert await copy.read("oak") == [ONE, TWO]


async def test_a_refused_file_is_let_go(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
    for _ in range(2):
        assert (await refusal(file)).code == "store-foreign"


# A file that is gone


def delete(file: Path) -> None:
    file.unlink()


def replace(file: Path) -> None:
    other = file.with_name("new.db")
    other.write_bytes(file.read_bytes())
    other.rename(file)


def rename(file: Path) -> None:
    file.rename(file.with_name("old.db"))


def move_folder(file: Path) -> None:
    file.parent.rename(file.parent.with_name("moved"))


def delete_wal(file: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


@pytest.mark.parametrize("lose", [delete, replace, rename, move_folder, delete_wal])
async def test_nothing_is_confirmed_once_the_file_is_gone(
    tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    file = folder / "tables.db"
    async with await SQLiteStore.open(file) as store:
        await store.commit(Batch("oak", [ONE]))
        reported: list[BaseException] = []
        store.on_error = reported.append
        lose(file)
        uses = (
            lambda: store.commit(Batch("oak", [TWO])),
            lambda: store.find("oak", "c2"),  # a resend learns nothing, either
            lambda: store.commit(Batch("oak", [TWO])),
            lambda: store.read("oak"),
            store.check,
        )
        for use in uses:
            with pytest.raises(StoreUnavailable) as caught:
                await use()
            assert caught.value.code == "store-file-gone"
        assert [type(error).__name__ for error in reported] == ["FileGone"] * len(uses)


async def test_a_file_that_comes_back_is_not_trusted(tmp_path: Path) -> None:
    file, away = tmp_path / "tables.db", tmp_path / "away.db"
    async with await SQLiteStore.open(file) as store:
        file.rename(away)
        with pytest.raises(StoreUnavailable):
            await store.commit(Batch("oak", [ONE]))
        away.rename(file)
        with pytest.raises(StoreUnavailable):
            await store.commit(Batch("oak", [ONE]))
    await (await SQLiteStore.open(file)).close()


async def test_an_error_that_may_pass_is_no_loss(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await SQLiteStore.open(tmp_path / "tables.db") as store:

        def denied(_self: DatabaseFile) -> None:
            raise PermissionError

        assert store._file is not None
        checked = store._file.held
        monkeypatch.setattr(store._writer, "_check", lambda: denied(checked))
        with pytest.raises(StoreUnavailable) as caught:
            await store.commit(Batch("oak", [ONE]))
        assert (caught.value.code, caught.value.params) == (
            "store-failed",
            {"why": "PermissionError"},
        )
        monkeypatch.undo()
        await store.commit(Batch("elm", [ONE]))


async def test_a_file_that_vanishes_before_it_is_held(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        DatabaseFile(tmp_path / "tables.db")
    file = tmp_path / "tables.db"
    file.touch()
    held = DatabaseFile(file)
    with pytest.raises(StoreError):
        DatabaseFile(file)
    held.release()
    DatabaseFile(file).release()
