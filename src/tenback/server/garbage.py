"""Objects that only refer to each other: when Python looks for them, and makes everybody wait.

Tables are many objects that stay and hardly ever form a cycle, and closed connections a few that
always do. As often as Python looks through everything by itself, it would take half of the time of
a server with 500 tables; if it never did, connections would fill the memory.
"""

from __future__ import annotations

import asyncio
import gc

YOUNG = (700, 10)
"""After how many new objects, and rounds of that, young ones are looked through: as usual."""

NEVER = 2**31 - 1
INTERVAL = 600.0
"""How many seconds pass before all are; with 1,000 tables it takes some tenths of one."""


def spare_the_old() -> None:
    """From now on only young objects are looked through without being asked for."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG, NEVER)


async def collect() -> None:
    """Look through everything now and then, for ever."""
    while True:
        await asyncio.sleep(INTERVAL)
        gc.collect()
