"""Pictures of every screen, for people to look at: `python -m tests.browser.screenshots [FOLDER]`.

On a phone and on a desktop, light and dark. Those that the README shows are kept in docs/pictures.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, async_playwright

from tests.browser import chromium
from tests.browser.tour import stops
from tests.browser.visitors import DESKTOP, PHONE, Visitors
from tests.server.processes import Served, free_port

DEVICES = {"phone": PHONE, "desktop": DESKTOP}
LOOKS = ("light", "dark")
SHOWN = ("home-phone-light", "table-original-desktop-dark", "table-duel-phone-light")
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


async def take(browser: Browser, url: str, folder: Path, device: str, look: str) -> None:
    """All screens on one device in one look."""
    visitors = Visitors(browser, url)
    context = await visitors.arrive(
        DEVICES[device], color_scheme=look, reduced_motion="reduce", device_scale_factor=2
    )
    page = await context.new_page()
    for stop in await stops(page):
        await stop.visit(page)
        await page.wait_for_timeout(300)  # pictures and fonts
        path = folder / f"{stop.name}-{device}-{look}.png"
        await page.screenshot(path=path)
        print(path)
    await visitors.leave()


async def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        served = Served(str(Path(data) / "tables.db"), free_port(), "tests.browser.program")
        async with served, async_playwright() as driver:
            browser = await driver.chromium.launch(
                executable_path=chromium.program(), chromium_sandbox=not chromium.is_root()
            )
            for device in DEVICES:
                for look in LOOKS:
                    await take(browser, served.url, folder, device, look)
            await browser.close()
    PICTURES.mkdir(exist_ok=True)
    for name in SHOWN:
        shutil.copy(folder / f"{name}.png", PICTURES)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")))
