"""Every screen, as a linter of accessibility and a ruler see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tenback.words import LANGUAGES
from tests.browser.screen_checks import cut_off, violations_in_any_look
from tests.browser.tour import stops
from tests.browser.visitors import DESKTOP, PHONE, Device

if TYPE_CHECKING:
    from tests.browser.visitors import Visitors

NARROWEST = Device(320, 640, touch=True)
ZOOMED = Device(640, 400)
"""A laptop's 1280 by 800 at 200 % has room for this much."""

ABSENT = r"404 \(Not Found\) .*/nowhere"
"""One of the screens is about that."""


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_every_player_can_use_it(visitors: Visitors, device: Device) -> None:
    """axe-core finds no violation on any screen in any look."""
    visitors.forgive(ABSENT)
    page = await (await visitors.arrive(device)).new_page()
    found = {}
    for stop in await stops(page):
        await stop.visit(page)
        found[stop.name] = await violations_in_any_look(page)
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("device", [NARROWEST, ZOOMED], ids=["320px", "zoomed"])
async def test_nothing_is_cut_off(visitors: Visitors, device: Device, language: str) -> None:
    visitors.forgive(ABSENT)
    page = await (await visitors.arrive(device, language)).new_page()
    found = {}
    for stop in await stops(page):
        await stop.visit(page)
        found[stop.name] = await cut_off(page)
    assert {name: each for name, each in found.items() if each} == {}
