"""The end of a game: its sentences, the fairness check, replay, sharing; and the player's page."""

from __future__ import annotations

import asyncio
import json
import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from tests.browser.screen_checks import violations
from tests.browser.visitors import DESKTOP, PHONE, Device

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from playwright.async_api import BrowserContext, Page

    from tests.browser.visitors import Visitors

TOO_FAST = 429


async def asked(context: BrowserContext, method: str, path: str, body: Any = None) -> Any:
    """Ask the server as this person would, beside the page."""
    while True:
        answer = await context.request.fetch(
            path,
            method=method,
            data=None if body is None else json.dumps(body),
            headers={"Content-Type": "application/json"},
        )
        if answer.status != TOO_FAST:
            break
        await asyncio.sleep(1)  # the page has to have its say, too
    assert answer.ok, await answer.text()
    return await answer.json()


async def does(context: BrowserContext, table: str, **command: Any) -> None:
    await asked(context, "POST", f"/api/tables/{table}/commands", {"command": command})


async def opened(context: BrowserContext, game: str, *bots: str) -> str:
    """A table of Ann's at which the cards are being dealt."""
    await asked(context, "POST", "/api/me", {"name": "Ann"})
    options = {"game": game, "players": 1 + len(bots)}
    table = (await asked(context, "POST", "/api/tables", {"options": options}))["table"]
    for bot in bots:
        await does(context, table, type="seat-bot", bot=bot)
    await does(context, table, type="begin")
    return str(table)


async def played(context: BrowserContext, table: str, moves: int = 1000) -> None:
    """Play on as well as the smallest step is, and give up after so many moves."""
    while (found := await asked(context, "GET", f"/api/tables/{table}"))["phase"] != "over":
        choices = found["choices"]
        if found["phase"] == "agreeing":
            await does(context, table, type="start")
        elif found["phase"] == "playing" and found["view"]["turn"] == found["seat"] and choices:
            lays = sorted(choices["lays"], key=lambda lay: (lay["loses"], lay["step"]))
            moves -= 1
            if moves < 0:
                await does(context, table, type="resign")
            elif choices["may_end"]:
                await does(context, table, type="play", move="end")
            else:
                move = "{card}-{pile}".format(**lays[0]["move"])
                await does(context, table, type="play", move=move)


async def over(
    visitors: Visitors, game: str, *bots: str, moves: int = 1000, device: Device = DESKTOP
) -> Page:
    """A player at the end of a game to whose deal this browser contributed."""
    context = await visitors.arrive(device)
    page = await context.new_page()
    table = await opened(context, game, *bots)
    await page.goto(f"/t/{table}")
    await played(context, table, moves)
    await expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    return page


async def test_a_game_that_was_given_up(visitors: Visitors) -> None:
    page = await over(visitors, "original", moves=3)
    await expect(page.get_by_role("heading", level=1)).to_have_text("Given up")
    await expect(page.get_by_text("The game was given up.").first).to_be_visible()
    await expect(page.get_by_role("heading", name="What was left")).to_be_visible()
    await expect(page.get_by_text("the next one first")).to_be_visible()


async def test_a_game_to_its_end_says_why(visitors: Visitors) -> None:
    page = await over(visitors, "original", device=PHONE)
    title = page.get_by_role("heading", level=1)
    await expect(title).to_have_text(re.compile("Stuck|Excellent|Beaten"))


async def test_a_duel_has_a_winner(visitors: Visitors) -> None:
    page = await over(visitors, "face-to-face", "simple", moves=2)
    await expect(page.get_by_role("heading", level=1)).to_have_text("You lose")
    await expect(page.get_by_text("You resigned.", exact=True)).to_be_visible()


async def test_the_end_of_the_deal_of_the_day_leads_to_its_board(visitors: Visitors) -> None:
    """The first try is there; another one says that it is not."""
    context = await visitors.arrive(PHONE)
    page = await context.new_page()
    await asked(context, "POST", "/api/me", {"name": "Ann"})
    table = (await asked(context, "POST", "/api/daily/original"))["table"]
    await page.goto(f"/t/{table}")
    await does(context, table, type="resign")
    await expect(page.get_by_text("It is on the board.")).to_be_visible()
    await page.get_by_role("link", name="To the board of the day").tap()
    await expect(page.locator("main")).to_contain_text("You: place 1 of 1, 98 cards left")
    await page.go_back()
    await page.get_by_role("button", name="Same deal again").tap()
    await expect(page.get_by_text("this game does not count")).to_be_visible()
    await does(context, table, type="resign")
    await expect(page.get_by_text("This game is not on the board.")).to_be_visible()
    assert await violations(page) == []
    await page.get_by_role("button", name="Rematch").tap()
    await expect(page.locator(".hand")).to_be_visible()
    await expect(page.get_by_text("Deal of the day")).to_have_count(0)


@pytest.mark.parametrize(("game", "bots"), [("original", ()), ("face-to-face", ("simple",))])
async def test_the_deal_is_checked_in_the_browser(
    visitors: Visitors, game: str, bots: tuple[str, ...]
) -> None:
    page = await over(visitors, game, *bots, moves=8)
    await page.get_by_role("button", name="Check the deal").click()
    await expect(page.get_by_text("Everything that could be checked is right.")).to_be_visible()
    await expect(page.get_by_text("the one that this device drew")).to_be_visible()
    await expect(page.get_by_role("img", name="right", exact=True)).to_have_count(7 if bots else 6)


OTHER = "0" * 64
SECRET, COMMITMENT = "Secret: .*", "Commitment: .*"


@pytest.mark.parametrize(
    ("forgery", "flaws"),
    [
        pytest.param({SECRET: f"Secret: {OTHER}"}, ["The server’s secret"], id="secret"),
        pytest.param(
            {
                SECRET: f"Secret: {OTHER}",
                COMMITMENT: f"Commitment: {sha256(OTHER.encode()).hexdigest()}",
            },
            ["The server’s promise in the record", "The seed"],
            id="promise",
        ),
        pytest.param({r"Share \d: .*\n": ""}, ["The number in the deal", "The seed"], id="shares"),
        pytest.param(
            {SECRET + r"\n": "", COMMITMENT + r"\n": ""},
            ["The server’s promise in the record"],
            id="nothing",
        ),
    ],
)
async def test_a_forged_record_is_noticed(
    visitors: Visitors, forgery: dict[str, str], flaws: list[str]
) -> None:
    page = await over(visitors, "original", moves=3)

    async def forged(route: Any) -> None:
        answer = await route.fetch()
        text = await answer.text()
        for header, other in forgery.items():
            text, count = re.subn(f"(?m)^{header}", other, text)
            assert count == 1
        await route.fulfill(response=answer, body=text)

    await page.route("**/record?**", forged)
    await page.get_by_role("button", name="Check the deal").click()
    await expect(page.locator(".summary")).to_have_text(re.compile(r"^\d things? (is|are) wrong"))
    await expect(page.locator("li.flaw")).to_contain_text(flaws)


async def test_what_another_window_promised_stays_open(visitors: Visitors) -> None:
    page = await over(visitors, "original", moves=3)
    other = await page.context.new_page()
    await other.goto(page.url)
    await other.get_by_role("button", name="Check the deal").click()
    await expect(other.get_by_text("but not everything could be")).to_be_visible()
    await expect(other.get_by_role("img", name="could not be checked")).to_have_count(1)


async def test_a_replay_by_keys_and_by_link(visitors: Visitors) -> None:
    page = await over(visitors, "original", "simple", moves=6)
    await page.get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider")
    await expect(slider).to_have_value("0")
    await expect(page.get_by_text("The cards are dealt.").first).to_be_visible()
    for key, step in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1")):
        await page.keyboard.press(key)
        await expect(slider).to_have_value(step)
    await page.keyboard.press("End")
    await expect(page.get_by_text("Given up.").first).to_be_visible()
    await page.keyboard.press("Home")
    await expect(page).to_have_url(re.compile(r"step=0&seat=0"))
    await page.keyboard.press("Space")
    await expect(slider).not_to_have_value("0")
    await page.keyboard.press("Space")
    await page.goto(re.sub(r"\?.*", "?step=3&seat=all", page.url))
    await expect(slider).to_have_value("3")
    await expect(page.get_by_label("Seen by")).to_have_value("all")
    await page.get_by_label("Speed").select_option("fast")
    kept = await page.evaluate("JSON.parse(localStorage.getItem('tenback.settings'))")
    assert kept["replay"] == "fast"


async def test_a_replay_with_other_eyes(visitors: Visitors) -> None:
    page = await over(visitors, "original", "simple", moves=6)
    await page.get_by_role("link", name="Replay").click()
    hands = page.locator(".hands .cards")
    backs = page.locator(".hands .back")
    await expect(hands).to_have_count(2)
    await expect(backs).to_have_count(7)
    await page.get_by_label("Seen by").select_option("all")
    await expect(backs).to_have_count(0)
    own = await hands.first.get_attribute("aria-label")
    await page.get_by_label("Seen by").select_option("1")
    await expect(backs).to_have_count(7)
    assert await hands.first.get_attribute("aria-label") != own


async def test_the_result_is_shared_without_spoilers(visitors: Visitors, tmp_path: Path) -> None:
    page = await over(visitors, "original", moves=3)
    await page.get_by_role("button", name="Share").click()
    text = page.get_by_role("textbox")
    await expect(text).to_have_value(
        re.compile(r"^tenback · The Game\nAnn: \d+ cards left\n[▂▄▆█]+")
    )
    async with page.expect_download() as download:
        await page.get_by_role("button", name="Save picture").click()
    saved = tmp_path / "result.png"
    await (await download.value).save_as(saved)
    assert saved.read_bytes().startswith(b"\x89PNG")


async def test_the_record_comes_down(visitors: Visitors, tmp_path: Path) -> None:
    page = await over(visitors, "original", moves=3)
    async with page.expect_download() as download:
        await page.get_by_role("link", name="Download record").click()
    saved = tmp_path / "record.txt"
    await (await download.value).save_as(saved)
    assert saved.read_text("utf-8").startswith("tenback-record 1\n")


async def test_rematch_and_the_same_deal(visitors: Visitors) -> None:
    page = await over(visitors, "original", moves=3)
    table = page.url.rpartition("/")[2]
    await page.get_by_role("button", name="Same deal again").click()
    await expect(page.get_by_role("heading", name="What was left")).to_have_count(0)
    await played(page.context, table, moves=2)
    await expect(page.get_by_text("Deal seen before")).to_be_visible()
    await page.get_by_role("button", name="Rematch").click()
    await played(page.context, table, moves=2)
    await expect(page.get_by_text("Deal seen before")).to_have_count(0)
    await expect(page.get_by_role("heading", level=1)).to_have_text("Given up")


async def test_after_the_end_people_talk_freely(visitors: Visitors) -> None:
    ann, ben = await visitors.arrive(), await visitors.arrive(PHONE)
    for context, name in ((ann, "Ann"), (ben, "Ben")):
        await asked(context, "POST", "/api/me", {"name": name})
    options = {"game": "original", "players": 2}
    table = (await asked(ann, "POST", "/api/tables", {"options": options}))["table"]
    await does(ben, table, type="sit", name="Ben")
    pages = [await context.new_page() for context in (ann, ben)]
    for page in pages:
        await page.goto(f"/t/{table}")
    await does(ann, table, type="begin")
    while (await asked(ann, "GET", f"/api/tables/{table}"))["phase"] == "dealing":
        await pages[0].wait_for_timeout(50)
    await does(ann, table, type="resign")
    await does(ben, table, type="resign")
    for page in pages:
        await expect(page.get_by_role("heading", name="Talk it over")).to_be_visible()
    await pages[0].get_by_role("textbox").fill("My 37 was in the way")
    await pages[0].keyboard.press("Enter")
    await expect(pages[1].get_by_text("Ann: My 37 was in the way").last).to_be_visible()


async def test_ones_games_and_what_they_add_up_to(visitors: Visitors) -> None:
    page = await over(visitors, "original", moves=3)
    await page.goto("/me")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Ann")
    await expect(page.get_by_text("0 of 1 game won.")).to_be_visible()
    await page.get_by_role("link", name=re.compile("The Game.*Given up")).click()
    await expect(page.get_by_role("slider")).to_be_visible()


async def test_another_name(visitors: Visitors) -> None:
    page = await over(visitors, "original", moves=1)
    await page.goto("/me")
    await page.get_by_label("What others call you").fill("Anna")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Anna")


async def test_the_same_person_on_another_device(visitors: Visitors) -> None:
    page = await over(visitors, "original", moves=1)
    await page.goto("/me")
    await page.get_by_role("button", name="Make a link").click()
    link = await page.get_by_label("Open this on the other device").input_value()
    phone = await visitors.come(f"/me{link[link.index('#') :]}", device=PHONE)
    await expect(phone.get_by_role("heading", level=1)).to_have_text("Ann")
    await expect(phone).to_have_url(re.compile("/me$"))


async def test_a_guest_is_asked_before_they_become_another(visitors: Visitors) -> None:
    page = await over(visitors, "original", moves=1)
    await page.goto("/me")
    await page.get_by_role("button", name="Make a link").click()
    link = await page.get_by_label("Open this on the other device").input_value()
    other = await visitors.arrive()
    await asked(other, "POST", "/api/me", {"name": "Ben"})
    bens = await other.new_page()
    await bens.goto(f"/me{link[link.index('#') :]}")
    await expect(bens.get_by_role("button", name="Stay Ben")).to_be_visible()
    await expect(bens.get_by_role("heading", level=1)).to_have_text("Ben")
    await bens.get_by_role("button", name="Follow the link").click()
    await expect(bens.get_by_role("heading", level=1)).to_have_text("Ann")


async def test_to_be_forgotten(visitors: Visitors) -> None:
    page = await over(visitors, "original", moves=1)
    await page.goto("/me")
    await page.get_by_role("button", name="Forget me").click()
    await expect(page.get_by_text("This cannot be undone.")).to_be_visible()
    await page.get_by_role("button", name="Delete me").click()
    await expect(page).to_have_url(re.compile(":[0-9]+/$"))
    await page.goto("/me")
    await expect(page.get_by_role("heading", name="You have no name here yet")).to_be_visible()


async def test_every_player_can_use_it(visitors: Visitors) -> None:
    page = await over(visitors, "face-to-face", "simple", moves=4)
    end = page.url
    found = {}
    for look in ("light", "dark", "contrast"):
        await page.goto(end)
        await page.evaluate(
            "look => localStorage.setItem('tenback.settings', JSON.stringify({look}))", look
        )
        await page.reload()
        async for place in places(page):
            found[look, place] = await violations(page)
    assert {where: each for where, each in found.items() if each} == {}


async def places(page: Page) -> AsyncIterator[str]:
    """From the end of a game to all that one can do there."""
    table = page.url.rpartition("/")[2]
    await page.get_by_role("button", name="Check the deal").click()
    await expect(page.get_by_text("What this does not prove")).to_be_visible()
    yield "check"
    await page.get_by_role("button", name="Share").click()
    await expect(page.get_by_role("textbox")).to_have_value(re.compile("tenback"))
    yield "share"
    await page.goto(f"/replay/{table}/1?step=3&seat=all")
    await expect(page.get_by_role("slider")).to_have_value("3")
    yield "replay"
    await page.goto("/me")
    await expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    await page.get_by_text("For programs").click()
    yield "me"


async def test_keys_of_the_replay_are_ones_own_where_one_writes(visitors: Visitors) -> None:
    """In a network without https the link stands in a field, where one moves by the same keys."""
    page = await over(visitors, "original", moves=3)
    await page.add_init_script("delete Navigator.prototype.clipboard")
    await page.goto(f"/replay/{page.url.rpartition('/')[2]}/1?step=2")
    slider = page.get_by_role("slider")
    await expect(slider).to_have_value("2")
    field = page.get_by_label("Link to this moment")
    await field.focus()
    for key in ("ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"):
        await page.keyboard.press(key)
        await expect(slider).to_have_value("2")
    await slider.focus()
    await page.keyboard.press("ArrowRight")
    await expect(slider).to_have_value("3")


async def test_a_replay_is_watched_on_a_small_phone(visitors: Visitors) -> None:
    """Piles, line and hand lie above the bar, and the bar is as high for every sentence."""
    page = await over(visitors, "original", "simple", moves=6, device=Device(360, 640, touch=True))
    await page.get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider")
    await expect(slider).to_have_value("0")
    bar = page.locator("footer")
    places = set()
    for _ in range(6):
        await page.get_by_role("button", name="One step on").click()
        found = await bar.bounding_box()
        assert found
        places.add(found["y"])
    assert len(places) == 1
    for part in (page.locator(".still"), page.locator(".hands .eyes")):
        box = await part.bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= min(places)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await expect(page.get_by_text("Keys:")).to_be_hidden()
