"""How fast the page is, in a real Chromium against a real server.

    python bench/page.py [--times 10]

It measures three things: the compressed JavaScript of a first visit; the time until a table is
ready to play after the first visit, and that of an empty page of the same server in the same run;
and the time until a lay is on the screen while the answer of the server is late.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any
from urllib.error import URLError
from urllib.request import urlopen

from measuring import show
from playwright.async_api import async_playwright

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Browser, Page, WebSocketRoute

JAVASCRIPT_WANTED = 90_000  # bytes
READY_WANTED = 1.0  # seconds
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
EMPTY = "/healthz"
PHONE: Any = {"width": 390, "height": 844}
SLOW = 1.0
"""The delay of the server's answers in seconds, to measure what does not wait for them."""

READY = """() => {
  const card = document.querySelector("[data-card]");
  return Boolean(card && !card.disabled && document.querySelector("[data-pile]"));
}"""


# A server and a browser


@asynccontextmanager
async def server() -> AsyncIterator[str]:
    """`tenback serve` on a fresh database."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "tables.db")
        command = ("serve", "--port", str(port), "--database", database)
        process = subprocess.Popen(
            (sys.executable, "-m", "tenback", *command), stdout=subprocess.DEVNULL
        )
        try:
            url = f"http://127.0.0.1:{port}"
            await asyncio.to_thread(wait_for, f"{url}/healthz")
            yield url
        finally:
            process.terminate()
            process.wait()


def wait_for(url: str) -> None:
    """Until the server answers."""
    for _ in range(300):
        try:
            with urlopen(url):
                return
        except URLError:
            time.sleep(0.1)
    raise SystemExit("The server did not start.")


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found is None:
        raise SystemExit(f"This needs a Chromium: one of {', '.join(CHROMIUMS)}.")
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=found, chromium_sandbox=False)
        yield browser
        await browser.close()


# Measurements


async def transferred(browser: Browser, url: str, path: str) -> dict[str, int]:
    """The bytes of each kind that a first visit transfers, without headers."""
    context = await browser.new_context(viewport=PHONE, base_url=url)
    page = await context.new_page()
    wire = await context.new_cdp_session(page)
    kinds: dict[str, str] = {}
    sizes: dict[str, int] = {}

    def answered(event: Any) -> None:
        kinds[event["requestId"]] = event["type"]

    def received(event: Any) -> None:
        kind = kinds.get(event["requestId"], "Other")
        sizes[kind] = sizes.get(kind, 0) + int(event["encodedDataLength"])

    wire.on("Network.responseReceived", answered)
    wire.on("Network.dataReceived", received)
    await wire.send("Network.enable")
    await page.goto(path, wait_until="networkidle")
    await context.close()
    return sizes


async def solo_table(page: Page) -> str:
    """Open a solo game over HTTP as the page does."""
    opened = await page.evaluate(
        """async () => {
          const post = async (path, body) => (await fetch(path, {
            method: "POST",
            body: JSON.stringify(body),
            headers: {"Content-Type": "application/json"},
          })).json();
          await post("/api/me", {name: "Ann"});
          const {table} = await post("/api/tables", {options: {game: "original", players: 1}});
          await post(`/api/tables/${table}/commands`, {command: {type: "begin"}});
          return table;
        }"""
    )
    return f"/t/{opened}"


async def ready_after(page: Page, path: str) -> float:
    """Seconds from the address to a table that is ready to play."""
    begun = time.perf_counter()
    await page.goto(path, wait_until="commit")
    await page.wait_for_function(READY)
    return time.perf_counter() - begun


async def loaded_after(page: Page, path: str) -> float:
    begun = time.perf_counter()
    await page.goto(path, wait_until="load")
    return time.perf_counter() - begun


async def openings(browser: Browser, url: str, times: int) -> tuple[list[float], list[float]]:
    """The times of a table and of an empty page, in turn, after the first visit."""
    context = await browser.new_context(viewport=PHONE, base_url=url)
    page = await context.new_page()
    await page.goto("/")
    path = await solo_table(page)
    await ready_after(page, path)
    tables, empties = [], []
    for _ in range(times):
        empties.append(await loaded_after(page, EMPTY))
        tables.append(await ready_after(page, path))
    await context.close()
    return tables, empties


async def lays(browser: Browser, url: str, times: int) -> list[float]:
    """Seconds from the choice of a pile to the card on it, while answers are delayed."""
    context = await browser.new_context(viewport=PHONE, base_url=url)
    page = await context.new_page()
    await page.goto("/")
    path = await solo_table(page)
    await page.route_web_socket("**/socket*", late)
    await ready_after(page, path)
    found = [await lay(page) for _ in range(times)]
    await context.close()
    return found


async def late(route: WebSocketRoute) -> None:
    """Delay every message of the server."""
    beyond = route.connect_to_server()

    def pass_on(message: str | bytes) -> None:
        asyncio.get_running_loop().call_later(SLOW, route.send, message)

    beyond.on_message(pass_on)


async def lay(page: Page) -> float:
    """Lay any card that fits, or end the turn; return the time of the lay."""
    await page.wait_for_function("() => document.querySelector('[data-card]:not(.unfit)')")
    card = page.locator("[data-card]:not(.unfit)").first
    name = await card.get_attribute("data-card")
    await card.click()
    pile = page.locator("[data-pile]:has(button):is(.lit)").first
    await pile.wait_for()
    where = await pile.get_attribute("data-pile")
    return float(
        await page.evaluate(
            """async ([pile, number]) => {
              const place = document.querySelector(`[data-pile="${pile}"]`);
              const begun = performance.now();
              place.querySelector("button").click();
              const shows = (one) => one.textContent === number;
              while (![...place.querySelectorAll(".numeral")].some(shows))
                await new Promise(requestAnimationFrame);
              return (performance.now() - begun) / 1000;
            }""",
            [where, name],
        )
    )


async def main(times: int) -> None:
    async with server() as url, chromium() as browser:
        rows = [["first visit", "JavaScript", "all", "wanted"]]
        for path in ("/", "/t/none"):
            sizes = await transferred(browser, url, path)
            script, whole = sizes.get("Script", 0), sum(sizes.values())
            wanted = f"{JAVASCRIPT_WANTED // 1000} kB of JavaScript at most"
            rows.append([path, f"{script / 1000:.1f} kB", f"{whole / 1000:.1f} kB", wanted])
        show(rows)

        tables, empties = await openings(browser, url, times)
        ratio = median(tables) / median(empties)
        rows = [["after the first visit", "median", "slowest", "beside an empty page", "wanted"]]
        spans = [f"{1000 * median(tables):.0f} ms", f"{1000 * max(tables):.0f} ms"]
        empty = f"{ratio:.1f} times ({1000 * median(empties):.0f} ms)"
        rows.append(["a table can be played at", *spans, empty, f"{READY_WANTED:g} s at most"])
        show(rows)

        found = await lays(browser, url, times)
        rows = [["a lay is on the screen", "median", "slowest", "the server's answer"]]
        spans = [f"{1000 * median(found):.0f} ms", f"{1000 * max(found):.0f} ms"]
        rows.append(["after choosing the pile", *spans, f"{1000 * SLOW:.0f} ms later at least"])
        show(rows)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--times", type=int, default=10)
    asyncio.run(main(options.parse_args().times))
