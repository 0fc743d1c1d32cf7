"""Thinkers by their names: `strong`, `master`, `master:deep`, each with its own network if need be.

A network of one's own follows after an @: `master:quick@mine.npz`; the name of a file alone is
`strong` with that network. How hard a master thinks is counted in imagined worlds, never in time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tenback.sim.thinking.desk import MIND, THINKER
from tenback.sim.thinking.networks import SUFFIX, Network, load, shipped

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tenback.core.rules import Rules

STRONG = "strong"
MASTER = "master"
LEVELS = {"quick": 16, "normal": 64, "deep": 256}
USUAL = "normal"


@dataclass(frozen=True, slots=True)
class Search:
    """How many turns a master looks ahead from, how many turns on, in how many more worlds."""

    width: int = 8
    depth: int = 1
    times: int = 1


TOGETHER = Search()
AGAINST = Search(depth=2)  # up to one's own next turn
ALONE = Search(width=12, depth=2, times=4)  # nobody else waits, and nobody tells anything


NAMES = (STRONG, MASTER, *(f"{MASTER}:{level}" for level in LEVELS))


@dataclass(frozen=True, slots=True)
class Mind:
    """How a thinker thinks: in how many worlds, with which network; "" is the one that fits."""

    samples: int = 0
    file: str = ""

    def network(self, rules: Rules, players: int) -> Network | None:
        """Its network for a table; None where there is none for such rules."""
        return _loaded(self.file, _age(self.file)) if self.file else shipped(rules, players)

    def row(self, rules: Rules, players: int, network: int = 0) -> NDArray[np.void]:
        """As the kernels take it, with the number of its network."""
        search = AGAINST if rules.duel else TOGETHER if players > 1 else ALONE
        made = np.zeros(1, MIND)
        made["player"] = THINKER
        made["network"] = network
        made["samples"] = self.samples * search.times
        made["width"] = search.width
        made["depth"] = search.depth
        return made


def mind(name: str) -> Mind | None:
    """The thinker of a name; None where no thinker has it."""
    kind, at, file = name.partition("@")
    if not at and name.endswith(SUFFIX):
        kind, file = STRONG, name
    word, colon, level = kind.partition(":")
    if word == STRONG and not colon:
        return Mind(0, file)
    if word == MASTER and (level or USUAL) in LEVELS and bool(colon) == bool(level):
        return Mind(LEVELS[level or USUAL], file)
    return None


def _age(file: str) -> int:
    try:
        return Path(file).stat().st_mtime_ns
    except (OSError, ValueError):
        return 0  # loading it will say what is wrong


@lru_cache(maxsize=32)
def _loaded(file: str, _age: int) -> Network:
    return load(file)
