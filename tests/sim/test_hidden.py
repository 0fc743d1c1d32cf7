"""Players inside the kernels get the whole row, and must not look at what their seat cannot see."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tenback import Rules, sim
from tenback.sim.arrays import rule_arrays
from tenback.sim.kernel_bots import NUMBERS
from tests.cases import IDS, TABLES
from tests.sim.replays import ask


def shuffle_hidden(rules: Rules, players: int, games: Any, rng: random.Random) -> int:
    """Give the other hands and the stocks other cards; returns how many there were."""
    game, hidden = games[0], 0
    for deck in range(rules.decks(players)):
        seats = [s for s in range(players) if rules.deck_of(s) == deck and s != game["turn"]]
        stock = int(game["stocks"][deck])
        sizes = [sum(map(int.bit_count, game["hands"][seat].tolist())) for seat in seats]
        cards = game["decks"][deck, :stock].tolist()
        for seat in seats:
            low, high = game["hands"][seat].tolist()
            cards += [card for card in range(128) if (low | high << 64) >> card & 1]
        rng.shuffle(cards)
        hidden += len(cards)
        game["decks"][deck, :stock] = cards[:stock]
        del cards[:stock]
        for seat, size in zip(seats, sizes, strict=True):
            bits = sum(1 << card for card in cards[:size])
            game["hands"][seat] = bits & (2**64 - 1), bits >> 64
            del cards[:size]
    return hidden


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_no_player_sees_hidden_cards(rules: Rules, players: int) -> None:
    rng = random.Random(1)
    arrays = rule_arrays(rules, players)
    games = sim.Games(rules, players, 20, "hidden")
    moved = 0
    for _ in range(30):
        games.step(games.random_actions())
        for number in range(games.count):
            real, other = (games._games[number : number + 1].copy() for _ in range(2))
            moved += shuffle_hidden(rules, players, other, rng)
            for player in NUMBERS.values():
                assert ask(player, arrays, real.copy()) == ask(player, arrays, other.copy())
    assert moved > 0
