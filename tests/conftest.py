"""Settings and fixtures that every test shares."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.cases import random_source

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from tests.store.servers import Server

# A shared machine is slow at times: no deadline, and no complaint about slow generation.
settings.register_profile(
    "test",
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("soak", settings.get_profile("test"), max_examples=5_000)
settings.load_profile("soak" if os.environ.get("TENBACK_SOAK") else "test")

# A shell that runs the tests in the background has them ignore Ctrl-C, and all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: while a test waits for a server, another one runs."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that is a coroutine gets an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture
def chance() -> random.Random:
    """A generator with another seed each time; a failure prints the seed, which repeats it."""
    return random_source()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    from tests.store.servers import running  # slow to start, and few tests need it

    with running() as server:
        # That PostgreSQL keeps what it has written is not ours to test, and waiting for it is slow.
        server.tell("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
        yield server


@pytest.fixture
def postgresql(server: Server) -> str:
    return server.empty()
