"""Where a server on this machine can be found."""

from __future__ import annotations

import asyncio
import stat
from typing import TYPE_CHECKING

import pytest

from tenback.cli.running_server import advertised, own_url, running_url, url_file
from tenback.server.settings import Settings
from tests.server.harness import server_harness

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("0.0.0.0", "http://127.0.0.1:7"),
        ("127.0.0.1", "http://127.0.0.1:7"),
        ("127.0.0.2", "http://127.0.0.2:7"),
        ("localhost", "http://localhost:7"),
        ("::", "http://[::1]:7"),
        ("::1", "http://[::1]:7"),
        ("192.0.2.7", "http://192.0.2.7:7"),
    ],
)
def test_the_address_for_this_machine(host: str, url: str) -> None:
    assert own_url(Settings(host=host, port=7)) == url


def test_it_is_written_down_for_as_long_as_the_server_is_there(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    note = url_file(file)
    public = "https://games.example.org"
    with advertised(str(file), Settings(host="0.0.0.0", port=7, public_url=public)):
        assert note.read_text("ascii") == "http://127.0.0.1:7"
        assert stat.S_IMODE(note.stat().st_mode) == 0o600
    assert not note.exists()


@pytest.mark.parametrize("database", ["memory:", "postgresql://games@db.example.org/games"])
def test_other_databases_have_no_place_for_it(database: str) -> None:
    with advertised(database, Settings(port=7)):
        pass


def test_a_server_that_this_machine_reaches_by_its_network_only(tmp_path: Path) -> None:
    with advertised(str(tmp_path / "tables.db"), Settings(host="192.0.2.7", port=7)):
        assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    with advertised(str(tmp_path / "nowhere" / "tables.db"), Settings(port=7)):
        pass


async def test_a_tenback_that_answers_is_running(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    assert running_url(str(file)) is None
    async with server_harness() as found:
        with advertised(str(file), found.here.settings):
            assert await asyncio.to_thread(running_url, str(file)) == found.here.url
            # Another program answers there, or none does.
            for wrong in (f"{found.here.url}/api", "http://127.0.0.1:9", f"{found.here.url}\n/x"):
                url_file(file).write_text(wrong, "ascii")
                assert await asyncio.to_thread(running_url, str(file)) is None


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff",
        b"nonsense",
        b"http://",
        b"http://[",
        b"http://127.0.0.1",
        b"http://127.0.0.1:x",
        b"https://127.0.0.1:8000",
        b"http://games.example.org:8000",
        b"http://127.0.0.1.example.org:8000",
        b"http://127.0.0.1:8000@example.org:80",
        b"http://127.0.0.1:8000/?next=http://example.org",
        b"javascript:alert(1)",
    ],
)
def test_what_leads_elsewhere_is_not_asked(
    tmp_path: Path, text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenback.cli.running_server._answers", lambda _url: True)
    url_file(tmp_path / "tables.db").write_bytes(text)
    assert running_url(str(tmp_path / "tables.db")) is None
