"""Every screen, as a linter of accessibility and a ruler see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.looking import cut_off, violations
from tests.browser.tour import stops
from tests.browser.visitors import DESKTOP, LOCALES, PHONE, Device

if TYPE_CHECKING:
    from tests.browser.visitors import Visitors

NARROWEST = Device(320, 640, touch=True)
ZOOMED = Device(640, 400)
"""A laptop's 1280 by 800 at 200 % has room for this much."""

ABSENT = r"404 \(Not Found\) .*/nowhere"
"""One of the screens is about that."""

LOOKS = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "contrast": {"color_scheme": "dark", "contrast": "more"},
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_everybody_can_use_it(visitors: Visitors, device: Device, look: str) -> None:
    """axe-core finds no violation on any screen."""
    visitors.forgive(ABSENT)
    context = await visitors.arrive(device, reduced_motion="reduce", **LOOKS[look])
    page = await context.new_page()
    found = {}
    for stop in await stops(page):
        await stop.visit(page)
        found[stop.name] = await violations(page)
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("device", [NARROWEST, ZOOMED], ids=["320px", "zoomed"])
async def test_nothing_is_cut_off(visitors: Visitors, device: Device, language: str) -> None:
    visitors.forgive(ABSENT)
    context = await visitors.arrive(device, language, reduced_motion="reduce")
    page = await context.new_page()
    found = {}
    for stop in await stops(page):
        await stop.visit(page)
        found[stop.name] = await cut_off(page)
    assert {name: each for name, each in found.items() if each} == {}
