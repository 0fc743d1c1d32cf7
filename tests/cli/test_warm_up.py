"""`tenback warm-up`, and what people are told who wait for kernels."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tenback.cli import warm_up
from tenback.cli.build_progress import BuildProgress
from tenback.cli.main import main
from tenback.sim.watcher import watcher
from tenback.words import LANGUAGES, Words

if TYPE_CHECKING:
    from pathlib import Path

Capture = pytest.CaptureFixture[str]
TABLE = "original 3p u1=40 u2=12 d1=77 d2=95 hand=37,44,50,58,61,90 stock=40"


class Screen(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


class Job:
    """Half a job."""

    share = 0.5
    is_private = False

    def __init__(self, *, running: bool = True) -> None:
        self.running = running

    def is_running(self) -> bool:
        return self.running

    def wait(self) -> None:
        tells: Any = watcher()
        for left in (9.2, 4.0):
            tells.watch(self, left)
        tells.end()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_terminal_shows_how_far_it_is(language: str) -> None:
    screen, say, job = Screen(), Words(language), Job()
    progress: Any = BuildProgress(lambda: say, screen)
    progress.watch(job, 9.2)
    line = screen.getvalue().strip("\r ")
    assert line.startswith(say("warmup.building", seconds=10))
    assert line.count("█") == pytest.approx(line.count("░"), abs=1)
    assert 60 < len(line) < 80
    progress.end()
    assert not screen.getvalue().split("\r")[-2].strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_terminal_one_sentence_tells(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(warm_up, "all_libraries", Job)
    assert main(["warm-up", "--language", language]) == 0
    said, say = capsys.readouterr(), Words(language)
    assert said.err == say("warmup.told", seconds=10) + "\n"
    assert said.out == say("warmup.done", seconds=0) + "\n"


def test_where_nothing_is_missing_nothing_is_waited_for(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm_up, "all_libraries", lambda: Job(running=False))
    assert main(["warm-up"]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == (Words()("warmup.ready") + "\n", "")


def test_a_watcher_goes_with_its_command(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_up, "all_libraries", Job)
    assert main(["warm-up"]) == 0
    assert watcher() is None
    assert capsys.readouterr()


def typed(*words: str, cache: Path) -> subprocess.CompletedProcess[str]:
    """What a command prints on a machine with only this cache."""
    return subprocess.run(
        [sys.executable, "-m", "tenback.cli.main", *words],
        env=os.environ | {"TENBACK_CACHE_DIR": str(cache), "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_one_warm_up_is_for_all_commands(tmp_path: Path) -> None:
    cold = typed("warm-up", cache=tmp_path)
    assert cold.returncode == 0, cold.stderr
    assert cold.stderr.startswith("Getting ready, once on this machine; about ")
    assert cold.stderr.count("\n") == 1
    assert cold.stdout.startswith("Ready after ")
    commands = (
        ("hint", *TABLE.split(), "--level", "quick"),
        ("simulate", "original", "--games", "20", "--bots", "strong"),
        ("simulate", "original", "--games", "20", "--bots", "careful"),
        ("train", "original", "--players", "1", "--games", "1", "--out", str(tmp_path / "a.npz")),
    )
    for words in commands:
        warm = typed(*words, cache=tmp_path)
        assert warm.returncode == 0, warm.stderr
        assert "once" not in warm.stderr
    assert typed("warm-up", cache=tmp_path).stdout == "Everything is ready already.\n"
