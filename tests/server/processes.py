"""Servers in processes of their own, which can be stopped and killed.

Python and its imports cost a server most of a second, and hundreds of tests start one: a process
that has imported them already is forked instead (`multiprocessing`'s fork server). A fork is a
process like any other, and dies like one.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import chdir
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing import forkserver, get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, TYPE_CHECKING, Self

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

ROOT = Path(__file__).parents[2]

FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(["tests.server.server_program", "tests.browser.program"])

PORTS = range(15_000, 30_000)
"""Below the ports that systems give to clients: a client must never connect to itself."""


def free_port() -> int:
    """A port that no process has, and that stays the same when a server comes back."""
    while True:
        port = random.choice(PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


@dataclass
class Served:
    """A server on a store that outlives it: `async with Served(database, port) as served`."""

    database: str
    port: int
    program: str = "tests.server.server_program"
    process: ForkServerProcess | None = None
    errors: IO[bytes] = field(default_factory=NamedTemporaryFile)
    """The standard error of the processes: a pipe that no test reads would fill and stop them."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        await self.begin()
        return self

    async def __aexit__(self, *_: object) -> None:
        try:
            await self.end(signal.SIGKILL)
        finally:
            self.errors.close()

    async def begin(self) -> None:
        """Start a process, and wait until it serves."""
        output, stdout = FORKS.Pipe(duplex=False)
        words = (self.program, str(self.port), self.database)
        with chdir(ROOT):  # where a new fork server finds what it imports first
            forkserver.ensure_running()
        self.process = FORKS.Process(
            target=_serve, args=(words, stdout, self.errors.name, dict(os.environ)), daemon=True
        )
        with stdout:
            self.process.start()
        with output, open(output.fileno(), "rb", closefd=False) as lines:
            said = await asyncio.to_thread(lines.readline)
        assert said == b"ready\n", self.complaints()

    async def end(self, how: signal.Signals) -> int:
        """Send a signal, and wait; the exit status. The process must not complain."""
        assert self.process is not None
        assert self.process.pid is not None
        if self.process.is_alive():
            os.kill(self.process.pid, how)
        await asyncio.to_thread(self.process.join)
        assert not (said := self.complaints()), said
        assert self.process.exitcode is not None
        return self.process.exitcode

    def complaints(self) -> str:
        return Path(self.errors.name).read_text("utf-8")


def _serve(
    words: tuple[str, str, str], stdout: Connection, errors: str, environment: dict[str, str]
) -> None:
    """What a fork does: the same as `python -m PROGRAM PORT DATABASE`."""
    program, port, database = words
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(ROOT)
    os.dup2(stdout.fileno(), 1)
    os.dup2(os.open(errors, os.O_WRONLY | os.O_APPEND), 2)
    sys.exit(import_module(program).main(port, database))


async def spawned(
    port: int, database: str, errors: IO[bytes] | int, program: str = Served.program
) -> Process:
    """A server that may come up or not."""
    words = (sys.executable, "-m", program, str(port), database)
    return await asyncio.create_subprocess_exec(*words, stdout=PIPE, stderr=errors, cwd=ROOT)
