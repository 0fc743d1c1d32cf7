"""`tenback replay FILE`: a recorded game again, from above or from one seat."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.cli.arguments import UsageError, add_language, chosen_words, parser
from tenback.core.engine import check_seat
from tenback.core.events import TurnBegan
from tenback.core.record import Record
from tenback.terminal.narrator import Narrator

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.core.game import Game
    from tenback.words import Words


def run(words: Sequence[str]) -> int:
    """Tell a game from its record."""
    arguments = parser("replay", "Show a recorded game again, every card open or from one seat.")
    arguments.add_argument("file", metavar="FILE", help="a record, as text or JSON; - reads stdin")
    arguments.add_argument("--seat", type=int, help="show only what this seat could know")
    arguments.add_argument("--step", action="store_true", help="wait for Enter after each turn")
    add_language(arguments)
    found = arguments.parse(words)
    if found.step and found.file == "-":
        raise UsageError("--step waits for the keyboard, so the record must come from a file.")
    record = _read(found.file)
    if found.seat is not None:
        check_seat(record.beginning().state, found.seat)
    for line in _lines(record, chosen_words(found.language), found.seat):
        print(line)
        if found.step and not line and not _wait():
            return 0
    return 0


def _read(name: str) -> Record:
    text = sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
    return Record.from_json(text) if text.lstrip().startswith("{") else Record.parse(text)


def _lines(record: Record, say: Words, seat: int | None) -> Iterator[str]:
    """The game in lines; an empty one after each turn."""
    game = record.beginning()
    narrator = Narrator(say, game.rules, seat)
    view = game.view(seat)
    hands = enumerate(game.state.hands if seat is None else view.hands)
    yield from (f"{narrator.name(owner)}: {' '.join(hand)}" for owner, hand in hands if hand)
    yield from narrator.table(view)
    yield ""
    yield from _remarks(record, narrator, 0)
    told = len(game.events)
    for moment, _ in enumerate(record.steps(game), start=1):
        seen = game.events if seat is None else game.received(seat)
        for event in seen[told:]:
            if isinstance(event, TurnBegan) and moment > 1:
                yield narrator.piles(game.view(seat))
                yield ""
            if line := narrator.event(event):
                yield line
        told = len(seen)
        yield from _remarks(record, narrator, moment)
    yield from _left(game, narrator)


def _remarks(record: Record, narrator: Narrator, moment: int) -> Iterator[str]:
    yield from (narrator.remark(said) for said in record.talk if said.moment == moment)
    yield from (f"({n.mark}{n.text})" for n in record.notes if n.moment == moment)


def _left(game: Game, narrator: Narrator) -> Iterator[str]:
    if game.outcome is not None:
        yield from narrator.hands(game.view(narrator.seat))


def _wait() -> bool:
    """Wait for Enter; False when the input has ended."""
    return bool(sys.stdin.readline())
