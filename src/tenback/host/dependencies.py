"""The dependencies of a host: clock, random numbers, bots, and the threads in which they think.

Tests inject others, so that hours pass in a moment and every game can be repeated.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field

from tenback.bots import registry
from tenback.bots.base import Bot
from tenback.bots.stand_in import LostSeat
from tenback.bots.warmup import seconds_left
from tenback.core.bot_spec import BotSpec, Trust
from tenback.core.errors import TenbackError
from tenback.host.steady_clock import SteadyClock
from tenback.lessons import COACH, Coach
from tenback.table.fairness import Dealer


def _new_id() -> str:
    """An id for a table that cannot be guessed."""
    return secrets.token_urlsafe(16)


def _new_secret() -> str:
    return secrets.token_hex(32)


def _new_pool() -> Executor:
    return ThreadPoolExecutor(thread_name_prefix="tenback-bots")


def _make_bot(name: str) -> Bot:
    """A bot by its name.

    The coach of a lesson is in no list of bots: only the host seats it.
    """
    return Coach() if name == COACH else registry.make(name)


def _ready_in(name: str) -> float | None:
    """How many seconds a bot still gets ready; None if it can be asked; raises if it never can."""
    return seconds_left(BotSpec.parse(name, Trust.DATA))


def _ignore(_table: str, _lost: LostSeat) -> None:
    pass


def _log_error(where: str, error: BaseException) -> None:
    """The default of `on_error`: the kind of an error, and nothing that it may say of cards."""
    if not isinstance(error, TenbackError):
        logging.getLogger("tenback.host").error("%s failed: %s", where, type(error).__name__)


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The dependencies of a host.

    `clock` returns seconds since 1970, for they are kept in logs; `monotonic` those since some
    moment, for intervals, whatever the clock is set to. `new_pool` makes the threads in
    which bots think. `check_bot` refuses names of bots that do not exist. `ready_in` says how many
    seconds a bot still gets ready, None if it can be asked. `lost` is called when a bot has failed,
    with the id of its table. `slowdown` says how many times as long bots take at
    an overloaded server; where it is more than 1, few bots think at a time. `on_error` is
    called with every error that no caller waits for, and with the part of the host that raised it.
    """

    clock: Callable[[], float] = field(default_factory=SteadyClock)
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    new_id: Callable[[], str] = _new_id
    dealer: Dealer = field(default_factory=lambda: Dealer(_new_secret))
    new_pool: Callable[[], Executor] = _new_pool
    check_bot: Callable[[str], object] = registry.check
    make_bot: Callable[[str], Bot] = _make_bot
    ready_in: Callable[[str], float | None] = _ready_in
    lost: Callable[[str, LostSeat], None] = _ignore
    slowdown: Callable[[], float] = lambda: 1.0
    on_error: Callable[[str, BaseException], None] = _log_error


@dataclass(frozen=True, slots=True)
class HostConfig:
    """The settings of a host, in seconds; `backlog` is in messages.

    `pace`: between two lays of a bot, so that people can follow. `patience`: how long a bot may
    think. `grace`: how long a player may be disconnected before they count as away; `silence`: the
    same for a client that asks now and then without a connection. `idle`: how long an unused table
    stays in memory. `round`: how often the host does its maintenance.
    `backlog`: how far a subscriber may fall behind. `shared`: other processes write to the store,
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
