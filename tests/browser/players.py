"""People who play through the page: with a mouse, with touch alone, or by keyboard alone.

They read what the page shows (`SEEN`), and do what a hand can do. How well they play is their own
business; that every lay is one that the page offers is not.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Protocol

from playwright.async_api import Locator, Page
from playwright.async_api import TimeoutError as NotInTime

from tests.browser.api import do, look
from tests.browser.visitors import PATIENCE

SEEN = """() => {
  const table = document.querySelector("main[data-turn]");
  const hand = [...document.querySelectorAll(".hand li:not([inert]) [data-card]:not(.unfit)")];
  return {
    over: document.querySelector("main.over") !== null,
    mine: table?.dataset.turn === "mine" && table.dataset.busy === "false",
    mayEnd: table?.dataset.mayEnd === "true",
    cards: hand.map((one) => one.dataset.card),
    piles: [...document.querySelectorAll("[data-pile]")].map((one) => ({
      name: one.dataset.pile,
      up: one.classList.contains("up"),
      number: parseInt(one.querySelector(".top:not([inert]) :is(.numeral, .base)")?.textContent),
      step: one.dataset.step === undefined ? null : Number(one.dataset.step),
      loses: one.dataset.loses === "true",
      key: one.querySelector("button").getAttribute("aria-keyshortcuts"),
    })),
  };
}"""
"""What the page shows of a game."""

AWAITED = f"() => {{ const seen = ({SEEN})(); return seen.over || seen.mine; }}"

FAR = 4
"""A step that a player takes only if they must."""

SOON = 5_000
"""Milliseconds after which a player looks again, whatever they meant to touch."""

MANY = 500
"""More than a player has to do in a game."""

IN_VAIN = 3
"""How often in a row a player fails to do something before the page counts as broken."""

TRIED = 2
"""How many cards a player lifts to see what they would cost, before they decide."""


class Hands(Protocol):
    """How a player uses a device."""

    async def choose(self, page: Page, card: str) -> None:
        """Lift a card of the hand."""

    async def put(self, page: Page, pile: dict[str, Any]) -> None:
        """Lay the chosen card there."""

    async def press(self, page: Page, button: Locator, key: str) -> None:
        """Use a button that also has a key."""


def card_at(page: Page, card: str) -> Locator:
    # What is inert is on its way out.
    return page.locator(f'.hand li:not([inert]) [data-card="{card}"]')


def pile_at(page: Page, pile: str) -> Locator:
    return page.locator(f'[data-pile="{pile}"] > button')


class Mouse:
    """Clicks, and drags the chosen card onto its pile."""

    async def choose(self, page: Page, card: str) -> None:
        await card_at(page, card).click()

    async def put(self, page: Page, pile: dict[str, Any]) -> None:
        await page.locator('.hand li:not([inert]) [aria-pressed="true"]').drag_to(
            pile_at(page, pile["name"])
        )

    async def press(self, page: Page, button: Locator, key: str) -> None:
        await button.click()


class Fingers:
    """Touches the screen, and nothing else."""

    async def choose(self, page: Page, card: str) -> None:
        await card_at(page, card).tap()

    async def put(self, page: Page, pile: dict[str, Any]) -> None:
        await pile_at(page, pile["name"]).tap()

    async def press(self, page: Page, button: Locator, key: str) -> None:
        await button.tap()


class Keyboard:
    """Has no pointer at all."""

    async def choose(self, page: Page, card: str) -> None:
        await page.keyboard.press("Escape")
        await page.keyboard.type(card)

    async def put(self, page: Page, pile: dict[str, Any]) -> None:
        await page.keyboard.press(pile["key"])

    async def press(self, page: Page, button: Locator, key: str) -> None:
        await page.keyboard.press(key)


async def tab_to(page: Page, target: Locator) -> None:
    """Go to something by the keyboard, as every player must be able to."""
    for _ in range(200):
        if await target.evaluate("(one) => one === document.activeElement"):
            return
        await page.keyboard.press("Tab")
    raise AssertionError("The keyboard does not get there.")


@dataclass
class Player:
    """A player at a table, in front of a page."""

    page: Page
    hands: Hands
    lays: int = 0
    enough: int | None = None
    """After so many lays of their own all at the table give up; None: never."""

    pages: tuple[Page, ...] = ()
    """All players': a team gives up together."""

    async def play(self) -> None:
        """Play until the game is over."""
        self.page.set_default_timeout(SOON)
        in_vain = 0
        for _ in range(MANY):
            # A page in the background draws no frames, so it is asked now and then instead.
            await self.page.wait_for_function(AWAITED, polling=30, timeout=PATIENCE)
            seen = await self.seen()
            if seen["over"]:
                return
            if seen["mine"]:
                # A turn may end by itself, and even the game, before the finger is there.
                try:
                    await self.do_something(seen)
                    in_vain = 0
                    if self.lays == self.enough:
                        await self.give_up()
                except NotInTime:
                    in_vain += 1
                    if in_vain == IN_VAIN:
                        raise
        raise AssertionError("The game does not end.")

    async def give_up(self) -> None:
        table = self.page.url.rpartition("/")[2]
        for page in self.pages:
            if (await look(page, table))["phase"] == "playing":
                await do(page, table, type="resign")

    async def seen(self) -> dict[str, Any]:
        return dict(await self.page.evaluate(SEEN))

    async def do_something(self, seen: dict[str, Any]) -> None:
        """Lay the cheapest card, or end the turn where that would be dear."""
        found = [await self.lifted(card) for card in self.likely(seen)]
        lays = [lay for lay in found if lay is not None]
        card, pile = min(lays, key=lambda lay: (lay[1]["loses"], lay[1]["step"]), default=("", {}))
        if seen["mayEnd"] and (not pile or pile["step"] > FAR or pile["loses"]):
            await self.hands.press(self.page, self.page.locator("button.end"), "e")
        elif pile:
            await self.lay(card, pile)
        await asyncio.sleep(0.01)
        await self.agree()

    def likely(self, seen: dict[str, Any]) -> list[str]:
        """Cards that are near a pile, as the number line shows them."""

        def distance(card: str) -> int:
            number = int(card.lstrip("abcdefghijklmnopqrstuvwxyz"))
            ways = [
                (number - pile["number"]) * (1 if pile["up"] else -1)
                for pile in seen["piles"]
                if pile["number"] == pile["number"]
            ]
            return min(
                (way if way > 0 else 0 if way == -10 else 200 - way for way in ways), default=0
            )

        return sorted(seen["cards"], key=distance)[:TRIED]

    async def lifted(self, card: str) -> tuple[str, dict[str, Any]] | None:
        """Lift a card and see which pile would take it at the least cost."""
        await self.choose(card)
        piles = [pile for pile in (await self.seen())["piles"] if pile["step"] is not None]
        best = min(piles, key=lambda pile: (pile["loses"], pile["step"]), default=None)
        return None if best is None else (card, best)

    async def choose(self, card: str) -> None:
        if await card_at(self.page, card).get_attribute("aria-pressed") != "true":
            await self.hands.choose(self.page, card)

    async def lay(self, card: str, pile: dict[str, Any]) -> None:
        await self.choose(card)
        await self.hands.put(self.page, pile)
        self.lays += 1

    async def agree(self) -> None:
        """What loses is asked for again; a player who cannot do otherwise says yes."""
        dialog = self.page.locator("dialog[open] .button.danger")
        if await dialog.count():
            await self.confirm(dialog)

    async def confirm(self, button: Locator) -> None:
        if isinstance(self.hands, Keyboard):
            await tab_to(self.page, button)
            await self.page.keyboard.press("Enter")
        else:
            await self.hands.press(self.page, button, "Enter")
