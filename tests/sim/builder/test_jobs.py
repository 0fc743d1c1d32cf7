"""Builders in the background: one for each library, whoever asks, and what they tell."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from tenback.sim import library
from tenback.sim.builder import __main__ as builder
from tenback.sim.builder import jobs
from tenback.sim.builder.jobs import BuildFailed, Job
from tenback.sim.builder.progress import LOWERED, ProgressFile
from tenback.sim.folders import KernelsMissing, writable
from tenback.sim.library import GAMES, SEARCH, TRAINING, Library, find, library_of
from tenback.sim.watcher import watched_by
from tenback.sim.watcher import watcher as current_watcher
from tests.kernels import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ECHOES = library_of("tests.sim.echoes")
BROKEN = Library("json-0", ("json",), 1)
"""A module without entries: not even a name of a library."""


@pytest.fixture(name="cache")
def an_empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("TENBACK_CACHE_DIR", str(tmp_path))
    writable.cache_clear()
    yield writable()
    writable.cache_clear()


class Watched:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.seen: list[tuple[float, float]] = []
        self.ended = 0

    def watch(self, job: Job, left: float) -> None:
        self.seen.append((job.share, left))

    def end(self) -> None:
        self.ended += 1


def test_a_job_builds_what_is_missing(cache: Path) -> None:
    job, watcher = Job(((ECHOES,),)), Watched()
    with watched_by(watcher):
        job.wait(ECHOES)
    file = find(ECHOES)
    assert file is not None
    assert file.parent == cache
    assert all(0 <= share <= 1 and left >= 0 for share, left in watcher.seen)
    assert [share for share, _ in watcher.seen] == sorted(share for share, _ in watcher.seen)
    assert watcher.ended == 1
    job.wait()
    assert not job.is_running()
    assert (job.share, job.seconds_left()) == (1, 0)
    assert not list(cache.glob("*.progress*"))
    assert Job(((ECHOES,),))._processes == []


@pytest.mark.usefixtures("cache")
def test_several_builders_of_one_library_do_the_work_once(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    several = [Job(((ECHOES,),)) for _ in range(3)]
    for job in several:
        job.wait()
    made = (cache / f"{ECHOES.name}.json").stat().st_mtime_ns
    monkeypatch.setattr(jobs, "is_ready", lambda _library: False)
    Job(((ECHOES,),)).wait()
    assert (cache / f"{ECHOES.name}.json").stat().st_mtime_ns == made


def test_a_builder_that_was_killed_leaves_nothing_in_the_way(cache: Path) -> None:
    job = Job(((ECHOES,),))
    while not list(cache.glob("*.lock")):
        time.sleep(0.01)
    job._processes[0].send_signal(signal.SIGKILL)
    with pytest.raises(BuildFailed):
        job.wait()
    Job(((ECHOES,),)).wait()
    assert find(ECHOES)


@pytest.mark.usefixtures("cache")
def test_a_builder_goes_on_when_its_caller_ends() -> None:
    script = (
        "from tenback.sim.builder.jobs import Job; from tenback.sim.library import library_of;"
        "job = Job(((library_of('tests.sim.echoes'),),)); print(job._processes[0].pid)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    while not find(ECHOES):
        os.kill(int(done.stdout), 0)
        time.sleep(0.05)


@pytest.mark.usefixtures("cache")
def test_the_last_words_of_a_builder_say_why_it_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "is_ready", lambda _library: False)
    job = Job(((BROKEN,),))
    for _ in range(2):
        with pytest.raises(BuildFailed, match="entries"):
            job.wait()


def test_a_module_in_the_callers_folder_is_not_executed(cache: Path, tmp_path: Path) -> None:
    """It may be the folder for temporary files, where any user can put a `numba.py`."""
    (tmp_path / "numba.py").write_text("raise SystemExit('executed')")
    script = (
        "from tenback.sim.builder.jobs import Job; from tenback.sim.library import library_of;"
        "Job(((library_of('tests.sim.echoes'),),)).wait()"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", script],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert find(ECHOES)


@pytest.mark.usefixtures("cache")
def test_sources_that_have_changed_since_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a library of the new ones would lie in the folder of the old ones."""
    monkeypatch.setattr(jobs, "cache_key", lambda: "older")
    with pytest.raises(BuildFailed, match="have changed"):
        Job(((ECHOES,),)).wait()


@pytest.mark.usefixtures("cache")
def test_a_talkative_builder_is_not_held_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full pipe would stop it."""
    monkeypatch.setenv("PYTHONVERBOSE", "1")
    Job(((ECHOES,),)).wait()
    assert find(ECHOES)


def test_without_numba_nothing_is_begun(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "find_spec", lambda _name: None)
    with pytest.raises(KernelsMissing, match=r"tenback\[compile\]"):
        Job(((ECHOES,),))
    assert not list(cache.iterdir())


def test_another_numba_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "NUMBA", "0.0.1")
    with pytest.raises(SystemExit, match=r"Numba 0\.0\.1 is needed"):
        builder._compiler()


def test_a_builder_for_the_background_is_nice(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for nice, wanted in ((False, 0), (True, jobs.NICENESS - os.nice(0))):
        for file in cache.iterdir():
            file.unlink()
        job = Job(((ECHOES,),), nice=nice)
        pid = job._processes[0].pid
        assert os.getpriority(os.PRIO_PROCESS, pid) == wanted + os.nice(0)
        job.wait()


# The job of all libraries


class Fake(Job):
    """A job whose processes a test plays."""

    def __init__(self, *, nice: bool = False) -> None:
        self.running, self.failed = True, False

    def is_running(self) -> bool:
        return self.running

    def has_failed(self) -> bool:
        return self.failed


def test_all_callers_share_one_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "Job", Fake)
    monkeypatch.setattr(jobs, "_current", jobs._Current())
    first: Any = jobs.all_libraries()
    again: Any = jobs.all_libraries()
    assert again is first
    first.running = False
    second: Any = jobs.all_libraries()
    assert second is not first, "what was there has been damaged since"
    second.running, second.failed = False, True
    third: Any = jobs.all_libraries()
    assert third is second, "it would fail again"


# How long it takes


def job_of(monkeypatch: pytest.MonkeyPatch, ready: set[Library], began: float) -> Job:
    monkeypatch.setattr(jobs, "is_ready", lambda library: library in ready)
    monkeypatch.setattr(jobs.Job, "_start", lambda *_, **__: None)
    monkeypatch.setattr("atexit.register", lambda _: None)
    monkeypatch.setattr("tempfile.TemporaryFile", io.BytesIO)
    job = Job()
    job._began = began
    return job


@pytest.mark.usefixtures("cache")
def test_at_first_the_usual_pace_is_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    job = job_of(monkeypatch, set(), time.monotonic())
    assert job.seconds_left(GAMES) == pytest.approx(GAMES.kernels * jobs.PACE, rel=0.01)
    wanted = (GAMES.kernels + TRAINING.kernels) * jobs.PACE
    assert job.seconds_left(TRAINING) == pytest.approx(wanted, rel=0.01)
    assert job.seconds_left(SEARCH) == pytest.approx(SEARCH.kernels * jobs.PACE, rel=0.01)
    assert job.seconds_left() == pytest.approx(wanted, rel=0.01)
    assert job.share == 0


def test_a_slow_machine_is_noticed(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ready: set[Library] = set()
    job = job_of(monkeypatch, ready, time.monotonic() - 100)
    ready.add(GAMES)
    ProgressFile(cache, TRAINING).write(TRAINING.kernels // 2)
    left = job.seconds_left(TRAINING)
    done = GAMES.kernels + LOWERED * TRAINING.kernels / 2
    pace = (100 + jobs.FIRST * jobs.PACE) / (done + jobs.FIRST)
    assert left == pytest.approx(pace * TRAINING.kernels * (1 - LOWERED / 2), rel=0.02)
    assert job.seconds_left(GAMES) == 0


# The file


def test_progress_is_counted_in_kernels(tmp_path: Path) -> None:
    progress = ProgressFile(tmp_path, GAMES)
    assert progress.read() == 0
    progress.write(GAMES.kernels // 2)
    assert progress.read() == pytest.approx(LOWERED / 2, abs=0.01)
    progress.write(3 * GAMES.kernels)
    assert progress.read() == LOWERED


def test_the_time_of_llvm_is_estimated(tmp_path: Path) -> None:
    progress = ProgressFile(tmp_path, GAMES)
    progress.write_lowered(6.5)
    file = tmp_path / "games.progress"
    for ago, share in ((0, LOWERED), (1.75, 0.825), (1000, 0.9965)):
        os.utime(file, (time.time() - ago,) * 2)
        assert progress.read() == pytest.approx(share, abs=0.01)
    progress.remove()
    assert progress.read() == 0


@pytest.mark.parametrize("text", ["", "x", "0.5", "1 2 3", "\xff"])
def test_a_damaged_file_means_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "games.progress").write_text(text, "latin-1")
    assert ProgressFile(tmp_path, GAMES).read() == 0


# Waiting


@pytest.mark.usefixtures("cache")
def test_a_call_that_waits_can_tell_so(monkeypatch: pytest.MonkeyPatch) -> None:
    watcher = Watched()
    monkeypatch.setattr(library, "_loaded", library._loaded.__wrapped__)
    with watched_by(watcher):
        assert library.load(ECHOES).tests_sim_echoes_word
        assert watcher.seen
        assert watcher.ended == 1
        watcher.seen.clear()
        assert library.load(ECHOES)
    assert not watcher.seen
    assert current_watcher() is None
