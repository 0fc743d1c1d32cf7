"""The server that browsers meet: with its usual limits, and bots that keep no test waiting.

Its secrets are not, so that the same test meets the same cards, and its bots get all the time they
need, so that the same one plays.
"""

from __future__ import annotations

import asyncio
import sys
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.bots.warming import is_warm, thinks, warm_up
from tenback.host.surroundings import Surroundings
from tenback.server.settings import Quotas
from tenback.table.fairness import Dealer
from tests.server.program import main

if TYPE_CHECKING:
    from collections.abc import Callable


def secrets(database: str) -> Callable[[], str]:
    """Always the same, one after the other; others when a server comes back."""
    came_back, numbers = Path(database).exists(), count()
    return lambda: sha256(f"{came_back} {next(numbers)}".encode()).hexdigest()


async def at_last(name: str) -> bool:
    if thinks(name) and not is_warm():
        await asyncio.to_thread(warm_up)
    return True


if __name__ == "__main__":
    port, database = sys.argv[1:]
    around = Surroundings(dealer=Dealer(secrets(database)), is_ready=at_last)
    sys.exit(main(port, database, quotas=Quotas(), around=around))
