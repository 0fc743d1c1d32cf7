"""The first page: from the address to a game; deals of the day, settings, a server that is gone."""

from __future__ import annotations

import re
import signal
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from tenback import Rules
from tenback.words import LANGUAGES
from tests.browser.screen_checks import cut_off, violations
from tests.browser.visitors import GONE, NARROW, PATIENCE, PHONE, Device

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

    from tests.browser.visitors import Visitors
    from tests.server.processes import Served

expect.set_options(timeout=PATIENCE)

SMALL = Device(360, 640, touch=True)
TABLE = re.compile(r"/t/[\w-]{22}$")
GAMES = {
    "The Game": 1,
    "On Fire": 1,
    "Quick & Easy": 2,
    "Face to Face": 2,
}


def button(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


async def table(page: Page) -> Any:
    """The table that the page shows."""
    await page.wait_for_url(TABLE)
    return await page.evaluate(
        "() => fetch('/api/tables/' + location.pathname.split('/')[2]).then(found => found.json())"
    )


async def bots(page: Page) -> list[str | None]:
    """Who sits there: names of bots, and None for people."""
    return [seat["bot"] for seat in (await table(page))["seats"]]


async def dealt(page: Page) -> None:
    """Until the cards are."""
    while (await table(page))["view"] is None:
        await page.wait_for_timeout(50)


@pytest.mark.parametrize("game", GAMES)
async def test_one_tap_and_the_cards_are_dealt(visitors: Visitors, game: str) -> None:
    page = await visitors.come(device=PHONE)
    await button(page, f"Play {game}").tap()
    assert await bots(page) == [None, "strong"][: GAMES[game]]
    await dealt(page)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_playing_needs_no_scrolling(visitors: Visitors, language: str) -> None:
    page = await visitors.come(device=SMALL, language=language)
    await expect(page.locator("article button").first).to_be_in_viewport(ratio=1)


async def test_what_was_chosen_is_remembered(visitors: Visitors) -> None:
    page = await visitors.come()
    await button(page, "Options for The Game").click()
    sheet = page.get_by_role("dialog", name="The Game")
    short = sheet.get_by_role("switch", name="Short hands")
    await expect(short).to_be_disabled()
    await sheet.get_by_role("switch", name="Expert").check()
    await short.check()
    await sheet.get_by_role("radio", name="3", exact=True).check()
    await sheet.get_by_label("Who plays with you").select_option("greedy")
    await button(sheet, "Play").click()
    assert await bots(page) == [None, "greedy", "greedy"]
    await dealt(page)

    await page.goto("/")
    await expect(page.locator("article").first).to_contain_text("With 2 bots")
    await expect(page.locator("article").first).to_contain_text("Expert · Short hands")
    mine = page.get_by_role("region", name="Your games")
    await expect(mine).to_contain_text("The Game · Expert · Short hands")
    await mine.get_by_role("link").click()
    await page.wait_for_url(TABLE)


async def test_what_the_browser_asks_to_close_is_closed(visitors: Visitors) -> None:
    """Back on a phone comes as a request to the topmost dialog, not as a step in the history."""
    page = await visitors.come(device=PHONE)
    opener = button(page, "Options for The Game")
    for _ in range(3):  # now and then a browser does not let the page prevent it
        await opener.tap()
        await page.get_by_role("dialog", name="The Game").evaluate("sheet => sheet.requestClose()")
        await expect(page.get_by_role("dialog")).to_have_count(0)
        await expect(opener).to_be_focused()
    assert page.url == f"{visitors.url}/"


async def test_with_friends_it_is_said_what_to_run(visitors: Visitors) -> None:
    """This server can only be reached from its own machine."""
    page = await visitors.come()
    await button(page, "Face to Face with friends").click()
    sheet = page.get_by_role("dialog")
    await expect(sheet).to_contain_text("tenback --lan")
    await button(sheet, "Go on anyway").click()
    seats = (await table(page))["seats"]
    assert [seat["person"] is None for seat in seats] == [False, True]


async def test_joining_by_a_pasted_link(visitors: Visitors) -> None:
    host = await visitors.come()
    await button(host, "Face to Face with friends").click()
    await button(host, "Go on anyway").click()
    await host.wait_for_url(TABLE)

    guest = await visitors.come(device=NARROW)
    field = guest.get_by_label("Link or code")
    await field.fill("good evening")
    await button(guest, "Join").tap()
    await expect(guest.get_by_role("alert")).to_contain_text("no link to a table")
    await field.fill(f"Come along: {host.url}")
    await button(guest, "Join").tap()
    await guest.wait_for_url(host.url)


async def test_an_open_table_is_found_by_strangers(visitors: Visitors) -> None:
    host = await visitors.come()
    await button(host, "Options for Face to Face").click()
    sheet = host.get_by_role("dialog", name="Face to Face")
    await sheet.get_by_text("More options").click()
    await sheet.get_by_role("switch", name="Open table").check()
    await button(sheet, "With friends").click()
    await button(host, "Go on anyway").click()
    await host.wait_for_url(TABLE)

    guest = await visitors.come(device=PHONE)
    tables = guest.get_by_role("region", name="Open tables")
    await expect(tables).to_contain_text("1 seat free")
    await tables.get_by_role("link").tap()
    await guest.wait_for_url(host.url)


async def test_a_game_can_be_left(visitors: Visitors) -> None:
    page = await visitors.come()
    await button(page, "Play On Fire").click()
    await dealt(page)
    await page.goto("/")
    mine = page.get_by_role("region", name="Your games")
    await expect(mine).to_contain_text("Your turn")
    await button(mine, "Tidy up").click()
    await button(mine, "Leave The Game · On Fire").click()
    await button(page.get_by_role("dialog"), "Leave").click()
    await expect(mine).to_have_count(0)


async def test_a_variant_of_ones_own(visitors: Visitors) -> None:
    page = await visitors.come()
    visitors.forgive("409")
    await button(page, "Bring a variant").click()
    sheet = page.get_by_role("dialog")
    text = Rules.named("original").to_toml().replace('"original"', '"evening"')
    field = sheet.get_by_label("The file, or its text")
    await field.fill(text.replace("minimum = 2", "minimum = 99", 1))
    await button(sheet, "Look at it").click()
    await expect(sheet.get_by_role("alert")).to_contain_text("minimum")
    await field.fill(text)
    await button(sheet, "Look at it").click()
    await expect(sheet).to_contain_text("This can be played. 98 cards · 4 piles")
    await button(sheet, "Play").click()
    await page.wait_for_url(TABLE)


async def test_a_variant_for_a_designer_who_has_none(visitors: Visitors) -> None:
    """An example can be filled in; the page says what is no variant, and what one looks like."""
    page = await visitors.come(device=PHONE)
    visitors.forgive("409")
    await button(page, "Bring a variant").tap()
    sheet = page.get_by_role("dialog")
    field, alert = sheet.get_by_label("The file, or its text"), sheet.get_by_role("alert")
    await field.fill("hello world")
    await button(sheet, "Look at it").tap()
    await expect(alert).to_contain_text("This is no variant: a variant has lines such as")
    await field.fill('name = "evening"\ncolours 3')
    await button(sheet, "Look at it").tap()
    await expect(alert).to_contain_text("line 2 cannot be read, 'colours 3'")
    await expect(alert).to_contain_text("such as minimum = 2")
    await expect(button(sheet, "Fill in an example")).to_have_count(0)
    await field.fill("")
    await button(sheet, "Fill in an example").tap()
    await expect(field).to_have_value(re.compile("^name = "))
    await button(sheet, "Look at it").tap()
    await expect(sheet).to_contain_text("This can be played. 98 cards · 4 piles")
    await button(sheet, "Play").tap()
    await page.wait_for_url(TABLE)


async def test_how_many_play_is_changed_where_people_gather(visitors: Visitors) -> None:
    """No player who is there has to go for it."""
    page = await visitors.come(device=PHONE)
    await button(page, "The Game with friends").tap()
    await button(page, "Go on anyway").tap()
    seats = page.get_by_role("region", name="At the table").get_by_role("listitem")
    await expect(seats).to_have_count(4)
    many = page.get_by_role("group", name="How many play")
    await many.get_by_role("radio", name="3").check()
    await expect(seats).to_have_count(3)
    await button(page, "Seat a bot").tap()
    await page.get_by_role("dialog").get_by_role("button", name="Simple").tap()
    await expect(many.get_by_role("radio")).to_have_count(4)
    await many.get_by_role("radio", name="2").check()
    await expect(page.get_by_text("All players are here.")).to_be_visible()
    assert await violations(page) == []


async def test_a_guest_has_a_name_to_tell_them_by(visitors: Visitors) -> None:
    """It stands where one sits down, and goes with the first letter that is typed."""
    page = await visitors.come()
    await button(page, "The Game with friends").click()
    await button(page, "Go on anyway").click()
    name = page.get_by_label("Your name")
    await expect(name).to_have_value(re.compile(r"^\w{3,}$"))
    await expect(name).not_to_have_value("Guest")
    await name.focus()
    await page.keyboard.type("Ada")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("Ada", exact=True)).to_be_visible()


async def test_the_deal_of_the_day(visitors: Visitors) -> None:
    page = await visitors.come(device=PHONE)
    deals = page.get_by_role("region", name="Today’s deals")
    await expect(deals).to_contain_text("Your first try counts, and hints are noted.")
    await button(deals, "Play today’s deal of The Game · Expert").tap()
    await page.wait_for_url(TABLE)
    await expect(page.get_by_text("Deal of the day: this try counts")).to_be_visible()
    assert await cut_off(page) == []
    address = page.url
    await page.goto("/")
    await button(deals, "Go on with today’s deal of The Game · Expert").tap()
    await page.wait_for_url(address)
    await page.goto("/")
    await deals.get_by_role("link", name="The Game · Expert").tap()
    await expect(page).to_have_title("Deal of the day · tenback")
    await expect(page.get_by_role("table", name="Bots on the same cards")).to_contain_text("Master")
    await expect(page.locator("main")).to_contain_text("a courtesy and no lock")
    await expect(page.locator("code")).to_have_text(re.compile("^[0-9a-f]{64}$"))


async def test_a_day_without_deals(visitors: Visitors) -> None:
    visitors.forgive("404")
    page = await visitors.come("/daily/2020-02-02/original")
    await expect(page.get_by_role("alert")).to_contain_text("2020-02-02")
    await page.get_by_role("link", name="To today’s deal").click()
    await expect(page.get_by_role("table", name="Bots on the same cards")).to_be_visible()


@pytest.mark.parametrize("path", ["/daily/2026-13-99/original", "/daily/2026-11-16/chess"])
async def test_a_deal_that_never_was(visitors: Visitors, path: str) -> None:
    page = await visitors.come(path)
    await expect(page.get_by_role("heading", level=1)).to_have_text("Nothing lies here")
    await expect(page).to_have_title("Nothing lies here · tenback")
    await page.get_by_role("link", name="To today’s deal").click()
    await expect(page.get_by_role("table", name="Bots on the same cards")).to_be_visible()


async def test_settings_hold_at_once_and_stay(visitors: Visitors) -> None:
    page = await visitors.come("/settings")
    root = page.locator("html")
    await page.get_by_role("radio", name="Dark", exact=True).check()
    await expect(root).to_have_attribute("data-look", "dark")
    await page.get_by_role("radio", name="None", exact=True).check()
    await expect(root).to_have_attribute("data-motion", "off")
    await page.get_by_role("radio", name="Deutsch", exact=True).check()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Einstellungen")
    await page.get_by_label("Dein Name").fill("Ada")
    await button(page, "Namen übernehmen").click()
    await expect(page.locator("main")).to_contain_text("heißt du Ada")

    await page.reload()
    await expect(root).to_have_attribute("data-look", "dark")
    await expect(page.get_by_label("Dein Name")).to_have_value("Ada")
    await expect(page.get_by_role("navigation")).to_contain_text("Ada")


async def test_one_device_for_several(visitors: Visitors) -> None:
    page = await visitors.come()
    await page.get_by_role("region", name="One device").get_by_role("link").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("One device")


async def test_an_address_that_leads_nowhere(visitors: Visitors) -> None:
    visitors.forgive("404")
    page = await visitors.come("/nowhere")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Nothing lies here")
    await page.get_by_role("link", name="To the games").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("What shall we play?")


async def test_the_server_is_gone_and_comes_back(visitors: Visitors, server: Served) -> None:
    page = await visitors.come()
    await expect(
        page.get_by_role("region", name="Today’s deals").get_by_role("link").first
    ).to_be_visible()
    await server.end(signal.SIGKILL)
    visitors.forgive(GONE)
    await button(page, "Play The Game").click()
    alert = page.get_by_role("alert").filter(has=button(page, "Try again"))
    await expect(alert).to_contain_text("The server does not answer.")
    await server.begin()
    await expect(alert).to_have_count(0)
    await button(page, "Play The Game").click()
    await page.wait_for_url(TABLE)
