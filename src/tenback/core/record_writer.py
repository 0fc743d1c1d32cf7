"""Records as text that people read, compare and mail. docs/records.md describes the format."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from tenback.core.cards import hands_text
from tenback.core.deal import Deal, DealCode
from tenback.core.events import Over, TurnBegan, moments
from tenback.core.position import Position
from tenback.core.variants import is_published

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.core.game import Game
    from tenback.core.outcome import Outcome
    from tenback.core.record import Record

FIRST_LINE = "tenback-record 1"


def write(record: Record, game: Game | None = None) -> str:
    """The record as text, always in the same form. `game` is its game, where that is at hand."""
    if game is None:
        game = record.beginning()
        turns = [game.turn, *(game.turn for _ in record.steps(game))]
    else:
        turns = _turns(game)
    body = _turn_lines(record, turns)
    lines = [FIRST_LINE, *_header_lines(record, game.outcome), "", *body]
    return "\n".join(lines).rstrip() + "\n"


def _turns(game: Game) -> list[int | None]:
    """The seat on turn at each moment by the events; None if no seat was."""
    turns = [game.first.turn]
    for moment, event in zip(moments(game.events), game.events, strict=True):
        if moment == len(turns):
            turns.append(turns[-1])
        if isinstance(event, TurnBegan):
            turns[-1] = event.seat
        elif isinstance(event, Over):
            turns[-1] = None
    return turns


def _header_lines(record: Record, outcome: Outcome | None) -> Iterator[str]:
    yield f"Rules: {record.rules.name}"
    if not is_published(record.rules):
        yield from (f"| {line}".rstrip() for line in record.rules.to_toml().splitlines())
    yield from _origin_lines(record)
    yield f"Starter: {'-' if record.starter is None else record.starter}"
    yield f"Takebacks: {'on' if record.takebacks else 'off'}"
    if record.sealed:
        yield "Sealed: on"
    yield from (f"{key}: {value}" for key, value in record.headers)
    yield f"Result: {result(outcome)}"


def _origin_lines(record: Record) -> Iterator[str]:
    origin = record.origin
    if isinstance(origin, Position):
        yield f"Position: {origin}"
        return
    players = len(origin.hands)
    if origin.seed and Deal.from_seed(record.rules, players, origin.seed) == origin:
        yield f"Deal: {DealCode(record.rules, players, origin.seed)}"
        return
    yield f"Hands: {hands_text(origin.hands)}"
    yield f"Stocks: {hands_text(origin.stocks)}"
    if origin.starter is not None:
        yield f"Lot: {origin.starter}"
    if origin.seed is not None:
        yield f"Seed: {json.dumps(origin.seed)}"


def result(outcome: Outcome | None) -> str:
    """How the game ended, in a few words."""
    if outcome is None:
        return "open"
    winner = "" if outcome.winner is None else f"seat {outcome.winner} won, "
    return f"{outcome.reason}, {winner}{outcome.left} left"


def _turn_lines(record: Record, turns: Sequence[int | None]) -> Iterator[str]:
    """One line for each turn; what was said and done before the start stands in a line 0."""
    number = 0 if turns[0] is None else 1
    words = [_label(number, turns[0])]
    done: list[str] = [""] if record.starter is not None else []
    done += map(str, record.moves)
    remarks = _remarks(record)
    marks = {note.moment: note.mark for note in record.notes if note.mark}
    words += remarks.get(0, [])
    for moment, (action, turn) in enumerate(zip(done, turns[1:], strict=True), start=1):
        if action:
            words.append(action + marks.get(moment, ""))
        if not action or (action == "end" and turn is not None):
            yield from _line(words)
            number += 1
            words = [_label(number, turn)]
        words += remarks.get(moment, [])
    yield from _line(words)


def _label(number: int, seat: int | None) -> str:
    return f"{number} [{'-' if seat is None else seat}]"


def _line(words: list[str]) -> Iterator[str]:
    if len(words) > 1:
        yield " ".join(words)


def _remarks(record: Record) -> dict[int, list[str]]:
    """What was said after each moment, and then what readers noted about it."""
    found: dict[int, list[str]] = {}
    for said in record.talk:
        words = said.phrase or json.dumps(said.text, ensure_ascii=False)
        found.setdefault(said.moment, []).append(f"<{said.seat} {words}>")
    for note in record.notes:
        if note.text:
            found.setdefault(note.moment, []).append(f"{{{_escape(note.text)}}}")
    return found


def _escape(text: str) -> str:
    return re.sub(r"[\\{}]", r"\\\g<0>", text).replace("\n", r"\n").replace("\r", r"\r")
