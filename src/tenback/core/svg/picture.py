"""The whole picture, put together from top to bottom.

It draws what the view holds and nothing else, so that what is hidden cannot show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from tenback.core.fits import Kind
from tenback.core.svg.card import CHIP, TALL, chip_width, draw_card, draw_chip, flow, gradients
from tenback.core.svg.description import describe
from tenback.core.svg.ink import (
    FONTS,
    INNER,
    LARGE,
    MARGIN,
    SMALL,
    WIDTH,
    box,
    style,
    text,
    text_width,
)
from tenback.core.svg.line import draw_line, height, mark, strips
from tenback.core.svg.piles import draw_row, tray_for
from tenback.core.svg.scene import Scene
from tenback.core.svg.seats import (
    draw_panel,
    draw_seats,
    draw_stock,
    panel_height,
    seats_height,
    stock_width,
)
from tenback.core.svg.words import Say, english

if TYPE_CHECKING:
    from tenback.core.state import Hand
    from tenback.core.views import View

GAP = 24
PANEL = 160
"""How wide a seat is beside its own piles."""


def draw(view: View, say: Say | None = None) -> str:
    """The table as the seat of this view may see it.

    `say` has the words, by the ids of `tenback.core.svg.words`: `Words("fr").picture` speaks
    French. Without it the picture speaks English.
    """
    picture = _Picture(Scene(view, say or english))
    picture.head()
    if view.rules.piles.own:
        picture.facing_piles()
    else:
        picture.seats()
        picture.piles()
    picture.line()
    picture.hand()
    picture.stocks()
    return picture.document()


class _Picture:
    """A picture that grows from top to bottom; `y` is where the next part begins."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view = scene.view
        self.say = scene.say
        self.y: float = MARGIN - 4
        self.parts: list[str] = []

    def add(self, drawn: str, tall: float, gap: float = GAP) -> None:
        """Put a part below the others."""
        self.parts.append(drawn)
        self.y += tall + gap

    def head(self) -> None:
        """What game this is, what is going on, the cards of this turn, and the common stock."""
        view, y = self.view, self.y
        stock = not view.rules.deck.own or view.players == 1
        room = INNER - (stock_width(self.scene, 0) + 44 if stock else 0)
        self.parts.append(text(self.scene.caption(), MARGIN, y + 12, fill="soft", room=room))
        headline = self.scene.headline()
        self.parts.append(text(headline, MARGIN, y + 42, LARGE, bold=True, room=room))
        if stock:
            self.parts.append(draw_stock(self.scene, 0, y))
        self.y += 50
        if view.placed:
            self._placed()
        self.y += GAP - 4

    def _placed(self) -> None:
        view = self.view
        label = self.say("laid-last" if view.outcome else "laid-now")
        begin_x = text_width(label, SMALL) + 10
        widths = [chip_width(p.card, view.rules, f" {p.pile}") for p in view.placed]
        places = flow(widths, INNER - begin_x)
        self.y += 10
        self.parts.append(text(label, MARGIN, self.y + 16, fill="soft"))
        for placed, (x, row) in zip(view.placed, places, strict=True):
            left, top = MARGIN + begin_x + x, self.y + row * (CHIP + 5)
            self.parts.append(draw_chip(placed.card, view.rules, left, top, f" {placed.pile}"))
        self.y += (places[-1][1] + 1) * (CHIP + 5) - 5

    def seats(self) -> None:
        """All seats, except in a solo game."""
        tall = seats_height(self.view)
        if tall:
            self.add(draw_seats(self.scene, self.y), tall)

    def piles(self) -> None:
        """The piles in the middle of the table."""
        places = list(range(len(self.view.rules.layout)))
        tray = tray_for(self.view, len(places), INNER)
        self.add(draw_row(self.scene, places, MARGIN, self.y, INNER, tray), tray.tall)

    def facing_piles(self) -> None:
        """Both players' piles, each beside their seat; the viewer's below, the other's turned."""
        for row, (owner, places) in enumerate(self._sides()):
            tray = tray_for(self.view, len(places), INNER - 2 * (PANEL + 12), turned=row == 0)
            panel = panel_height(self.view, owner, PANEL)
            tall = max(tray.tall, panel)
            at = self.y if row == 0 else self.y + tall - panel
            parts = draw_panel(self.scene, owner, MARGIN, at, PANEL, panel)
            parts += draw_row(self.scene, places, MARGIN, self.y, INNER, tray)
            if self.view.rules.deck.own:
                parts += draw_stock(self.scene, owner, at + 14)
            self.add(parts, tall, 12 if row == 0 else GAP)

    def _sides(self) -> list[tuple[int, list[int]]]:
        """The owners with the places of their piles, the viewer (or seat 0) last."""
        layout = self.view.rules.layout
        if not self.view.rules.piles.own:
            return [(0, list(range(len(layout))))]
        near = self.view.seat or 0
        return [
            (owner, [place for place, pile in enumerate(layout) if pile.owner == owner])
            for owner in (1 - near, near)
        ]

    def line(self) -> None:
        """The number line."""
        drawn = strips(self.view, self._sides())
        self.add(draw_line(self.scene, drawn, self.y), height(drawn))

    def hand(self) -> None:
        """One's own cards, large, and what the marks on the line mean."""
        cards = self.view.hand
        if not cards:
            return
        label = text(self.say("your-hand"), MARGIN, self.y + 14, fill="soft")
        self.add(label + self._legend(self.y + 14), 14, 14)
        gap = 10
        wide = min(88, (INNER - (len(cards) - 1) * gap) / len(cards))
        left = MARGIN + (INNER - len(cards) * (wide + gap) + gap) / 2
        drawn = (
            draw_card(card, self.view.rules, left + place * (wide + gap), self.y, wide)
            for place, card in enumerate(cards)
        )
        self.add("".join(drawn), wide * TALL)

    def _legend(self, y: float) -> str:
        """The marks of the line with their names, from the right edge to the left."""
        rules, x, parts = self.view.rules, float(MARGIN + INNER), []
        tricks = rules.trick.distance is not None or rules.trick.same_colour
        for kind, word, wanted in (
            (Kind.GIFT, "gift", rules.gift),
            (Kind.TRICK, "trick", tricks),
            (Kind.PLAIN, "fits", True),
        ):
            if wanted:
                said = self.say(word)
                x -= text_width(said, SMALL)
                parts += [mark(kind, x - 12, y - 5), text(said, x, y, fill="soft")]
                x -= 34
        return "".join(parts)

    def stocks(self) -> None:
        """What was still to be drawn, once the game is over."""
        for seat, stock in enumerate(self.view.stocks):
            if stock:
                self._stock(seat, stock)

    def _stock(self, seat: int, stock: Hand) -> None:
        view = self.view
        key = "open-stock"
        if view.rules.deck.own and view.players > 1:
            key = "your-stock" if seat == view.seat else "open-stock-of"
        self.add(text(self.say(key, seat=seat), MARGIN, self.y + 14, fill="soft"), 14, 12)
        places = flow([chip_width(card, view.rules) for card in stock], INNER, 4)
        drawn = "".join(
            draw_chip(card, view.rules, MARGIN + x, self.y + row * (CHIP + 4))
            for card, (x, row) in zip(stock, places, strict=True)
        )
        self.add(drawn, (places[-1][1] + 1) * (CHIP + 4) - 4)

    def document(self) -> str:
        """Everything, on paper of the right size."""
        tall = round(self.y - GAP + MARGIN)
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" class="tb-picture" role="img"'
            f' width="{WIDTH}" height="{tall}" viewBox="0 0 {WIDTH} {tall}"'
            f' font-family="{FONTS}">'
            f"<title>{escape(self.scene.title())}</title>"
            f"<desc>{escape(describe(self.scene))}</desc>"
            f"<style>{style()}</style>{gradients()}"
            f"{box(0, 0, WIDTH, tall, 16, fill='paper')}"
            f"{''.join(self.parts)}</svg>\n"
        )
