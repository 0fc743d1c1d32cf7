"""Garbage-collector tuning: full collections every ten minutes, and not at Python's own pace.

Tables are many long-lived objects with hardly any cycles; closed connections are few, and always
leave cycles. At Python's pace full collections take half of the CPU time of a server with 500
tables; without any, closed connections fill the memory.
"""

from __future__ import annotations

import asyncio
import gc

YOUNG = (700, 10)
"""The thresholds of the two young generations: Python's defaults."""

NEVER = 2**31 - 1
INTERVAL = 600.0
"""Seconds between full collections; one takes some tenths of a second with 1,000 tables."""


def disable_full_gc() -> None:
    """Let Python collect the young generations only."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG, NEVER)


async def collect() -> None:
    """Run full collections periodically, for ever."""
    while True:
        await asyncio.sleep(INTERVAL)
        gc.collect()
