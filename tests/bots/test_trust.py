"""Every entrance by which a bot is named from elsewhere: no program runs, and no file is opened."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tenback.bots import registry
from tenback.core.bot_spec import InvalidBot
from tenback.core.errors import TenbackError
from tenback.host.dependencies import Dependencies
from tenback.host.persistence import rebuilt
from tenback.store import Batch, open_store
from tenback.table import commands as c
from tenback.table.actors import SYSTEM
from tenback.table.event_json import to_json
from tenback.table.events import BotReplaced, BotSeated
from tenback.table.phases import Phase
from tenback.table.records import record
from tenback.words import LANGUAGES, Words
from tests.cli.test_commands import Capture, answered, refused, types
from tests.host.harness import (
    ScriptedPlayers,
    dealing_table,
    full_table,
    host_on,
    refusal_code,
    running_host,
)
from tests.server.harness import send, server_harness
from tests.table.lives import dealer, opened, over, playing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tenback.table.commands import Command

FORBIDDEN = {
    "run:touch done": "bot-is-program",
    "run:": "bot-is-program",
    "mine.npz": "bot-is-file",
    "master:quick@mine.npz": "bot-is-file",
    "strong@": "bot-is-file",
    "strong@/dev/zero": "bot-is-file",
    "../careful": "bot-is-file",
    "\\\\share\\mine.npz": "bot-is-file",
}
each_name = pytest.mark.parametrize("name", FORBIDDEN)


@pytest.fixture(autouse=True)
def nothing_opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """What opens a network or starts a program fails here, even where its error is handled."""
    reached: list[object] = []

    def forbidden(*what: object, **__: object) -> Any:
        reached.append(what)
        raise AssertionError("a name from elsewhere has reached a file or a program")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tenback.sim.search.config.load", forbidden)
    monkeypatch.setattr("tenback.bots.external_bot.BotProcess", forbidden)
    yield
    assert reached == []


# Python


@each_name
@pytest.mark.parametrize(
    "entrance",
    [registry.check, registry.make, Dependencies().check_bot, Dependencies().make_bot],
    ids=["check", "make", "host-check", "host-make"],
)
def test_the_registry(entrance: Callable[[str], object], name: str) -> None:
    with pytest.raises(InvalidBot) as caught:
        entrance(name)
    assert caught.value.code == FORBIDDEN[name]
    sentences = {Words(language).refusal(caught.value) for language in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)


# Commands of clients


@each_name
def test_the_commands_of_a_table(name: str) -> None:
    table = opened(players=3)
    assert _code(table.handle, "ann", c.SeatBot(name)) == FORBIDDEN[name]
    table = playing(players=3, bots=1)
    table.handle(SYSTEM, c.GoneAway("ben"), 30.0)
    assert _code(table.handle, "ann", c.CallBot(1, name)) == FORBIDDEN[name]
    assert _code(table.handle, SYSTEM, c.ReplaceBot(2, name)) == FORBIDDEN[name]


def _code(handle: Callable[..., object], who: object, command: Command) -> str:
    with pytest.raises(TenbackError) as caught:
        handle(who, command, 200.0)
    return caught.value.code


@each_name
async def test_the_commands_of_a_host(name: str) -> None:
    async with running_host() as host:
        party = await full_table(host, "original", 3, [])
        for command in (c.SeatBot(name), c.CallBot(1, name)):
            assert await refusal_code(host.command(party.table, "ann", command)) == FORBIDDEN[name]


async def test_the_commands_over_http_and_sockets() -> None:
    async with server_harness() as found:
        ann = await found.guest("Ann")
        table = await ann.open({"game": "original", "players": 2})
        guest = await found.at(ann, table)
        for number, (name, code) in enumerate(FORBIDDEN.items()):
            for place, kind in enumerate(("seat-bot", "call-bot")):
                seat = {"seat": 1} if kind == "call-bot" else {}
                assert await guest.refused(kind, bot=name, **seat) == code
                command = {"type": kind, "bot": name, **seat}
                reply = await send(ann, table, {"id": f"c{number}-{place}", "command": command})
                assert (reply.status, reply.code) == (409, code)


# Logs


@each_name
async def test_a_log_that_was_imported(name: str) -> None:
    """It stays readable, and a stand-in plays for the bot that it names."""
    async with await open_store("memory:") as store:
        async with host_on(store) as host:
            party = await dealing_table(host, "original", 2, ["simple"])
        log = await store.read(party.table)
        table = rebuilt(log, dealer())
        forged = [
            entry._replace(body=to_json(_forged(event, name)).encode())
            for entry, event in zip(log, table.log, strict=True)
        ]
        async with await open_store("memory:") as other:
            await other.commit(Batch(party.table, forged))
            async with host_on(other, ready_in=Dependencies().ready_in) as host:
                party = ScriptedPlayers(host, party.table, party.people)
                assert (await party.play()).phase is Phase.OVER
                events = await host.inspect(party.table, lambda table: list(table.log))
    assert BotReplaced in map(type, events)


def _forged(event: Any, name: str) -> Any:
    return BotSeated(event.at, event.seat, name) if isinstance(event, BotSeated) else event


# Files on the command line


def saved(monkeypatch: pytest.MonkeyPatch, capsys: Capture, bots: str) -> str:
    """A saved game into which another hand has written other bots."""
    types(monkeypatch, "0", "q")
    answered(capsys, "play", "--players", "2", "--bots", "greedy", "--save", "kept")
    text = Path("kept").read_text("utf-8")
    Path("forged").write_text(text.replace("human,greedy", f"human,{bots}"), "utf-8")
    return "forged"


@each_name
def test_a_saved_game(capsys: Capture, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    file = saved(monkeypatch, capsys, name)
    output = refused(capsys, "play", "--resume", file)
    assert f"Seat 1 ({name}) cannot be taken as it was" in output
    again = {"bot-is-program": "run:COMMAND", "bot-is-file": "NAME@FILE.npz"}[FORBIDDEN[name]]
    assert output.endswith(f"tenback play --resume {file} --bots {again}")
    said = answered(capsys, "play", "--resume", file, "--bots", "careful")
    assert "A bot plays for seat 1 (careful)." in said


@each_name
def test_a_saved_game_that_is_only_read(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    file = saved(monkeypatch, capsys, name)
    assert "there is nothing to verify" in refused(capsys, "verify", file)
    assert "The record stops here; the game is not over." in answered(capsys, "replay", file)
    told = refused(capsys, "import", file, "--database", "new.db")
    assert told == f"tenback import: {file}: This is not an export of tenback."
    assert not Path("new.db").exists()


@each_name
def test_the_record_of_a_table(capsys: Capture, name: str) -> None:
    """It says the same whoever is named in it; `tests/cli/test_forged_import.py` has exports."""
    honest = record(over("original", 2))
    forged = replace(honest, headers=(*honest.headers, ("Bot 1", name)))
    for command in ("verify", "replay"):
        told = []
        for each in (honest, forged):
            Path("game").write_text(str(each), "utf-8")
            told.append(answered(capsys, command, "game"))
        assert told[0] == told[1]


@each_name
def test_the_results_of_an_arena(capsys: Capture, name: str) -> None:
    """The bots of a line are compared with those of the command line, and that is all."""
    words = ("arena", "random", "greedy", "--games", "20", "--seed", "s", "--players", "2")
    first = answered(capsys, *words, "--results", "kept")
    lines = [json.loads(line) for line in Path("kept").read_text("utf-8").splitlines()]
    forged = [json.dumps({**line, "bots": [name, name]}, separators=(",", ":")) for line in lines]
    Path("kept").write_text("".join(f"{line}\n" for line in forged), "utf-8")
    assert answered(capsys, *words, "--results", "kept") == first
