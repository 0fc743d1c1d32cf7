"""Every back end under the same tests: SQLite in memory and in a file, and a real PostgreSQL."""

from __future__ import annotations

import asyncio
import inspect
from itertools import count
from typing import TYPE_CHECKING

import pytest

from tests.store.servers import Server, running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that waits gets an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with running() as server:
        # Whether its disk keeps things is PostgreSQL's affair, and waiting for that takes long.
        server.tell("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
        yield server


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Addresses of empty stores, all of one kind."""
    return addresses(request.param, request, tmp_path)


@pytest.fixture
def url(fresh: Callable[[], str]) -> str:
    """The address of an empty store."""
    return fresh()


@pytest.fixture(params=["sqlite", "postgresql"])
def lasting(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store that outlives its process."""
    return addresses(request.param, request, tmp_path)()


@pytest.fixture
def postgresql(server: Server) -> str:
    return server.empty()


def addresses(kind: str, request: pytest.FixtureRequest, folder: Path) -> Callable[[], str]:
    if kind == "postgresql":
        server: Server = request.getfixturevalue("server")
        return server.empty
    numbers = count()
    lines = {"memory": "memory:", "sqlite": f"sqlite:///{folder}/{{}}.db"}
    return lambda: lines[kind].format(next(numbers))
