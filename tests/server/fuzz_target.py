"""A server in a process of its own, with tables in every phase, for fuzzing.

It tells where it is as one line of JSON, and ends when its standard input does.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tenback.bots import registry
from tests.server.harness import compile_hints, server_harness
from tests.server.in_process import server_dependencies

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PATIENCE = 60.0


@dataclass(frozen=True)
class Target:
    """Where the server is, the token of a guest, and the tables they are at."""

    url: str
    token: str
    tables: list[str]

    def names(self) -> dict[str, tuple[str, list[str]]]:
        """What may stand in a path, and what would be found there."""
        games = ["original", "face-to-face"]
        return {"table": (r"[A-Za-z0-9_-]{1,64}", self.tables), "game": (r"[a-z-]+", games)}


@contextmanager
def running() -> Iterator[Target]:
    """The server, for as long as it is wanted; it has to end well."""
    words = [sys.executable, "-m", "tests.server.fuzz_target"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield Target(**json.loads(process.stdout.readline()))
        process.communicate(timeout=PATIENCE)
        assert process.returncode == 0


async def nowhere(_host: str, _port: int) -> Sequence[str]:
    """No name is looked up in tests."""
    return ["10.0.0.7"]


async def main() -> None:
    compile_hints()
    deps = server_dependencies(
        make_bot=lambda _name: registry.make("greedy")
    )  # none that thinks for long
    async with server_harness(replace(deps, resolver=nowhere)) as found:
        found.here.services.daily_deals.bots = ("random",)
        ann, ben = await found.guests("Ann", "Ben")
        gathering, _ = await found.table(ann, ben)
        playing, _ = await found.playing(ann, ben)
        over, guests = await found.playing(ann, game="face-to-face", bots=["greedy"])
        await guests[0].do("resign")
        where = {"url": found.here.url, "token": ann.token, "tables": [gathering, playing, over]}
        print(json.dumps(where), flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main())
