"""Who is stronger, from duels of every two: ratings after Bradley and Terry, on Elo's scale.

A lead of 400 points means ten wins for every loss. Ratings are relative, their mean is 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

import numpy as np

from tenback.sim.statistics import Interval, Z

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

POINTS = 400 / log(10)
ROUNDS = 200
ENOUGH = 1e-10
FARTHEST = 3.0  # a step of Newton's method must not leap where no bot has ever lost


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's strength beside the others', and where it lies with 95 % confidence."""

    bot: str
    points: float
    interval: Interval


def ratings(bots: Sequence[str], wins: Mapping[tuple[str, str], int]) -> list[Rating]:
    """The ratings, best first; `wins[a, b]` is how many duels a has won against b.

    Every two bots that have met get one drawn game more, so that one that never loses has a rating.
    """
    won = _matrix(bots, wins)
    games = won + won.T
    strength, spread = _fitted(won, games)
    found = [
        Rating(bot, POINTS * value, _around(POINTS * value, POINTS * deviation))
        for bot, value, deviation in zip(bots, strength.tolist(), spread.tolist(), strict=True)
    ]
    return sorted(found, key=lambda rating: -rating.points)


def _matrix(bots: Sequence[str], wins: Mapping[tuple[str, str], int]) -> NDArray[np.float64]:
    won = np.array([[wins.get((one, other), 0) for other in bots] for one in bots], np.float64)
    won[(won + won.T) > 0] += 0.5
    return won


def _fitted(
    won: NDArray[np.float64], games: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The likeliest strengths by Newton's method, and their standard deviations."""
    strength = np.zeros(len(won))
    inverse = np.zeros_like(won)
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = won.sum(axis=1) - (games * chance).sum(axis=1)
        weight = games * chance * (1 - chance)
        information = np.diag(weight.sum(axis=1)) - weight
        inverse = np.asarray(np.linalg.pinv(information), np.float64)
        step = np.clip(inverse @ slope, -FARTHEST, FARTHEST)
        strength = strength + step - (strength + step).mean()
        if np.abs(step).max() < ENOUGH:
            break
    return strength, np.sqrt(np.clip(np.diag(inverse), 0, None))


def _around(middle: float, deviation: float) -> Interval:
    return Interval(middle - Z * deviation, middle + Z * deviation)
