"""Whole games through the page: two browsers and a bot, two browsers, a browser and a bot."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from tests.browser.players import Fingers, Keyboard, Mouse, Player, tab_to
from tests.browser.visitors import GONE, PHONE

if TYPE_CHECKING:
    from playwright.async_api import Page

    from tests.browser.visitors import Visitors
    from tests.server.processes import Served

STILL: dict[str, Any] = {"reduced_motion": "reduce"}
"""What somebody prefers who wants to get on."""


async def invites(visitors: Visitors, game: str, **look: Any) -> Page:
    """Ann opens a table for friends from the first page."""
    ann = await visitors.come("/", **look)
    await ann.get_by_role("button", name=f"{game} with friends", exact=True).click()
    await ann.get_by_role("button", name="Go on anyway").click()
    await expect(ann.get_by_role("heading", name="At the table")).to_be_visible()
    return ann


async def follows(visitors: Visitors, link: str, name: str, **look: Any) -> Page:
    """Somebody follows her link on a phone, and sits down."""
    ben = await visitors.come(link, PHONE, **look)
    await ben.get_by_label("Your name").fill(name)
    await ben.get_by_role("button", name="Sit down").tap()
    await expect(ben.get_by_role("button", name="Sit down")).to_have_count(0)
    return ben


async def seats_a_bot(ann: Page, bot: str) -> None:
    await ann.get_by_role("button", name="Seat a bot").click()
    await ann.get_by_role("button", name=bot).click()


async def play(*players: Player) -> None:
    """Everybody at once, as people do; all see the end."""
    await asyncio.gather(*(player.play() for player in players))
    assert all(player.lays > 0 for player in players)
    for player in players:
        await expect(player.page.locator("main.over h1")).to_be_visible()


@pytest.mark.parametrize("game", ["The Game", "On Fire", "Quick & Easy"])
async def test_two_browsers_and_a_bot(visitors: Visitors, game: str) -> None:
    """Ann has a mouse and drags her cards, Ben has a phone and touches it."""
    ann = await invites(visitors, game)
    ben = await follows(visitors, ann.url, "Ben")
    await seats_a_bot(ann, "Careful")
    await ann.get_by_role("button", name="Begin with 3").click()
    await ben.get_by_role("button", name="Take the first turn", exact=True).tap()
    await play(Player(ann, Mouse()), Player(ben, Fingers()))


async def test_two_browsers_in_a_duel(visitors: Visitors) -> None:
    ann = await invites(visitors, "Face to Face", **STILL)
    ben = await follows(visitors, ann.url, "Ben", **STILL)
    await ann.get_by_role("button", name="Begin", exact=True).click()
    await play(Player(ann, Mouse()), Player(ben, Fingers()))


async def test_a_duel_against_a_bot_by_keyboard_alone(visitors: Visitors) -> None:
    ann = await visitors.come("/", **STILL)
    await tab_to(ann, ann.get_by_role("button", name="Play Face to Face"))
    await ann.keyboard.press("Enter")
    await play(Player(ann, Keyboard()))


async def test_the_server_dies_in_the_middle_of_a_game(visitors: Visitors, house: Served) -> None:
    """Both pages go on by themselves, and lose nothing."""
    visitors.forgive(GONE)
    ann = await invites(visitors, "The Game", **STILL)
    ben = await follows(visitors, ann.url, "Ben", **STILL)
    await ann.get_by_role("button", name="Begin with 2").click()
    await ben.get_by_role("button", name="Take the first turn", exact=True).tap()
    players = Player(ann, Mouse()), Player(ben, Fingers())
    for page in (ann, ben):
        await page.evaluate("() => { window.never_loaded_again = true; }")

    async def accidents() -> None:
        for lays in (4, 12):
            while sum(player.lays for player in players) < lays:
                await asyncio.sleep(0.05)
            await house.end(signal.SIGKILL)
            await house.begin()
        assert not (await players[0].seen())["over"]

    await asyncio.gather(play(*players), accidents())
    told = {await page.get_by_text("of 98 cards laid").inner_text() for page in (ann, ben)}
    assert len(told) == 1
    for page in (ann, ben):
        assert await page.evaluate("() => window.never_loaded_again")
