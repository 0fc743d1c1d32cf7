"""A learner in front of a browser, who does what a lesson asks for, by touch, mouse or keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.async_api import expect

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

WATCHED = ("", "watch")

OVERLAPS = """([bubble, target]) => {
    const one = bubble.getBoundingClientRect(), other = target.getBoundingClientRect();
    return one.bottom > other.top + 1 || other.top >= innerHeight || other.bottom > innerHeight + 1;
}"""


async def begin(page: Page, game: str) -> list[dict[str, Any]]:
    """Open a lesson; its steps, as the server has sent them."""
    async with page.expect_response(f"**/api/lessons/{game}") as response:
        await page.goto(f"/learn/{game}")
    found: list[dict[str, Any]] = (await (await response.value).json())["steps"]
    return found


class Learner:
    """A learner who takes a lesson."""

    def __init__(self, page: Page, *, keys: bool = False) -> None:
        self.page = page
        self.keys = keys
        self.guide = page.locator(".guide")

    async def reads(self, text: str) -> None:
        await expect(self.guide.locator(".says")).to_have_text(text)

    async def does(self, step: dict[str, Any]) -> None:
        """What a step asks for, in the way one would do it at any table."""
        verb, _, what = step["do"].partition(" ")
        if verb in WATCHED:
            await self._tap(self.guide.get_by_role("button", name="Next"))
        elif verb == "start":
            await self._tap(self.page.get_by_role("button", name="Take the first turn"))
        elif verb == "end":
            await self._end()
        elif verb == "say":
            await self._say(*what.split(":"))
        else:
            await self._lay(*self._aim(step))

    def _aim(self, step: dict[str, Any]) -> list[str]:
        if step["do"] != "trick":
            return str(step["do"].removeprefix("lay ")).split("-")
        return [point.split(" ")[1] for point in step["point"]]

    async def _lay(self, card: str, pile: str) -> None:
        if self.keys:
            shortcut = self.page.locator(f'[data-pile="{pile}"] [aria-keyshortcuts]').first
            await self.page.keyboard.type(card)
            await self.page.keyboard.press(await shortcut.get_attribute("aria-keyshortcuts") or "")
            return
        await self._tap(self.page.locator(f'button[data-card="{card}"]'))
        await self._tap(self.page.locator(f'[data-pile="{pile}"] button').first)

    async def _end(self) -> None:
        if self.keys:
            await self.page.keyboard.press("e")
        else:
            await self._tap(self.page.get_by_role("button", name="End turn"))
        asked = self.page.get_by_role("dialog")
        if await asked.count():
            await self._tap(asked.locator(".danger"))

    async def _say(self, phrase: str, subject: str) -> None:
        if phrase == "leave":
            at = self.page.locator(f'[data-pile="{subject}"] [aria-haspopup="dialog"]').first
            await self._tap(at)
            words = "Please leave this pile alone."
        else:
            if await self.page.locator("aside .talk").count() == 0:
                await self._tap(self.page.locator('.buttons [aria-keyshortcuts="t"]'))
            words = f"I've got a rather {phrase} {subject} one."
        await self._tap(self.page.get_by_role("button", name=words))

    async def _tap(self, what: Locator) -> None:
        if self.keys:
            await what.focus()
            await self.page.keyboard.press("Enter")
        else:
            await what.click()

    async def sees(self, step: dict[str, Any]) -> None:
        """What a lesson points at has a ring, and nothing lies on it."""
        if step["point"]:
            await expect(self.page.locator(".ring").first).to_be_visible()
        for point in step["point"]:
            part, _, which = point.partition(" ")
            if part not in ("card", "pile"):
                continue
            target = self.page.locator(f'[data-{part}="{which}"]').first
            hidden = [await self.guide.element_handle(), await target.element_handle()]
            await expect(target).to_be_visible()
            await self.page.wait_for_function(f"found => !({OVERLAPS})(found)", arg=hidden)
