"""The seats: who is on turn, how many cards each holds, and whatever of them may be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.core.svg.card import CHIP, TALL, chip_width, draw_back, draw_backs, draw_chip, flow
from tenback.core.svg.ink import (
    BODY,
    INNER,
    LARGE,
    MARGIN,
    SMALL,
    WIDTH,
    box,
    element,
    text,
    text_width,
)
from tenback.core.svg.scene import Scene, begin

if TYPE_CHECKING:
    from tenback.core.state import Hand
    from tenback.core.views import View

PAD = 12
GAP = 12
BACK = 16
BACK_STEP = 8


def shown_cards(view: View, seat: int) -> Hand:
    """The cards of a hand that may be seen at its seat: all when open, else those once laid."""
    if view.outcome is not None:
        return view.hands[seat] or ()
    return () if seat == view.seat else view.known[seat]


def seats_height(view: View) -> float:
    """The heights of the rows of seats; none in a solo game."""
    if view.players == 1 and view.seat == 0:
        return 0
    columns, wide = _columns(view)
    rows = -(-view.players // columns)
    tallest = max(panel_height(view, seat, wide) for seat in range(view.players))
    return rows * (tallest + GAP) - GAP


def draw_seats(scene: Scene, y: float) -> str:
    """All seats in their order, in one row or two."""
    view = scene.view
    if not seats_height(view):
        return ""
    columns, wide = _columns(view)
    tall = max(panel_height(view, seat, wide) for seat in range(view.players))
    return "".join(
        draw_panel(
            scene,
            seat,
            MARGIN + seat % columns * (wide + GAP),
            y + seat // columns * (tall + GAP),
            wide,
            tall,
        )
        for seat in range(view.players)
    )


def _columns(view: View) -> tuple[int, float]:
    columns = view.players if view.players <= 5 else -(-view.players // 2)
    return columns, (INNER - (columns - 1) * GAP) / columns


def panel_height(view: View, seat: int, wide: float) -> float:
    """How high one seat must be, so that all of its cards have room."""
    return 50 + _cards_height(view, seat, wide) + (20 if _says_stock(view) else 0)


def _says_stock(view: View) -> bool:
    """Whether each seat has a stock that is not drawn beside its piles."""
    return view.rules.deck.own and not view.rules.piles.own


def _cards_height(view: View, seat: int, wide: float) -> float:
    places = _places(view, seat, wide)
    rows = places[-1][1] + 1 if places else 0
    backs = BACK * TALL if view.hand_sizes[seat] > len(places) else 0
    return max(BACK * TALL, rows * (CHIP + 4) + backs)


def _places(view: View, seat: int, wide: float) -> list[tuple[float, int]]:
    widths = [chip_width(card, view.rules) for card in shown_cards(view, seat)]
    return flow(widths, wide - 2 * PAD, 4)


def draw_panel(scene: Scene, seat: int, x: float, y: float, wide: float, tall: float) -> str:
    """One seat: its name, a flag when it is on turn, its cards."""
    edge = "accent" if seat == scene.view.turn else "tray"
    frame = box(x, y, wide, tall, 10, fill="tray", stroke=edge, stroke_width=2.5)
    name = text(begin(scene.who(seat)), x + PAD, y + 25, BODY, bold=True)
    flag = _flag(_flag_word(scene, seat), x + wide - PAD, y + 9)
    return element("g", frame, name, flag, _panel_cards(scene, seat, x + PAD, y + 36, wide))


def _flag_word(scene: Scene, seat: int) -> str:
    if seat == scene.view.turn:
        return scene.say("turn")
    winner = scene.view.outcome.winner if scene.view.outcome else None
    return scene.say("won") if seat == winner else ""


def _flag(word: str, right: float, y: float) -> str:
    if not word:
        return ""
    wide = text_width(word, SMALL, bold=True) + 16
    plate = box(right - wide, y, wide, 22, 11, fill="accent")
    words = text(word, right - wide / 2, y + 16, fill="on-accent", anchor="middle", bold=True)
    return plate + words


def _panel_cards(scene: Scene, seat: int, x: float, y: float, wide: float) -> str:
    view = scene.view
    cards, places = shown_cards(view, seat), _places(view, seat, wide)
    parts = [
        draw_chip(card, view.rules, x + at, y + row * (CHIP + 4))
        for card, (at, row) in zip(cards, places, strict=True)
    ]
    closed = view.hand_sizes[seat] - len(cards)
    under = y + (places[-1][1] + 1) * (CHIP + 4) if places else y
    if closed:
        parts.append(draw_backs(closed, x, under, BACK, BACK_STEP))
        at = x + BACK + (closed - 1) * BACK_STEP + 8
        parts.append(text(str(view.hand_sizes[seat]), at, under + 16, BODY, bold=True))
    elif not cards:
        parts.append(text(scene.say("no-cards"), x, y + 16, fill="soft"))
    if _says_stock(view):
        foot = y + _cards_height(view, seat, wide) + 18
        count = scene.say("stock-count", count=view.stock_sizes[seat])
        parts.append(text(count, x, foot, fill="soft"))
    return "".join(parts)


def stock_width(scene: Scene, stock: int) -> float:
    """How wide a stock is with its count and its name."""
    count = text_width(str(scene.view.stock_sizes[stock]), LARGE, bold=True)
    return max(count, text_width(scene.say("stock"), SMALL), 40) + 46


def draw_stock(scene: Scene, stock: int, y: float) -> str:
    """One of the stocks, at the right edge."""
    size, right = scene.view.stock_sizes[stock], WIDTH - MARGIN
    count = text(str(size), right, y + 22, LARGE, anchor="end", bold=True)
    word = text(scene.say("stock"), right, y + 42, fill="soft", anchor="end")
    left = right - stock_width(scene, stock)
    if not size:
        dashes = {"fill": "none", "stroke": "soft", "stroke_dasharray": "4 4"}
        return box(left, y, 30, 30 * TALL, 3.6, **dashes) + count + word
    backs = "".join(
        draw_back(left + 2.5 * deep, y + 2.5 * deep, 30) for deep in range(min(3, size))
    )
    return backs + count + word
