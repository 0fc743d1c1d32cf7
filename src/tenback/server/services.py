"""Everything that a server works with, put together and taken apart again in the right order."""

from __future__ import annotations

import asyncio
import logging
import secrets
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from tenback.host.caretaking import Caretaker
from tenback.host.daily import Days
from tenback.host.forgetting import Forgetting
from tenback.host.hooks import Hooks, Sender
from tenback.host.host import Host
from tenback.host.identities import Identities
from tenback.host.opening import Openings
from tenback.host.signing import Draw, Signer
from tenback.host.surroundings import Habits, Surroundings
from tenback.host.targets import Resolver, system_resolver
from tenback.server import garbage
from tenback.server.logs import hashed, log
from tenback.server.metrics import Metrics
from tenback.server.sending import send
from tenback.server.settings import Settings
from tenback.store import Store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    Chore: TypeAlias = Callable[[], Coroutine[None, None, None]]

HOUR = 3600.0
PAUSE = 60.0
"""How many seconds pass before something that failed begins anew."""


@dataclass(frozen=True, slots=True)
class World:
    """What a server needs of the world; tests hand in another."""

    around: Surroundings = field(default_factory=Surroundings)
    habits: Habits = field(default_factory=Habits)
    draw: Draw = secrets.token_bytes
    sender: Sender = send
    resolver: Resolver = system_resolver


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of a running server."""

    settings: Settings
    world: World
    store: Store
    host: Host
    people: Identities
    days: Days
    hooks: Hooks
    forgetting: Forgetting
    openings: Openings
    caretaker: Caretaker
    metrics: Metrics
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    """Set as soon as the server is told to stop: nobody waits for a thought any more."""

    @property
    def clock(self) -> Callable[[], float]:
        """The time by which everything goes."""
        return self.world.around.clock


@asynccontextmanager
async def running(store: Store, settings: Settings, world: World) -> AsyncIterator[Services]:
    """A server at work on a store; leaving finishes what was accepted."""
    metrics = Metrics()
    pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="tenback-daily")
    host = Host(store, world.around, world.habits)
    async with host:
        services = await _services(store, settings, world, host, pool, metrics)
        metrics.gauge("tables_in_memory", lambda: host.in_memory)
        metrics.gauge("connections", lambda: host.connections)
        chores = [asyncio.create_task(_kept_up(chore)) for chore in _chores(services)]
        try:
            yield services
        finally:
            await _end(chores)
            pool.shutdown(wait=False, cancel_futures=True)


async def _services(
    store: Store, settings: Settings, world: World, host: Host, pool: Executor, metrics: Metrics
) -> Services:
    clock, draw = world.around.clock, world.draw
    signer = await Signer.of(store, draw)
    people = Identities(store, signer, clock=clock, draw=draw)
    days = Days(store, pool, clock=clock, draw=draw)
    forgetting = Forgetting(store, host.command)
    return Services(
        settings=settings,
        world=world,
        store=store,
        host=host,
        people=people,
        days=days,
        hooks=Hooks(store, world.sender, resolver=world.resolver, clock=clock, draw=draw),
        forgetting=forgetting,
        openings=Openings(store, host, days, people.limits),
        caretaker=Caretaker(store, host, people, forgetting, clock, settings.idle_days),
        metrics=metrics,
    )


def _chores(services: Services) -> tuple[Chore, ...]:
    """What goes on beside the answering."""
    return services.hooks.run, partial(_look_around, services.caretaker), garbage.collect


async def _look_around(caretaker: Caretaker) -> None:
    """Once an hour; whoever runs the server learns what came of it."""
    while True:
        await look_around(caretaker)
        await asyncio.sleep(HOUR)


async def look_around(caretaker: Caretaker) -> None:
    """One round."""
    done = await caretaker.look_around()
    if done.closed:
        log("idle-tables-closed", count=done.closed)
    for error, table in done.failed:
        where = {} if table is None else {"table": hashed(table)}
        log("chore-failed", logging.WARNING, code=error.code, **where)


async def _kept_up(chore: Chore) -> None:
    """Do something for ever; a mistake of ours in it is told, and it begins anew."""
    while True:
        try:
            await chore()
        except Exception as error:  # noqa: BLE001 (whatever it was, the others go on)
            log("chore-failed", logging.ERROR, kind=type(error).__name__)
        await asyncio.sleep(PAUSE)


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
