"""Who guesses at a game, because no network was trained on it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tenback import Rules
from tenback.bots.coverage import guesses, is_known, trained_network
from tenback.core.bot_spec import BotSpec, Trust
from tenback.core.rules import TalkPolicy
from tenback.core.variants import every
from tenback.sim.search.networks import Network, is_trained_on, save, shipped

BOTS = ["strong", "master", "master:quick", "mine.npz", "master@mine.npz", "careful", "run:strong"]


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
def test_every_published_table_is_known_and_was_trained_on(rules: Rules) -> None:
    for players in rules.player_counts:
        network = shipped(rules, players)
        assert network is not None
        assert is_trained_on(network, rules, players)
        assert is_known(rules, players)


def test_what_makes_another_game() -> None:
    rules = Rules.named("original")
    same = replace(rules, name="mine", talk=TalkPolicy.SILENT, hands=((3, rules.hand_size(3)),))
    assert is_known(same, 3)
    assert not is_known(replace(rules, hands=((3, 5),)), 3)
    assert not is_known(replace(rules, minimum=1), 3)
    assert not is_known(replace(rules, hands=((6, 6),)), 6)


def spec(bot: str) -> BotSpec:
    return BotSpec.parse(bot, Trust.LOCAL)


def test_search_bots_guess_without_a_network_of_their_own() -> None:
    rules = Rules.named("original")
    other = replace(rules, minimum=1)
    assert [bot for bot in BOTS if guesses(spec(bot), other, 3)] == BOTS[:3]
    assert not [bot for bot in BOTS if guesses(spec(bot), rules, 3)]


# Networks of a player's own


def write_network(file: str, name: str, *players: int) -> None:
    """A network that says it was trained on some tables of a game."""
    found = shipped(Rules.named("original"), 2)
    assert found is not None
    settings = [{"name": name, "players": each} for each in players]
    save(Path(file), Network(found.weights, {**found.note, "settings": settings}))


@pytest.mark.parametrize(
    ("bots", "file"),
    [
        (("human", "master:quick@mine.npz"), "mine.npz"),
        (("human", "other.npz", "mine.npz"), "mine.npz"),
        (("mine.npz", "three.npz", "human"), "three.npz"),
        (("human", "other.npz"), ""),
        (("human", "strong", "run:./mine.npz"), ""),
    ],
)
def test_the_network_at_the_table_that_knows_the_game(
    bots: tuple[str, ...], file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_network("mine.npz", "small", 2)
    write_network("other.npz", "other", 2, 3)
    write_network("three.npz", "small", 3)
    rules = replace(Rules.named("original"), name="small")
    assert trained_network(list(map(spec, bots)), rules) == file
