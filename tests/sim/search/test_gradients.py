"""Learning goes downhill: the slopes are those of the loss, a step is one of Adam's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tenback import Rules
from tenback.sim.search.gradients import ACTIVATIONS, adam_step, add_gradients, corrected_rate
from tenback.sim.search.network import NETWORK
from tenback.sim.search.trainer import Table, untrained_weights
from tests.sim.search.test_selfplay import played

if TYPE_CHECKING:
    from numpy.typing import NDArray

TINY = 1e-6


def lesson(name: str, players: int) -> tuple[NDArray[np.void], NDArray[np.void]]:
    """Rules, and a few afterstates of a game."""
    table = Table.usual(Rules.named(name), players)
    samples, _ = played([table], 0, 2)
    return table.arrays(), samples[:: max(1, len(samples) // 12)].copy()


def loss_and_gradients(
    rules: NDArray[np.void], weights: NDArray[np.void], samples: NDArray[np.void], mirrored: int = 0
) -> tuple[float, NDArray[np.float32]]:
    gradients = np.zeros(1, NETWORK)
    order, mirrors = np.arange(len(samples)), np.full(len(samples), mirrored)
    memory = np.zeros(1, ACTIVATIONS)
    loss = add_gradients(rules, weights, samples, order, mirrors, gradients, memory)
    return float(loss), gradients.view(np.float32).reshape(-1)


@pytest.mark.parametrize(("name", "players"), [("original", 3), ("face-to-face", 2)])
def test_the_loss_is_that_of_what_was_thought(name: str, players: int) -> None:
    rules, samples = lesson(name, players)
    guess, target = samples["value"].astype(float), samples["target"].astype(float)
    wanted = -(target * np.log(guess + TINY) + (1 - target) * np.log(1 - guess + TINY)).sum()
    loss, _ = loss_and_gradients(rules, untrained_weights("x"), samples)
    assert loss == pytest.approx(wanted, rel=1e-4)


@pytest.mark.parametrize(
    ("name", "players", "mirrored"),
    [("original", 3, 0), ("original", 3, 1), ("quick-and-easy", 2, 1), ("face-to-face", 2, 0)],
)
def test_the_slopes_are_those_of_the_loss(name: str, players: int, mirrored: int) -> None:
    """Along random directions, as a difference of two losses measures them."""
    rules, samples = lesson(name, players)
    weights = untrained_weights("x")
    _, gradients = loss_and_gradients(rules, weights, samples, mirrored)
    chance, step = np.random.default_rng(7), 1e-3
    for _ in range(5):
        way = chance.normal(0, 1, len(gradients)) * (gradients != 0)
        way /= np.linalg.norm(way)

        def at(distance: float, way: NDArray[Any] = way) -> float:
            moved = (weights.view(np.float32).reshape(-1) + distance * way).astype(np.float32)
            return loss_and_gradients(rules, moved.view(NETWORK), samples, mirrored)[0]

        measured = (at(step) - at(-step)) / (2 * step)
        assert measured == pytest.approx(float(gradients @ way), rel=0.1, abs=0.02)


def test_a_mirror_changes_nothing_for_symmetric_weights() -> None:
    rules, samples = lesson("original", 3)
    weights = untrained_weights("x")
    weights[0]["pooled"][1] = weights[0]["pooled"][0]
    losses = [loss_and_gradients(rules, weights, samples, mirrored)[0] for mirrored in (0, 1)]
    assert losses[0] == pytest.approx(losses[1], rel=1e-5)


def test_a_step_is_one_of_adam() -> None:
    chance = np.random.default_rng(1)
    weights = chance.normal(0, 1, 50).astype(np.float32)
    moments = np.abs(chance.normal(0, 1, (2, 50))).astype(np.float32)
    gradients = chance.normal(0, 1, (3, 50)).astype(np.float32)
    gradient = gradients.sum(axis=0) * 0.5
    first, second = 0.9 * moments[0] + 0.1 * gradient, 0.999 * moments[1] + 0.001 * gradient**2
    rate = 0.01 / (1 - 0.9**4) * np.sqrt(1 - 0.999**4)
    wanted = weights - rate * first / (np.sqrt(second) + TINY)
    for start, stop in ((0, 20), (20, 50)):
        adam_step(weights, gradients, moments, 0.5, corrected_rate(0.01, 4), start, stop)
    assert np.allclose(weights, wanted, atol=1e-5)
    assert np.allclose(moments, [first, second], atol=1e-6)
    assert not gradients.any()
