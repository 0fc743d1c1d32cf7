"""Lessons and rule books as people find them: on phones, by keyboard, in any language and look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from tenback.lessons import GAMES
from tenback.words import LANGUAGES
from tests.browser.lessons import Learner, begin
from tests.browser.screen_checks import cut_off, violations, violations_in_any_look
from tests.browser.visitors import DESKTOP, NARROW, PHONE, Device

if TYPE_CHECKING:
    from tests.browser.visitors import Visitors

WAYS: list[Any] = [
    pytest.param("original", PHONE, False, id="original-phone"),
    pytest.param("original-on-fire", DESKTOP, True, id="original-on-fire-keys"),
    pytest.param("quick-and-easy", NARROW, False, id="quick-and-easy-narrow"),
    pytest.param("face-to-face", NARROW, False, id="face-to-face-narrow"),
    pytest.param("original", DESKTOP, True, id="original-keys"),
    pytest.param("quick-and-easy", DESKTOP, False, id="quick-and-easy-desktop"),
]


@pytest.mark.parametrize(("game", "device", "keys"), WAYS)
async def test_a_whole_lesson(visitors: Visitors, game: str, device: Device, keys: bool) -> None:
    page = await visitors.come(device=device)
    steps = await begin(page, game)
    learner = Learner(page, keys=keys)
    for step in steps:
        await learner.reads(step["text"])
        await learner.sees(step)
        await learner.does(step)
    await learner.reads("That is all you need. The rest comes by playing.")
    await expect(page.get_by_role("button", name="Play a real one")).to_be_visible()
    follows = page.get_by_role("link", name="Next:")
    assert await follows.count() == (game != GAMES[-1])


async def test_wrong_tries_are_answered_and_change_nothing(visitors: Visitors) -> None:
    page = await visitors.come()
    steps = await begin(page, "original")
    learner = Learner(page)
    for step in steps[:3]:
        await learner.reads(step["text"])
        await learner.does(step)
    await learner.reads(steps[3]["text"])
    await page.locator('button[data-card="38"]').click()
    await page.locator('[data-pile="u1"] button').first.click()
    await learner.reads(steps[3]["wrong"])
    await expect(page.locator('button[data-card="38"]')).to_be_visible()
    await learner.guide.get_by_role("button", name="Back").click()
    await learner.reads(steps[3]["text"])
    await learner.guide.get_by_role("button", name="Back").click()
    await learner.reads(steps[2]["text"])
    await learner.guide.get_by_role("button", name="Next").click()
    await learner.guide.get_by_role("button", name="Show me").click()
    await learner.reads(steps[4]["text"])


async def test_playing_before_reading(visitors: Visitors) -> None:
    page = await visitors.come()
    await begin(page, "face-to-face")
    await page.locator('button[data-card="3"]').click()
    await page.locator('[data-pile="u1"] button').first.click()
    await Learner(page).reads("Read first, then tap “Next”.")


async def test_after_the_lesson_a_real_game(visitors: Visitors) -> None:
    page = await visitors.come()
    steps = await begin(page, "original")
    learner = Learner(page)
    for step in steps:
        await learner.reads(step["text"])
        shown = learner.guide.get_by_role("button", name="Show me")
        if step["do"] in ("", "watch"):
            await learner.does(step)
        else:
            await shown.click()
    assert await violations(page) == []
    await page.get_by_role("button", name="Play a real one").click()
    await page.wait_for_url("**/t/*")
    await expect(page.locator(".hand button").first).to_be_visible()
    mine = await (await page.request.get("/api/me/tables")).json()
    assert [one["seats"][-1]["bot"] for one in mine["tables"]] == [None], "the lesson is closed"
    assert (await (await page.request.get("/api/me/statistics")).json())["lines"] == []
    await page.goto("/learn")
    await expect(page.get_by_text("done")).to_be_visible()


async def test_who_leaves_closes_the_table(visitors: Visitors) -> None:
    page = await visitors.come()
    await begin(page, "original")
    await expect(page.locator(".guide")).to_be_visible()
    async with page.expect_response("**/commands"):
        await page.get_by_role("link", name="Leave the lesson").click()
    await expect(page.get_by_role("heading", name="Learn")).to_be_visible()
    assert (await (await page.request.get("/api/me/tables")).json())["tables"] == []


async def test_a_game_without_a_lesson(visitors: Visitors) -> None:
    page = await visitors.come("/learn/original-expert")
    await expect(page).to_have_title("Nothing lies here · tenback")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Nothing lies here")
    await expect(page.get_by_role("alert")).to_have_text(
        "“The Game · Expert” has no lesson. "
        "These games have one: The Game, The Game · On Fire, Quick & Easy and Face to Face."
    )
    await page.get_by_role("link", name="All lessons").click()
    await expect(page.get_by_role("link", name="Begin the lesson")).to_have_count(len(GAMES))


# The rule book

TINY = """
name = "tiny"
deck = {numbers = "1..30"}
piles = {up = [0]}
hands = {1 = 4}
minimum = 1
"""


async def test_every_variant_can_be_chosen(visitors: Visitors) -> None:
    page = await visitors.come("/rules")
    await expect(page.get_by_role("heading", level=1)).to_have_text("The Game")
    await page.get_by_role("link", name="Expert · Short hands · On Fire").click()
    await expect(page).to_have_url(f"{visitors.url}/rules/original-expert-short-hands-on-fire")
    await expect(page.get_by_role("img", name="The fire cards.")).to_be_visible()
    await page.get_by_role("link", name="Face to Face").click()
    await expect(page.get_by_role("img", name="as a gift")).to_be_visible()
    about = await (await page.request.get("/api/about")).json()
    for game in about["games"]:
        await page.goto(f"/rules/{game['name']}")
        await expect(page.locator("article h2").first).to_be_visible()


async def test_the_rules_of_a_table(visitors: Visitors) -> None:
    """Also of a designer's variant."""
    page = await visitors.come()
    await page.request.post("/api/me", data={"name": "Ann"})
    asked = {"options": {"game": TINY, "players": 1}}
    table = (await (await page.request.post("/api/tables", data=asked)).json())["table"]
    await page.goto(f"/rules/table/{table}")
    await expect(page.get_by_role("heading", level=1)).to_have_text("tiny")
    await expect(page.get_by_role("link", name="Back to the table")).to_have_attribute(
        "href", f"/t/{table}"
    )


async def test_the_rules_over_a_running_game(visitors: Visitors) -> None:
    page = await visitors.come(device=PHONE)
    await begin(page, "quick-and-easy")
    await page.get_by_role("button", name="Menu of the table").click()
    await page.get_by_role("button", name="Rules").click()
    sheet = page.get_by_role("dialog", name="Quick & Easy")
    await expect(sheet.get_by_role("heading", name="The trick")).to_be_visible()
    assert await violations(page) == []
    await page.keyboard.press("Escape")
    await expect(page.locator(".guide")).to_be_visible()


async def test_printed(visitors: Visitors) -> None:
    page = await visitors.come("/rules/original")
    await expect(page.locator("article h2").first).to_be_visible()
    await page.emulate_media(media="print")
    await expect(page.get_by_role("navigation")).to_have_count(0)
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await expect(page.locator("article h2").first).to_be_visible()


# Accessibility


async def test_nothing_is_in_the_way(visitors: Visitors) -> None:
    page = await visitors.come("/learn")
    await expect(page.locator("h2").first).to_be_visible()
    found = {"/learn": await violations_in_any_look(page)}
    for game in GAMES:
        await begin(page, game)
        await expect(page.locator(".guide")).to_be_visible()
        found[f"/learn/{game}"] = await violations_in_any_look(page)
        await page.goto(f"/rules/{game}")
        await expect(page.locator("article h2").first).to_be_visible()
        found[f"/rules/{game}"] = await violations_in_any_look(page)
    assert {path: each for path, each in found.items() if each} == {}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_text_is_cut_off(visitors: Visitors, language: str) -> None:
    page = await visitors.come(device=NARROW, language=language)
    for path in ("/learn", "/rules/original", "/rules/face-to-face"):
        await page.goto(path)
        await expect(page.locator("h2").first).to_be_visible()
        assert await cut_off(page) == []
    for game in GAMES:
        for step in await begin(page, game):
            await expect(page.locator(".guide .says")).to_be_visible()
            assert await cut_off(page) == []
            box = await page.locator(".guide").bounding_box()
            assert box is not None
            assert box["height"] < NARROW.height / 2.5
            if step["do"] not in ("", "watch"):
                break
            await page.locator(".guide .primary").click()
