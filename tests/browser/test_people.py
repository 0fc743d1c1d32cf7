"""Other people at a table: gathering, watching, muting, giving up, one device for several."""

from __future__ import annotations

import re
import signal
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.api import ask, do, look
from tests.browser.screen_checks import cut_off, violations
from tests.browser.visitors import DESKTOP, GONE, NARROW, PHONE

if TYPE_CHECKING:
    from tests.browser.visitors import Device, Visitors
    from tests.server.processes import Served


FIRST = "Take the first turn"


async def opened(
    visitors: Visitors, name: str, device: Device = DESKTOP, **options: object
) -> tuple[Page, str]:
    """A player at a table of their own."""
    page = await visitors.come("/about", device)
    await ask(page, "POST", "/api/me", {"name": name})
    wanted = {"game": "original", "players": 2} | options
    table = (await ask(page, "POST", "/api/tables", {"options": wanted}))["table"]
    await page.goto(f"/t/{table}")
    await expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    return page, table


async def joined(
    visitors: Visitors, table: str, name: str, device: Device = PHONE, do: str = "Sit down"
) -> Page:
    """A player who follows the link."""
    page = await visitors.come(f"/t/{table}", device)
    await page.get_by_label("Your name").fill(name)
    await page.get_by_role("button", name=do, exact=True).click()
    await expect(page.get_by_role("button", name=do, exact=True)).to_have_count(0)
    return page


async def started(ann: Page, *others: Page) -> None:
    """The cards are dealt, and Ann starts."""
    await ann.get_by_role("button", name="Begin", exact=True).click()
    for page in (ann, *others):
        await expect(page.get_by_role("button", name=FIRST, exact=True)).to_be_visible()
    await ann.get_by_role("button", name=FIRST, exact=True).click()
    await expect(ann).to_have_title("● Your turn – tenback")


async def laid(page: Page, table: str, query: str = "", *, end: bool = False) -> None:
    """What has to be laid is laid, by the smallest steps."""
    for _ in range(2):
        lays = (await look(page, table, query))["choices"]["lays"]
        move = min(lays, key=lambda lay: (lay["loses"], lay["step"]))["move"]
        await do(page, table, query, type="play", move=f"{move['card']}-{move['pile']}")
    if end:
        await do(page, table, query, type="play", move="end")


def seat(page: Page, name: str) -> Any:
    return page.get_by_role("list", name="At the table").get_by_role("button", name=name).first


async def menu(page: Page, item: str) -> None:
    await page.get_by_role("button", name="Menu of the table").click()
    await page.get_by_role("dialog").get_by_role("button", name=item).click()


async def out(page: Page, way: str) -> None:
    """Stop playing here, in one of the ways that the menu explains."""
    await menu(page, "for good")
    await check(page)
    await page.get_by_role("dialog").get_by_role("button", name=way, exact=True).click()


async def check(page: Page) -> None:
    """Nothing keeps a player from using this screen, and nothing is cut off."""
    assert await violations(page) == []
    assert await cut_off(page) == []


# Gathering


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_friend_and_a_bot_sit_down(visitors: Visitors, scheme: str) -> None:
    ann, table = await opened(visitors, "Ann", NARROW, players=3)
    await ann.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await expect(ann.get_by_role("button", name="Begin", exact=True)).to_be_disabled()
    await check(ann)
    ben = await joined(visitors, table, "Ben")
    await expect(ben.get_by_text("Waiting for 1 more.")).to_be_visible()
    await check(ben)
    await ann.get_by_role("button", name="Seat a bot").click()
    await check(ann)
    await ann.get_by_role("dialog").get_by_role("button", name="Simple").click()
    await expect(ben.get_by_text("All players are here. Ann begins.")).to_be_visible()
    await started(ann, ben)
    await expect(seat(ben, "Ann")).to_contain_text("on turn")
    await expect(seat(ben, "Simple")).to_contain_text("bot")


async def test_a_name_can_be_changed_and_is_kept(visitors: Visitors) -> None:
    ann, table = await opened(visitors, "Ann")
    await ann.get_by_label("Your name").fill("Zoe")
    await ann.get_by_role("button", name="Change").click()
    await expect(ann.get_by_text("Zoe", exact=True)).to_be_visible()
    assert [one["name"] for one in (await look(ann, table))["seats"]] == ["Zoe", ""]
    await ann.wait_for_function(
        "() => fetch('/api/about').then(a => a.json()).then(a => a.me.name === 'Zoe')"
    )


async def test_with_fewer_than_planned(visitors: Visitors) -> None:
    ann, table = await opened(visitors, "Ann", players=4)
    ben = await joined(visitors, table, "Ben")
    await ann.get_by_role("button", name="Begin with 2").click()
    await expect(ben.get_by_role("button", name=FIRST, exact=True)).to_be_visible()


async def test_the_host_changes_the_game(visitors: Visitors) -> None:
    ann, table = await opened(visitors, "Ann", PHONE)
    await menu(ann, "Options")
    await ann.get_by_label("Game").select_option("quick-and-easy")
    await check(ann)
    await ann.get_by_role("dialog").get_by_role("button", name="Change", exact=True).click()
    await expect(ann.get_by_role("heading", name="Quick & Easy")).to_be_visible()
    assert (await look(ann, table))["options"]["game"] == "quick-and-easy"


async def test_the_invitation(visitors: Visitors) -> None:
    ann, table = await opened(visitors, "Ann")
    await expect(ann.get_by_label("Link to this table")).to_have_value(
        f"{visitors.url[7:]}/t/{table}"
    )
    await expect(ann.get_by_text("tenback --lan")).to_be_visible()


async def test_on_a_phone_the_link_is_what_one_sees_first(visitors: Visitors) -> None:
    ann, _ = await opened(visitors, "Ann", PHONE)
    await expect(ann.get_by_label("Link to this table")).to_be_in_viewport()
    await expect(ann.get_by_role("button", name="Begin alone")).to_be_in_viewport()


async def test_when_a_player_leaves_on_their_turn_the_host_finds_another(
    visitors: Visitors,
) -> None:
    ann, table = await opened(visitors, "Ann", NARROW)
    ben = await joined(visitors, table, "Ben")
    await started(ann, ben)
    await laid(ann, table, end=True)
    await out(ben, "Leave the table")
    await expect(ann.locator(".status")).to_have_text(re.compile("^A player has left"))
    await check(ann)
    await ann.get_by_role("button", name="Who plays on?").click()
    await ann.get_by_role("dialog").get_by_role("button", name="Seat a bot").click()
    await ann.get_by_role("dialog").get_by_role("button", name="Simple").click()
    await expect(ann).to_have_title("● Your turn – tenback")


async def test_a_player_who_would_like_to_start_starts(visitors: Visitors) -> None:
    ann, table = await opened(visitors, "Ann")
    ben = await joined(visitors, table, "Ben")
    await ann.get_by_role("button", name="Begin", exact=True).click()
    first = ann.get_by_role("button", name=FIRST, exact=True)
    await expect(first).to_have_class(re.compile("primary"))
    await ben.get_by_role("button", name="I’d like to start").click()
    await expect(first).not_to_have_class(re.compile("primary"))


# Watching, and no room


async def test_a_full_table_can_be_watched_and_a_free_seat_taken(visitors: Visitors) -> None:
    ann, table = await opened(visitors, "Ann")
    ben = await joined(visitors, table, "Ben")
    eve = await visitors.come(f"/t/{table}", PHONE)
    await expect(eve.get_by_text("Every seat is taken, but you can watch.")).to_be_visible()
    await check(eve)
    await started(ann, ben)
    await eve.get_by_role("button", name="Watch").click()
    await expect(eve.get_by_text("You are watching and see no hands.")).to_be_visible()
    assert (await look(eve, table))["view"]["hands"] == [None, None]
    await out(ben, "Leave the table")
    await eve.get_by_role("button", name="Take the free seat").click()
    await expect(seat(eve, "You")).to_be_visible()
    assert (await look(eve, table))["seat"] == 1


async def test_no_such_table(visitors: Visitors) -> None:
    page = await visitors.come("/t/nonsense", PHONE)
    await expect(page.get_by_role("heading", name="No table here")).to_be_visible()
    await expect(page.get_by_role("link", name="To the games")).to_be_visible()
    await check(page)


async def test_a_player_who_is_taken_off_their_seat_is_notified(visitors: Visitors) -> None:
    ann, table = await opened(visitors, "Ann")
    ben = await joined(visitors, table, "Ben")
    await started(ann, ben)
    await seat(ann, "Ben").click()
    await ann.get_by_role("button", name="Remove from this seat").click()
    await expect(ben.get_by_text("The host has freed your seat.")).to_be_visible()
    await expect(ben.get_by_role("button", name="Sit down")).to_be_visible()


async def test_a_table_that_is_closed(visitors: Visitors) -> None:
    ann, table = await opened(visitors, "Ann")
    ben = await joined(visitors, table, "Ben")
    await out(ann, "Close the table for all")
    for page in (ann, ben):
        await expect(page.get_by_role("heading", name="The table is closed")).to_be_visible()


# At the table


async def test_wishes_are_seen_at_the_seats(visitors: Visitors) -> None:
    ann, table = await opened(visitors, "Ann", players=3)
    ben = await joined(visitors, table, "Ben")
    await do(ann, table, type="seat-bot", bot="simple")
    await ann.get_by_role("button", name="Begin", exact=True).click()
    await ben.get_by_role("button", name="Rather not me", exact=True).click()
    await expect(seat(ann, "Ben")).to_contain_text("rather not")
    await ann.get_by_role("button", name="Let Simple start").click()
    await expect(ann.get_by_role("button", name=FIRST, exact=True)).to_have_count(0)


async def test_muting_is_ones_own_affair(visitors: Visitors) -> None:
    ann, table = await opened(visitors, "Ann")
    ben = await joined(visitors, table, "Ben")
    await started(ann, ben)
    await seat(ann, "Ben").click()
    await check(ann)
    await ann.get_by_role("button", name="Mute").click()
    await expect(seat(ann, "Ben")).to_contain_text("muted")
    assert (await look(ben, table))["muted"] == []
    await seat(ann, "Ben").click()
    await ann.get_by_role("button", name="Hear again").click()
    await expect(seat(ann, "Ben")).not_to_contain_text("muted")


async def test_a_team_gives_up_when_all_agree(visitors: Visitors) -> None:
    ann, table = await opened(visitors, "Ann")
    ben = await joined(visitors, table, "Ben")
    await started(ann, ben)
    await out(ann, "Offer to give up")
    await expect(ben.get_by_text("Ann would like to give up. Do you agree?")).to_be_visible()
    await ben.get_by_role("button", name="Play on").click()
    await expect(ben.get_by_text("Do you agree?")).to_have_count(0)
    await out(ben, "Offer to give up")
    await ann.get_by_role("button", name="Give up", exact=True).click()
    await ann.wait_for_function(
        "path => fetch(path).then(t => t.json()).then(t => t.phase === 'over')",
        arg=f"/api/tables/{table}",
    )


async def test_a_duel_is_resigned_after_a_question(visitors: Visitors) -> None:
    ann, table = await opened(visitors, "Ann", game="face-to-face")
    ben = await joined(visitors, table, "Ben")
    await ann.get_by_role("button", name="Begin", exact=True).click()
    await expect(seat(ben, "Ann")).to_be_visible()
    await out(ben, "Resign")
    await ben.wait_for_function(
        "path => fetch(path).then(t => t.json()).then(t => t.view?.outcome?.winner === 0)",
        arg=f"/api/tables/{table}",
    )


async def test_from_the_menu_one_comes_back_to_the_table(visitors: Visitors) -> None:
    ann, table = await opened(visitors, "Ann", PHONE)
    ben = await joined(visitors, table, "Ben", DESKTOP)
    await started(ann, ben)
    await menu(ben, "Keys")
    keys = ben.get_by_role("dialog", name="Keys")
    await expect(keys.get_by_text("ask for a hint")).to_be_visible()
    await expect(keys.get_by_text("take the last card back")).to_have_count(0)
    await ben.keyboard.press("Escape")
    await menu(ann, "Settings")
    await check(ann)
    await ann.get_by_role("radio", name="Dark").check()
    await ann.keyboard.press("Escape")
    await expect(ann.locator("html")).to_have_attribute("data-look", "dark")
    await expect(hand(ann)).to_be_visible()
    await ann.get_by_role("button", name="Menu of the table").click()
    sheet = ann.get_by_role("dialog")
    await expect(sheet.get_by_role("button", name="Keys")).to_have_count(0)
    await check(ann)
    await sheet.get_by_role("link", name="Leave for now, keep my seat").click()
    await expect(ann.get_by_role("link", name="Your turn")).to_be_visible()
    assert (await look(ann, table))["seats"][0]["name"] == "Ann"


# Being away


async def test_what_happened_while_the_page_was_hidden(visitors: Visitors) -> None:
    ann, table = await opened(visitors, "Ann")
    ben = await joined(visitors, table, "Ben")
    await started(ann, ben)
    await show(ben, hidden=True)
    await laid(ann, table, end=True)
    await expect(ben).to_have_title("● Your turn – tenback")
    await show(ben, hidden=False)
    strip = ben.get_by_role("status").filter(has_text="While you were away")
    await expect(strip.get_by_text("Ann lays")).to_have_count(2)
    await strip.get_by_role("button", name="Close").click()
    await expect(strip).to_have_count(0)


async def show(page: Page, *, hidden: bool) -> None:
    """Let the page believe that it is hidden, or seen again."""
    await page.evaluate(
        "value => { Object.defineProperty(document, 'hidden', {configurable: true, value});"
        " document.dispatchEvent(new Event('visibilitychange')) }",
        hidden,
    )


async def test_the_server_restarts_and_the_page_shows_what_was_missed(
    visitors: Visitors, server: Served
) -> None:
    ann, table = await opened(visitors, "Ann")
    ben = await joined(visitors, table, "Ben")
    await started(ann, ben)
    visitors.forgive("WebSocket")
    await ben.evaluate(OUT_OF_REACH)
    await server.end(signal.SIGKILL)
    await expect(ben.get_by_text("The server does not answer.")).to_be_visible()
    await server.begin()
    await laid(ann, table)
    await expect(ann.get_by_text("The server does not answer.")).to_have_count(0)
    await ben.evaluate("() => { window.WebSocket = window.Reachable }")
    strip = ben.get_by_role("status").filter(has_text="While you were away")
    await expect(strip.get_by_text("Ann lays")).to_have_count(2)
    await expect(ben.get_by_text("The server does not answer.")).to_have_count(0)


OUT_OF_REACH = """() => {
    window.Reachable = WebSocket;
    window.WebSocket = class {
        static OPEN = 1;
        static CLOSED = 3;
        readyState = 3;
        constructor() { setTimeout(() => this.onclose({code: 1006}), 10); }
        close() {}
    };
}"""
"""From now on new connections get no answer."""


# One device for several


async def test_one_device_goes_round(visitors: Visitors) -> None:
    page = await visitors.come("/hotseat", PHONE)
    await page.get_by_label("Name of player A").fill("Ann")
    await page.get_by_label("Name of player B").fill("Ben")
    await check(page)
    await page.get_by_role("button", name="Deal").click()
    await page.get_by_role("button", name="I am Ann").wait_for()
    await check(page)
    table = page.url.rpartition("/")[2]
    hands = [(await look(page, table, query))["view"]["hands"] for query in ("", "?companion=1")]
    mine, theirs = hands[0][0], hands[1][1]
    assert (hands[0][1], hands[1][0]) == (None, None)

    await expect(page.get_by_role("button", name=f"{mine[0]}")).to_have_count(0)
    await page.get_by_role("button", name="I am Ann").click()
    await expect(hand(page)).to_contain_text(mine[0])
    await page.get_by_role("button", name="On to Ben").click()
    await expect(hand(page)).to_have_count(0)
    await page.get_by_role("button", name="I am Ben").click()
    await expect(hand(page)).to_contain_text(theirs[0])
    await page.get_by_role("button", name=FIRST, exact=True).click()
    await expect(page).to_have_title("● Your turn – tenback")

    await laid(page, table, "?companion=1", end=True)
    await expect(page.get_by_role("log")).to_contain_text("You draw")
    await page.get_by_role("button", name="I am Ann").wait_for()
    await expect(page.get_by_role("log")).to_be_empty()
    await page.get_by_role("button", name="I am Ann").click()
    await expect(hand(page)).to_contain_text(mine[0])
    await expect(page.get_by_text("While you were away")).to_be_visible()
    await page.reload()
    await page.get_by_role("button", name="I am Ann").click()
    await expect(hand(page)).to_contain_text(mine[0])


def hand(page: Page) -> Any:
    return page.get_by_label("Your hand")


async def test_the_device_goes_on_when_its_owner_leaves(visitors: Visitors) -> None:
    page, table = await beside(visitors, "Ben", "Eve")
    await do(page, table, type="begin")
    await page.get_by_role("button", name="I am Ann").click()
    await out(page, "Leave the table")
    await page.get_by_role("button", name="I am Ben").click()
    await page.get_by_role("button", name=FIRST, exact=True).click()
    await expect(page).to_have_title("● Your turn – tenback")
    await laid(page, table, "?companion=1", end=True)
    await expect(page.get_by_role("button", name="I am Eve")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Player A", "Player B"]),
        ("fr", ["Joueur A", "Joueur B"]),
        ("de", ["Person A", "Person B"]),
    ],
)
async def test_no_player_has_to_give_a_name(
    visitors: Visitors, language: str, names: list[str]
) -> None:
    page = await visitors.come("/hotseat", PHONE, language)
    await page.locator("form .primary").click()
    await expect(page.get_by_role("heading", name=names[0])).to_be_visible()
    table = page.url.rpartition("/")[2]
    assert [one["name"] for one in (await look(page, table))["seats"]] == names


async def changed(page: Page, **fields: object) -> None:
    """The server tells something else about itself."""

    async def answer(route: Any) -> None:
        found = await route.fetch()
        await route.fulfill(response=found, json=await found.json() | fields)

    await page.route("**/api/about", answer)


async def test_as_many_at_one_device_as_the_server_allows(visitors: Visitors) -> None:
    page = await (await visitors.arrive(PHONE)).new_page()
    await changed(page, companions=2)
    await page.goto("/hotseat")
    await page.get_by_role("button", name="One more").click()
    await expect(page.get_by_label("Name of player C")).to_be_visible()
    await expect(page.get_by_role("button", name="One more")).to_have_count(0)


async def test_a_bot_can_be_called_when_the_server_says_so(visitors: Visitors) -> None:
    ann, table = await opened(visitors, "Ann")
    await changed(ann, absence=5000.0)
    await ann.reload()
    ben = await joined(visitors, table, "Ben")
    await started(ann, ben)
    await ben.close()
    await expect(seat(ann, "Ben")).to_contain_text("away")
    await seat(ann, "Ben").click()
    await expect(ann.get_by_role("button", name=re.compile(r"in [45],\d{3} s"))).to_be_disabled()


async def beside(
    visitors: Visitors, *names: str, game: str = "original", more: int = 0
) -> tuple[Page, str]:
    """Ann with these people at her device, and seats for more; no game has begun."""
    page = await visitors.come("/about", PHONE)
    await ask(page, "POST", "/api/me", {"name": "Ann"})
    options = {"game": game, "players": 1 + len(names) + more}
    table = (await ask(page, "POST", "/api/tables", {"options": options}))["table"]
    for number, name in enumerate(names, start=1):
        await do(page, table, f"?companion={number}", type="sit", name=name, seat=number)
    await page.goto(f"/t/{table}")
    return page, table


async def test_a_player_elsewhere_is_on_turn(visitors: Visitors, server: Served) -> None:
    page, table = await beside(visitors, "Ben", more=1)
    eve = await joined(visitors, table, "Eve")
    await do(page, table, type="begin")
    await eve.get_by_role("button", name=FIRST, exact=True).click()
    await expect(eve).to_have_title("● Your turn – tenback")
    await page.reload()
    await expect(page.get_by_role("button", name="I am Ann")).to_be_visible()
    await expect(page.get_by_text("It is not your turn yet.")).to_be_visible()
    await check(page)
    visitors.forgive(GONE)
    await server.end(signal.SIGKILL)
    await expect(page.get_by_text("The server does not answer.")).to_be_visible()
    await server.begin()
    await expect(page.get_by_text("The server does not answer.")).to_have_count(0)
    await page.get_by_role("button", name="I am Ann").click()
    await expect(hand(page)).to_be_visible()


async def test_a_player_who_leaves_the_device_is_forgotten(visitors: Visitors) -> None:
    page = await visitors.come("/about", PHONE)
    sockets: list[Any] = []
    page.on("websocket", lambda one: sockets.append(one))
    await ask(page, "POST", "/api/me", {"name": "Ann"})
    options = {"game": "original", "players": 3}
    table = (await ask(page, "POST", "/api/tables", {"options": options}))["table"]
    for number, name in enumerate(("Ben", "Cleo"), start=1):
        await do(page, table, f"?companion={number}", type="sit", name=name)
    await page.goto(f"/t/{table}")
    await do(page, table, type="begin")
    await page.get_by_role("button", name="I am Ann").click()
    await page.get_by_role("button", name="On to Ben").click()
    await page.get_by_role("button", name="I am Ben").click()
    await expect(hand(page)).to_be_visible()
    (bens,) = [one for one in sockets if "companion=1" in one.url]
    async with bens.expect_event("close"):
        await do(page, table, "?companion=1", type="leave")
    await expect(page.get_by_role("button", name="I am Ann")).to_be_visible()
    await expect(hand(page)).to_have_count(0)


async def test_at_one_device_the_winner_has_a_name(visitors: Visitors) -> None:
    page, table = await beside(visitors, "Ben", game="face-to-face")
    await do(page, table, type="begin")
    await page.get_by_role("button", name=re.compile("I am")).wait_for()
    await do(page, table, "?companion=1", type="resign")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Ann wins")
    await expect(page.get_by_text("You", exact=True)).to_have_count(0)


# Dialogs


async def test_a_tap_beside_a_dialog_presses_nothing_beneath(visitors: Visitors) -> None:
    ann, _table = await opened(visitors, "Ann", PHONE)
    button = ann.get_by_role("button", name="Menu of the table")
    place = await button.bounding_box()
    assert place is not None
    await button.click()
    await expect(ann.get_by_role("dialog")).to_be_visible()
    await ann.evaluate(NOTING)
    await ann.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    await ann.wait_for_function("() => window.pressed.length > 0")
    assert await ann.evaluate("window.pressed") == ["DIALOG"]
    await expect(ann.get_by_role("dialog")).to_have_count(0)


async def test_who_slips_out_of_a_dialog_does_not_close_it(visitors: Visitors) -> None:
    ann, _table = await opened(visitors, "Ann")
    await ann.get_by_role("button", name="Menu of the table").click()
    await ann.evaluate(NOTING)
    place = await ann.get_by_role("dialog").get_by_role("heading").first.bounding_box()
    assert place is not None
    await ann.mouse.move(place["x"] + 2, place["y"] + 2)
    await ann.mouse.down()
    await ann.mouse.move(2, 2)
    await ann.mouse.up()
    await ann.wait_for_function("() => window.pressed.length > 0")
    await expect(ann.get_by_role("dialog")).to_be_visible()
    await ann.mouse.click(2, 2)
    await expect(ann.get_by_role("dialog")).to_have_count(0)


NOTING = """() => {
    window.pressed = [];
    document.addEventListener("click", ({target}) => window.pressed.push(target.tagName), true);
}"""
