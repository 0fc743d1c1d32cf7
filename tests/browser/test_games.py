"""Games through the page: two browsers and a bot, two browsers, a browser and bots.

Every game is played to its end at least once: all but the duel by a browser among talking bots,
Quick & Easy also by two browsers, the duel by keyboard.
"""

from __future__ import annotations

import asyncio
import json
import signal
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from tests.browser.players import Fingers, Keyboard, Mouse, Player, tab_to
from tests.browser.test_talk import begins, sits
from tests.browser.visitors import GONE, MOVING, PHONE, STILL
from tests.cases import SOAK

if TYPE_CHECKING:
    from playwright.async_api import Page, WebSocket

    from tests.browser.visitors import Visitors
    from tests.server.processes import Served


async def invites(visitors: Visitors, game: str, **look: Any) -> Page:
    """Ann opens a table for friends from the first page."""
    ann = await visitors.come("/", **look)
    await ann.get_by_role("button", name=f"{game} with friends", exact=True).click()
    await ann.get_by_role("button", name="Go on anyway").click()
    await expect(ann.get_by_role("heading", name="At the table")).to_be_visible()
    return ann


async def follows(visitors: Visitors, link: str, name: str, **look: Any) -> Page:
    """A friend follows her link on a phone, and sits down."""
    ben = await visitors.come(link, PHONE, **look)
    await ben.get_by_label("Your name").fill(name)
    await ben.get_by_role("button", name="Sit down").tap()
    await expect(ben.get_by_role("button", name="Sit down")).to_have_count(0)
    return ben


async def seats_a_bot(ann: Page, bot: str) -> None:
    await ann.get_by_role("button", name="Seat a bot").click()
    await ann.get_by_role("button", name=bot).click()


async def play(*players: Player, enough: int | None = None) -> None:
    """All at once, as people do, until one of them has laid enough; all see the end."""
    for player in players:
        player.enough, player.pages = enough, tuple(each.page for each in players)
    await asyncio.gather(*(player.play() for player in players))
    assert all(player.lays > 0 for player in players)
    for player in players:
        await expect(player.page.locator("main.over h1")).to_be_visible()


ENOUGH = None if SOAK else 8
"""After so many lays of a player all give up: a card takes a browser most of a second."""


@pytest.mark.parametrize(
    ("game", "enough", "look"),
    [
        ("The Game", ENOUGH, MOVING),
        ("On Fire", ENOUGH, MOVING),
        ("Quick & Easy", None, MOVING if SOAK else STILL),
    ],
    ids=["original", "on-fire", "quick-and-easy"],
)
async def test_two_browsers_and_a_bot(
    visitors: Visitors, game: str, enough: int | None, look: dict[str, Any]
) -> None:
    """Ann has a mouse and drags her cards, Ben has a phone and touches it."""
    ann = await invites(visitors, game, **look)
    ben = await follows(visitors, ann.url, "Ben", **look)
    await seats_a_bot(ann, "Careful")
    await ann.get_by_role("button", name="Begin with 3").click()
    await ben.get_by_role("button", name="Take the first turn", exact=True).tap()
    await play(Player(ann, Mouse()), Player(ben, Fingers()), enough=enough)


async def test_two_browsers_in_a_duel(visitors: Visitors) -> None:
    ann = await invites(visitors, "Face to Face")
    ben = await follows(visitors, ann.url, "Ben")
    await ann.get_by_role("button", name="Begin", exact=True).click()
    await play(Player(ann, Mouse()), Player(ben, Fingers()), enough=ENOUGH)


async def test_a_duel_against_a_bot_by_keyboard_alone(visitors: Visitors) -> None:
    ann = await visitors.come("/")
    await tab_to(ann, ann.get_by_role("button", name="Play Face to Face"))
    await ann.keyboard.press("Enter")
    await play(Player(ann, Keyboard()))


async def test_the_server_dies_in_the_middle_of_a_game(visitors: Visitors, server: Served) -> None:
    """Both pages go on by themselves, and lose nothing."""
    visitors.forgive(GONE)
    ann = await invites(visitors, "The Game")
    ben = await follows(visitors, ann.url, "Ben")
    await ann.get_by_role("button", name="Begin with 2").click()
    await ben.get_by_role("button", name="Take the first turn", exact=True).tap()
    players = Player(ann, Mouse()), Player(ben, Fingers())
    for page in (ann, ben):
        await page.evaluate("() => { window.never_loaded_again = true; }")

    async def accidents() -> None:
        for lays in (3, 9):
            while sum(player.lays for player in players) < lays:
                await asyncio.sleep(0.05)
            await server.end(signal.SIGKILL)
            await server.begin()
        assert not (await players[0].seen())["over"]

    await asyncio.gather(play(*players, enough=None if SOAK else 12), accidents())
    texts = {await page.get_by_text("of 98 cards laid").inner_text() for page in (ann, ben)}
    assert len(texts) == 1
    for page in (ann, ben):
        assert await page.evaluate("() => window.never_loaded_again")


@pytest.mark.parametrize(
    ("game", "bots"),
    [("original", 2 if SOAK else 4), ("original-on-fire", 2 if SOAK else 4), ("quick-and-easy", 2)],
)
async def test_the_page_asks_for_no_whole_table(visitors: Visitors, game: str, bots: int) -> None:
    """A whole game among bots that talk: the news say all that the page has to know."""
    ann = await visitors.come("/about", **(MOVING if SOAK else STILL))
    table = await sits(ann, "Ann", game=game, bots=["strong"] * bots)
    sent: list[dict[str, Any]] = []
    received: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda text: sent.append(json.loads(text)))
        socket.on("framereceived", lambda text: received.append(json.loads(text)))

    ann.on("websocket", listen)
    await begins(ann, table)
    await play(Player(ann, Mouse()))
    assert [message["type"] for message in sent].count("do") > 8
    assert all(message["seen"] is not None for message in sent if message["type"] == "do")
    assert [message for message in sent if message["type"] == "table"] == []
    check_talk(received, bots)


def check_talk(received: list[dict[str, Any]], bots: int) -> None:
    """Every bot has spoken in the course of the game, none was replaced, and it has an end."""
    shown = [one for message in received for one in message.get("events", ())]
    events = [one["event"] for one in shown if one["event"] is not None]
    begun = next(place for place, event in enumerate(events) if event["type"] == "moved")
    spoken = {event["seat"] for event in events[begun:] if event["type"] == "spoke"}
    assert spoken == set(range(1, 1 + bots))
    assert "bot-replaced" not in {event["type"] for event in events}
    assert "over" in {step["type"] for step in shown[-1]["followed"]}
