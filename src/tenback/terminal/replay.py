"""A recorded game in lines, from above or from one seat."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.core.events import TurnBegan
from tenback.terminal.narrator import Narrator
from tenback.words.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.core.events import Event
    from tenback.core.game import Game
    from tenback.core.record import Record
    from tenback.words import Words


def lines(record: Record, say: Words, seat: int | None) -> Iterator[str]:
    """The game in lines; an empty one after each turn."""
    game = record.beginning()
    narrator = Narrator(say, game.rules, seat)
    # What was said before the start comes after the table as it was dealt.
    view = replace(game.view(seat), talk=())
    yield from narrator.hands(game.state.hands if seat is None else view.hands)
    yield from narrator.table(view)
    yield ""
    yield from _remarks(record, narrator, 0)
    shown = len(game.events)
    for moment, _ in enumerate(record.steps(game), start=1):
        seen = game.events if seat is None else game.received(seat)
        yield from _lines(seen[shown:], game, narrator, first=moment == 1)
        shown = len(seen)
        yield from _remarks(record, narrator, moment)
    yield from narrator.end(game.view(seat)) or [say("terminal.not-over")]


def _lines(
    events: Sequence[Event], game: Game, narrator: Narrator, *, first: bool
) -> Iterator[str]:
    for event in events:
        if isinstance(event, TurnBegan) and not first:
            view = game.view(narrator.seat)
            yield from (narrator.piles(view), *narrator.fires(view), "")
        yield from filter(None, [narrator.event(event)])


def _remarks(record: Record, narrator: Narrator, moment: int) -> Iterator[str]:
    yield from (narrator.remark(said) for said in record.talk if said.moment == moment)
    yield from (f"({n.mark}{printable(n.text)})" for n in record.notes if n.moment == moment)
