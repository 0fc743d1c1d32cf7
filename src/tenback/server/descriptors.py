"""File descriptors: each connection takes one, and systems often allow a process 1,024."""

from __future__ import annotations

from contextlib import suppress

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

ENOUGH = 65_536
"""More than this is never asked for."""

OTHERS = 64
"""Descriptors for the database, files, outgoing webhooks and the process itself."""

ACCEPTED_AT_ONCE = 16
"""How many connections the event loop accepts in one pass."""

ON_THEIR_WAY = 4 * ACCEPTED_AT_ONCE
"""A connection is accepted, made and counted, another is cut for it and closed, each in a pass of
its own; meanwhile both have a descriptor.
"""


def raise_limit() -> None:
    """Raise the limit of this process as far as the system lets it."""
    if resource is None:
        return
    soft, hard = (_number(limit) for limit in resource.getrlimit(resource.RLIMIT_NOFILE))
    if soft < hard:
        with suppress(ValueError, OSError):  # a Mac allows less than it says
            own_hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, own_hard))


def limit() -> int:
    """How many descriptors this process may have; at most `ENOUGH` count."""
    if resource is None:
        return ENOUGH
    return _number(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def _number(limit: int) -> int:
    unlimited = limit < 0 or limit > ENOUGH  # RLIM_INFINITY is -1, or very large
    return ENOUGH if unlimited else limit


def room_for_connections(descriptors: int) -> int:
    """How many connections fit beside everything else that needs a descriptor."""
    return max(descriptors - OTHERS - ON_THEIR_WAY, descriptors // 4)
