"""What a host needs of the world: time, chance, bots, and somebody who thinks for it.

Tests hand in others, so that whole evenings pass in a moment and every game can be repeated.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache

from tenback.bots import registry
from tenback.bots.base import Bot
from tenback.bots.losing import Lost
from tenback.bots.seating import THINKERS
from tenback.bots.warming import in_background, is_warm, thinks
from tenback.lessons import COACH, Coach
from tenback.table.fairness import Dealer

MOMENTS = 8.0
A_BLINK = 0.1
"""How many seconds whoever asks for a bot waits for it to get ready, and between two looks."""


def _new_id() -> str:
    """A name for a table that nobody can guess."""
    return secrets.token_urlsafe(16)


def _new_secret() -> str:
    return secrets.token_hex(32)


def _new_pool() -> Executor:
    return ThreadPoolExecutor(thread_name_prefix="tenback-bots")


def _make_bot(name: str) -> Bot:
    """A bot by its name.

    The coach of a lesson is in no list of bots: the house seats it, and nobody else can.
    """
    return Coach() if name == COACH else registry.make(name)


async def _is_ready(name: str) -> bool:
    """Wait for kernels that are only loaded; compiling them takes minutes, once on a machine."""
    if not thinks(name):
        return True
    begun = _begin_to_warm_up()
    while not is_warm() and time.monotonic() < begun + MOMENTS:
        await asyncio.sleep(A_BLINK)
    return is_warm()


@cache
def _begin_to_warm_up() -> float:
    """Every table has bots of its own; the kernels are the same for all."""
    in_background(THINKERS)
    return time.monotonic()


def _nobody_hears(_table: str, _lost: Lost) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The world around a host.

    `clock` tells seconds since 1970, for they are kept in logs. `new_pool` gives the threads in
    which bots think. `check_bot` refuses names of bots that do not exist. `is_ready` tells whether
    a bot of this name answers without having to be compiled first; it may wait for moments. `lost`
    hears when a bot has failed, with the id of its table.
    """

    clock: Callable[[], float] = time.time
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    new_id: Callable[[], str] = _new_id
    dealer: Dealer = field(default_factory=lambda: Dealer(_new_secret))
    new_pool: Callable[[], Executor] = _new_pool
    check_bot: Callable[[str], object] = registry.check
    make_bot: Callable[[str], Bot] = _make_bot
    is_ready: Callable[[str], Awaitable[bool]] = _is_ready
    lost: Callable[[str, Lost], None] = _nobody_hears


@dataclass(frozen=True, slots=True)
class Habits:
    """How a host goes about it, in seconds; `backlog` is in messages.

    `pace`: between two lays of a bot, so that people can follow. `patience`: how long a bot may
    think. `grace`: how long somebody may be disconnected before they count as away; `silence`: the
    same for who asks now and then without a connection. `idle`: how long a table stays in memory
    that nobody uses. `round`: how often the host looks around.
    `backlog`: how far a listener may fall behind. `shared`: other processes write to the store,
    too, so that the log is read again before anything is shown.
    """

    pace: float = 0.8
    patience: float = 120.0
    grace: float = 5.0
    silence: float = 60.0
    idle: float = 600.0
    round: float = 1.0
    backlog: int = 256
    shared: bool = False
