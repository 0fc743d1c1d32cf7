"""`tenback serve` and plain `tenback` as an operator runs them: processes of their own."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx
import pytest

from tenback.cli import serve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

TENBACK = [sys.executable, "-m", "tenback.cli.main"]
PATIENCE = 60.0


class Process:
    """A server at work, and what it has said."""

    def __init__(
        self,
        words: tuple[str, ...],
        env: dict[str, str],
        folder: Path,
        program: Sequence[str] = TENBACK,
    ) -> None:
        clean = {key: value for key, value in os.environ.items() if key not in _SCREENS}
        usual = {"LC_ALL": "C.UTF-8", "XDG_DATA_HOME": str(folder), "TENBACK_DATABASE": "memory:"}
        self.process = subprocess.Popen(
            [*program, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=clean | usual | env,
            cwd=folder,
        )
        self.heard = b""

    @property
    def said(self) -> str:
        return self.heard.decode("utf-8", "replace")

    def until(self, words: str) -> str:
        assert self.process.stdout is not None
        while words not in self.said:
            # Read past the buffer of the stream: what lies there is not seen by select.
            assert select.select([self.process.stdout], [], [], PATIENCE)[0], "nothing is said"
            piece = os.read(self.process.stdout.fileno(), 65536)
            assert piece, self.rest()
            self.heard += piece
        return self.said

    @property
    def url(self) -> str:
        found = re.search(r"tenback is at (\S+)", self.until("Ctrl-C"))
        assert found
        return found[1]

    def stop(self, sign: int = signal.SIGTERM) -> int:
        self.process.send_signal(sign)
        return self.process.wait(PATIENCE)

    def rest(self) -> str:
        """What was complained about."""
        out, complaints = self.process.communicate(timeout=PATIENCE)
        self.heard += out or b""
        return (complaints or b"").decode()


_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")


@contextmanager
def running(folder: Path, *words: str, **env: str) -> Iterator[Process]:
    with ending(Process(words, env, folder)) as found:
        yield found


@contextmanager
def ending(found: Process) -> Iterator[Process]:
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.process.kill()
        found.process.communicate()


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_server_and_its_end(tmp_path: Path, sign: int) -> None:
    with running(tmp_path, "serve", "--port", "0", "--database", "tables.db") as server:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", server.url)
        reply = httpx.get(server.url, trust_env=False)
        assert "<title>tenback</title>" in reply.text
        assert (tmp_path / "tables.db").exists()
        assert server.stop(sign) == 0
        assert server.rest() == ""
        assert "tenback --lan" in server.said


def test_what_was_played_is_there_the_next_time(tmp_path: Path) -> None:
    words = ("serve", "--port", "0", "--database", "tables.db")
    with running(tmp_path, *words) as server, httpx.Client(trust_env=False) as ann:
        ann.post(f"{server.url}/api/me", json={"name": "Ann"})
        options = {"game": "original", "players": 1}
        table = ann.post(f"{server.url}/api/tables", json={"options": options}).json()["table"]
        assert server.stop() == 0
        with running(tmp_path, *words) as again:
            assert ann.get(f"{again.url}/api/me").json()["name"] == "Ann"
            assert ann.get(f"{again.url}/api/tables/{table}").json()["seat"] == 0


THINKS_FOR_EVER = """
import sys, threading
from pathlib import Path
from tenback.cli.main import main
from tenback.host import hints

def hint_for(*_, **__):
    Path("thinking").touch()
    threading.Event().wait()

hints.hint_for = hint_for
sys.exit(main(sys.argv[1:]))
"""


def test_a_stop_waits_for_no_thought(tmp_path: Path) -> None:
    program = (sys.executable, "-c", THINKS_FOR_EVER)
    words = ("serve", "--port", "0", "--database", "tables.db")
    with (
        ending(Process(words, {}, tmp_path, program)) as server,
        httpx.Client(trust_env=False, base_url=server.url, timeout=PATIENCE) as ann,
        ThreadPoolExecutor(1) as pool,
    ):
        ann.post("/api/me", json={"name": "Ann"})
        table = ann.post("/api/daily/original").json()["table"]
        asked = pool.submit(ann.post, f"/api/tables/{table}/hint", json={})
        while not (tmp_path / "thinking").exists():
            assert not asked.done(), asked.result()
            time.sleep(0.01)
        assert server.stop() == 0
        reply = asked.result()
        assert (reply.status_code, reply.json()["code"]) == (503, "host-stopping")
        assert server.rest() == ""


def test_plain_tenback_with_options_that_contradict_each_other(tmp_path: Path) -> None:
    with running(tmp_path, "--open", "--no-browser") as server:
        assert "--open and --no-browser contradict each other" in server.rest()
        assert server.process.returncode == 2


@pytest.mark.parametrize("words", [(), ("--no-browser",), ("--port", "0")])
def test_plain_tenback(tmp_path: Path, words: tuple[str, ...]) -> None:
    """It serves here, on another port where the usual one is taken."""
    with running(tmp_path, *words) as server:
        assert httpx.get(f"{server.url}/healthz", trust_env=False).json()["status"] == "ok"
        assert server.stop(signal.SIGINT) == 0
        assert server.rest() == ""


def test_plain_tenback_on_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            other.bind(("127.0.0.1", serve.PORT))
            other.listen()
        except OSError:
            pass  # another program has it: all the better
        with running(tmp_path) as server:
            assert not server.url.endswith(f":{serve.PORT}")
            assert server.stop() == 0


def browser(folder: Path) -> tuple[Path, dict[str, str]]:
    """A browser that writes down what it opens, in a pipe; and the environment that has it."""
    program, opened = folder / "browser", folder / "opened"
    os.mkfifo(opened)
    program.write_text(f'#!/bin/sh\necho "$1" > {opened}\n', "utf-8")
    program.chmod(0o755)
    return opened, {"DISPLAY": ":7", "BROWSER": f"{program} %s"}


@pytest.mark.parametrize("words", [(), ("serve", "--open")])
def test_the_browser_is_opened(tmp_path: Path, words: tuple[str, ...]) -> None:
    opened, env = browser(tmp_path)
    with running(tmp_path, *words, "--port", "0", **env) as server:
        with opened.open(encoding="utf-8") as pipe:
            assert pipe.read() == f"{server.url}\n"
        assert server.stop() == 0


# A second one


def test_plain_tenback_again_opens_the_one_that_runs(tmp_path: Path) -> None:
    words = ("--database", "tables.db")
    opened, env = browser(tmp_path)
    with running(tmp_path, *words, "--no-browser") as server:
        url = server.url
        with running(tmp_path, *words, **env) as second:
            with opened.open(encoding="utf-8") as pipe:
                assert pipe.read() == f"{url}\n"
            assert second.rest() == ""
            assert second.process.returncode == 0
            assert second.said == f"tenback runs already, at {url}\n"
        for more in (("--port", "0"), ("--lan",), ("--public-url", "https://a.example")):
            with running(tmp_path, *words, "--no-browser", *more) as second:
                assert "tables.db is in use" in second.rest()
                assert second.process.returncode == 2
        assert server.stop() == 0
    assert not (tmp_path / "tables.db.url").exists()


def test_a_stale_url_file_is_ignored(tmp_path: Path) -> None:
    words = ("--database", "tables.db", "--no-browser")
    with running(tmp_path, *words) as server:
        assert server.url
        (tmp_path / "tables.db.url").write_text("http://127.0.0.1:9", "ascii")
        with running(tmp_path, *words) as second:
            assert "tables.db is in use" in second.rest()
            assert second.process.returncode == 2
        server.process.kill()
        server.process.wait(PATIENCE)
        with running(tmp_path, *words) as second:
            assert second.url
            assert second.stop() == 0


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        for words in (("serve", "--port", port), ("--port", port)):
            with running(tmp_path, *words) as server:
                complaints = server.rest()
                assert server.process.returncode == 2
                assert complaints.startswith(f"tenback serve: The server cannot use port {port}")
                assert complaints.count("\n") == 1


def test_a_store_that_is_in_use(tmp_path: Path) -> None:
    words = ("serve", "--port", "0", "--database", "tables.db")
    with running(tmp_path, *words) as first:
        assert first.url
        with running(tmp_path, *words) as second:
            assert "tables.db is in use" in second.rest()
            assert second.process.returncode == 2
        assert first.stop() == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--public-url", "games.example.org"), "is not the address of a server"),
        (("--public-url", "https://games.example.org/path"), "without a path"),
        (("--trusted-proxy", "nonsense/%"), "is not the address of a proxy"),
        (("--trusted-proxy", "10.0.0.5,*"), "a network such as 10.0.0.0/8"),
        (("--port", "70000"), "70000"),
        (("--port", "x"), "x"),
        (("--host", "no host"), "cannot listen at no host"),
        (("--database", "mongodb://x"), "mongodb"),
        (("--lan", "--host", "127.0.0.1"), "--lan and --host contradict each other"),
        (("--open", "--no-browser"), "--open and --no-browser contradict each other"),
        (("--database", "nowhere/at/all.db"), "no folder"),
        (("--language", "xx"), "xx"),
    ],
)
def test_what_cannot_be_served(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    port = () if "--port" in words else ("--port", "0")
    with running(tmp_path, "serve", *port, *words) as server:
        complaints = server.rest()
        assert server.process.returncode == 2
        assert sentence in complaints
        assert "Traceback" not in complaints


def test_lan_prints_the_link_and_a_code_for_cameras(tmp_path: Path) -> None:
    with running(tmp_path, "--lan", "--port", "0", "--no-browser") as server:
        assert server.url in server.said.split("Friends open this link: ")[1]
        assert "█" in server.said
        assert "tenback --lan" not in server.said
        port = server.url.rpartition(":")[2]
        about = httpx.get(f"http://127.0.0.1:{port}/api/about", trust_env=False)
        assert about.json()["link"] == server.url
        assert server.stop() == 0


def test_a_public_address(tmp_path: Path) -> None:
    words = ("--public-url", "https://games.example.org/", "--port", "0")
    with running(tmp_path, "serve", *words) as server:
        assert server.url == "https://games.example.org"
        port = re.search(r"For the proxy, it listens at 127\.0\.0\.1:(\d+)\n", server.said)
        assert port
        reply = httpx.get(f"http://127.0.0.1:{port[1]}/healthz", trust_env=False)
        assert reply.json()["status"] == "ok"
        assert server.stop() == 0


def test_in_ones_language(tmp_path: Path) -> None:
    with running(tmp_path, "serve", "--port", "0", "--language", "fr") as server:
        server.until("Ctrl-C")
        assert "tenback se trouve" in server.said
        assert server.stop() == 0


def test_logs_as_json(tmp_path: Path) -> None:
    with running(tmp_path, "serve", "--port", "0", "--log", "json") as server:
        assert server.url
        assert server.stop() == 0
        events = re.findall(r'"event": "([^"]+)"', server.rest())
        assert events == ["server-started", "server-stopped"]


def test_a_warm_up_is_told_in_json_to_who_reads_json(tmp_path: Path) -> None:
    program = (sys.executable, "-c", WARMS_UP)
    words = ("serve", "--port", "0", "--log")
    with ending(Process((*words, "json"), {}, tmp_path, program)) as server:
        assert server.url
        assert server.stop() == 0
        lines = map(json.loads, server.rest().splitlines())
        assert 12 in [line["seconds"] for line in lines if line["event"] == "bots-warming"]
    with ending(Process((*words, "text"), {}, tmp_path, program)) as server:
        assert server.url
        assert server.stop() == 0
        assert server.rest().startswith("Bots and hints get ready in about 12 s;")


WARMS_UP = """
import sys
from tenback.cli import serve
from tenback.cli.main import main

serve.begin = lambda nice: True
serve.seconds_left = lambda spec: 11.2
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("closed", ["stdout", "stderr"])
def test_a_server_runs_with_closed_output(tmp_path: Path, closed: str) -> None:
    """As behind `| head -1`."""
    words = ("serve", "--port", "0", "--database", "tables.db", "--verbose")
    program = (sys.executable, "-c", WARMS_UP)
    with ending(Process(words, {}, tmp_path, program)) as server:
        stream = getattr(server.process, closed)
        stream.close()
        setattr(server.process, closed, None)
        url = noted_url(server, tmp_path / "tables.db.url")
        assert httpx.get(f"{url}/healthz", trust_env=False).json()["status"] == "ok"
        assert server.stop() == 0
        assert "Error" not in server.rest()


def noted_url(server: Process, note: Path) -> str:
    """Where a server is that cannot say so."""
    while not (note.exists() and note.read_text("ascii")):
        assert server.process.poll() is None, server.rest()
        time.sleep(0.01)
    return note.read_text("ascii")


# Pieces


@pytest.mark.parametrize(
    ("platform", "display", "screen"),
    [("linux", "", False), ("linux", ":0", True), ("darwin", "", True), ("win32", "", True)],
)
def test_where_a_browser_has_a_window(
    monkeypatch: pytest.MonkeyPatch, platform: str, display: str, screen: bool
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert serve.has_screen() == screen


def test_a_code_for_cameras() -> None:
    code = serve.qr_code("http://192.168.1.7:8000")
    lines = code.splitlines()
    assert len({len(line) for line in lines}) == 1
    assert set(code) <= set("█▀▄ \xa0\n")
