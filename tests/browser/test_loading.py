"""The page opens; and whatever goes wrong in a browser is noticed."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tenback.words import LANGUAGES
from tests.browser.api import ask, table
from tests.browser.screen_checks import cut_off, violations
from tests.browser.visitors import DESKTOP, GONE, NARROW, PHONE, Device

if TYPE_CHECKING:
    from playwright.async_api import Page, Request

    from tests.browser.visitors import Visitors
    from tests.server.processes import Served

THE_END = "that is all"
JAVASCRIPT = 90_000
"""So many bytes at most, compressed, at a first visit."""


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_the_page_opens(visitors: Visitors, device: Device) -> None:
    page = await visitors.come(device=device)
    await expect(page).to_have_title("tenback")
    await expect(page.locator("#page")).not_to_be_empty()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_page_opens_in_ones_language(visitors: Visitors, language: str) -> None:
    page = await visitors.come(language=language)
    await expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/t/nonsense"])
async def test_a_first_visit_brings_little_javascript(
    visitors: Visitors, path: str, language: str
) -> None:
    """As it comes over the wire; a link to a table brings the table, and not the first page."""
    visitors.forgive("404|WebSocket")
    scripts: list[Request] = []

    def asked(request: Request) -> None:
        if request.resource_type == "script":
            scripts.append(request)

    page = await (await visitors.arrive(language=language)).new_page()
    page.on("request", asked)
    await page.goto(path, wait_until="networkidle")
    sizes = {one.url: (await one.sizes())["responseBodySize"] for one in scripts}
    assert 0 < sum(sizes.values()) <= JAVASCRIPT, sizes
    assert any("Home" in url for url in sizes) == (path == "/")


@pytest.mark.parametrize(
    ("doing", "trouble"),
    [
        ("console.error('oh')", "oh"),
        ("setTimeout(() => { throw new Error('oh') })", "oh"),
        ("document.body.setAttribute('style', 'color: red')", "Content Security Policy"),
        ("document.body.append(Object.assign(document.createElement('script'), {text: '1'}))",
         "Content Security Policy"),
        ("fetch('/api/nothing')", "404"),
        ("fetch('http://127.0.0.1:1/').catch(() => 0)", "127.0.0.1:1"),
    ],
)  # fmt: skip
async def test_trouble_is_noticed(visitors: Visitors, doing: str, trouble: str) -> None:
    page = await visitors.come()
    assert visitors.troubles == []
    # Messages of a page come in order: behind the last one nothing more is said about it.
    async with page.expect_console_message(lambda message: message.text == THE_END):
        await page.evaluate(f"""async () => {{
          await ({doing});
          await new Promise(go => setTimeout(go));
          console.info({THE_END!r});
        }}""")
    assert visitors.unforgiven
    visitors.forgive(trouble)
    assert visitors.unforgiven == []


async def test_the_server_comes_back(visitors: Visitors, server: Served) -> None:
    """On the same port, with the same database."""
    page = await visitors.come()
    reply = await page.request.post("/api/me", data={"name": "Ann"})
    ann = await reply.json()
    visitors.forgive(GONE)
    await server.end(signal.SIGKILL)
    assert await page.evaluate("() => fetch('/api/me').catch(() => null)") is None
    await server.begin()
    found = await page.evaluate("() => fetch('/api/me').then(found => found.json())")
    assert found["id"] == ann["id"]


@pytest.mark.parametrize("path", ["/t/%E0%A4%A", "/%E0%A4%A", "/rules/%", "/replay/%C3/1"])
async def test_a_garbled_address(visitors: Visitors, path: str) -> None:
    """A piece of a link got lost: the page says so, and the player can go on."""
    visitors.forgive("40[0149]|WebSocket connection")
    page = await visitors.come(path)
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await expect(page.locator("main").locator("a.button, button").first).to_be_visible()


# Parts of the page that are not there any more, as after an update of the server

WORDS = {
    "en": ("A part of the page could not be fetched", "Load it anew"),
    "fr": ("Une partie de la page n’a pas pu être chargée", "Recharger"),
    "de": ("Ein Teil der Seite ließ sich nicht laden", "Neu laden"),
}


class Updated:
    """The files of the page that a new version of the server no longer has."""

    def __init__(self, page: Page, visitors: Visitors) -> None:
        self.page = page
        visitors.forgive("404|dynamically imported module|Unable to preload CSS")

    async def lose(self, name: str) -> None:
        await self.page.route(f"**/assets/{name}-*", lambda route: route.fulfill(status=404))

    async def find(self) -> None:
        await self.page.unroute_all()


@pytest.mark.parametrize("language", WORDS)
async def test_a_screen_that_cannot_be_fetched(visitors: Visitors, language: str) -> None:
    """The page says so, and has it after a reload."""
    sentence, reload = WORDS[language]
    page = await visitors.come("/", NARROW, language)
    updated = Updated(page, visitors)
    await updated.lose("About")
    await page.locator('footer a[href="/about"]').click()
    await expect(page.get_by_role("alert")).to_contain_text(sentence)
    assert await violations(page) == []
    assert await cut_off(page) == []
    await updated.find()
    await page.get_by_role("button", name=reload).click()
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await expect(page.get_by_role("alert")).to_have_count(0)


async def test_a_sheet_that_cannot_be_fetched_at_a_table(visitors: Visitors) -> None:
    """The game goes on beside it, and is there after loading the page anew."""
    page = await visitors.come("/about", PHONE)
    updated = Updated(page, visitors)
    await ask(page, "POST", "/api/me", {"name": "Ann"})
    await page.goto(f"/t/{await table(page, 'original')}")
    cards = page.locator(".hand [data-card]")
    await expect(cards).to_have_count(8)
    hand = [await one.get_attribute("data-card") for one in await cards.all()]
    await updated.lose("RuleBookSheet")
    await page.get_by_role("button", name="Menu of the table").click()
    await page.get_by_role("dialog").get_by_role("button", name="Rules").click()
    await expect(page.get_by_role("alert")).to_be_visible()
    await cards.first.tap()
    await expect(cards.first).to_have_attribute("aria-pressed", "true")
    await updated.find()
    await page.get_by_role("button", name="Load it anew").tap()
    await expect(page.get_by_role("alert")).to_have_count(0)
    await expect(cards).to_have_count(8)
    assert [await one.get_attribute("data-card") for one in await cards.all()] == hand


async def test_the_end_of_a_game_that_cannot_be_fetched(visitors: Visitors) -> None:
    page = await visitors.come("/about")
    updated = Updated(page, visitors)
    await ask(page, "POST", "/api/me", {"name": "Ann"})
    await page.goto(f"/t/{await table(page, 'original')}")
    await expect(page.locator(".hand")).to_be_visible()
    await updated.lose("Over")
    await page.get_by_role("button", name="Menu of the table").click()
    await page.get_by_role("dialog").get_by_role("button", name="Give up or leave").click()
    await page.get_by_role("dialog").get_by_role("button", name="Give up", exact=True).click()
    await expect(page.get_by_role("alert")).to_be_visible()
    await updated.find()
    await page.get_by_role("button", name="Load it anew").click()
    await expect(page.get_by_role("heading", name="Given up")).to_be_visible()


async def test_a_language_that_cannot_be_fetched(visitors: Visitors) -> None:
    """It is said in the one before; a player who waits at the first screen gets there at last."""
    page = await visitors.come("/settings")
    updated = Updated(page, visitors)
    await updated.lose("de")
    await page.get_by_role("radio", name="Deutsch").check()
    await expect(page.get_by_role("alert")).to_contain_text(WORDS["en"][0])
    await page.reload()
    await updated.find()
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await expect(page.get_by_role("heading", level=1)).to_be_visible()


# By keyboard, and for those who listen


async def test_skipping_to_the_content(visitors: Visitors) -> None:
    page = await visitors.come("/me")
    await expect(page.get_by_role("textbox")).to_be_visible()
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("main#content")).to_be_focused()
    assert page.url.endswith("/me")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("textbox")).to_be_focused()


async def test_going_back_restores_the_scroll_position(visitors: Visitors) -> None:
    page = await visitors.come("/", PHONE)
    await expect(
        page.get_by_role("region", name="Today’s deals").get_by_role("link")
    ).to_have_count(6)
    await page.locator('footer a[href="/about"]').scroll_into_view_if_needed()
    before = await page.evaluate("scrollY")
    assert before > 0
    await page.locator('footer a[href="/about"]').tap()
    await expect(page).to_have_title("About tenback · tenback")
    await page.go_back()
    await page.wait_for_function("before => scrollY === before", arg=before)


async def test_after_a_link_one_is_at_the_top_of_what_it_leads_to(visitors: Visitors) -> None:
    page = await visitors.come("/")
    log = page.get_by_role("log").last
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await expect(log).to_be_empty()
    await page.get_by_role("link", name="Settings").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(".screen")).to_be_focused()
    await expect(log).to_contain_text("Settings · tenback")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    await page.go_back()
    await expect(page.locator("article").first).to_be_visible()
    await expect(page.locator(".screen")).to_be_focused()
    await expect(log.locator("p").last).to_have_text("tenback")


async def test_without_scripts_one_reads_why_nothing_happens(visitors: Visitors) -> None:
    context = await visitors.arrive(java_script_enabled=False)
    page = await context.new_page()
    await page.goto("/")
    visitors.forgive(" csp$")
    texts = page.locator("noscript p")
    await expect(texts).to_have_count(len(LANGUAGES))
    await expect(page.locator('noscript p[lang="de"]')).to_contain_text("braucht Java")
    await expect(texts.first).to_be_visible()


async def test_a_browser_that_is_too_old_shows_so_in_every_language(visitors: Visitors) -> None:
    context = await visitors.arrive()
    await context.add_init_script("CSS.supports = () => false")
    page = await context.new_page()
    await page.goto("/")
    texts = page.locator("#too-old p")
    await expect(texts).to_have_count(len(LANGUAGES))
    await expect(page.locator('#too-old p[lang="fr"]')).to_contain_text("trop ancien")
    await expect(texts.first).to_be_visible()
