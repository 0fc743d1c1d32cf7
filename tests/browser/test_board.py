"""Cards, names and numbers as one sees them at a table."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.browser.api import NUMBER, ask, do, look, table
from tests.browser.visitors import DESKTOP, PHONE, Device

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Page

    from tests.browser.visitors import Visitors

SMALLEST = Device(320, 568, touch=True)
SMALL = Device(360, 640, touch=True)
PHONES = (SMALLEST, SMALL, PHONE)
SHORTENED = """all => all.filter(one => one.scrollWidth > one.clientWidth
  || one.scrollHeight > one.clientHeight + 1).map(one => one.innerText)"""
STYLE = "(one, name) => getComputedStyle(one).getPropertyValue(name)"


async def dealt(visitors: Visitors, device: Device, game: str, *bots: str) -> Page:
    page = await visitors.come("/about", device)
    await ask(page, "POST", "/api/me", {"name": "Ann"})
    found = await table(page, game, bots)
    if (await look(page, found))["phase"] == "agreeing":
        await do(page, found, type="start")
    await page.goto(f"/t/{found}")
    await expect(page.locator(".hand [data-card]").first).to_be_visible()
    return page


async def test_a_chosen_card_stands_out_on_the_number_line(visitors: Visitors) -> None:
    """Also where cards have colours: dark on light or light on dark, whatever its colour is."""
    page = await dealt(visitors, PHONE, "quick-and-easy", "careful")
    knob = page.locator(".knob").first
    for card in await page.locator(".hand [data-card]").all():
        await card.tap()
        for name in ("color", "background-color"):
            wanted = str(await knob.evaluate(STYLE, name))
            await expect(page.locator(".pip.chosen")).to_have_css(name, wanted)


async def test_a_lay_that_does_not_fit_is_refused_by_the_server_and_explained(
    visitors: Visitors,
) -> None:
    """The page does not know the rules: it shows why the server refuses the lay."""
    page = await dealt(visitors, PHONE, "original")
    hand = sorted(map(int, (await look(page, page.url.rsplit("/", 1)[1]))["view"]["hands"][0]))
    laid = hand[3]
    lower = next(card for card in hand[:3] if card != laid - 10)
    for card in (laid, lower):
        await page.locator(f'.hand [data-card="{card}"]').tap()
        await page.locator('[data-pile="u1"] > button').tap()
    sentence = f"{lower} does not fit: this pile goes up and shows {laid}."
    await expect(page.locator(".notice")).to_contain_text(sentence)
    await expect(page.locator(".hand [data-card]")).to_have_count(len(hand) - 1)


async def on_every_phone(page: Page) -> AsyncIterator[Device]:
    """The same table on one phone after the other."""
    for device in PHONES:
        await page.set_viewport_size(device.size)
        await page.reload()
        await expect(page.locator(".hand [data-card]").first).to_be_visible()
        yield device


@pytest.mark.parametrize("bots", [2, 3, 4])
async def test_names_at_the_table_are_whole(visitors: Visitors, bots: int) -> None:
    names = ("careful", "random", "careful", "greedy")[:bots]
    page = await dealt(visitors, PHONE, "original", *names)
    shortened = {}
    async for device in on_every_phone(page):
        await expect(page.locator(".seats .seat")).to_have_count(bots + 1)
        shortened[device] = await page.locator(".seats .name").evaluate_all(SHORTENED)
    assert shortened == {device: [] for device in PHONES}


TOUCHED = """all => all.map(one => one.getBoundingClientRect())
  .map(box => [Math.min(box.width, box.height), box.top >= 0 && box.bottom <= innerHeight])"""
FITS = "document.documentElement.scrollHeight <= innerHeight"


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("original", 0),
        ("original-on-fire", 1),
        ("original", 2),
        ("quick-and-easy", 1),
        ("face-to-face", 1),
    ],
)
async def test_every_card_of_a_hand_is_large_enough_for_a_thumb(
    visitors: Visitors, game: str, bots: int
) -> None:
    page = await dealt(visitors, PHONE, game, *["careful"] * bots)
    seen = {}
    async for device in on_every_phone(page):
        cards = await page.locator(".hand [data-card]").evaluate_all(TOUCHED)
        large = all(size > 43 and inside for size, inside in cards)
        seen[device] = (await page.evaluate(FITS), large)
    assert seen == dict.fromkeys(PHONES, (True, True))


SEEN = ".pile, .pile .stack, .line, .hand, .actions, .seat"
PLACES = f"""() => [...document.querySelectorAll("{SEEN}")]
  .map(one => one.getBoundingClientRect()).map(box => [box.x, box.y, box.width, box.height])"""
COVERED = """() => {
  const boxes = (all, inside = document) => [...inside.querySelectorAll(all)]
    .map(one => one.getBoundingClientRect()).filter(box => box.width > 2);
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const covered = (talk, rest) => talk.flatMap(one => rest.filter(other => meet(one, other)));
  const at = pile =>
    covered(boxes(".remark", pile), boxes(".stack, .direction, .step, .ghost, .ahead", pile));
  return [...document.querySelectorAll(".pile")].flatMap(at)
    .concat(covered(boxes(".speaks"), boxes(".pile, .seat, .menus"))).length;
}"""


async def two_of_them(ann: Page, ben: Page, game: str) -> str:
    """Ann and Ben have cards; Ann starts, where that can be chosen."""
    for page, name in ((ann, "Ann"), (ben, "Ben")):
        await ask(page, "POST", "/api/me", {"name": name})
    wanted = {"game": game, "players": 2}
    found = str((await ask(ann, "POST", "/api/tables", {"options": wanted}))["table"])
    await do(ben, found, type="sit", name="Ben")
    await do(ann, found, type="begin")
    for page in (ann, ben):
        commitment = sha256(NUMBER.encode()).hexdigest()
        await do(page, found, type="commit", commitment=commitment)
    for page in (ann, ben):
        await do(page, found, type="reveal", nonce=NUMBER)
    if (await look(ann, found))["phase"] == "agreeing":
        await do(ann, found, type="start")
    return found


@pytest.mark.parametrize("device", [SMALLEST, SMALL, PHONE, DESKTOP], ids=lambda one: one.width)
@pytest.mark.parametrize("game", ["original", "face-to-face"])
async def test_talk_moves_nothing_and_covers_nothing(
    visitors: Visitors, device: Device, game: str
) -> None:
    ann = await visitors.come("/about", device)
    ben = await visitors.come("/about")
    found = await two_of_them(ann, ben, game)
    await ann.goto(f"/t/{found}")
    await expect(ann.locator(".hand [data-card]").first).to_be_visible()
    before = await ann.evaluate(PLACES)
    one, other = [pile["name"] for pile in (await look(ann, found))["piles"]][:2]
    for phrase in (f"leave:{one}", f"want:{one}", f"leave:{other}", "tight"):
        await do(ben, found, type="say", phrase=phrase)
    await do(ann, found, type="say", phrase=f"small:{one}")
    await expect(ann.locator(".bubble")).to_have_count(1)
    await expect(ann.locator(".remark-line .remark")).to_have_count(1)
    assert await ann.evaluate(PLACES) == before
    await ann.locator(".hand [data-card]").nth(3).click()
    assert await ann.evaluate(COVERED) == 0
    assert await ann.evaluate(FITS)


async def test_a_planned_card_keeps_its_colour_and_is_typed_as_it_is_written(
    visitors: Visitors,
) -> None:
    """In German two of the five colours begin with the same letter."""
    ann = await visitors.come("/about", language="de")
    ben = await visitors.come("/about")
    found = await two_of_them(ben, ann, "quick-and-easy")
    await ann.goto(f"/t/{found}")
    signs = {"r": "R", "y": "Ge", "g": "Gr", "b": "B", "p": "L"}
    cards = (await look(ann, found))["view"]["hands"][1]
    for place, card in enumerate(cards):
        held = ann.locator(f'.hand [data-card="{card}"]')
        await expect(held.locator("[data-letter]")).to_have_attribute("data-letter", signs[card[0]])
        await ann.keyboard.press("Escape")
        await ann.keyboard.type(f"{signs[card[0]]}{card[1:]}")
        await expect(held).to_have_attribute("aria-pressed", "true")
        await ann.locator(".pile > button").nth(place).click()
        ghost = ann.locator(".ghost", has_text=f"{signs[card[0]]}{card[1:]}")
        wanted = str(await held.locator(".face").evaluate(STYLE, "background-color"))
        await expect(ghost).to_have_css("background-color", wanted)


HEARD = """() => {
  window.heard = [];
  const Audio = window.AudioContext;
  window.AudioContext = class extends Audio { constructor() { super(); window.audio = this; } };
  const Tone = window.OscillatorNode;
  window.OscillatorNode = class extends Tone {
    constructor(audio, options) { super(audio, options); window.heard.push(options.frequency); }
  };
}"""
LAY = 247
"""The tone of a card that is laid, in hertz."""


async def test_a_lay_of_ones_own_is_heard_at_once_and_once(visitors: Visitors) -> None:
    ann = await visitors.come("/about")
    ben = await visitors.come("/about")
    found = await two_of_them(ann, ben, "original")
    held: list[tuple[WebSocketRoute, str | bytes]] = []

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        page.on_message(
            lambda sent: hold(server, sent) if '"play"' in str(sent) else server.send(sent)
        )

    def hold(server: WebSocketRoute, sent: str | bytes) -> None:
        held.append((server, sent))

    await ann.route_web_socket("**/socket*", between)
    await ann.add_init_script(f"({HEARD})()")
    await ann.goto(f"/t/{found}")
    await ann.locator(".hand").wait_for()
    await ann.keyboard.press("Escape")  # which does not count as a touch
    await ann.locator("main").click(position={"x": 2, "y": 2})
    await ann.wait_for_function("() => window.audio?.state === 'running'", polling=50)
    lay = min((await look(ann, found))["choices"]["lays"], key=lambda lay: lay["step"])["move"]
    await ann.locator(f'.hand [data-card="{lay["card"]}"]').click()
    await ann.locator(f'[data-pile="{lay["pile"]}"] > button').click()
    await ann.wait_for_function(f"() => window.heard.includes({LAY})", polling=50)
    for server, sent in held:
        server.send(sent)
    await expect(ann.locator("main")).to_have_attribute("data-busy", "false")
    assert len(held) == 1
    assert (await ann.evaluate("window.heard")).count(LAY) == 1


async def test_a_player_who_sets_the_volume_hears_it(visitors: Visitors) -> None:
    ann = await visitors.arrive()
    await ann.add_init_script(f"({HEARD})()")
    page = await ann.new_page()
    await page.goto("/settings")
    await page.locator("#sound").press("ArrowLeft")
    await page.wait_for_function("() => window.heard.length > 0", polling=50)
