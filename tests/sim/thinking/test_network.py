"""The network answers what its weights say, whatever it was asked before; and learns downhill."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tenback import Rules
from tenback.sim.thinking.desk import SEEN
from tenback.sim.thinking.learning import add_slopes
from tests.cases import IDS, TABLES
from tests.sim.thinking.desks import random_weights, room, weights_for
from tests.sim.thinking.reference import answers, asked, in_doubles, made_up, seen_after
from tests.sim.thinking.test_turns import SMALL, positions, turn_words

if TYPE_CHECKING:
    from tests.sim.thinking.desks import Array

ALL = [*TABLES, *((rules, rules.player_counts[-1]) for rules in SMALL)]
ALL_IDS = [*IDS, *(rules.name for rules in SMALL)]
CLOSE = 1e-5


@pytest.mark.parametrize(("rules", "players"), ALL, ids=ALL_IDS)
def test_values_are_those_of_the_network(rules: Rules, players: int) -> None:
    rng = random.Random(f"{rules.name} {players}")
    for number, state in enumerate(positions(rules, players, 43)):
        weights = random_weights(number)
        arrays, desk, _ = asked(state, weights, heard=made_up(state, rng))
        for turn in rng.sample(range(int(desk["turns"])), min(2, int(desk["turns"]))):
            if not desk["wins"][turn]:
                expected = answers(arrays, in_doubles(weights), seen_after(desk, turn))
                assert desk["values"][turn] == pytest.approx(expected, abs=CLOSE)
                score = expected[0] + 0.2 * expected[1]
                assert desk["scores"][turn] == pytest.approx(score, abs=2 * CLOSE)
            else:
                assert desk["values"][turn].tolist() == [1, 1]


@pytest.mark.parametrize("name", ["original", "quick-and-easy", "face-to-face"])
def test_the_best_turn_is_the_one_of_the_highest_score(name: str) -> None:
    rules = Rules.named(name)
    for state in positions(rules, 2, 20):
        _, desk, best = asked(state, weights_for(rules, 2))
        if desk["turns"]:
            scores = desk["scores"][: int(desk["turns"])]
            assert best == int(scores.argmax())


def test_answers_do_not_depend_on_earlier_questions() -> None:
    """Sums are kept from turn to turn of one decision; other decisions have other unseen cards."""
    used = room()
    tables = [(Rules.named(name), 2) for name in ("original", "quick-and-easy", "face-to-face")]
    states = [state for table in tables for state in positions(*table, 25)]
    random.Random(3).shuffle(states)
    for number, state in enumerate(states):
        weights, whim = random_weights(number % 2), number
        samples = 0 if number % 3 else 4
        fresh = asked(state, weights, samples=samples, whim=whim)
        again = asked(state, weights, samples=samples, whim=whim, rooms=used)
        assert fresh.best == again.best
        turns = int(fresh.desk["turns"])
        assert turns == again.desk["turns"]
        for turn in range(turns):
            assert turn_words(fresh.desk, turn) == turn_words(again.desk, turn)
            assert fresh.desk["values"][turn].tolist() == again.desk["values"][turn].tolist()


# Learning


def lessons(rng: random.Random) -> tuple[Array, Array]:
    """Afterstates of different games, and their rules one after the other."""
    samples, rules_of_all = [], []
    for number, name in enumerate(("original-on-fire", "quick-and-easy", "face-to-face")):
        for state in list(positions(Rules.named(name), 2, 37))[:3]:
            arrays, desk, _ = asked(state, random_weights(0), heard=made_up(state, rng))
            seen = seen_after(desk, rng.randrange(int(desk["turns"])))
            seen["setting"], seen["target"] = number, [[rng.random(), rng.choice((0, 1))]]
            samples.append(seen)
        rules_of_all.append(arrays)
    return np.concatenate(samples).astype(SEEN), np.concatenate(rules_of_all)


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
    slopes = random_weights(0, 0)
    order = np.arange(len(samples))
    total = add_slopes(rules, weights, samples, order, mirrored, slopes)
    network = in_doubles(weights)
    assert total == pytest.approx(loss(rules, network, samples, mirrored), rel=1e-4)
    for name, found in in_doubles(slopes).items():
        steepest = np.argsort(-np.abs(found), axis=None)[:200].tolist()
        assert found.flat[steepest[0]] != 0
        for place in (steepest[0], *rng.sample(steepest, min(4, len(steepest)))):
            measured = slope(rules, network, samples, mirrored, name, place)
            assert found.flat[place] == pytest.approx(measured, rel=2e-3, abs=2e-4), (name, place)


def slope(
    rules: Array, network: Any, samples: Array, mirrored: Array, name: str, place: int
) -> float:
    step, losses = 1e-5, []
    for sign in (1, -1):
        network[name].flat[place] += sign * step
        losses.append(loss(rules, network, samples, mirrored))
        network[name].flat[place] -= sign * step
    return (losses[0] - losses[1]) / (2 * step)
