"""The network answers what its weights say, whatever it was asked before; and learns downhill."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tenback import Rules
from tenback.sim.search.gradients import ACTIVATIONS, add_gradients
from tenback.sim.search.workspace import AFTERSTATE
from tests.cases import IDS, TABLES
from tests.sim.search.reference import afterstate_of, answers, asked, in_doubles, made_up
from tests.sim.search.test_turns import SMALL, positions, turn_words
from tests.sim.search.workspaces import new_memory, random_weights, weights_for

if TYPE_CHECKING:
    from tests.sim.search.workspaces import Array

ALL = [*TABLES, *((rules, rules.player_counts[-1]) for rules in SMALL)]
ALL_IDS = [*IDS, *(rules.name for rules in SMALL)]
CLOSE = 1e-5


@pytest.mark.parametrize(("rules", "players"), ALL, ids=ALL_IDS)
def test_values_are_those_of_the_network(rules: Rules, players: int) -> None:
    rng = random.Random(f"{rules.name} {players}")
    for number, state in enumerate(positions(rules, players, 43)):
        weights = random_weights(number)
        arrays, workspace, _ = asked(state, weights, heard=made_up(state, rng))
        for turn in rng.sample(range(int(workspace["turns"])), min(2, int(workspace["turns"]))):
            if not workspace["wins"][turn]:
                expected = answers(arrays, in_doubles(weights), afterstate_of(workspace, turn))
                assert workspace["values"][turn] == pytest.approx(expected, abs=CLOSE)
                score = expected[0] + 0.2 * expected[1]
                assert workspace["scores"][turn] == pytest.approx(score, abs=2 * CLOSE)
            else:
                assert workspace["values"][turn].tolist() == [1, 1]


@pytest.mark.parametrize("name", ["original", "quick-and-easy", "face-to-face"])
def test_the_best_turn_is_the_one_of_the_highest_score(name: str) -> None:
    rules = Rules.named(name)
    for state in positions(rules, 2, 20):
        _, workspace, best = asked(state, weights_for(rules, 2))
        if workspace["turns"]:
            scores = workspace["scores"][: int(workspace["turns"])]
            assert best == int(scores.argmax())


def test_answers_do_not_depend_on_earlier_questions() -> None:
    """Sums are kept from turn to turn of one decision; other decisions have other unseen cards."""
    used = new_memory()
    tables = [(Rules.named(name), 2) for name in ("original", "quick-and-easy", "face-to-face")]
    states = [state for table in tables for state in positions(*table, 25)]
    random.Random(3).shuffle(states)
    for number, state in enumerate(states):
        weights, bot_random = random_weights(number % 2), number
        samples = 0 if number % 3 else 4
        fresh = asked(state, weights, samples=samples, bot_random=bot_random)
        again = asked(state, weights, samples=samples, bot_random=bot_random, memories=used)
        assert fresh.best == again.best
        turns = int(fresh.workspace["turns"])
        assert turns == again.workspace["turns"]
        for turn in range(turns):
            assert turn_words(fresh.workspace, turn) == turn_words(again.workspace, turn)
            assert (
                fresh.workspace["values"][turn].tolist() == again.workspace["values"][turn].tolist()
            )


# Learning


def lessons(rng: random.Random) -> tuple[Array, Array]:
    """Afterstates of different games, and their rules one after the other."""
    samples, rules_array = [], []
    for number, name in enumerate(("original-on-fire", "quick-and-easy", "face-to-face")):
        for state in list(positions(Rules.named(name), 2, 37))[:3]:
            arrays, workspace, _ = asked(state, random_weights(0), heard=made_up(state, rng))
            afterstate = afterstate_of(workspace, rng.randrange(int(workspace["turns"])))
            afterstate["setting"], afterstate["target"] = (
                number,
                [[rng.random(), rng.choice((0, 1))]],
            )
            samples.append(afterstate)
        rules_array.append(arrays)
    return np.concatenate(samples).astype(AFTERSTATE), np.concatenate(rules_array)


def loss(rules: Array, network: Any, samples: Array, mirrored: Array) -> float:
    """Cross entropy, in doubles."""
    total = 0.0
    for sample, mirror in zip(samples, mirrored.tolist(), strict=True):
        arrays = rules[int(sample["setting"])][None]
        guess = answers(arrays, network, sample[None].copy(), mirror)
        target = sample["target"].astype(np.float64)
        total -= float((target * np.log(guess) + (1 - target) * np.log(1 - guess)).sum())
    return total


@pytest.mark.parametrize("mirror", [0, 1])
def test_slopes_are_those_of_the_loss(mirror: int) -> None:
    rng, weights = random.Random(mirror), random_weights(5, 0.15)
    samples, rules = lessons(rng)
    mirrored = np.full(len(samples), mirror, np.int64)
    gradients = random_weights(0, 0)
    order = np.arange(len(samples))
    memory = np.zeros(1, ACTIVATIONS)
    total = add_gradients(rules, weights, samples, order, mirrored, gradients, memory)
    network = in_doubles(weights)
    assert total == pytest.approx(loss(rules, network, samples, mirrored), rel=1e-4)
    for name, found in in_doubles(gradients).items():
        steepest = np.argsort(-np.abs(found), axis=None)[:200].tolist()
        assert found.flat[steepest[0]] != 0
        for place in (steepest[0], *rng.sample(steepest, min(4, len(steepest)))):
            measured = gradient(rules, network, samples, mirrored, name, place)
            assert found.flat[place] == pytest.approx(measured, rel=2e-3, abs=2e-4), (name, place)


def gradient(
    rules: Array, network: Any, samples: Array, mirrored: Array, name: str, place: int
) -> float:
    step, losses = 1e-5, []
    for sign in (1, -1):
        network[name].flat[place] += sign * step
        losses.append(loss(rules, network, samples, mirrored))
        network[name].flat[place] -= sign * step
    return (losses[0] - losses[1]) / (2 * step)
