"""The server that browsers meet, with its usual limits.

Its secrets are not, so that the same test meets the same cards; bots are ready, so that the same
one plays.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from tenback import sim
from tenback.host.dependencies import Dependencies
from tenback.server.settings import RateLimits
from tenback.table.fairness import Dealer
from tests.server import server_program

if TYPE_CHECKING:
    from collections.abc import Callable


def secrets(database: str) -> Callable[[], str]:
    """Always the same, one after the other; others when a server comes back."""
    came_back, numbers = Path(database).exists(), count()
    return lambda: sha256(f"{came_back} {next(numbers)}".encode()).hexdigest()


def main(port: str, database: str) -> int:
    sim.warm_up()
    deps = Dependencies(dealer=Dealer(secrets(database)))
    return server_program.main(port, database, rate_limits=RateLimits(), deps=deps)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
