"""A command that lets search bots play a game that no network knows says so, once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tenback import Rules
from tenback.cli.main import main
from tests.cli.test_commands import SMALL, Capture, answered, english, refused, types

__all__ = ["english"]

LINE = (
    "No network has been trained for these rules: strong and master may play worse than careful, "
    "and hints may be poor. tenback train makes one.\n"
)
FEW = ("--games", "4", "--seed", "sea")
TABLE = ("small.toml", "2p", "u1=5", "hand=6,7,9", "stock=12", "--level", "quick")
WATCHED = ("play", "small.toml", "--players", "2", "--humans", "0", "--seed", "b", "--bots")


@pytest.fixture(autouse=True)
def small() -> None:
    """A game of one's own, and a network that says it was trained on it."""
    Path("small.toml").write_text(SMALL)
    write_network("mine.npz", "small", 2)


def write_network(file: str, name: str, *players: int) -> None:
    from tenback.sim.search.networks import Network, save, shipped

    found = shipped(Rules.named("original"), 2)
    assert found is not None
    settings = [{"name": name, "players": each} for each in players]
    save(Path(file), Network(found.weights, {**found.note, "settings": settings}))


def beside(capsys: Capture, *words: str) -> str:
    """What stands beside the output."""
    assert main(words) == 0
    return capsys.readouterr().err


COMMANDS = {
    "simulate": ("simulate", "small.toml", *FEW, "--bots", "strong"),
    "compare": ("compare", "strong", "master:quick", "--variant", "small.toml", *FEW),
    "sweep": ("sweep", "original", "--set", "hand=4,5", *FEW, "--bots", "strong"),
    "arena": ("arena", "strong", "careful", "--variant", "small.toml", *FEW),
    "difficulty": ("difficulty", "small.toml", "--minutes", "0", "--master-games", "0", *FEW),
    "hint": ("hint", *TABLE),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_it_is_said_once_beside_the_answer(capsys: Capture, command: str) -> None:
    assert main([*COMMANDS[command], "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)
    assert said.err == LINE


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "small.toml", *FEW, "--bots", "mine.npz,strong@mine.npz"),
        ("simulate", "small.toml", *FEW, "--bots", "careful"),
        ("simulate", "original", "--expert", *FEW, "--bots", "strong", "--silent"),
        ("sweep", "original", "--set", "players=2,3", *FEW, "--bots", "strong"),
        ("arena", "mine.npz", "careful", "--variant", "small.toml", "--players", "2", *FEW),
        (*WATCHED, "mine.npz"),
        ("hint", *TABLE, "--network", "mine.npz"),
    ],
)
def test_it_is_not_said_where_a_network_knows_the_game(capsys: Capture, words: list[str]) -> None:
    assert not beside(capsys, *words)


# At the keyboard


def test_search_bots_at_the_table(capsys: Capture) -> None:
    assert beside(capsys, *WATCHED, "strong") == LINE
    assert not beside(capsys, *WATCHED, "careful")


@pytest.mark.parametrize(
    ("bots", "typed", "warning"),
    [
        ("careful", ("0", "hint", "hint"), LINE),
        ("strong", ("0", "hint"), LINE),
        ("mine.npz", ("0", "hint"), ""),
        ("careful", ("hint",), ""),
    ],
)
def test_hints_at_the_table(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, bots: str, typed: tuple[str], warning: str
) -> None:
    types(monkeypatch, *typed, "quit")
    words = ("play", "small.toml", "--players", "2", "--seed", "b", "--bots", bots)
    assert beside(capsys, *words) == warning


# Hints with a network of one's own


def silent_network(file: str) -> None:
    """A network that thinks every turn as good as any other."""
    import numpy as np

    from tenback.sim.search.network import NETWORK
    from tenback.sim.search.networks import Network, save

    note = {"settings": [{"name": "small", "players": 2}]}
    save(Path(file), Network(np.zeros(1, NETWORK), note))


def test_hints_think_with_a_network_of_ones_own(capsys: Capture) -> None:
    silent_network("even.npz")
    main(["hint", *TABLE, "--json"])
    usual = capsys.readouterr().out
    even = answered(capsys, "hint", *TABLE, "--json", "--network", "even.npz")
    assert even != usual
    assert "50%" in answered(capsys, "hint", *TABLE, "--network", "even.npz")


def test_hints_at_the_table_think_with_its_network(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent_network("even.npz")
    types(monkeypatch, "0", "hint", "quit")
    words = ("play", "small.toml", "--players", "2", "--seed", "b", "--bots", "even.npz")
    assert "50% to win" in answered(capsys, *words)


@pytest.mark.parametrize("file", ["none.npz", "", "small.toml"])
def test_a_network_that_cannot_be_read(capsys: Capture, file: str) -> None:
    assert refused(capsys, "hint", *TABLE, "--network", file).startswith("tenback hint: ")
