"""Choosing: a win is taken, a loss avoided, and nothing hidden is looked at."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from tenback import Deal, Game, Rules
from tenback.core import engine
from tenback.core.playable import MAX_SEATS
from tenback.core.turn import due_fires, legal_moves
from tenback.sim.thinking.asking import ask
from tenback.sim.thinking.choosing import NONE
from tenback.sim.thinking.desk import LAST_TURN
from tenback.sim.thinking.minds import Mind
from tests.cases import IDS, TABLES
from tests.sim.test_hidden import shuffle_hidden
from tests.sim.thinking.desks import (
    agree_on_starter,
    arrays_of,
    random_weights,
    room,
    row_of,
    weights_for,
)
from tests.sim.thinking.reference import asked, made_up, spoken_by
from tests.sim.thinking.test_endgame import GAMES as SMALL_ENDS
from tests.sim.thinking.test_endgame import running_ends
from tests.sim.thinking.test_lookahead import outcome
from tests.sim.thinking.test_turns import SMALL, brute_force, positions, replayed


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_hidden_cards_do_not_matter(rules: Rules, players: int) -> None:
    """With the same whim, and the same said by everybody, all other cards may lie elsewhere."""
    rng = random.Random(f"{rules.name} {players}")
    arrays, weights = arrays_of(rules, players), weights_for(rules, players)
    moved = 0
    for number, state in enumerate(positions(rules, players, 41)):
        said, told = made_up(state, rng)
        game, thoughts = row_of(state), []
        mind = Mind(0 if number % 2 else 3).row(rules, players)
        game["whim"] = rng.getrandbits(64)
        for _ in range(3):
            rooms, there = room(), game.copy()
            best = int(ask(arrays, there, weights, rooms, mind, said, told, spoken_by(said)))
            there["search"], there["whim"] = game["search"], game["whim"]
            assert there == game, "thinking has changed the game"
            desk = rooms["desk"][0]
            turns = int(desk["turns"])
            thoughts.append((outcome(desk, best), desk["values"][:turns].tolist()))
            moved += shuffle_hidden(rules, players, game, rng)
        assert thoughts[0] == thoughts[1] == thoughts[2]
    assert moved > 0


@pytest.mark.parametrize("rules", [*SMALL, Rules.named("on-fire")], ids=lambda rules: rules.name)
def test_a_turn_is_found_unless_every_turn_loses(rules: Rules) -> None:
    """The core agrees that there is none: every way to go on is stuck or burns.

    In a few of the larger game's positions there is too much to look at.
    """
    weights = random_weights(1)
    for players in {rules.player_counts[0], rules.player_counts[-1]}:
        for seed in range(4):
            for state in positions(rules, players, 6, seed):
                _, desk, best = asked(state, weights)
                if best == NONE:
                    assert desk["turns"] == 0
                    assert not brute_force(state, everything=True)[0]
                else:
                    assert 0 <= best < desk["turns"]


@pytest.mark.parametrize("players", [1, 2])
def test_a_fire_is_covered_whatever_that_passes_over(players: int) -> None:
    """Also by a third card, which would else have to be near."""
    rules = Rules.named("on-fire")
    size = rules.hand_size(players)
    first = ("33", "10", "11", "60", "61", "62", "63", "64")[:size]
    second = ("12", "13", "65", "66", "67", "68", "69")[:size] if players > 1 else ()
    rest = [card for card in rules.cards if card not in {*first, *second, "12", "13"}]
    stock = ("12", "13", *rest) if players == 1 else tuple(rest)
    game = Game(rules, Deal((first, second)[:players], (stock,)), starter=0)
    for move in ("33-u1", "10-u2", "end", "11-u2" if players == 1 else "12-u2", "13-u2"):
        game.play(move)
    assert [pile.name for pile in due_fires(game.state)] == ["u1"]
    _, desk, best = asked(game.state, random_weights(1))
    assert best != NONE
    for turn in range(int(desk["turns"])):
        assert not due_fires(replayed(game.state, desk, turn))


def test_some_fires_cannot_be_put_out() -> None:
    """Then there is no turn to choose, and somebody has to lose."""
    rules = next(rules for rules in SMALL if rules.name == "few")
    state = next(positions(rules, 2, 1))
    burning = replace(state, tops=("4", "9", "14"), sizes=(3, 3, 3), placed=())
    for seat in range(2):
        hands = (("18", "19", "20"), ("17", "16", "15"))
        stuck = engine.settle(replace(burning, hands=hands, stocks=(("1", "2"),), turn=seat))
        assert stuck.outcome is None
        _, _, best = asked(stuck, random_weights(1))
        assert (best == NONE) == (not brute_force(stuck)[0])
        assert best == NONE
        assert legal_moves(stuck)


@pytest.mark.parametrize("rules", SMALL_ENDS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("samples", [0, 2])
def test_a_win_is_taken_by_whoever_can(rules: Rules, samples: int) -> None:
    """Even if the network is as sure of everything else as a number can be."""
    sure = random_weights(0, 0)
    sure["ends"] = 100
    taken = 0
    for state in running_ends(rules, 9, 60):
        _, desk, best = asked(state, sure, samples=samples)
        turns = int(desk["turns"])
        if desk["wins"][:turns].any():
            assert best != LAST_TURN
            assert desk["wins"][best]
            taken += 1
    assert taken > 0


@pytest.mark.parametrize("name", ["original", "quick-and-easy-professional", "face-to-face"])
def test_who_does_not_speak_starts_either_way(name: str) -> None:
    """Nobody is asked where it may not be said; only thinkers volunteer."""
    rules = Rules.named(name)
    players = rules.player_counts[-1]
    starters = set()
    for seed in range(20):
        state = next(positions(rules, players, 1, seed))
        arrays, rooms, game = arrays_of(rules, players), room(), row_of(replace(state, turn=0))
        agree_on_starter(arrays, game, rooms["desk"])
        assert game["turn"][0] == 0
        rooms["desk"]["speakers"] = 2**players - 1
        agree_on_starter(arrays, game, rooms["desk"])
        starters.add(int(game["turn"][0]))
    asked_for = name == "original"
    assert (len(starters) > 1) == asked_for


def test_what_is_heard_is_weighed() -> None:
    """The same table with other words has other values; what is said by nobody has none."""
    rules, rng = Rules.named("original"), random.Random(2)
    weights, different = weights_for(rules, 3), 0
    for state in positions(rules, 3, 31):
        silent = asked(state, weights)
        spoken = asked(state, weights, heard=made_up(state, rng))
        turns = int(silent.desk["turns"])
        before = silent.desk["values"][:turns]
        different += not np.array_equal(before, spoken.desk["values"][:turns])
        own = np.zeros(MAX_SEATS, np.uint64), np.zeros(MAX_SEATS, np.uint64)
        own[0][state.turn or 0] = 0x4444
        mine = asked(state, weights, heard=own)
        assert np.array_equal(before, mine.desk["values"][:turns])
    assert different > 0
