"""Jumps of the clock between two rounds of maintenance.

A table is closed when nothing has happened there for weeks. Where the clock is set forward by a
year, that would be every table, and setting it back would open none of them again. So after a long
gap, maintenance waits for days before it believes the clock. A server that was really off for so
long closes its idle tables some days later; that does no harm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.host import documents
from tenback.store import Batch

if TYPE_CHECKING:
    from tenback.store import Store

DAY = 24 * 3600.0
LONGEST_WAIT = 7 * DAY
KEY = "maintenance", "clock"
"""Where the time of the last round is stored."""


@dataclass(frozen=True, slots=True)
class LastRound:
    """When maintenance last ran, and until when it distrusts the clock."""

    at: float
    distrusted_until: float = 0.0


@dataclass(frozen=True, slots=True)
class ClockCheck:
    """Whether the clock can be believed; `jumped`: seconds of a jump that was noticed just now."""

    trusted: bool
    jumped: float = 0.0


async def check(store: Store, now: float, idle: float) -> ClockCheck:
    """Compare the clock with the last round; a gap of half of `idle` seconds is a jump."""
    body = await store.get(*KEY)
    last = LastRound(now) if body is None else documents.load(LastRound, body)
    gap, wait = now - last.at, min(LONGEST_WAIT, idle / 2)
    jumped = gap if gap > idle / 2 else 0.0
    until = now + wait if jumped else last.distrusted_until
    if until > now + wait:  # the clock was set back again
        until = 0.0
    await store.commit(Batch(documents={KEY: documents.dump(LastRound(now, until))}))
    return ClockCheck(until <= now, jumped)
