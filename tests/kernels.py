"""Every library that tests load, built once: `python -m tests.kernels`.

Test processes that start together would each wait for the same builders.
"""

from __future__ import annotations

from pathlib import Path

from tenback.sim.builder.jobs import Job
from tenback.sim.library import GAMES, SEARCH, TRAINING, library_of

ROOT = Path(__file__).parents[1]
HEAVY = ("numba", "numpy", "joblib", "matplotlib", "distributed", "llvmlite")
"""Packages that nothing loads without need."""

# Each test module shares most of its kernels with the libraries before it.
GROUPS = (
    (GAMES, library_of("tests.sim.replays"), library_of("tests.sim.echoes")),
    (SEARCH, TRAINING, library_of("tests.sim.search.workspaces")),
)


if __name__ == "__main__":
    Job(GROUPS).wait()
