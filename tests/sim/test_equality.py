"""The simulator is the core: its own games, replayed there, go the same way move by move."""

from __future__ import annotations

from collections import Counter

import pytest

from tenback import Rules, sim
from tenback.core.record import Record
from tenback.testing import nearly_sorted
from tests.cases import IDS, SOAK, TABLES
from tests.sim.replays import agree

CASTS = (
    ("random",),
    ("greedy",),
    ("careful",),
    ("careful", "greedy"),
    ("random", "careful", "greedy"),
)
# 200 games at every table: so many of every cast, shuffled, and as many nearly sorted.
# In a soak a million in all.
GAMES = 200 if SOAK else 20
PARTS = range(14 if SOAK else 1)


def shuffled(rules: Rules, players: int, bots: tuple[str, ...], part: int) -> sim.Results:
    """Games of the kernels as `tenback simulate` plays them."""
    seed = f"equality {part} {'-'.join(bots)}"
    return sim.play(rules, players, bots[:players], GAMES, seed, keep=True)


def easy(rules: Rules, players: int, bots: tuple[str, ...], part: int) -> sim.Results:
    """Games from deals that lead to the end game."""
    begin = (part * len(CASTS) + CASTS.index(bots)) * GAMES
    seeds = range(begin, begin + GAMES)
    deals = [nearly_sorted(rules, players, seed) for seed in seeds]
    return sim.play_deals(rules, bots[:players], deals, f"equality {part}")


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_every_game_goes_the_same_way_in_the_core(rules: Rules, players: int, part: int) -> None:
    for bots in CASTS:
        agree(shuffled(rules, players, bots, part))
        agree(easy(rules, players, bots, part))


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_a_record_is_a_whole_game(rules: Rules, players: int) -> None:
    for played in (shuffled, easy):
        results = played(rules, players, ("careful",), 0)
        record = results.record(7)
        assert Record.parse(str(record)) == record
        game = record.game()
        assert game.outcome == results[7].outcome
        assert game.deal == results.deal(7)
        assert game.record() == record


def test_every_ending_is_met() -> None:
    """The comparison is worth something only if the rare endings occur in it."""
    endings: Counter[object] = Counter()
    for options in ({}, {"on_fire": True}):
        rules = Rules.named("original", **options)
        for bots in CASTS:
            endings.update(shuffled(rules, 2, bots, 0).reasons)
            endings.update(easy(rules, 2, bots, 0).reasons)
    assert min(endings.values()) > 0, endings
    duel = Rules.named("face-to-face")
    by_chance, by_care = easy(duel, 2, ("random",), 0), easy(duel, 2, ("careful",), 0)
    assert min(map(sum, zip(by_chance.wins, by_care.wins, strict=True))) > 0
