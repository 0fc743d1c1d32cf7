"""`tenback replay FILE`: a recorded game again, from above or from one seat."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.cli.arguments import add_language, chosen_words, number, parser
from tenback.cli.files import read_record
from tenback.cli.usage import UsageError
from tenback.core.engine import check_seat
from tenback.core.events import TurnBegan
from tenback.terminal.narrator import Narrator
from tenback.terminal.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.core.events import Event
    from tenback.core.game import Game
    from tenback.core.record import Record
    from tenback.words import Words


def run(words: Sequence[str]) -> int:
    """Tell a game from its record."""
    arguments = parser("replay", "Show a recorded game again, every card open or from one seat.")
    arguments.add_argument("file", metavar="FILE", help="a record, as text or JSON; - reads stdin")
    arguments.add_argument(
        "--seat", type=number, metavar="N", help="show only what this seat could know"
    )
    arguments.add_argument("--step", action="store_true", help="wait for Enter after each turn")
    add_language(arguments)
    found = arguments.parse(words)
    if found.step and found.file == "-":
        raise UsageError("keyboard-needs-file", option="--step")
    record = read_record(found.file)
    if found.seat is not None:
        check_seat(record.beginning().state, found.seat)
    _show(_lines(record, chosen_words(found.language), found.seat), step=found.step)
    return 0


def _show(lines: Iterator[str], *, step: bool) -> None:
    """Print, with `step` only as far as somebody presses Enter; an empty line ends a turn."""
    for line in lines:
        if line or not step:
            print(line)
            continue
        if not _wait():
            return


def _wait() -> bool:
    """Wait for Enter; False when the input has ended."""
    sys.stdout.flush()
    try:
        return bool(sys.stdin.readline())
    except KeyboardInterrupt:
        print()
        raise


def _lines(record: Record, say: Words, seat: int | None) -> Iterator[str]:
    """The game in lines; an empty one after each turn."""
    game = record.beginning()
    narrator = Narrator(say, game.rules, seat)
    # What was said before the start is told after the table as it was dealt.
    view = replace(game.view(seat), talk=())
    yield from narrator.hands(game.state.hands if seat is None else view.hands)
    yield from narrator.table(view)
    yield ""
    yield from _remarks(record, narrator, 0)
    told = len(game.events)
    for moment, _ in enumerate(record.steps(game), start=1):
        seen = game.events if seat is None else game.received(seat)
        yield from _told(seen[told:], game, narrator, first=moment == 1)
        told = len(seen)
        yield from _remarks(record, narrator, moment)
    yield from narrator.end(game.view(seat)) or [say("line.not-over")]


def _told(events: Sequence[Event], game: Game, narrator: Narrator, *, first: bool) -> Iterator[str]:
    for event in events:
        if isinstance(event, TurnBegan) and not first:
            view = game.view(narrator.seat)
            yield from (narrator.piles(view), *narrator.fires(view), "")
        yield from filter(None, [narrator.event(event)])


def _remarks(record: Record, narrator: Narrator, moment: int) -> Iterator[str]:
    yield from (narrator.remark(said) for said in record.talk if said.moment == moment)
    yield from (f"({n.mark}{printable(n.text)})" for n in record.notes if n.moment == moment)
