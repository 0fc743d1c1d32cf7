"""A player who types: a source of input that answers whatever the line mode asks."""

from __future__ import annotations

import io
import random
from typing import TYPE_CHECKING, Any

from tenback.bots.simple import Simple
from tenback.core.moves import END
from tenback.terminal.console import Console
from tenback.terminal.plain import LineMode
from tenback.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenback.bots.base import Bot
    from tenback.core.game import Game


class Typist(io.StringIO):
    """Types given lines first, then turns as the simple bot plays them, and at last gives up."""

    def __init__(
        self, game: Game, out: io.StringIO, first: Iterable[str] = (), turns: int = 1000
    ) -> None:
        super().__init__()
        self.turns = turns
        self.game = game
        self.out = out
        self.first = list(first)
        self.rng = random.Random("typist")

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        return f"{self.answer(self.out.getvalue().rpartition(chr(10))[2].strip())}\n"

    def answer(self, question: str) -> str:
        if question.endswith(">"):
            return self.command()
        if question.endswith(":"):
            return str(self.game.players - 1)
        return "yes" if "(" in question else ""

    def command(self) -> str:
        if self.first:
            return self.first.pop(0)
        self.turns -= 1
        return self.turn() if self.turns >= 0 else "resign"

    def turn(self) -> str:
        game, moves = self.game.copy(), []
        while game.turn is not None and END not in moves:
            moves.append(Simple().move(game.view(game.turn), self.rng))
            game.play(moves[-1])
        return " ".join(map(str, moves))


def table(
    game: Game,
    people: int,
    source: io.StringIO,
    out: io.StringIO,
    language: str = "en",
    **options: Any,
) -> LineMode:
    """A line mode whose first seats are people."""
    bots: dict[int, Bot] = {seat: Simple() for seat in range(people, game.players)}
    book = f"tenback rules {game.rules.name}"
    console = Console(source, out)
    return LineMode(game, bots, Words(language), "bots", console, book=book, **options)


def read(game: Game, people: int, *lines: str, language: str = "en") -> str:
    """What is printed when these lines are typed and the input ends."""
    out = io.StringIO()
    table(game, people, io.StringIO("".join(f"{line}\n" for line in lines)), out, language).run()
    return out.getvalue()
