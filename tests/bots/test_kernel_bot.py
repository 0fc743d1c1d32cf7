"""The players of the simulator at a table: the same moves from a view as from the whole game."""

from __future__ import annotations

import pytest

from tenback import Deal, Rules, sim
from tenback.bots.kernel_bot import KernelBot
from tenback.bots.match import play
from tests.cases import IDS, SOAK, TABLES
from tests.core.test_referee_custom import VARIANTS, rules_of

SEEDS = range(10 if SOAK else 1)


def same_games(rules: Rules, players: int, player: str) -> None:
    for seed in SEEDS:
        deal = Deal.from_seed(rules, players, f"{player} {seed}")
        game = play(rules, deal, [KernelBot(player)] * players, "any")
        there = sim.play_deals(rules, player, [deal], "any").record(0)
        assert game.actions == there.moves
        assert game.starter == there.starter
        assert not game.talk


@pytest.mark.parametrize("player", ["greedy", "careful"])
@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_a_view_is_enough_to_play_as_in_the_kernels(
    rules: Rules, players: int, player: str
) -> None:
    same_games(rules, players, player)


@pytest.mark.parametrize("name", VARIANTS)
def test_designers_variants_too(name: str) -> None:
    rules = rules_of(name)
    for players in rules.player_counts:
        same_games(rules, players, "careful")


def test_chance_comes_from_the_seed() -> None:
    rules = Rules.named("original")
    deal = Deal.from_seed(rules, 2, "chance")
    bots = [KernelBot("random")] * 2
    games = [play(rules, deal, bots, seed).actions for seed in ("a", "a", "b")]
    assert games[0] == games[1] != games[2]
