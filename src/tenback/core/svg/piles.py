"""The piles: places whose upper edge rises or falls, with the room that is left on each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.core.cards import number_of
from tenback.core.svg.card import TALL, draw_card, flame
from tenback.core.svg.ink import BODY, SMALL, box, element, points, text, text_width
from tenback.core.svg.scene import Scene, begin

if TYPE_CHECKING:
    from tenback.core.rules import Pile
    from tenback.core.views import View

SLOPE = 26
PAD = 12
GAP = 13
WIDEST = 194


@dataclass(frozen=True, slots=True)
class Tray:
    """The measures that all places of one picture share."""

    wide: float
    burns: bool
    turned: bool = False

    @property
    def card(self) -> float:
        """How wide a card on it is."""
        return min(96, self.wide - 2 * PAD)

    @property
    def two_lines(self) -> bool:
        """Whether count and room need a line each."""
        return self.wide < 150

    @property
    def head(self) -> float:
        """From the upper edge to the card."""
        return PAD + 2 if self.turned else SLOPE + 12

    @property
    def tall(self) -> float:
        """The whole height."""
        words = 20 * (1 + self.two_lines + self.burns)
        return SLOPE + 12 + self.card * TALL + 36 + words + (PAD if self.turned else 0)


def tray_for(view: View, piles: int, room: float, *, turned: bool = False) -> Tray:
    """Measures for so many piles side by side."""
    wide = min(WIDEST, (room - (piles - 1) * GAP) / piles)
    return Tray(wide, bool(view.burning), turned)


def draw_row(scene: Scene, places: list[int], x: float, y: float, room: float, tray: Tray) -> str:
    """Piles side by side, in the middle of `room`."""
    wide = len(places) * (tray.wide + GAP) - GAP
    left = x + (room - wide) / 2
    return "".join(
        _draw_pile(scene, place, left + column * (tray.wide + GAP), y, tray)
        for column, place in enumerate(places)
    )


def room_left(view: View, place: int) -> int:
    """How many numbers of the deck still lie ahead of a pile."""
    pile, top = view.rules.layout[place], view.tops[place]
    numbers = view.rules.deck.numbers
    at = pile.base if top is None else number_of(top)
    if at is None:
        return len(numbers)
    return sum(n > at if pile.up else n < at for n in numbers)


def _draw_pile(scene: Scene, place: int, x: float, y: float, tray: Tray) -> str:
    view = scene.view
    pile, left = view.rules.layout[place], x + (tray.wide - tray.card) / 2
    burning = next((b.seat for b in view.burning if b.pile == pile.name), None)
    card_y = y + tray.head
    foot = card_y + tray.card * TALL + 12
    parts = [
        _ground(pile, x, y, tray, "ember" if burning is not None else "room"),
        _name(pile, x, y, tray),
        _stack(scene, place, left, card_y, tray.card, burning is not None),
        _room_bar(view, place, x + PAD, foot, tray.wide - 2 * PAD),
        _figures(scene, place, x, foot + 32, tray),
    ]
    if burning is not None:
        parts.append(_due(scene, burning, x, foot + 52 + 20 * tray.two_lines, tray))
    return element("g", *parts)


def _ground(pile: Pile, x: float, y: float, tray: Tray, edge: str) -> str:
    """A rising or a falling edge; turned around for the player on the other side of the table."""
    left, right, top, foot = x + 4, x + tray.wide - 4, y + 4, y + tray.tall - 4
    low = SLOPE if pile.up else 0
    high = SLOPE - low
    if tray.turned:
        begin, end, flat = (left, foot - high), (right, foot - low), top
    else:
        begin, end, flat = (left, top + low), (right, top + high), foot
    shape, slope = points(begin, end, (right, flat), (left, flat)), points(begin, end)
    # A broad round stroke in its own colour rounds the corners.
    broad = {"fill": "tray", "stroke": "tray", "stroke_width": "8", "stroke_linejoin": "round"}
    line = {"fill": "none", "stroke": edge, "stroke_width": "3", "stroke_linecap": "round"}
    return element("polygon", points=shape, **broad) + element("polyline", points=slope, **line)


def _name(pile: Pile, x: float, y: float, tray: Tray) -> str:
    """The name stands where its place is highest; turned around, where it is lowest."""
    at_right = pile.up != tray.turned
    edge = x + tray.wide - PAD if at_right else x + PAD
    line = y + tray.tall - 20 if tray.turned else y + 28
    return text(
        pile.name, edge, line, BODY, bold=True, fill="soft", anchor="end" if at_right else "start"
    )


def _stack(scene: Scene, place: int, x: float, y: float, wide: float, burning: bool) -> str:
    view = scene.view
    top, tall = view.tops[place], wide * TALL
    if top is None:
        return _empty(scene.base(view.rules.layout[place]), x, y, wide)
    parts = []
    if burning:
        middle = {"cx": x + wide / 2, "cy": y + tall / 2}
        size = {"rx": wide * 0.86, "ry": tall * 0.72}
        parts.append(element("ellipse", **middle, **size, fill="url(#tb-halo)"))
    parts.append(_under(view.sizes[place] - 1, x, y, wide))
    parts.append(draw_card(top, view.rules, x, y, wide))
    if any(placed.pile == view.rules.layout[place].name for placed in view.placed):
        frame = {"fill": "none", "stroke": "accent", "stroke_width": "2.5"}
        parts.append(box(x - 4, y - 4, wide + 8, tall + 8, wide * 0.12, **frame))
    return "".join(parts)


def _under(count: int, x: float, y: float, wide: float) -> str:
    """The edges of the cards below, of two at most."""
    half, drawn = wide * TALL / 2, ""
    for deep in range(min(2, count), 0, -1):
        left, narrow = x + 2 * deep, wide - 4 * deep
        edge = {"fill": "back", "stroke": "tray"}
        drawn += box(left, y + half, narrow, half + 4 * deep, wide * 0.07, **edge)
    return drawn


def _empty(shown: str, x: float, y: float, wide: float) -> str:
    size = wide * (0.3 if len(shown) > 2 else 0.42)
    dashes = {"fill": "none", "stroke": "soft", "stroke_width": "1.5", "stroke_dasharray": "5 5"}
    frame = box(x, y, wide, wide * TALL, wide * 0.085, **dashes)
    line = y + wide * TALL / 2 + size * 0.36
    return frame + text(shown, x + wide / 2, line, size, fill="soft", anchor="middle", bold=True)


def _room_bar(view: View, place: int, x: float, y: float, wide: float) -> str:
    """A wedge from the base to the far end; what is left of the way is dark."""
    up = view.rules.layout[place].up
    left = room_left(view, place) / len(view.rules.deck.numbers)

    def wedge(begin: float, fill: str) -> str:
        at, end = x + wide * begin, x + wide
        near, far = (y + 10 - 7 * begin, y + 3) if up else (y + 3 + 7 * begin, y + 10)
        return element(
            "polygon", points=points((at, near), (end, far), (end, y + 14), (at, y + 14)), fill=fill
        )

    return wedge(0, "line") + (wedge(1 - left, "room") if left else "")


def _figures(scene: Scene, place: int, x: float, y: float, tray: Tray) -> str:
    count = scene.say("cards", count=scene.view.sizes[place])
    room = scene.say("room", count=room_left(scene.view, place))
    if tray.two_lines:
        return text(count, x + PAD, y, fill="soft") + text(room, x + PAD, y + 20, fill="soft")
    right = text(room, x + tray.wide - PAD, y, fill="soft", anchor="end")
    return text(count, x + PAD, y, fill="soft") + right


def _due(scene: Scene, seat: int, x: float, y: float, tray: Tray) -> str:
    """Whose turn must cover the fire."""
    sentence, room = scene.about("covers", seat), tray.wide - 2 * PAD - 18
    if text_width(sentence, SMALL, bold=True) > room:
        sentence = begin(scene.who(seat))
    # A name may go as far as the edge.
    line = text(sentence, x + PAD + 19, y, bold=True, room=room + PAD - 2)
    return flame(x + PAD + 7, y - 5, 8) + line
