"""The parts of a running server, started and stopped in the right order."""

from __future__ import annotations

import asyncio
import logging
import secrets
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from tenback.host.account_deletion import AccountDeletion
from tenback.host.daily import DailyDeals
from tenback.host.dependencies import Dependencies, HostConfig
from tenback.host.host import Host
from tenback.host.identities import Identities
from tenback.host.maintenance import Maintenance
from tenback.host.signatures import RandomBytes, Signer
from tenback.host.table_factory import TableFactory
from tenback.host.webhook_urls import Resolver, system_resolver
from tenback.host.webhooks import Sender, Webhooks
from tenback.server import gc_tuning
from tenback.server.connections import Connections
from tenback.server.error_log import ErrorLog
from tenback.server.load import Lag, Load, measured_lag
from tenback.server.logs import hashed, log
from tenback.server.metrics import Metrics
from tenback.server.settings import Settings
from tenback.server.store_probe import StoreProbe
from tenback.server.webhook_client import send
from tenback.store import Store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from tenback.bots.stand_in import LostSeat

    Chore: TypeAlias = Callable[[], Coroutine[None, None, None]]

HOUR = 3600.0
DAY = 24 * HOUR
DAILY_LADDER = "daily-ladder"
"""Where bots play the deal of the day, in the place of a table's id."""
RESTART_DELAY = 60.0
"""Seconds before a chore that failed is started again."""


@dataclass(frozen=True, slots=True)
class ServerDependencies:
    """What a server depends on; tests inject their own."""

    host: Dependencies = field(default_factory=Dependencies)
    config: HostConfig = field(default_factory=HostConfig)
    random_bytes: RandomBytes = secrets.token_bytes
    sender: Sender = send
    resolver: Resolver = system_resolver
    measure_lag: Lag = measured_lag


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of a running server."""

    settings: Settings
    deps: ServerDependencies
    store: Store
    store_probe: StoreProbe
    host: Host
    identities: Identities
    daily_deals: DailyDeals
    webhooks: Webhooks
    account_deletion: AccountDeletion
    table_factory: TableFactory
    maintenance: Maintenance
    metrics: Metrics
    errors: ErrorLog
    load: Load
    connections: Connections
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    """Set as soon as the server stops: slow requests are given up."""

    @property
    def clock(self) -> Callable[[], float]:
        """The clock of the server."""
        return self.deps.host.clock

    @property
    def monotonic(self) -> Callable[[], float]:
        """The clock for intervals: rate limits."""
        return self.deps.host.monotonic


@asynccontextmanager
async def running(
    store: Store,
    settings: Settings,
    deps: ServerDependencies,
    connections: Connections | None = None,
) -> AsyncIterator[Services]:
    """The services of a server on a store; leaving finishes what was accepted."""
    connections = Connections() if connections is None else connections
    metrics = Metrics()
    errors = ErrorLog(metrics, deps.host.monotonic)
    store.on_error = partial(errors.report, "store")
    pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="tenback-daily")
    load = _load(deps, metrics, connections)
    host = Host(store, _reporting(deps.host, errors, load), deps.config)
    with errors.watching(asyncio.get_running_loop()):
        async with host:
            services = await _services(
                store, settings, deps, host, pool, metrics, errors, load, connections
            )
            metrics.gauge("tables_in_memory", "Tables in memory", lambda: host.in_memory)
            metrics.gauge("connections", "Connections to tables", lambda: host.connections)
            chores = [
                asyncio.create_task(_supervised(errors, name, chore))
                for name, chore in _chores(services).items()
            ]
            try:
                yield services
            finally:
                await _end(chores)
                pool.shutdown(wait=False, cancel_futures=True)


async def _services(
    store: Store,
    settings: Settings,
    deps: ServerDependencies,
    host: Host,
    pool: Executor,
    metrics: Metrics,
    errors: ErrorLog,
    load: Load,
    connections: Connections,
) -> Services:
    clock, random_bytes = deps.host.clock, deps.random_bytes
    signer = await Signer.load(store, random_bytes)
    identities = Identities(store, signer, clock=clock, random_bytes=random_bytes)
    daily_deals = DailyDeals(
        store,
        pool,
        clock=clock,
        random_bytes=random_bytes,
        on_lost=partial(errors.report_bot, DAILY_LADDER),
    )
    account_deletion = AccountDeletion(store, host.command)
    return Services(
        settings=settings,
        deps=deps,
        store=store,
        store_probe=StoreProbe(store),
        host=host,
        identities=identities,
        daily_deals=daily_deals,
        webhooks=Webhooks(
            store,
            deps.sender,
            resolver=deps.resolver,
            clock=clock,
            random_bytes=random_bytes,
            on_error=errors.report,
        ),
        account_deletion=account_deletion,
        table_factory=TableFactory(
            store, host, daily_deals, identities.limits, load.admit_newcomer
        ),
        maintenance=Maintenance(
            store, host, identities, account_deletion, clock, settings.idle_days
        ),
        metrics=metrics,
        errors=errors,
        load=load,
        connections=connections,
    )


def _load(deps: ServerDependencies, metrics: Metrics, connections: Connections) -> Load:
    """The load of a server, and what the operator sees of it and of the connections."""
    load = Load(deps.measure_lag, metrics.loop_lag.observe, lambda: connections.crowded)
    metrics.gauge("load", "0 normal, 1 busy, 2 overloaded", lambda: load.level)
    metrics.gauge("open_connections", "Open connections of all kinds", lambda: len(connections))
    connections.on_cut = lambda why: metrics.cut.labels(why).inc()
    return load


def _reporting(deps: Dependencies, errors: ErrorLog, load: Load) -> Dependencies:
    """The same dependencies, with the operator's log behind what `deps` itself does, and load."""

    def lost(table: str, seat: LostSeat) -> None:
        errors.report_bot(hashed(table), seat)
        deps.lost(table, seat)

    return replace(deps, lost=lost, on_error=errors.report, slowdown=load.slowdown)


def _chores(services: Services) -> dict[str, Chore]:
    """What runs beside the answering, by the names that metrics and logs use."""
    return {
        "webhook": services.webhooks.run,
        "maintenance": partial(_maintain, services),
        "garbage-collection": gc_tuning.collect,
        "error-log": services.errors.run,
        "connections": services.connections.run,
        "load": services.load.run,
    }


async def _maintain(services: Services) -> None:
    """Run the maintenance once an hour."""
    while True:
        await maintain(services)
        await asyncio.sleep(HOUR)


async def maintain(services: Services) -> None:
    """Run the maintenance once, and log what came of it."""
    report = await services.maintenance.run()
    if report.jumped:
        log("clock-jumped", logging.WARNING, days=round(report.jumped / DAY))
    if report.closed:
        log("idle-tables-closed", count=report.closed)
    for error, table in report.failed:
        place = None if table is None else hashed(table)
        services.errors.report("maintenance", error, table=place)


async def _supervised(errors: ErrorLog, name: str, chore: Chore) -> None:
    """Run a chore for ever; where it fails, it starts again after a while."""
    while True:
        try:
            await chore()
        except Exception as error:  # noqa: BLE001 (it is reported)
            errors.report(name, error)
        await asyncio.sleep(RESTART_DELAY)


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
