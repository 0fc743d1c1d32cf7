"""`tenback export`, `import` and `backup` as they are typed."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tenback.cli.databases import FILE, VARIABLE, TransferProgress, default_database
from tenback.cli.main import main
from tenback.store import Batch, Entry, open_store
from tenback.store.migrations import steps
from tenback.words import LANGUAGES, Words
from tests.cli.test_commands import Capture, answered, english, refused
from tests.host.test_export_contents import fill
from tests.server.processes import free_port

__all__ = ["english"]


@pytest.fixture
def tables(tmp_path: Path) -> list[str]:
    """A host's database in tables.db, and its tables."""

    async def make() -> list[str]:
        async with await open_store("tables.db") as store:
            return await fill(store)

    return asyncio.run(make())


@pytest.fixture(autouse=True)
def _no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """None but the user's own, in a folder of the test's."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(Path.cwd() / "data"))


def change(database: str, batch: Batch) -> None:
    async def commit() -> None:
        async with await open_store(database) as store:
            await store.commit(batch)

    asyncio.run(commit())


def lines(file: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in Path(file).read_text("utf-8").splitlines()]


FROM = ("--database", "tables.db")


# Which database


def test_the_usual_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tenback.cli.databases.user_data_path", lambda *_, **__: tmp_path / "a/b")
    assert default_database() == str(tmp_path / "a" / "b" / FILE)
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700
    monkeypatch.setenv(VARIABLE, "postgresql://host/name")
    assert default_database() == "postgresql://host/name"
    monkeypatch.setenv(VARIABLE, "")
    assert default_database() == str(tmp_path / "a" / "b" / FILE)


def test_a_folder_that_cannot_be_made_is_named(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "taken").write_text("", "utf-8")
    monkeypatch.setattr(
        "tenback.cli.databases.user_data_path", lambda *_, **__: tmp_path / "taken/x"
    )
    assert "There is no folder" in refused(capsys, "backup", "b.db")


@pytest.mark.usefixtures("tables")
def test_the_environment_names_the_database(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "tables.db")
    assert "e.jsonl holds 2 tables" in answered(capsys, "export", "e.jsonl")
    monkeypatch.setenv(VARIABLE, "elsewhere.db")
    answered(capsys, "import", "e.jsonl")
    assert Path("elsewhere.db").exists()
    assert "The backup is in b.db." in answered(capsys, "backup", "b.db")


# There and back


@pytest.mark.parametrize("name", ["e.jsonl", "e.jsonl.gz"])
@pytest.mark.usefixtures("tables")
def test_from_sqlite_to_postgresql_and_back(capsys: Capture, postgresql: str, name: str) -> None:
    answered(capsys, "export", name, *FROM, "--secrets")
    said = answered(capsys, "import", name, "--database", postgresql)
    assert said.startswith(f"{name} is in the database: 2 tables with ")
    answered(capsys, "export", f"2{name}", "--database", postgresql, "--secrets")
    answered(capsys, "import", f"2{name}", "--database", "again.db")
    answered(capsys, "export", f"3{name}", "--database", "again.db", "--secrets")
    first, *others = (Path(f"{number}{name}").read_bytes() for number in ("", "2", "3"))
    assert others == [first, first]


@pytest.mark.usefixtures("tables")
def test_secrets_need_an_option(capsys: Capture) -> None:
    assert "Secrets are left out" in answered(capsys, "export", "plain", *FROM)
    assert "Secrets" not in answered(capsys, "export", "whole.gz", *FROM, "--secrets")
    kinds = {line.get("kind") for line in lines("plain")}
    with gzip.open("whole.gz", "rt", encoding="utf-8") as whole:
        more = {json.loads(line).get("kind") for line in whole} - kinds
    assert more == {"signing-key", "daily-secret", "hook"}


def test_single_tables(capsys: Capture, tables: list[str]) -> None:
    said = answered(capsys, "export", "one", *FROM, "--table", tables[0])
    assert said.startswith("one holds 1 table with ")
    assert "Secrets" not in said
    assert {line["table"] for line in lines("one") if "table" in line} == {tables[0]}
    answered(capsys, "export", "both", *FROM, "--table", tables[1], "--table", tables[0])
    assert {line["table"] for line in lines("both") if "table" in line} == {*tables}
    said = refused(capsys, "export", "none", *FROM, "--table", "nowhere")
    assert said == "tenback export: There is no table nowhere in this database."
    assert "not allowed with" in refused(capsys, "export", "x", "--table", "a", "--secrets")
    assert not Path("none").exists()


def test_a_database_in_use(capsys: Capture, tables: list[str]) -> None:
    answered(capsys, "export", "before", *FROM)

    async def meanwhile() -> None:
        async with await open_store("tables.db") as store:
            await store.commit(Batch("zoo", [Entry(1, None, b"new")]))
            await asyncio.to_thread(answered, capsys, "export", "e", *FROM)
            await asyncio.to_thread(answered, capsys, "backup", "b.db", *FROM)
            said = await asyncio.to_thread(refused, capsys, "import", "before", *FROM)
            assert "is in use: another tenback has it open" in said

    asyncio.run(meanwhile())
    assert {line["table"] for line in lines("e") if "table" in line} == {*tables, "zoo"}
    answered(capsys, "export", "from-backup", "--database", "b.db")
    assert Path("from-backup").read_bytes() == Path("e").read_bytes()
    assert not [path for path in Path.cwd().iterdir() if path.name.startswith(".tenback")]


# What is there already


@pytest.mark.usefixtures("tables")
def test_importing_again_changes_nothing_and_goes_on_where_it_stopped(capsys: Capture) -> None:
    answered(capsys, "export", "e", *FROM)
    first = lines("e")[1]
    entry = Entry(1, str(first["command"]), str(first["body"]).encode())
    change("new.db", Batch(str(first["table"]), [entry]))
    said = answered(capsys, "import", "e", "--database", "new.db")
    assert said.splitlines()[1] == "1 of these events and documents was there already."
    said = answered(capsys, "import", "e", "--database", "new.db")
    known = Words()("transfer.known", count=len(lines("e")) - 2)
    assert said.splitlines()[1] == known


def test_what_differs_is_named_and_then_nothing_is_imported(
    capsys: Capture, tables: list[str]
) -> None:
    answered(capsys, "export", "e", *FROM)
    record = ("record", f"{tables[0]}/1")
    change("new.db", Batch(tables[1], [Entry(1, None, b"other")], {record: b"other"}))
    assert main(["import", "e", "--database", "new.db"]) == 1
    said = capsys.readouterr()
    assert not said.out
    assert said.err.splitlines() == [
        (
            f"tenback import: The table {tables[1]} is there already and differs from version 1 "
            "on; nothing was written over it."
        ),
        (
            f"tenback import: The document {tables[0]}/1 of the kind record is there already and "
            "differs; nothing was written over it."
        ),
        "tenback import: Nothing was imported.",
    ]
    answered(capsys, "export", "after", "--database", "new.db")
    assert lines("after")[-1]["end"] == {"tables": 1, "entries": 1, "documents": 1}


def test_many_differences_are_counted(capsys: Capture) -> None:
    for number, body in enumerate((b"one", b"two")):
        documents: dict[tuple[str, str], bytes | None] = {
            ("kind", str(key)): body for key in range(12)
        }
        change(f"{number}.db", Batch(documents=documents))
    answered(capsys, "export", "e", "--database", "0.db")
    assert main(["import", "e", "--database", "1.db"]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[-2:] == ["tenback import: ... and 7 more.", "tenback import: Nothing was imported."]


# A database of a newer tenback


@pytest.mark.usefixtures("tables")
def test_a_newer_database_is_refused(capsys: Capture) -> None:
    answered(capsys, "export", "before", *FROM)
    with closing(sqlite3.connect("tables.db")) as connection, connection:
        connection.execute("INSERT INTO tenback_schema VALUES (99)")
    newer = (
        "This database was written by a newer tenback: its schema is 99, and this one knows "
        f"{len(steps('sqlite'))}. Update tenback."
    )
    assert refused(capsys, "export", "e", *FROM) == f"tenback export: {newer}"
    assert refused(capsys, "import", "before", *FROM) == f"tenback import: {newer}"
    assert "The backup is in b.db." in answered(capsys, "backup", "b.db", *FROM)
    command = [sys.executable, "-m", "tenback", "serve", "--port", str(free_port()), *FROM]
    served = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (served.returncode, served.stderr) == (2, f"tenback serve: {newer}\n")


# What goes wrong


@pytest.mark.usefixtures("tables")
def test_a_damaged_file_does_not_even_make_a_database(capsys: Capture) -> None:
    answered(capsys, "export", "e", *FROM)
    whole = Path("e").read_bytes()
    Path("cut").write_bytes(whole[:-30])
    Path("changed").write_bytes(whole.replace(b'"ann', b'"bob', 1))
    for name, sentence in (
        ("cut", "The export was cut off after line"),
        ("changed", "The export is damaged"),
        ("tables.db", "This is not an export of tenback."),
    ):
        said = refused(capsys, "import", name, "--database", "new.db")
        assert said.startswith(f"tenback import: {name}: {sentence}")
    assert not Path("new.db").exists()


def test_files_that_cannot_be_used(capsys: Capture, tables: list[str]) -> None:
    Path("taken").write_text("mine", "utf-8")
    for words, sentence in (
        (("import", "none"), "There is no file none."),
        (("import", "."), ". cannot be read: Is a directory."),
        (("export", "taken", *FROM), "taken is there already; choose another name."),
        (("backup", "taken", *FROM), "taken is there already; choose another name."),
        (("export", "no/folder", *FROM), "There is no folder no; make it first"),
        (("export", "e", "--database", "none.db"), "There is no file"),
        (("backup", "b", "--database", "none.db"), "There is no file"),
        (("export", "e", "--database", "mysql://u:password@h/n"), "'mysql' is no kind of database"),
        (("backup", "b", "--database", "postgresql://u:password@h/n"), "pg_dump"),
        (("export", "e", *FROM, "--database", "taken"), "taken is not a database"),
    ):
        said = refused(capsys, *words)
        assert sentence in said
        assert "password" not in said
    assert Path("taken").read_text("utf-8") == "mine"
    assert not Path("e").exists()


def test_a_full_disk_is_told(
    capsys: Capture, tables: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    said = refused(capsys, "export", "e", *FROM)
    assert (
        said
        == "tenback export: e cannot be written: No space left on device. Choose another place."
    )
    assert not list(Path.cwd().glob("e*"))


# What one sees


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("tables")
def test_every_language(capsys: Capture, language: str) -> None:
    say, option = Words(language), ("--language", language)
    assert say("transfer.no-secrets") in answered(capsys, "export", "e", *FROM, *option)
    for _ in range(2):
        said = answered(capsys, "import", "e", "--database", "new.db", *option)
    assert say("transfer.known", count=len(lines("e")) - 2) in said
    assert say("transfer.backed-up", file="b") in answered(capsys, "backup", "b", *FROM, *option)


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("tables")
def test_a_user_at_a_terminal_sees_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("tenback.cli.databases._BETWEEN_LINES", 0.0)
    new = ("--database", "new.db")
    for words in (["export", "e", *FROM], ["import", "e", *new], ["backup", "b", *FROM]):
        assert main(words) == 0
    seen = [line.strip() for line in screen.getvalue().split("\r") if line.strip()]
    for beginning in ("Copying the database", "Exporting: ", "Checking the file: 100%",
                      "Comparing with the database: ", "Importing: 100%"):  # fmt: skip
        assert [line for line in seen if line.startswith(beginning)], beginning
    assert not screen.getvalue().split("\r")[-2].strip()  # wiped at the end


def test_nothing_is_drawn_without_a_terminal(capsys: Capture) -> None:
    with TransferProgress(Words()) as progress:
        progress("copying")
        progress.share("checking", 1, 0)
    assert capsys.readouterr().err == ""
