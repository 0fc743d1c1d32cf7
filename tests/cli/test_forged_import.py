"""An export into which another hand has written bots: no program starts, no network is read.

Nothing is replaced by a fake here. The same names on the command line would do both, and the first
test proves that it would be noticed.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tenback import Deal, Game, Rules
from tenback.bots.factory import make_bot, parse_local
from tenback.bots.stand_in import STAND_IN, BotFailure
from tenback.host.dependencies import Dependencies
from tenback.sim.search.networks import save, shipped
from tenback.store import open_store
from tenback.table.events import BotReplaced, BotSeated
from tenback.table.phases import Phase
from tests.cli.test_commands import Capture, answered, english
from tests.host.harness import ScriptedPlayers, dealing_table, host_on

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.bots.stand_in import LostSeat
    from tenback.table.events import Event

__all__ = ["english"]

ORIGINAL = Rules.named("original")
HONEST = "simple"
PROGRAM, NETWORK, MARKER = "bot.py", "mine.npz", "started"

REACHING = frozenset(("open", "subprocess.Popen", "os.exec", "os.posix_spawn", "os.system"))
"""What Python tells its auditors before it opens a file or starts a program."""

_listening: list[list[str]] = []


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if _listening and event in REACHING:
        told = repr(arguments)
        _listening[-1].extend([told] if PROGRAM in told or NETWORK in told else [])


@cache
def _begin_to_audit() -> None:
    """Once: Python has no way to end it."""
    sys.addaudithook(_audit)


@contextmanager
def reached() -> Iterator[list[str]]:
    """What was done with the program and the network inside this block."""
    _begin_to_audit()
    found: list[str] = []
    _listening.append(found)
    try:
        yield found
    finally:
        _listening.remove(found)


@pytest.fixture(params=["program", "network"])
def name(request: pytest.FixtureRequest) -> str:
    """A bot that exists, and that the command line may name."""
    if request.param == "network":
        network = shipped(ORIGINAL, 2)
        assert network is not None
        save(NETWORK, network)
        return f"master:quick@{Path(NETWORK).resolve()}"
    Path(PROGRAM).write_text(f"open({str(Path(MARKER).resolve())!r}, 'w').close()\n", "utf-8")
    return f"run:{sys.executable} {Path(PROGRAM).resolve()}"


def test_on_the_command_line_such_a_name_would_be_noticed(name: str) -> None:
    game = Game(ORIGINAL, Deal.from_seed(ORIGINAL, 2, "sea"), starter=0)
    with reached() as found, suppress(BotFailure):
        make_bot(parse_local(name)).move(game.view(0), random.Random(1))
    assert found
    assert Path(MARKER).exists() == name.startswith("run:")


def test_an_import_that_seats_such_a_bot(capsys: Capture, name: str) -> None:
    """It is brought in as it is; when the table goes on, a stand-in takes the seat."""
    table = asyncio.run(begun("tables.db"))
    answered(capsys, "export", "honest", "--database", "tables.db")
    lines = forge(name)
    with reached() as found:
        said = answered(capsys, "import", "forged", "--database", "new.db")
        log, lost = asyncio.run(played("new.db", table))
        answered(capsys, "export", "again", "--database", "new.db")
    assert said.startswith("forged is in the database: 1 table with ")
    assert [event.bot for event in log if isinstance(event, BotSeated)] == [name]
    replaced = [(event.seat, event.bot) for event in log if isinstance(event, BotReplaced)]
    assert replaced == [(1, STAND_IN)]
    assert [(why.seat, why.bot, why.stand_in, why.why) for why in lost] == [
        (1, name, STAND_IN, "raised")
    ]
    assert len(Path("again").read_text("utf-8").splitlines()) > lines
    assert found == []
    assert not Path(MARKER).exists()


async def begun(database: str) -> str:
    """A table of a person and a bot, whose cards are about to be dealt."""
    async with await open_store(database) as store, host_on(store) as host:
        return (await dealing_table(host, "original", 2, [HONEST])).table


def forge(name: str) -> int:
    """The export with another bot wherever one is named, and a new checksum; how many lines."""
    text = Path("honest").read_text("utf-8")
    # Bodies are JSON within JSON.
    old, new = (json.dumps(json.dumps(bot))[1:-1] for bot in (HONEST, name))
    *whole, last = text.replace(old, new).splitlines(keepends=True)
    assert "".join(whole).count(new) > 0
    end = json.loads(last) | {"sha256": sha256("".join(whole).encode()).hexdigest()}
    forged = [*whole, json.dumps(end, separators=(",", ":")) + "\n"]
    Path("forged").write_text("".join(forged), "utf-8")
    return len(forged)


async def played(database: str, table: str) -> tuple[list[Event], list[LostSeat]]:
    """The rest of the game, at a host with the bots of any server."""
    lost: list[LostSeat] = []
    usual: dict[str, Any] = {
        "ready_in": Dependencies().ready_in,
        "lost": lambda _table, why: lost.append(why),
    }
    async with await open_store(database) as store, host_on(store, **usual) as host:
        assert (await ScriptedPlayers(host, table, ["ann"]).play()).phase is Phase.OVER
        return await host.inspect(table, lambda found: list(found.log)), lost
