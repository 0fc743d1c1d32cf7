"""How a study goes on: step by step, each with the results so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

R_co = TypeVar("R_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Step(Generic[R_co]):
    """The results so far, and how many games the last step has added."""

    results: R_co
    games: int
