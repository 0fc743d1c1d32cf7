"""The building blocks of a picture: elements, text, the two colour schemes and perceptual colour.

Light colours are plain attributes, which every renderer shows; renderers with media queries find
the dark ones in the style. Classes carry a prefix, because a notebook holds many pictures.
"""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

WIDTH = 880
MARGIN = 32
INNER = WIDTH - 2 * MARGIN

SMALL, BODY, LARGE = 14, 16, 24

FONTS = (
    "ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"
)

SCHEMES = {
    "paper": ("#f7f1e6", "#0f1929"),
    "tray": ("#ece2cf", "#1a2740"),
    "line": ("#cdbfa5", "#3a4b69"),
    "soft": ("#5d6169", "#aab4c4"),
    "ink": ("#1d2838", "#f4ecdd"),
    "accent": ("#17695e", "#57bfae"),
    "on-accent": ("#ffffff", "#0f1929"),
    "back": ("#3d4b66", "#5b6c8c"),
    "back-line": ("#8d99b0", "#a9b6cd"),
    "room": ("#77705f", "#8b9ab5"),
    "ember": ("#b3400e", "#f08a3c"),
}
"""Colours by what they are for: on warm paper, and on deep ink blue."""

Anchor = Literal["start", "middle", "end"]


def style() -> str:
    """The dark scheme, a size that gives way to narrow pages, and figures all of one width.

    Some renderers read rules for the root's height as if it had none, but no media queries.
    """
    dark = "".join(
        f".tb-fill-{name}{{fill:{dark}}}.tb-stroke-{name}{{stroke:{dark}}}"
        for name, (_, dark) in SCHEMES.items()
    )
    return (
        ".tb-picture text{font-variant-numeric:lining-nums tabular-nums;"
        'font-feature-settings:"lnum","tnum"}'
        "@media screen{.tb-picture{max-width:100%;height:auto}}"
        f"@media (prefers-color-scheme:dark){{{dark}}}"
    )


def number(value: float) -> str:
    """A coordinate, no longer than it must be."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def points(*corners: tuple[float, float]) -> str:
    """The corners of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def element(tag: str, *inside: str, **attributes: float | str) -> str:
    """One element; a fill or stroke from `SCHEMES` gets its class and its light colour."""
    written, classes = "", []
    for key, value in attributes.items():
        if isinstance(value, str) and key in ("fill", "stroke") and value in SCHEMES:
            classes.append(f"tb-{key}-{value}")
            value = SCHEMES[value][0]
        shown = value if isinstance(value, str) else number(value)
        written += f" {key.replace('_', '-')}={quoteattr(shown)}"
    if classes:
        written = f' class="{" ".join(classes)}"' + written
    return f"<{tag}{written}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{written}/>"


def box(x: float, y: float, wide: float, tall: float, corner: float, **paint: float | str) -> str:
    """A rectangle with round corners."""
    return element("rect", x=x, y=y, width=wide, height=tall, rx=corner, **paint)


def text(
    content: str,
    x: float,
    y: float,
    size: float = SMALL,
    *,
    fill: str = "ink",
    anchor: Anchor = "start",
    bold: bool = False,
    room: float | None = None,
) -> str:
    """One line of text, made smaller where it would be wider than `room`."""
    wide = text_width(content, size, bold=bold)
    if room is not None and wide > room:
        size = size * room / wide
    extra: dict[str, str] = {"text_anchor": anchor} if anchor != "start" else {}
    if bold:
        extra["font_weight"] = "600"
    return element("text", escape(content), x=x, y=y, font_size=size, fill=fill, **extra)


def text_width(content: str, size: float, *, bold: bool = False) -> float:
    """A careful guess: fonts differ, and this is the wide end of the common ones."""
    narrow = sum(letter in " \N{NO-BREAK SPACE}.,:;'’!|ijlt-·" for letter in content)
    wide = sum(letter in "mwMW→" for letter in content)
    ems = 0.6 * len(content) - 0.26 * narrow + 0.26 * wide
    return ems * size * (1.05 if bold else 1)


@cache
def oklch(lightness: float, chroma: float, hue: float) -> str:
    """A colour of the OKLCH space as sRGB, paler where a screen cannot show it."""
    linear = _linear(lightness, chroma, hue)
    while not all(-1e-4 <= part <= 1 + 1e-4 for part in linear):
        chroma *= 0.97
        linear = _linear(lightness, chroma, hue)
    return "#" + "".join(f"{_byte(part):02x}" for part in linear)


def _linear(lightness: float, chroma: float, hue: float) -> tuple[float, float, float]:
    """OKLCH to linear sRGB, by the matrices of its author, Björn Ottosson."""
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )


def _byte(part: float) -> int:
    part = min(1.0, max(0.0, part))
    curved = 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
    return round(255 * curved)
