"""Requests to the API from a browser, without the page: they lead to the moment of a test."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.async_api import Page

ASK = """async ([method, path, body]) => {
  const headers = body ? {"Content-Type": "application/json"} : {};
  const found = await fetch(path, {method, headers, ...(body && {body: JSON.stringify(body)})});
  return found.status === 204 ? null : found.json();
}"""

NUMBER = "0123456789abcdef" * 4
"""The nonce that the player adds to a fair deal."""


async def ask(page: Page, method: str, path: str, body: object = None) -> Any:
    return await page.evaluate(ASK, [method, path, body])


async def do(page: Page, table: str, query: str = "", /, **command: object) -> None:
    """Something at a table; `query` such as `?companion=1` for a companion."""
    answer = await ask(page, "POST", f"/api/tables/{table}/commands{query}", {"command": command})
    assert "versions" in answer, answer


async def table(page: Page, game: str, bots: tuple[str, ...] = (), **options: object) -> str:
    """A table of the player, with bots in the other seats, where the cards are dealt."""
    wanted = {"game": game, "players": 1 + len(bots)} | options
    opened = await ask(page, "POST", "/api/tables", {"options": wanted})
    for bot in bots:
        await do(page, opened["table"], type="seat-bot", bot=bot)
    await do(page, opened["table"], type="begin")
    await do(page, opened["table"], type="commit", commitment=sha256(NUMBER.encode()).hexdigest())
    await do(page, opened["table"], type="reveal", nonce=NUMBER)
    return str(opened["table"])


async def look(page: Page, table: str, query: str = "") -> Any:
    return await ask(page, "GET", f"/api/tables/{table}{query}")


def _worth(lay: Any) -> tuple[bool, bool, int]:
    return lay["loses"], not lay["covers_fire"], lay["step"]


async def play(page: Page, table: str, lays: int) -> None:
    """So many lays of the player, on fires first, by the smallest steps, and ends between them."""
    while lays > 0:
        found = (await look(page, table))["choices"]
        if not found or not (found["lays"] or found["may_end"]):
            return  # another player is on turn
        best = min(found["lays"], key=_worth, default=None)
        if best is None or (found["may_end"] and best["step"] > 4 and not best["covers_fire"]):
            await do(page, table, type="play", move="end")
        else:
            await do(
                page, table, type="play", move=f"{best['move']['card']}-{best['move']['pile']}"
            )
            lays -= 1
