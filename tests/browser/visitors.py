"""People in front of browsers, each with a device, a language and a look of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from playwright.async_api import Browser, BrowserContext

if TYPE_CHECKING:
    from playwright.async_api import ConsoleMessage, Page, Request, ViewportSize, WebError

PATIENCE = 60_000
"""How many milliseconds a page may take for anything: a shared machine is slow at times."""

GONE = "ERR_(CONNECTION|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED)|WebSocket"
"""How browsers complain of a server that is killed, perhaps amid an answer."""

ALWAYS_THE_SAME = """(draw => crypto.getRandomValues = array =>
  array.length === 32 ? array.fill(7) : draw.call(crypto, array))(crypto.getRandomValues)"""
"""What visitors add to a shuffle; the server's secrets are no secrets either, so that a test meets
the same cards each time. Ids are as random as ever.
"""

STILL: dict[str, Any] = {"reduced_motion": "reduce"}
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
"""Cards that fly cost half of a browser's time: they fly where a test says `**MOVING`."""

FIRST_PAGE = "/"
AT_REST = "main[aria-busy=false]"
"""Nothing is about to push anything away there: tests are quicker than people."""

GIVEN_UP = "net::ERR_ABORTED"
"""What the page itself does not want any more, because it goes elsewhere."""


@dataclass(frozen=True)
class Device:
    """The device of a visitor."""

    width: int
    height: int
    touch: bool = False

    @property
    def size(self) -> ViewportSize:
        return {"width": self.width, "height": self.height}


PHONE = Device(390, 844, touch=True)
NARROW = Device(320, 640, touch=True)
TABLET = Device(820, 1180, touch=True)
DESKTOP = Device(1280, 800)


@dataclass
class Visitors:
    """The browsers at one server; whatever goes wrong in them is noted."""

    browser: Browser
    url: str
    troubles: list[str] = field(default_factory=list)
    forgiven: list[str] = field(default_factory=list)
    _contexts: list[BrowserContext] = field(default_factory=list)

    async def come(
        self, path: str = FIRST_PAGE, device: Device = DESKTOP, language: str = "en", **look: Any
    ) -> Page:
        """A new guest opens an address; `look` is what their system prefers (`color_scheme`,
        `contrast`, ...), as Playwright's `new_context` calls it; they want little motion.
        """
        page = await (await self.arrive(device, language, **look)).new_page()
        await page.goto(path)
        if path == FIRST_PAGE:
            await page.locator(AT_REST).wait_for()
        return page

    async def arrive(
        self, device: Device = DESKTOP, language: str = "en", **look: Any
    ) -> BrowserContext:
        """A new guest, who has opened nothing yet."""
        context = await self.browser.new_context(
            base_url=self.url,
            viewport=device.size,
            has_touch=device.touch,
            is_mobile=device.touch,
            locale=language,
            **STILL | look,
        )
        context.set_default_timeout(PATIENCE)
        await context.add_init_script(ALWAYS_THE_SAME)
        context.on("console", self._said)
        context.on("weberror", self._failed)
        context.on("requestfailed", self._unanswered)
        self._contexts.append(context)
        return context

    def forgive(self, pattern: str) -> None:
        """This is expected to go wrong."""
        self.forgiven.append(pattern)

    @property
    def unforgiven(self) -> list[str]:
        """What went wrong and should not have."""
        return [
            trouble
            for trouble in self.troubles
            if not any(re.search(pattern, trouble) for pattern in self.forgiven)
        ]

    async def leave(self) -> None:
        """Close all browsers; what that interrupts is no trouble."""
        troubles, self.troubles = self.troubles, []
        for context in self._contexts:
            await context.close()
        self.troubles = troubles

    def _said(self, message: ConsoleMessage) -> None:
        """Browsers say it here, too, when something is against the policy or not there."""
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.type}: {message.text} ({message.location['url']})")

    def _failed(self, error: WebError) -> None:
        self.troubles.append(f"exception: {error.error}")

    def _unanswered(self, request: Request) -> None:
        if request.failure != GIVEN_UP:
            self.troubles.append(f"request: {request.url} {request.failure}")
