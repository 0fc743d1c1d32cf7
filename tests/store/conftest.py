"""Every back end under the same tests: SQLite in memory and in a file, and a real PostgreSQL."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.store.servers import Server


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


def addresses(kind: str, request: pytest.FixtureRequest, folder: Path) -> Callable[[], str]:
    if kind == "postgresql":
        server: Server = request.getfixturevalue("server")
        return server.empty
    numbers = count()
    lines = {"memory": "memory:", "sqlite": f"sqlite:///{folder}/{{}}.db"}
    return lambda: lines[kind].format(next(numbers))
