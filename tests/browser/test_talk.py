"""Talk, hints, plans, the log and the keys at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import Locator, Page, WebSocketRoute, expect

from tests.browser.api import ask, do, look
from tests.browser.screen_checks import cut_off, violations
from tests.browser.visitors import DESKTOP, PATIENCE, PHONE, Device

if TYPE_CHECKING:
    from tests.browser.visitors import Visitors

expect.set_options(timeout=PATIENCE)

FITS = "document.documentElement.scrollHeight <= innerHeight"
SMALLEST = Device(320, 568, touch=True)
SMALL = Device(360, 640, touch=True)


async def sits(page: Page, name: str, table: str | None = None, **options: Any) -> str:
    """A player has a seat, at a table of their own or at another's."""
    await ask(page, "POST", "/api/me", {"name": name})
    if table is not None:
        await do(page, table, type="sit", name=name)
        return table
    bots = options.pop("bots", ())
    wanted = {"game": "original", "players": 1 + len(bots)} | options
    table = str((await ask(page, "POST", "/api/tables", {"options": wanted}))["table"])
    for bot in bots:
        await do(page, table, type="seat-bot", bot=bot)
    return table


async def begins(page: Page, table: str, *others: Page) -> None:
    """The cards are dealt, and the player with the first page starts."""
    for one in (page, *others):
        await one.goto(f"/t/{table}")
    await expect(page.locator("main")).to_be_visible()
    await do(page, table, type="begin")
    for one in (page, *others):
        await expect(one.locator(".board")).to_be_visible()
    if (await look(page, table))["phase"] == "agreeing":
        await do(page, table, type="start")
    await expect(page.locator("main")).to_have_attribute("data-turn", "mine")


async def alone(visitors: Visitors, device: Device = DESKTOP, **options: Any) -> tuple[Page, str]:
    page = await visitors.come("/about", device)
    table = await sits(page, "Ann", **options)
    await begins(page, table)
    return page, table


async def together(
    visitors: Visitors, device: Device = DESKTOP, language: str = "en", **options: Any
) -> tuple[Page, Page, str]:
    """Ann and Ben; it is Ann's turn. Ben has another device and another language."""
    ann = await visitors.come("/about")
    ben = await visitors.come("/about", device, language)
    table = await sits(ann, "Ann", **({"players": 2} | options))
    await sits(ben, "Ben", table)
    await begins(ann, table, ben)
    return ann, ben, table


def pile(page: Page, name: str) -> Locator:
    return page.locator(f'[data-pile="{name}"]')


def card(page: Page, name: str) -> Locator:
    return page.locator(f'.hand [data-card="{name}"]')


def button(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


async def check(page: Page) -> None:
    """Nothing keeps a player from using this screen, and nothing is cut off."""
    assert await violations(page) == []
    assert await cut_off(page) == []


async def safe(page: Page, table: str) -> tuple[str, str]:
    """The lay with the smallest step that does not lose."""
    lays = (await look(page, table))["choices"]["lays"]
    move = min(lays, key=lambda lay: (lay["loses"], lay["step"]))["move"]
    return move["card"], move["pile"]


async def turn_over(page: Page, table: str) -> None:
    """What has to be laid is laid, and the turn ended."""
    while (await look(page, table))["choices"]["owed"]:
        await do(page, table, type="play", move="-".join(await safe(page, table)))
    await do(page, table, type="play", move="end")


# Talk


async def test_two_taps_say_something_at_a_pile_and_all_read_it_there(
    visitors: Visitors,
) -> None:
    ann, ben, _ = await together(visitors, PHONE, "fr")
    await pile(ben, "u1").get_by_role("button", name="Parler de").tap()
    await check(ben)
    await button(ben, "Laisse cette pile tranquille, s’il te plaît.").tap()
    await expect(ben.get_by_role("dialog")).to_have_count(0)
    said = pile(ann, "u1").get_by_role("button", name="Ben: Please leave this pile alone.")
    await expect(said).to_be_visible()
    await expect(ann.locator(".bubble")).to_have_text("Please leave rising pile 1 alone.")
    await expect(ann.locator(".lane.spoken")).to_have_count(1)
    await expect(ann.get_by_text("Ben: Please leave rising pile 1 alone.").first).to_be_visible()
    await pile(ben, "u1").get_by_role("button", name="Retirer").tap()
    await expect(said).to_have_count(0)
    await expect(ann.locator(".lane.spoken")).to_have_count(0)


async def test_what_is_about_no_pile_stands_by_the_seats(visitors: Visitors) -> None:
    ann, ben, _ = await together(visitors, PHONE)
    await ben.locator('.buttons [aria-keyshortcuts="t"]').tap()
    await check(ben)
    await button(ben, "It's getting tight for me.").tap()
    seats = ann.locator("header .remark-line")
    await expect(seats.get_by_text("Ben: It's getting tight for me.")).to_have_count(1)
    await ben.get_by_role("button", name="Take back: You: It's getting tight for me.").tap()
    await expect(seats.get_by_text("Ben: It's getting tight for me.")).to_have_count(0)


async def test_a_refused_message_is_explained_and_the_phrase_offered(visitors: Visitors) -> None:
    ann, ben, _ = await together(visitors, PHONE)
    field = ann.get_by_label("In your own words")
    await field.fill("leave u1 alone 37")
    await field.press("Enter")
    await expect(ann.get_by_text("This tells a number (37)").first).to_be_visible()
    await check(ann)
    offers = ann.get_by_role("group", name="Instead you can say:")
    await offers.get_by_role("button", name="Please leave rising pile 1 alone.").click()
    await expect(field).to_have_value("")
    await expect(pile(ben, "u1").get_by_role("button", name="Ann: ")).to_be_visible()
    await field.fill("good luck <b>everybody</b>")
    await button(ann, "Say it").click()
    await expect(ben.locator(".bubble").last).to_have_text("good luck <b>everybody</b>")


async def test_colours_have_a_row_each(visitors: Visitors) -> None:
    page, table = await alone(visitors, game="quick-and-easy", bots=["simple"])
    await button(page, "I've got a rather high red one.").click()
    await expect(button(page, "I've got a rather high red one.")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert [one["subject"] for one in (await look(page, table))["talk"] if one["seat"] == 0] == [
        "red"
    ]
    await check(page)


async def test_a_silent_table_has_no_talk(visitors: Visitors) -> None:
    page, _ = await alone(visitors, bots=["simple"], talk="silent")
    await expect(page.get_by_role("heading", name="What happened")).to_be_visible()
    await expect(page.get_by_role("heading", name="Talk")).to_have_count(0)
    await expect(button(page, "Talk")).to_have_count(0)
    await expect(page.get_by_role("button", name="Talk about")).to_have_count(0)
    await page.keyboard.press("t")
    await page.keyboard.press("Shift+A")
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_without_free_text_there_is_no_field(visitors: Visitors) -> None:
    page, _ = await alone(visitors, bots=["simple"], free_text=False)
    await expect(page.get_by_role("heading", name="Talk")).to_be_visible()
    await expect(page.get_by_label("In your own words")).to_have_count(0)


async def test_a_spectator_reads_what_is_said_and_says_nothing(visitors: Visitors) -> None:
    ann, _, table = await together(visitors)
    eve = await visitors.come("/about")
    await ask(eve, "POST", "/api/me", {"name": "Eve"})
    await do(eve, table, type="watch", name="Eve")
    await eve.goto(f"/t/{table}")
    await do(ann, table, type="say", phrase="want:d1")
    await expect(pile(eve, "d1").get_by_text("Ann: I'd like this pile.")).to_have_count(1)
    await expect(button(eve, "Talk")).to_have_count(0)
    await expect(eve.get_by_role("button", name="Talk about")).to_have_count(0)
    await check(eve)


# Hints


@pytest.mark.parametrize("device", [SMALL, DESKTOP], ids=["phone", "desktop"])
async def test_a_hint_shows_the_best_turn_and_lays_it(visitors: Visitors, device: Device) -> None:
    page, table = await alone(visitors, device, bots=["simple"])
    await page.get_by_role("button", name="Hint").click()
    asked = page.get_by_role("dialog", name="A hint marks this game")
    await check(page)
    await button(asked, "Not yet").click()
    assert (await look(page, table))["marks"]["hints"] == 0
    await page.get_by_role("button", name="Hint").click()
    await button(asked, "Show it").click()
    hint = page.get_by_role("region", name="Hint")
    await expect(hint).to_contain_text("to win")
    await expect(hint).to_contain_text("The game is counted apart now.")
    await expect(page.locator(".pile.hinted").first).to_be_visible()
    await expect(page.locator(".hand .hinted").first).to_be_attached()
    await check(page)
    held = await page.locator(".hand [data-card]").count()
    hinted = await page.locator(".hand .hinted").count()
    await button(page, "Play this").click()
    await expect(page.locator(".hand [data-card]")).to_have_count(held - hinted)
    found = await look(page, table)
    assert len(found["view"]["placed"]) == hinted
    assert found["marks"]["hints"] == 1
    assert found["view"]["turn"] == found["seat"]
    await expect(hint).to_have_count(0)


# Plans


async def test_a_plan_is_checked_again_and_never_laid_by_itself(visitors: Visitors) -> None:
    ann, ben, table = await together(visitors, PHONE)
    hand = (await look(ben, table))["view"]["hands"][1]
    low, high = min(hand, key=int), max(hand, key=int)
    await card(ben, low).tap()
    await pile(ben, "d2").locator("> button").tap()
    await card(ben, high).tap()
    await pile(ben, "d2").locator("> button").tap()
    plan = ben.get_by_role("group", name="Your plan")
    await expect(plan.get_by_text("no longer fits")).to_have_count(
        0 if int(high) == int(low) + 10 else 1
    )
    await expect(ann.get_by_role("group", name="Your plan")).to_have_count(0)
    await check(ben)
    await plan.get_by_role("button", name=f"Remove from your plan: {high} on").tap()
    await expect(plan.get_by_text("no longer fits")).to_have_count(0)
    await turn_over(ann, table)
    await expect(button(ben, "Play plan")).to_be_visible()
    assert (await look(ben, table))["view"]["placed"] == []
    await button(ben, "Play plan").tap()
    await expect(plan).to_have_count(0)
    await expect(card(ben, low)).to_have_count(0)
    assert [one["card"] for one in (await look(ben, table))["view"]["placed"]] == [low]


# The log


async def test_what_happened_is_shown_at_the_side_and_in_a_sheet(visitors: Visitors) -> None:
    ann, ben, table = await together(visitors, PHONE)
    laid, where = await safe(ann, table)
    await do(ann, table, type="play", move=f"{laid}-{where}")
    await expect(ann.get_by_role("list", name="What happened")).to_contain_text(
        f"You lay {laid} on"
    )
    await ben.reload()
    await ben.locator('[aria-keyshortcuts="l"]').tap()
    await expect(ben.get_by_role("dialog")).to_contain_text(f"Ann lays {laid} on")
    await check(ben)
    await button(ann, "Hide talk and log").click()
    await expect(ann.get_by_role("list", name="What happened")).to_have_count(0)
    await ann.reload()
    await button(ann, "Show talk and log").click()
    await expect(ann.get_by_role("list", name="What happened")).to_be_visible()


async def test_what_happened_is_read_out(visitors: Visitors) -> None:
    ann, ben, table = await together(visitors)
    laid, where = await safe(ann, table)
    await do(ann, table, type="play", move=f"{laid}-{where}")
    await expect(ben.get_by_role("log")).to_contain_text(f"Ann lays {laid} on")


# Keys


async def test_a_turn_by_keyboard_alone(visitors: Visitors) -> None:
    page, table = await alone(visitors, bots=["simple"])
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    await check(page)
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    for _ in range(2):
        laid, where = await safe(page, table)
        key = await pile(page, where).locator("> button").get_attribute("aria-keyshortcuts")
        await card(page, laid).focus()
        await page.keyboard.type(laid)
        await expect(card(page, laid)).to_have_attribute("aria-pressed", "true")
        await page.keyboard.press(key or "")
        await expect(card(page, laid)).to_have_count(0)
        assert await page.evaluate("document.activeElement.matches('.hand [data-card]')")
        await expect(page.locator("main")).to_have_attribute("data-busy", "false")
    await page.keyboard.press("Shift+A")
    await expect(button(page, "Please leave this pile alone.")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(pile(page, "u1").get_by_role("button", name="Take back: You: ")).to_be_visible()
    await page.keyboard.press("e")
    await expect(page.get_by_role("list", name="What happened")).to_contain_text("You draw")


async def test_a_key_opens_talk_at_the_side(visitors: Visitors) -> None:
    page, _ = await alone(visitors, bots=["simple"])
    await button(page, "Hide talk and log").click()
    await page.keyboard.press("t")
    await expect(button(page, "I can wait.")).to_be_focused()
    await page.keyboard.press("l")
    await expect(page.get_by_role("list", name="What happened")).to_be_focused()


# A lay is on the screen before the server's answer


async def test_a_lay_is_seen_at_once_and_comes_back_if_it_is_refused(visitors: Visitors) -> None:
    context = await visitors.arrive()
    page = await context.new_page()
    held: list[str | bytes] = []
    holding = False

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(lambda message: held.append(message) if holding else server.send(message))
        servers.append(server)

    servers: list[WebSocketRoute] = []
    await page.route_web_socket("**/socket*", between)
    await page.goto("/about")
    table = await sits(page, "Ann", bots=["simple"], takebacks=True)
    await begins(page, table)
    laid, where = await safe(page, table)
    holding = True
    await card(page, laid).click()
    await pile(page, where).locator("> button").click()
    await expect(card(page, laid)).to_have_count(0)
    assert (await look(page, table))["view"]["placed"] == []
    # Meanwhile the same card is laid elsewhere, from another window.
    other = next(one["name"] for one in (await look(page, table))["piles"] if one["name"] != where)
    await do(page, table, type="play", move=f"{laid}-{other}")
    holding = False
    for message in held:
        servers[-1].send(message)
    await expect(page.locator(".notice")).to_be_visible()
    await expect(pile(page, where).locator(".base")).to_be_visible()
    await expect(pile(page, other).locator(".card")).to_be_visible()


# Room


@pytest.mark.parametrize("device", [SMALLEST, SMALL, PHONE], ids=["320x568", "360x640", "390x844"])
async def test_five_at_a_phone_without_scrolling(visitors: Visitors, device: Device) -> None:
    page, table = await alone(visitors, device, bots=["simple"] * 4)
    for phrase in ("leave:u1", "want:d1", "tight"):
        await do(page, table, type="say", phrase=phrase)
    await expect(
        page.get_by_role("button", name="Take back: You: It's getting tight")
    ).to_be_visible()
    assert await page.evaluate(FITS)
    await card(page, (await safe(page, table))[0]).tap()
    await expect(page.locator(".pile.lit").first).to_be_visible()
    assert await page.evaluate(FITS)
    await check(page)


async def test_eight_cards_on_the_smallest_phone(visitors: Visitors) -> None:
    page, _ = await alone(visitors, SMALLEST)
    await expect(page.locator(".hand [data-card]")).to_have_count(8)
    assert await page.evaluate(FITS)
