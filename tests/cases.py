"""Every published game with every option and number of players."""

from __future__ import annotations

import os
import random
import secrets
from typing import TYPE_CHECKING

from tenback.core.variants import every

if TYPE_CHECKING:
    from tenback import Rules

TABLES: list[tuple[Rules, int]] = [
    (rules, players) for rules in every() for players in rules.player_counts
]
IDS = [f"{rules.name}-{players}p" for rules, players in TABLES]

SOAK = bool(os.environ.get("TENBACK_SOAK"))

SEED = "TENBACK_SEED"


def drawn() -> random.Random:
    """Chance that can be repeated: pytest shows the seed with a failure."""
    seed = os.environ.get(SEED) or secrets.token_hex(8)
    print(f"repeat with {SEED}={seed}")
    return random.Random(seed)
