"""What many tests share: every published table, chance with a seed, loops that name what fails."""

from __future__ import annotations

import os
import random
import secrets
from typing import TYPE_CHECKING

from tenback.core.variants import every

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    from tenback import Rules

    Item = TypeVar("Item")

TABLES: list[tuple[Rules, int]] = [
    (rules, players) for rules in every() for players in rules.player_counts
]
"""Every published game with every option and number of players."""
IDS = [f"{rules.name}-{players}p" for rules, players in TABLES]

SOAK = bool(os.environ.get("TENBACK_SOAK"))

SEED = "TENBACK_SEED"


def check_each(items: Iterable[Item], check: Callable[[Item], None]) -> None:
    """Check every item, and fail with the names of all that broke a law, not only the first.

    Thousands of small checks run in one test this way; a test of its own costs more than the check.
    """
    broken = []
    for item in items:
        try:
            check(item)
        except Exception as error:  # noqa: BLE001 (a check may fail in any way)
            broken.append(f"{item}: {type(error).__name__}: {error}")
    assert not broken, f"{len(broken)} failed:\n" + "\n".join(broken)


def random_source() -> random.Random:
    """A random generator; pytest prints its seed with a failure, and the seed repeats it."""
    seed = os.environ.get(SEED) or secrets.token_hex(8)
    print(f"repeat with {SEED}={seed}")
    return random.Random(seed)
