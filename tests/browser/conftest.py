"""A real server and a real Chromium, which serves all tests of a process in one event loop."""

from __future__ import annotations

import asyncio
import inspect
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import async_playwright, expect

from tests.browser import chromium
from tests.browser.visitors import PATIENCE, Visitors
from tests.server.processes import Served, free_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.async_api import Browser


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that waits does so in the event loop of the browser."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    words = {name: pyfuncitem.funcargs[name] for name in names}
    runner = pyfuncitem.funcargs["runner"]
    assert isinstance(runner, asyncio.Runner)
    runner.run(pyfuncitem.obj(**words))
    return True


@pytest.fixture(scope="session", autouse=True)
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="session")
def browser(runner: asyncio.Runner) -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    driver = runner.run(async_playwright().start())
    try:
        launched = driver.chromium.launch(
            executable_path=chromium.program(), chromium_sandbox=not chromium.is_root()
        )
        browser = runner.run(launched)
        yield browser
        runner.run(browser.close())
    finally:
        runner.run(driver.stop())


@pytest.fixture
def server(runner: asyncio.Runner, tmp_path: Path) -> Iterator[Served]:
    """A server in a process of its own: `await server.end(SIGKILL)`, `await server.begin()`."""
    served = Served(str(tmp_path / "tables.db"), free_port(), "tests.browser.program")
    runner.run(served.__aenter__())
    yield served
    runner.run(served.__aexit__())


@pytest.fixture
def visitors(runner: asyncio.Runner, browser: Browser, server: Served) -> Iterator[Visitors]:
    """Browsers at that server; what goes wrong in them fails the test."""
    visitors = Visitors(browser, server.url)
    yield visitors
    runner.run(visitors.leave())
    assert visitors.unforgiven == []
