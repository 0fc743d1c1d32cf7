"""Choosing: a win is taken, a loss avoided, and nothing hidden is looked at."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from tenback import Deal, Game, Rules
from tenback.core import engine
from tenback.core.rules_check import MAX_SEATS
from tenback.core.turn import due_fires, legal_moves
from tenback.sim.search.config import SearchConfig
from tenback.sim.search.entrypoints import search_position
from tenback.sim.search.selection import NONE
from tenback.sim.search.workspace import LAST_TURN
from tests.cases import IDS, TABLES
from tests.sim.search.reference import asked, made_up, seats_that_spoke
from tests.sim.search.test_endgame import GAMES as SMALL_ENDS
from tests.sim.search.test_endgame import running_ends
from tests.sim.search.test_lookahead import outcome
from tests.sim.search.test_turns import SMALL, brute_force, positions, replayed
from tests.sim.search.workspaces import (
    agree_on_starter,
    arrays_of,
    new_memory,
    random_weights,
    row_of,
    weights_for,
)
from tests.sim.test_hidden import shuffle_hidden


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=IDS)
def test_hidden_cards_do_not_matter(rules: Rules, players: int) -> None:
    """With the same random numbers and the same talk, all hidden cards may lie elsewhere."""
    rng = random.Random(f"{rules.name} {players}")
    arrays, weights = arrays_of(rules, players), weights_for(rules, players)
    moved = 0
    for number, state in enumerate(positions(rules, players, 41)):
        remarks, announced = made_up(state, rng)
        game, results = row_of(state), []
        config = SearchConfig(0 if number % 2 else 3).row(rules, players)
        game["bot_random"] = rng.getrandbits(64)
        for _ in range(3):
            memories, there = new_memory(), game.copy()
            best = int(
                search_position(
                    arrays,
                    there,
                    weights,
                    memories,
                    config,
                    remarks,
                    announced,
                    seats_that_spoke(remarks),
                )
            )
            there["search"], there["bot_random"] = game["search"], game["bot_random"]
            assert there == game, "the search has changed the game"
            workspace = memories["workspace"][0]
            turns = int(workspace["turns"])
            results.append((outcome(workspace, best), workspace["values"][:turns].tolist()))
            moved += shuffle_hidden(rules, players, game, rng)
        assert results[0] == results[1] == results[2]
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
                _, workspace, best = asked(state, weights)
                if best == NONE:
                    assert workspace["turns"] == 0
                    assert not brute_force(state, everything=True)[0]
                else:
                    assert 0 <= best < workspace["turns"]


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
    _, workspace, best = asked(game.state, random_weights(1))
    assert best != NONE
    for turn in range(int(workspace["turns"])):
        assert not due_fires(replayed(game.state, workspace, turn))


def test_some_fires_cannot_be_put_out() -> None:
    """Then there is no turn to choose, and the game is lost."""
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
def test_a_win_is_taken(rules: Rules, samples: int) -> None:
    """Even if the network is as sure of everything else as a number can be."""
    sure = random_weights(0, 0)
    sure["ends"] = 100
    taken = 0
    for state in running_ends(rules, 9, 60):
        _, workspace, best = asked(state, sure, samples=samples)
        turns = int(workspace["turns"])
        if workspace["wins"][:turns].any():
            assert best != LAST_TURN
            assert workspace["wins"][best]
            taken += 1
    assert taken > 0


@pytest.mark.parametrize("name", ["original", "quick-and-easy-professional", "face-to-face"])
def test_who_does_not_speak_starts_either_way(name: str) -> None:
    """A silent table keeps its starter; only search bots volunteer."""
    rules = Rules.named(name)
    players = rules.player_counts[-1]
    starters = set()
    for seed in range(20):
        state = next(positions(rules, players, 1, seed))
        arrays, memories, game = (
            arrays_of(rules, players),
            new_memory(),
            row_of(replace(state, turn=0)),
        )
        agree_on_starter(arrays, game, memories["workspace"])
        assert game["turn"][0] == 0
        memories["workspace"]["speaking_seats"] = 2**players - 1
        agree_on_starter(arrays, game, memories["workspace"])
        starters.add(int(game["turn"][0]))
    asked_for = name == "original"
    assert (len(starters) > 1) == asked_for


def test_what_is_heard_is_weighed() -> None:
    """The same table with other words has other values; words of no seat have none."""
    rules, rng = Rules.named("original"), random.Random(2)
    weights, different = weights_for(rules, 3), 0
    for state in positions(rules, 3, 31):
        silent = asked(state, weights)
        spoken = asked(state, weights, heard=made_up(state, rng))
        turns = int(silent.workspace["turns"])
        before = silent.workspace["values"][:turns]
        different += not np.array_equal(before, spoken.workspace["values"][:turns])
        own = np.zeros(MAX_SEATS, np.uint64), np.zeros(MAX_SEATS, np.uint64)
        own[0][state.turn or 0] = 0x4444
        mine = asked(state, weights, heard=own)
        assert np.array_equal(before, mine.workspace["values"][:turns])
    assert different > 0
