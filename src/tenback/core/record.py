"""A whole game as a value: how it began, what was done and said. It replays to the same game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.core.deal import Deal
from tenback.core.errors import InvalidNotation
from tenback.core.game import Game
from tenback.core.moves import Action
from tenback.core.position import Position
from tenback.core.rules import Rules
from tenback.core.talk import Said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.core.events import Event


OWN_HEADERS = (
    "Rules",
    "Deal",
    "Hands",
    "Stocks",
    "Lot",
    "Seed",
    "Position",
    "Starter",
    "Takebacks",
    "Sealed",
    "Result",
)
MARKS = ("!", "?", "!!", "??", "!?", "?!")
HEADER = re.compile(r"[A-Za-z][A-Za-z0-9_ -]{0,38}[A-Za-z0-9]", re.ASCII)


@dataclass(frozen=True, slots=True)
class Note:
    """A reader's remark on what was done last: one of `MARKS`, or a comment."""

    moment: int
    mark: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        if (self.mark in MARKS) == bool(self.text) or (self.mark and self.text):
            raise InvalidNotation("bad-note", text=(self.mark or self.text)[:80])


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that is needed to see a game again. Draws follow from the deal.

    It begins with a deal or, in the middle of a game, with a position. Moments count what was
    done; starting is one of them, so that 0 is the time of agreeing on a starter.
    """

    rules: Rules
    origin: Deal | Position
    starter: int | None
    moves: tuple[Action, ...]
    takebacks: bool
    sealed: bool = False
    talk: tuple[Said, ...] = ()
    notes: tuple[Note, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Bring remarks into the order of their moments, and refuse what fits nowhere."""
        object.__setattr__(self, "talk", tuple(sorted(self.talk, key=lambda said: said.moment)))
        notes = sorted(self.notes, key=lambda note: (note.moment, not note.mark))
        object.__setattr__(self, "notes", tuple(notes))
        started = int(self.starter is not None)
        last = len(self.moves) + started
        for moment in [said.moment for said in self.talk] + [note.moment for note in notes]:
            if not 0 <= moment <= last:
                raise InvalidNotation("bad-moment", moment=moment, last=last)
        marked = [note.moment for note in notes if note.mark]
        if len(set(marked)) < len(marked) or any(moment <= started for moment in marked[:1]):
            raise InvalidNotation("bad-note", text=notes[0].mark)
        for said in self.talk:
            if not 0 <= said.seat < self.players:
                raise InvalidNotation("no-such-seat", seat=said.seat, last=self.players - 1)
        own = {header.lower() for header in OWN_HEADERS}
        for key, value in self.headers:
            known = key.lower() in own
            if known or not HEADER.fullmatch(key) or value != " ".join(value.split()):
                raise InvalidNotation("bad-header", key=key[:40])

    @property
    def players(self) -> int:
        """How many seats there are."""
        origin = self.origin
        return origin.state.players if isinstance(origin, Position) else len(origin.hands)

    @classmethod
    def of(cls, game: Game) -> Record:
        """The record of a game so far."""
        return cls(
            rules=game.rules,
            origin=Position(game.first) if game.deal is None else game.deal,
            starter=game.starter,
            moves=game.actions,
            takebacks=game.takebacks,
            sealed=game.sealed,
            talk=game.talk,
        )

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read the text form; `InvalidRecord` lists every problem with its line."""
        from tenback.core.record_reader import read

        return read(text)

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        """Read the JSON form."""
        from tenback.core.record_json import read

        return read(text)

    def to_json(self) -> str:
        """The record as JSON."""
        from tenback.core.record_json import write

        return write(self)

    def __str__(self) -> str:
        from tenback.core.record_writer import write

        return write(self)

    def game(self) -> Game:
        """The game, replayed to its last move."""
        game = self.beginning()
        for _ in self.steps(game):
            pass
        return game

    def beginning(self) -> Game:
        """The game before its start."""
        origin, table = self.origin, {"takebacks": self.takebacks, "sealed": self.sealed}
        if isinstance(origin, Position):
            game = Game.from_position(origin, **table)
        else:
            game = Game(self.rules, origin, agree=True, **table)
        self._repeat_talk(game)
        return game

    def steps(self, game: Game) -> Iterator[tuple[Event, ...]]:
        """Do to a game that has just begun, one after the other, what this record holds.

        What was said comes along: the game has heard all that was said up to its moment.
        """
        if self.starter is not None:
            events = game.start(self.starter)
            self._repeat_talk(game)
            yield events
        for action in self.moves:
            events = game.act(action)
            self._repeat_talk(game)
            yield events

    def _repeat_talk(self, game: Game) -> None:
        """Say again what was said by this moment; it was judged when it was said."""
        heard = len(game.talk)
        while heard < len(self.talk) and self.talk[heard].moment <= game.moment:
            heard += 1
        game.talk = self.talk[:heard]
