"""A walk through every screen, for those who look at them: people, and a linter."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from playwright.async_api import Page

from tests.browser.api import ask, do, play, table

TABLES = {
    "original": ("original", ("careful", "careful")),
    "on-fire": ("original-on-fire", ()),
    "quick-and-easy": ("quick-and-easy", ("careful",)),
    "duel": ("face-to-face", ("careful",)),
}
"""The games, and who else plays."""


async def _nothing(_page: Page) -> None:
    pass


@dataclass(frozen=True)
class Stop:
    """A screen: where it is, how one knows that it is there, and what one does there first."""

    name: str
    path: str
    ready: str
    do: Callable[[Page], Awaitable[None]] = _nothing

    async def visit(self, page: Page) -> None:
        await page.goto(self.path)
        await page.locator(self.ready).first.wait_for()
        await self.do(page)


async def stops(page: Page) -> list[Stop]:
    """All of them, for a player who has a name, some games running and one behind them."""
    await page.goto("/about")
    await ask(page, "POST", "/api/me", {"name": "Ann"})
    day = (await ask(page, "GET", "/api/daily"))["day"]
    gathering = await ask(
        page, "POST", "/api/tables", {"options": {"game": "original", "players": 3}}
    )
    return [
        Stop("home", "/", "article"),
        Stop("options", "/", "article", _options),
        Stop("hot-seat", "/hotseat", "main form"),
        Stop("gathering", f"/t/{gathering['table']}", "main.gathering"),
        *[await _playing(page, name) for name in TABLES],
        await _end(page),
        await _replay(page),
        Stop("learn", "/learn", "main h1"),
        Stop("lesson", "/learn/original", "main.table .hand"),
        Stop("rules", "/rules/original", "main h1"),
        Stop("daily", f"/daily/{day}/original", "main h1"),
        Stop("me", "/me", "main figure"),
        Stop("settings", "/settings", "main h1"),
        Stop("about", "/about", "main h1"),
        Stop("nowhere", "/nowhere", "main h1"),
    ]


async def _options(page: Page) -> None:
    await page.locator("article .options").first.click()
    await page.locator("dialog[open]").wait_for()


async def _playing(page: Page, name: str) -> Stop:
    """In the middle of a turn, with a card chosen."""
    game, bots = TABLES[name]
    found = await table(page, game, bots)
    if bots and game != "face-to-face":
        await do(page, found, type="start")
    await play(page, found, 9 if not bots else 1)
    return Stop(f"table-{name}", f"/t/{found}", "main.table .hand", _choose)


async def _choose(page: Page) -> None:
    """The player on turn lifts a card; the others wait."""
    card = page.locator(".hand li:not([inert]) [data-card]:not(.unfit)")
    if await card.count():
        await card.nth(await card.count() // 2).click()


async def _finished(page: Page) -> str:
    found = await table(page, "original")
    await play(page, found, 12)
    await do(page, found, type="resign")
    return found


async def _end(page: Page) -> Stop:
    return Stop("end", f"/t/{await _finished(page)}", "main.over h1")


async def _replay(page: Page) -> Stop:
    return Stop("replay", f"/replay/{await _finished(page)}/1?step=8", "main h1")
