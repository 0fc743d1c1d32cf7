"""Every kernel that tests use, compiled once: `python -m tests.kernels`.

Test processes that start together would each compile the same ones; they find these in the cache.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import typeof

from tenback import Rules, sim
from tenback.bots import warmup
from tenback.sim.arrays import GAME
from tenback.sim.search.trainer import FIRST_RATE, Course, Table, Trainer, untrained_weights
from tenback.sim.search.workspace import WORKSPACE
from tests.sim.replays import replay
from tests.sim.search import workspaces

if TYPE_CHECKING:
    from collections.abc import Callable

ORIGINAL = Rules.named("original")


def main() -> None:
    sim.warm_up()
    warmup.warm_up()
    train()
    replay(sim.play(ORIGINAL, 1, "random", 1, "warm", keep=True).record(0))
    search()


def train() -> None:
    """One game, and one step of the optimiser."""
    tables = (Table.usual(ORIGINAL, 1),)
    course = Course(tables, 1, "warm", "nothing", FIRST_RATE, games=1)
    with Trainer(course, untrained_weights(course.seed)) as trainer:
        trainer.round()


def search() -> None:
    """The parts of a search that tests call by themselves."""
    rules, game = workspaces.arrays_of(ORIGINAL, 1), np.zeros(1, GAME)
    workspace = np.zeros(1, WORKSPACE)
    prepare(workspaces.sample_one_world, rules, game, workspace, game)
    prepare(workspaces.solve_world, rules, game, workspaces.new_memory())
    prepare(workspaces.exchange_talk, rules, game, workspace)
    prepare(workspaces.agree_on_starter, rules, game, workspace)
    for everything in (False, True):
        prepare(workspaces._find, rules, game, workspace, everything)


def prepare(kernel: Callable[..., object], *arguments: object) -> None:
    """Compile a kernel for arguments of these types, without calling it."""
    dispatcher: Any = kernel
    dispatcher.compile(tuple(map(typeof, arguments)))


if __name__ == "__main__":
    main()
