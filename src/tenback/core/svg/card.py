"""One card: its numeral, a hue from cool to warm, and a notch at the place of its last digit.

A deck with colours has a colour, a symbol and a letter for each of them instead of the hue.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.core.cards import colour_of, number_of
from tenback.core.svg.ink import SMALL, box, element, number, oklch, points, text, text_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.core.cards import Card
    from tenback.core.rules import Rules

TALL = 1.38
"""How much higher than wide a card is."""

CHIP = 22
"""The height of a small card that lies in a row with others."""

SIGN = 17
"""How much wider a small card is when it carries a symbol."""

WARM_WHITE = oklch(0.985, 0.012, 85)
NIGHT = oklch(0.2, 0.03, 265)
COAL = oklch(0.2, 0.05, 45)
AMBER = oklch(0.83, 0.15, 75)

NAMED = {
    "red": (0.47, 0.19, 32),
    "yellow": (0.9, 0.13, 98),
    "green": (0.72, 0.13, 145),
    "blue": (0.44, 0.16, 260),
    "purple": (0.76, 0.13, 320),
    "orange": (0.78, 0.14, 62),
    "pink": (0.86, 0.08, 0),
    "brown": (0.4, 0.07, 55),
    "teal": (0.43, 0.08, 190),
    "white": (0.95, 0.01, 85),
    "black": (0.26, 0.01, 265),
    "grey": (0.76, 0.01, 265),
}
"""The first five stay apart for every common kind of colour blindness, most of all by lightness."""

_SYMBOLS = {
    "red": "M0,9C-6,4 -10,0 -10,-4C-10,-9 -3,-10 0,-5C3,-10 10,-9 10,-4C10,0 6,4 0,9Z",
    "yellow": "M0,-10L2.9,-3.5L10,-3L4.6,1.7L6.2,9L0,5.2L-6.2,9L-4.6,1.7L-10,-3L-2.9,-3.5Z",
    "green": "M-8,9C-10,-3 -3,-9 9,-9C9,3 4,9 -4,6L-6.5,9Z",
    "blue": "M0,-10C3,-5 7,-1 7,3.5A7,6.5 0 0 1 -7,3.5C-7,-1 -3,-5 0,-10Z",
    "purple": "M0,-10L8,0L0,10L-8,0Z",
}
_SPARE_SYMBOLS = (
    "M0,-9A9,9 0 0 1 0,9A9,9 0 0 1 0,-9Z",
    "M-8,-8H8V8H-8Z",
    "M0,-9L10,8H-10Z",
    "M-3,-9H3V-3H9V3H3V9H-3V3H-9V-3H-3Z",
    "M-5,-9H5L10,0L5,9H-5L-10,0Z",
    "M4.5,-7.8A9,9 0 1 0 4.5,7.8A8.2,8.2 0 0 1 4.5,-7.8Z",
    "M-10,-8H10L0,9Z",
    "M-9,9A9,16 0 0 1 9,9Z",
)
_FLAME = "M0,10C-7,10 -8,3 -4,-1C-3,1 -2,2 -1,2C-2,-3 0,-7 3,-10C3,-5 8,-2 7,4C6.5,8 4,10 0,10Z"

RAMP_STOPS = 12


@dataclass(frozen=True, slots=True)
class Face:
    """How one card looks: its ground, the colour of its figures, and its symbol if it has one."""

    fill: str
    ink: str
    symbol: str = ""
    fire: bool = False


def dusk(share: float) -> str:
    """The ground of a number that lies so far between the lowest (0) and the highest (1)."""
    return oklch(0.42 + 0.02 * share, 0.11, 245 + 175 * share)


def face(card: Card, rules: Rules) -> Face:
    """The look of a card of these rules."""
    fire = card in rules.fire_cards
    if colour_of(card):
        return _coloured(colour_of(card), rules.deck.colours, fire)
    if fire:
        return Face(AMBER, COAL, _FLAME, fire)
    low, high = min(rules.deck.numbers), max(rules.deck.numbers)
    return Face(dusk((number_of(card) - low) / max(1, high - low)), WARM_WHITE)


def _coloured(letter: str, colours: tuple[str, ...], fire: bool) -> Face:
    name = next(colour for colour in colours if colour.startswith(letter))
    place = colours.index(name)
    # A name without an entry gets its own angle of the colour circle, light and dark by turns.
    spare = (0.78 if place % 2 else 0.43, 0.11, 137.5 * place % 360)
    lightness, chroma, hue = NAMED.get(name, spare)
    symbol = _SYMBOLS.get(name, _SPARE_SYMBOLS[place % len(_SPARE_SYMBOLS)])
    ink = WARM_WHITE if lightness < 0.6 else NIGHT
    return Face(oklch(lightness, chroma, hue), ink, symbol, fire)


def gradients() -> str:
    """What faces refer to. The same in every picture, so that pictures on one page agree."""
    stops = [(place / (RAMP_STOPS - 1)) for place in range(RAMP_STOPS)]
    ramp = "".join(element("stop", offset=f"{s:.3f}", stop_color=dusk(s)) for s in stops)
    glow = (
        element("stop", offset="0", stop_color="#fff3c9")
        + element("stop", offset="0.5", stop_color="#ffc65c")
        + element("stop", offset="0.78", stop_color="#ee7f24")
        + element("stop", offset="1", stop_color="#9c2a0e")
    )
    halo = element("stop", offset="0.55", stop_color="#ff9d3c", stop_opacity="0.6") + element(
        "stop", offset="1", stop_color="#ff9d3c", stop_opacity="0"
    )
    return element(
        "defs",
        element("linearGradient", ramp, id="tb-ramp"),
        element("radialGradient", glow, id="tb-glow", cx="0.5", cy="0.5", r="0.72"),
        element("radialGradient", halo, id="tb-halo"),
    )


def draw_card(card: Card, rules: Rules, x: float, y: float, wide: float) -> str:
    """A card of full size, its upper left corner at (x, y)."""
    look, tall = face(card, rules), wide * TALL
    shown = str(number_of(card))
    middle = x + wide / 2
    size = wide * (0.54 if len(shown) < 3 else 0.38)
    baseline = y + tall * (0.5 if look.symbol else 0.54) + size * 0.36
    parts = [
        element("title", card),
        _ground(look, card, x, y, wide, tall),
        _ruler(look, x, y, wide),
        text(shown, middle, baseline, size, fill=look.ink, anchor="middle", bold=True),
    ]
    if colour_of(card):
        parts.append(_badge(card, look, middle, y + tall * 0.86, wide))
    if look.fire:
        low = 0.2 if colour_of(card) else 0.86
        parts.append(symbol(_FLAME, middle, y + tall * low, wide * 0.13, look.ink))
    return element("g", *parts)


def _ground(look: Face, card: Card, x: float, y: float, wide: float, tall: float) -> str:
    outline = notched(x, y, wide, tall, number_of(card), corner=wide * 0.085, deep=wide * 0.1)
    if look.fire and colour_of(card):
        return element("path", d=outline, fill=look.fill, stroke=AMBER, stroke_width=4)
    fill = "url(#tb-glow)" if look.fire else look.fill
    return element("path", d=outline, fill=fill, stroke=WARM_WHITE, stroke_opacity="0.5")


def _badge(card: Card, look: Face, middle: float, y: float, wide: float) -> str:
    """Symbol and letter side by side: colour is never the only sign."""
    size = max(SMALL, wide * 0.19)
    letter = text(
        colour_of(card).upper(),
        middle + wide * 0.06,
        y + size * 0.36,
        size,
        fill=look.ink,
        bold=True,
    )
    return symbol(look.symbol, middle - wide * 0.1, y, size * 0.5, look.ink) + letter


def _ruler(look: Face, x: float, y: float, wide: float) -> str:
    """Ten fine marks along the upper edge, against which the notch is read."""
    marks = "".join(
        f"M{number(notch_place(x, wide, digit))},{number(y + wide * 0.13)}v{number(wide * 0.03)}"
        for digit in range(10)
    )
    return element("path", d=marks, stroke=look.ink, stroke_opacity="0.4", stroke_width=1)


def notch_place(x: float, wide: float, digit: int) -> float:
    """Where along the upper edge a last digit has its notch."""
    return x + wide * (0.15 + 0.7 / 9 * digit)


def notched(
    x: float, y: float, wide: float, tall: float, value: int, *, corner: float, deep: float
) -> str:
    """The outline of a card: round corners, and the notch of its number cut into the edge."""
    at, half = notch_place(x, wide, value % 10), deep * 0.56
    edge = f"M{number(x)},{number(y + corner)}a{number(corner)},{number(corner)} 0 0 1 "
    edge += f"{number(corner)},{number(-corner)}H{number(at - half)}"
    edge += f"L{number(at)},{number(y + deep)}L{number(at + half)},{number(y)}"
    turn = f"a{number(corner)},{number(corner)} 0 0 1 "
    edge += f"H{number(x + wide - corner)}{turn}{number(corner)},{number(corner)}"
    edge += f"V{number(y + tall - corner)}{turn}{number(-corner)},{number(corner)}"
    return edge + f"H{number(x + corner)}{turn}{number(-corner)},{number(-corner)}Z"


def symbol(path: str, x: float, y: float, radius: float, fill: str) -> str:
    """A symbol around (x, y)."""
    place = f"translate({number(x)} {number(y)}) scale({radius / 10:.3f})"
    return element("path", d=path, transform=place, fill=fill)


def flame(x: float, y: float, radius: float) -> str:
    """The sign of fire, in the colour of embers."""
    return symbol(_FLAME, x, y, radius, "ember")


def chip_width(card: Card, rules: Rules, after: str = "") -> float:
    """How wide a small card is, `after` being what is written behind its number."""
    sign = SIGN if face(card, rules).symbol else 0
    return round(max(30.0, text_width(card + after, SMALL, bold=True) + 13 + sign), 1)


def draw_chip(card: Card, rules: Rules, x: float, y: float, after: str = "") -> str:
    """A small card with its upper left corner at (x, y)."""
    look, wide = face(card, rules), chip_width(card, rules, after)
    sign = SIGN if look.symbol else 0
    outline = notched(x, y, wide, CHIP, number_of(card), corner=4, deep=4)
    return element(
        "g",
        element("path", d=outline, fill=look.fill),
        symbol(look.symbol, x + 12.5, y + CHIP / 2, 5.5, look.ink) if sign else "",
        text(
            card + after,
            x + (wide + sign) / 2,
            y + CHIP / 2 + 5,
            SMALL,
            fill=look.ink,
            anchor="middle",
            bold=True,
        ),
    )


def draw_backs(count: int, x: float, y: float, wide: float, step: float) -> str:
    """A hand seen from behind, each card a little over the one before."""
    paint = {"fill": "back", "stroke": "tray", "stroke_width": "1.5"}
    lefts = (x + place * step for place in range(count))
    return "".join(box(left, y, wide, wide * TALL, 2.5, **paint) for left in lefts)


def draw_back(x: float, y: float, wide: float) -> str:
    """One card from behind: a rising and a falling line."""
    tall = wide * TALL
    left, right, top, foot = x + wide * 0.22, x + wide * 0.78, y + tall * 0.28, y + tall * 0.72
    lines = f"M{number(left)},{number(foot)}L{number(right)},{number(top)}"
    lines += f"M{number(left)},{number(top)}L{number(right)},{number(foot)}"
    ground = box(x, y, wide, tall, wide * 0.12, fill="back", stroke="paper")
    return ground + element("path", d=lines, stroke="back-line", stroke_width=1.5)


def flow(widths: Sequence[float], room: float, gap: float = 5) -> list[tuple[float, int]]:
    """Put things of these widths into rows: for each its place from the left, and its row."""
    placed: list[tuple[float, int]] = []
    x, row = 0.0, 0
    for wide in widths:
        if x and x + wide > room:
            x, row = 0.0, row + 1
        placed.append((x, row))
        x += wide + gap
    return placed


def diamond(x: float, y: float, radius: float) -> str:
    """The corners of a small diamond."""
    return points((x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y))
