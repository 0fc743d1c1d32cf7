"""Building in the background: the processes that build libraries, and how long they still take."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from threading import Lock, Thread
from typing import TYPE_CHECKING, Final, TypeAlias

from tenback.core.errors import TenbackError
from tenback.sim.builder.progress import ProgressFile
from tenback.sim.folders import KernelsMissing, is_private, writable
from tenback.sim.levels import level
from tenback.sim.library import GAMES, LIBRARIES, SEARCH, TRAINING, find, is_ready, say_once
from tenback.sim.sources import cache_key
from tenback.sim.watcher import watcher

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tenback.sim.library import Library

Groups: TypeAlias = "Sequence[Sequence[Library]]"

SIDE_BY_SIDE: Final = ((SEARCH,), (GAMES, TRAINING))
"""One process for each group: kernels that two libraries share are lowered once in a group."""

MODULE: Final = ("-P", "-m", "tenback.sim.builder")
"""Without the folder that the caller is in: it may hold a `numba.py` of another user."""

PACE: Final = 0.06  # seconds for a kernel, until it has been measured here
FIRST: Final = 30  # kernels that weigh as much as this guess
POLL_INTERVAL: Final = 0.05  # seconds
NICENESS: Final = 10  # players go first
LAST_WORDS: Final = 300  # characters


class BuildFailed(TenbackError):
    """The error if a library cannot be built."""


class Job:
    """Builds what is missing of some libraries, each group in a process of its own.

    The processes go on if this one ends; whatever asks for kernels next finds them.
    """

    def __init__(self, groups: Groups = SIDE_BY_SIDE, *, nice: bool = False) -> None:
        self._folder = writable()
        missing = [[each for each in group if not is_ready(each)] for group in groups]
        self._groups = [group for group in missing if group]
        if self._groups and not find_spec("numba"):
            raise KernelsMissing("no-compiler")
        if self._groups and self.is_private:
            say_once("kernels-not-kept")
        # Another process may have begun already.
        self._before = {tuple(group): sum(map(self._done, group)) for group in self._groups}
        self._why = ""
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the job)
        self._began = time.monotonic()
        self._processes = [self._start(group, nice=nice) for group in self._groups]
        atexit.register(self._part)

    def _start(self, group: Sequence[Library], *, nice: bool) -> subprocess.Popen[bytes]:
        words = [str(self._folder), level(), cache_key(), *(library.name for library in group)]
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, *MODULE, *words],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._said,
            start_new_session=True,  # Ctrl-C is for the caller
        )
        if nice and hasattr(os, "setpriority"):
            niceness = max(NICENESS, os.getpriority(os.PRIO_PROCESS, 0))
            os.setpriority(os.PRIO_PROCESS, process.pid, niceness)
        # A process that has ended stays in the system's table until another one waits for it.
        Thread(target=process.wait, daemon=True).start()
        return process

    def _part(self) -> None:
        """Leave the processes alone when this one ends, unless their folder goes with it."""
        for process in self._processes:
            if process.poll() is None and self.is_private:
                process.kill()
                process.wait()
            process.returncode = process.returncode or 0  # or Python would warn of them
        self._said.close()

    @property
    def is_private(self) -> bool:
        """Whether what is built goes with this process."""
        return is_private(self._folder)

    def is_running(self) -> bool:
        """Whether a process still builds."""
        return any(process.poll() is None for process in self._processes)

    def has_failed(self) -> bool:
        """Whether a process has given up."""
        return any(process.poll() for process in self._processes)

    def wait(self, library: Library | None = None) -> None:
        """Wait until one library can be loaded, or all; a watcher of this process tells people."""
        tells = watcher()
        try:
            while self.is_running() and not (library and is_ready(library)):
                self.check(library)
                if tells:
                    tells.watch(self, self.seconds_left(library))
                time.sleep(POLL_INTERVAL)
        finally:
            if tells:
                tells.end()
        self.check(library)

    def check(self, library: Library | None = None) -> None:
        """Raise if a library cannot come any more, or any of them: its process has given up."""
        for group, process in zip(self._groups, self._processes, strict=True):
            missing = library in group and not is_ready(library) if library else True
            if missing and process.poll() and not self._why:
                self._said.seek(0)
                words = self._said.read().decode(errors="replace").strip().splitlines()
                self._why = (words or [f"exit status {process.returncode}"])[-1][:LAST_WORDS]
            if missing and process.poll():
                raise BuildFailed("build-failed", why=self._why)

    @property
    def share(self) -> float:
        """The share of the work that is done, from 0 to 1."""
        every = [library for group in self._groups for library in group]
        total = sum(library.kernels for library in every)
        return sum(map(self._done, every)) / total if total else 1.0

    def seconds_left(self, library: Library | None = None) -> float:
        """How long it still takes, until one library is ready or all are, at the pace so far."""
        return max((self._left(group, library) for group in self._groups), default=0.0)

    def _left(self, group: Sequence[Library], wanted: Library | None) -> float:
        if wanted and wanted not in group:
            return 0.0
        before = group[: group.index(wanted) + 1] if wanted else group
        done = sum(map(self._done, group)) - self._before[tuple(group)]
        elapsed = time.monotonic() - self._began
        pace = (elapsed + FIRST * PACE) / (max(0.0, done) + FIRST)
        return pace * sum(library.kernels - self._done(library) for library in before)

    def _done(self, library: Library) -> float:
        """The work that has been done, counted in kernels."""
        share = 1.0 if is_ready(library) else ProgressFile(self._folder, library).read()
        return library.kernels * share


class _Current:
    """The job of this process for the libraries that every command uses."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.job: Job | None = None


_current = _Current()


def all_libraries(*, nice: bool = False) -> Job:
    """The job that builds all libraries; it starts if none is running, and none has failed."""
    with _current.lock:
        job = _current.job
        if job is None or not (job.is_running() or job.has_failed()):
            job = _current.job = Job(nice=nice)
        return job


def make(library: Library) -> Path:
    """Have a library built, and the others beside it; wait for its file."""
    job = all_libraries() if library in LIBRARIES else Job(((library,),))
    job.wait(library)
    file = find(library)
    if file is None:
        raise BuildFailed("build-failed", why=f"{library.name} is missing")
    return file
