"""Warm-up: has the kernels that bots need built in the background, before a bot is asked.

Wheels hold them ready. In a checkout they are built once for every version, within seconds.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from tenback.core.bot_spec import LADDER
from tenback.core.errors import TenbackError
from tenback.sim.library import GAMES, LIBRARIES, SEARCH, is_ready

if TYPE_CHECKING:
    from tenback.core.bot_spec import BotSpec
    from tenback.sim.library import Library

_ready: set[Library] = set()


def needs(spec: BotSpec) -> Library | None:
    """The library that a bot needs; None for bots without kernels."""
    if spec.search_bot:
        return SEARCH
    return GAMES if spec.name in LADDER else None


def begin(*, nice: bool = False) -> bool:
    """Have all that is missing built; True if something is. `nice`: players go first.

    Where nothing can be built, a bot says so itself when it is asked.
    """
    if all(map(_is_ready, LIBRARIES)):
        return False
    from tenback.sim.builder.jobs import all_libraries

    with suppress(TenbackError):
        return all_libraries(nice=nice).is_running()
    return False


def seconds_left(spec: BotSpec) -> float | None:
    """How long a bot still gets ready; None if it is. Raises where its kernels cannot be built."""
    library = needs(spec)
    if library is None or _is_ready(library):
        return None
    from tenback.sim.builder.jobs import all_libraries

    job = all_libraries(nice=True)
    job.check(library)
    return None if _is_ready(library) else job.seconds_left(library)


def _is_ready(library: Library) -> bool:
    if library not in _ready and is_ready(library):
        _ready.add(library)
    return library in _ready
