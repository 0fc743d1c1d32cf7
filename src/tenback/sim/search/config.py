"""How each search bot searches: `strong`, `master`, `master:deep`, with a network of choice.

The level of a master is a number of sampled worlds, never a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tenback.core.bot_spec import LEVELS as LEVEL_NAMES
from tenback.core.bot_spec import MASTER, STRONG, USUAL_LEVEL, BotSpec, Trust
from tenback.sim.search.networks import Network, load, shipped
from tenback.sim.search.workspace import BOT_CONFIG, SEARCH_BOT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tenback.core.rules import Rules

LEVELS = dict(zip(LEVEL_NAMES, (16, 64, 256), strict=True))
"""In how many worlds a master of each level tries a turn."""


@dataclass(frozen=True, slots=True)
class SearchSize:
    """How many turns a master compares, how many turns it plays on, and a factor for the worlds."""

    width: int = 8
    depth: int = 1
    times: int = 1


TEAM = SearchSize()
DUEL = SearchSize(depth=2)  # up to the next turn of the same seat
SOLO = SearchSize(width=12, depth=2, times=4)  # no partner waits, and no partner talks


NAMES = (STRONG, MASTER, *(f"{MASTER}:{level}" for level in LEVELS))


@dataclass(frozen=True, slots=True)
class SearchConfig:
    """The settings of a search bot: how many worlds it samples, and its network file.

    Without a file the bot uses the shipped network that fits the table.
    """

    samples: int = 0
    file: str = ""

    @classmethod
    def of(cls, spec: BotSpec) -> SearchConfig | None:
        """How the search bot of a spec searches; None if the spec names another bot."""
        if spec.search_bot == STRONG and not spec.level:
            return cls(0, spec.network)
        if spec.search_bot == MASTER and (level := spec.level or USUAL_LEVEL) in LEVELS:
            return cls(LEVELS[level], spec.network)
        return None

    def network(self, rules: Rules, players: int) -> Network | None:
        """The network for a table; None if no network is shipped for such rules."""
        return _loaded(self.file, _age(self.file)) if self.file else shipped(rules, players)

    def row(self, rules: Rules, players: int, network: int = 0) -> NDArray[np.void]:
        """The settings as kernels read them, with the number of the network."""
        size = DUEL if rules.duel else TEAM if players > 1 else SOLO
        made = np.zeros(1, BOT_CONFIG)
        made["bot"] = SEARCH_BOT
        made["network"] = network
        made["samples"] = self.samples * size.times
        made["width"] = size.width
        made["depth"] = size.depth
        return made


def search_config(name: str) -> SearchConfig | None:
    """The settings of the search bot with this name; None if no search bot has it."""
    return SearchConfig.of(BotSpec.parse(name, Trust.LOCAL))


def _age(file: str) -> int:
    try:
        return Path(file).stat().st_mtime_ns
    except (OSError, ValueError):
        return 0  # loading the file raises the error


@lru_cache(maxsize=32)
def _loaded(file: str, _age: int) -> Network:
    return load(file)
