"""The number line: bases, tops and one's own cards on one strip; two strips that face each other
where every player has piles of their own.

Each pile has a lane, which runs from its top as far as it can still go. A card that fits on a pile
has a mark where it meets that lane.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.core import turn as turns
from tenback.core.cards import Card, number_of
from tenback.core.fits import Kind
from tenback.core.svg.card import CHIP, WARM_WHITE, chip_width, diamond, draw_chip, face, symbol
from tenback.core.svg.ink import INNER, MARGIN, SMALL, box, element, points, text, text_width
from tenback.core.svg.scene import Scene, running

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.core.rules import Pile
    from tenback.core.views import View

LANE = 26
TRACK = 24
TAG = 20
LEADER = 14
NAME = 24


@dataclass(frozen=True, slots=True)
class Scale:
    """Where numbers lie between two edges of the picture."""

    low: float
    high: float
    left: float
    right: float

    def at(self, value: float) -> float:
        """The place of a number."""
        return self.left + (self.right - self.left) * (value - self.low) / (self.high - self.low)


@dataclass(frozen=True, slots=True)
class Strip:
    """One track with the lanes of some piles and the cards of one hand; `over`: all upside down."""

    piles: tuple[int, ...]
    cards: tuple[Card, ...]
    over: bool = False

    @property
    def tall(self) -> float:
        """The whole height."""
        return len(self.piles) * LANE + TRACK + (LEADER + CHIP if self.cards else 0)


def strips(view: View, sides: Sequence[tuple[int, list[int]]]) -> list[Strip]:
    """The strips from top to bottom; `sides` are owners with their piles, the viewer's last."""
    if len(sides) == 1:
        return [Strip(tuple(sides[0][1]), view.hand)]
    (far, far_piles), (near, near_piles) = sides
    return [
        Strip(tuple(far_piles), view.hands[far] or (), over=True),
        Strip(tuple(near_piles), view.hands[near] or ()),
    ]


def height(drawn: Sequence[Strip]) -> float:
    """How high the whole diagram is."""
    return sum(strip.tall for strip in drawn) + 10 * (len(drawn) - 1)


def draw_line(scene: Scene, drawn: Sequence[Strip], y: float) -> str:
    """All strips, the marks of the viewer's cards on top of everything."""
    view, scale = scene.view, _scale(scene)
    lanes: dict[int, float] = {}
    tracks = []
    for strip in drawn:
        above = LEADER + CHIP if strip.cards and strip.over else 0
        first = y + above + (TRACK if strip.over else 0)
        lanes |= {pile: first + (n + 0.5) * LANE for n, pile in enumerate(strip.piles)}
        track = y + above if strip.over else first + len(strip.piles) * LANE
        tracks.append((strip, track))
        y += strip.tall + 10
    guides = _guides(view, scale, lanes, tracks[-1][1])
    ground = "".join(_draw_track(view, scale, strip, track) for strip, track in tracks)
    rows = "".join(_draw_lane(scene, scale, pile, at) for pile, at in lanes.items())
    return element("g", guides, ground, rows, _marks(scene, scale, lanes))


def _scale(scene: Scene) -> Scale:
    rules = scene.view.rules
    bases = [pile.base for pile in rules.layout if pile.base is not None]
    numbers = rules.deck.numbers
    open_ends = 0.6 if len(bases) < len(rules.layout) else 0
    low = min(*numbers, *bases, min(numbers) - open_ends)
    high = max(*numbers, *bases, max(numbers) + open_ends)
    # Room for the widest tag there can be, so that the line stays where it is from move to move.
    widest = max(
        *(chip_width(card, rules) + 4 for card in rules.cards),
        *(_base_width(scene, pile) for pile in rules.layout),
    )
    side = MARGIN + NAME + widest + 4
    return Scale(low, max(high, low + 1), side, 2 * MARGIN + INNER - side)


def _start(view: View, scale: Scale, place: int) -> float:
    """Where a pile's lane begins."""
    pile, top = view.rules.layout[place], view.tops[place]
    if top is not None:
        return number_of(top)
    if pile.base is not None:
        return pile.base
    return scale.low if pile.up else scale.high


def _draw_track(view: View, scale: Scale, strip: Strip, y: float) -> str:
    left, right = _ends(view, scale)
    coloured = bool(view.rules.deck.colours)
    fill = "back" if coloured else "url(#tb-ramp)"
    band = box(left, y + 2, right - left, TRACK - 4, 5, fill=fill)
    return band + _ticks(view, scale, y) + _cards(view, scale, strip, y)


def _ticks(view: View, scale: Scale, y: float) -> str:
    """Round numbers on the track, and the bases wherever they are."""
    left, right = _ends(view, scale)
    step, line = _round_step(scale), y + TRACK / 2 + 5
    low, high = min(view.rules.deck.numbers), max(view.rules.deck.numbers)
    bases = {pile.base for pile in view.rules.layout if pile.base is not None}
    taken: list[float] = []
    figures = []
    for value in (*sorted(bases), *(n for n in range(low, high + 1) if n % step == 0)):
        x, half = scale.at(value), text_width(str(value), SMALL) / 2
        within = left + half < x < right - half
        if not within and low <= value <= high:
            continue
        if not within:
            x = min(x, left - 4) - half if value < low else max(x, right + 4) + half
        if all(abs(x - other) > 32 for other in taken):
            taken.append(x)
            fill = WARM_WHITE if within else "soft"
            bold = value in bases
            figures.append(text(str(value), x, line, fill=fill, anchor="middle", bold=bold))
    return "".join(figures)


def _ends(view: View, scale: Scale) -> tuple[float, float]:
    """Where the track begins and ends: a little outside the deck's numbers."""
    numbers = view.rules.deck.numbers
    half = max(3.0, min(14.0, _one(scale) / 2))
    return scale.at(min(numbers)) - half, scale.at(max(numbers)) + half


def _one(scale: Scale) -> float:
    """From one number to the next."""
    return (scale.right - scale.left) / (scale.high - scale.low)


def _round_step(scale: Scale) -> int:
    one = _one(scale)
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500) if step * one >= 36)


def _cards(view: View, scale: Scale, strip: Strip, y: float) -> str:
    """The cards of a hand below their places, moved apart where they would overlap."""
    cards = sorted(strip.cards, key=lambda card: (number_of(card), view.rules.order[card]))
    widths = [chip_width(card, view.rules) for card in cards]
    wanted = [scale.at(number_of(card)) for card in cards]
    middles = spread(wanted, widths, MARGIN, MARGIN + INNER)
    chips = y - LEADER - CHIP if strip.over else y + TRACK + LEADER
    near, far = (y, chips + CHIP) if strip.over else (y + TRACK, chips)
    parts = []
    for card, wide, want, middle in zip(cards, widths, wanted, middles, strict=True):
        leader = points((want, near), (want, (near + far) / 2), (middle, far))
        parts.append(element("polyline", points=leader, fill="none", stroke="soft"))
        parts.append(draw_chip(card, view.rules, middle - wide / 2, chips))
    return "".join(parts)


def spread(
    wanted: Sequence[float], widths: Sequence[float], low: float, high: float, gap: float = 4
) -> list[float]:
    """Middles as near as possible to the wanted ones, in their order, none over another."""
    groups: list[list[int]] = []
    starts: list[float] = []
    for place in range(len(wanted)):
        groups.append([place])
        starts.append(_group_start([place], wanted, widths, low, high, gap))
        while len(groups) > 1 and _group_end(groups[-2], starts[-2], widths, gap) > starts[-1]:
            last = groups.pop()
            groups[-1] += last
            starts[-2:] = [_group_start(groups[-1], wanted, widths, low, high, gap)]
    middles: list[float] = []
    for group, start in zip(groups, starts, strict=True):
        for place in group:
            middles.append(start + widths[place] / 2)
            start += widths[place] + gap
    return middles


def _group_end(group: Sequence[int], start: float, widths: Sequence[float], gap: float) -> float:
    return start + sum(widths[place] + gap for place in group)


def _group_start(
    group: Sequence[int],
    wanted: Sequence[float],
    widths: Sequence[float],
    low: float,
    high: float,
    gap: float,
) -> float:
    """Where things that touch each other begin, so that they are off by the same on both sides."""
    offset, off = 0.0, 0.0
    for place in group:
        off += wanted[place] - (offset + widths[place] / 2)
        offset += widths[place] + gap
    return max(low, min(off / len(group), high - (offset - gap)))


def _tag_width(scene: Scene, place: int) -> float:
    top, rules = scene.view.tops[place], scene.view.rules
    return _base_width(scene, rules.layout[place]) if top is None else chip_width(top, rules) + 4


def _base_width(scene: Scene, pile: Pile) -> float:
    return text_width(scene.base(pile), SMALL, bold=True) + 20


def _draw_lane(scene: Scene, scale: Scale, place: int, y: float) -> str:
    """A pile's name, a fine line up to its top, and a strong one as far as it can go."""
    view = scene.view
    pile, numbers = view.rules.layout[place], view.rules.deck.numbers
    end = scale.at(max(numbers) if pile.up else min(numbers))
    tip, way = scale.at(_start(view, scale, place)), 1 if pile.up else -1
    edge = MARGIN if pile.up else MARGIN + INNER
    parts = [
        text(pile.name, edge, y + 5, fill="soft", anchor="start" if pile.up else "end"),
        element("line", x1=edge + way * NAME, x2=tip, y1=y, y2=y, stroke="line"),
    ]
    if (end - tip) * way > 0:
        ray = {"stroke": "room", "stroke_width": "2.5", "stroke_linecap": "round"}
        parts.append(element("line", x1=tip, x2=end, y1=y, y2=y, **ray))
    parts.append(_tag(scene, place, tip, tip - way * _tag_width(scene, place), y))
    return "".join(parts)


def _tag(scene: Scene, place: int, tip: float, back: float, y: float) -> str:
    """A pointed plate: the tip is on the number, and points where the pile goes."""
    neck = tip - 8 if tip > back else tip + 8
    rules, top, half = scene.view.rules, scene.view.tops[place], TAG / 2
    shape = points((back, y - half), (neck, y - half), (tip, y), (neck, y + half), (back, y + half))
    middle = (back + neck) / 2
    if top is None:
        plate = element(
            "polygon", points=shape, fill="paper", stroke="soft", stroke_dasharray="3 3"
        )
        base = scene.base(rules.layout[place])
        return plate + text(base, middle, y + 5, fill="soft", anchor="middle", bold=True)
    look = face(top, rules)
    paint = {"fill": look.fill, "stroke": look.fill, "stroke_width": "3"}
    plate = element("polygon", points=shape, stroke_linejoin="round", **paint)
    if not look.symbol:
        return plate + text(top, middle, y + 5, fill=look.ink, anchor="middle", bold=True)
    sign = symbol(look.symbol, min(back, neck) + 10, y, 5.5, look.ink)
    return plate + sign + text(top, middle + 8, y + 5, fill=look.ink, anchor="middle", bold=True)


def _guides(view: View, scale: Scale, lanes: dict[int, float], foot: float) -> str:
    """Fine lines from one's own cards through all lanes."""
    top = min(lanes.values()) - LANE / 2
    return "".join(
        element("line", x1=x, x2=x, y1=top, y2=foot, stroke="line", stroke_dasharray="2 4")
        for x in sorted({scale.at(number_of(card)) for card in view.hand})
    )


def _marks(scene: Scene, scale: Scale, lanes: dict[int, float]) -> str:
    """Where a card of one's own fits: a dot, for a trick a ring, for a gift a diamond."""
    view = scene.view
    if view.seat is None:
        return ""
    piles = turns.open_piles(running(view, view.seat))
    drawn = []
    for place, y in lanes.items():
        fits = piles[place]
        if fits is None:
            continue
        fitting = fits[view.tops[place]]
        kinds = {number_of(card): fitting[card] for card in view.hand if card in fitting}
        drawn += [_mark(scene, scale, place, kind, value, y) for value, kind in kinds.items()]
    return "".join(drawn)


def _mark(scene: Scene, scale: Scale, place: int, kind: Kind, value: int, y: float) -> str:
    """A mark on its lane, or small on the upper edge of the tag that would hide it."""
    x, tip = scale.at(value), scale.at(_start(scene.view, scale, place))
    behind = tip - x if scene.view.rules.layout[place].up else x - tip
    hidden = 0 <= behind < _tag_width(scene, place) + 4
    return mark(kind, x, y - TAG / 2, 0.7) if hidden else mark(kind, x, y)


def mark(kind: Kind, x: float, y: float, size: float = 1) -> str:
    """The sign for what a lay would be."""
    if kind is Kind.PLAIN:
        return element("circle", cx=x, cy=y, r=4.5 * size, fill="ink")
    ring: dict[str, float | str] = {"fill": "paper", "stroke": "accent", "stroke_width": 3 * size}
    if kind is Kind.TRICK:
        return element("circle", cx=x, cy=y, r=6 * size, **ring)
    return element("polygon", points=diamond(x, y, 7 * size), **ring)
