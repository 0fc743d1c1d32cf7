"""Servers in processes of their own, which can be stopped and killed."""

from __future__ import annotations

import asyncio
import random
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Self

ROOT = Path(__file__).parents[2]

PORTS = range(15_000, 30_000)
"""Below those that systems give to clients: whoever connects in vain must not meet itself."""


def free_port() -> int:
    """A port that nobody has, and that stays the same when a server comes back."""
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
    program: str = "tests.server.program"
    process: Process | None = None
    errors: IO[bytes] = field(default_factory=TemporaryFile)
    """What processes tell on the standard error: a pipe that nobody reads makes them wait."""

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
        self.process = await spawned(self.port, self.database, self.errors, self.program)
        assert self.process.stdout is not None
        assert await self.process.stdout.readline() == b"ready\n", self.complaints()

    async def end(self, how: signal.Signals) -> int:
        """Send a signal, and wait; the exit status. Nobody complains about anything."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(how)
        status = await self.process.wait()
        assert not (said := self.complaints()), said
        return status

    def complaints(self) -> str:
        self.errors.seek(0)
        return self.errors.read().decode()


async def spawned(
    port: int, database: str, errors: IO[bytes] | int, program: str = Served.program
) -> Process:
    """A server that may come up or not."""
    words = (sys.executable, "-m", program, str(port), database)
    return await asyncio.create_subprocess_exec(*words, stdout=PIPE, stderr=errors, cwd=ROOT)
