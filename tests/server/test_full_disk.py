"""A disk that is full, for real: nothing is acknowledged, and it is said; then it goes on."""

from __future__ import annotations

import asyncio
import shutil
import signal
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.host.harness import eventually
from tests.server.clients import Client
from tests.server.harness import send
from tests.server.processes import ROOT, Served, free_port

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

MOUNT = 'mount -t tmpfs -o size=4m none "$1"'
SERVE = f'{MOUNT} && exec "$2" -m {Served.program} "$3" "$1/tables.db"'


def can_mount() -> bool:
    """Whether this user may have a small disk of their own, which only Linux allows at times."""
    if not shutil.which("unshare"):
        return False
    words = ["unshare", "-rm", "sh", "-c", MOUNT, "sh", "/mnt"]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


@asynccontextmanager
async def served_from(folder: Path, port: int) -> AsyncIterator[Path]:
    """A server whose database is on a disk of 4 MB, and that disk as it is seen from here."""
    words = ("unshare", "-rm", "sh", "-c", SERVE, "sh", str(folder), sys.executable, str(port))
    process = await asyncio.create_subprocess_exec(*words, stdout=PIPE, stderr=DEVNULL, cwd=ROOT)
    try:
        assert process.stdout
        assert await process.stdout.readline() == b"ready\n"
        yield Path(f"/proc/{process.pid}/root{folder}")
    finally:
        process.send_signal(signal.SIGTERM)
        await process.wait()


def fill(disk: Path) -> Path:
    """A file that takes all the room."""
    file = disk / "rest"
    with file.open("wb", buffering=0) as out, suppress(OSError):
        while True:
            out.write(bytes(4096))
    assert shutil.disk_usage(disk).free == 0
    return file


@pytest.mark.skipif(not can_mount(), reason="no small disk can be mounted here")
async def test_a_full_disk(tmp_path: Path) -> None:
    port = free_port()
    async with served_from(tmp_path, port) as disk:
        ann = Client(f"http://127.0.0.1:{port}")
        await ann.be("Ann")
        table = await ann.open({"game": "original", "players": 1})

        async def health() -> tuple[int, str | None]:
            reply = await ann.get("/healthz")
            return reply.status, reply.code

        async def full() -> bool:
            return await health() == (503, "server-no-database")

        async def well() -> bool:
            return await health() == (200, None)

        assert await well()
        rest = fill(disk)
        await eventually(full)
        renaming = {"command": {"type": "rename", "name": "Zoe"}, "id": "r1"}
        reply = await send(ann, table, renaming)
        assert (reply.status, reply.code) == (503, "server-no-database")
        rest.unlink()
        await eventually(well)
        assert (await send(ann, table, renaming)).status == 200
        await ann.aclose()
