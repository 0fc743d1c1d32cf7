"""Who sits where: people and bots, as the command line names them and a saved game notes them."""

from __future__ import annotations

from itertools import cycle, islice
from typing import TYPE_CHECKING

from tenback.bots.registry import InvalidBot, check
from tenback.bots.seating import PROGRAM, is_program
from tenback.cli.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.cli.arguments import Parser

HUMAN = "human"
USUAL = "simple"
"""Who plays where nobody is named."""


class SeatError(UsageError):
    """Names that do not fit the seats."""

    catalogue = "bots"


def add_bots(to: Parser) -> None:
    """Let the command line name the bots."""
    to.add_argument(
        "--bots",
        metavar="NAME,...",
        action="append",
        help="who takes the other seats, in turn: names from tenback bots, or run:COMMAND for a "
        f"program of your own; with {HUMAN} among them they name the seats from 0 on; "
        f"by default {USUAL}",
    )


def named(options: Sequence[str] | None) -> tuple[str, ...]:
    """The names between the commas; the command of a program may have commas of its own."""
    words: list[str] = []
    for option in options or ():
        words += [option] if is_program(option) else option.lower().split(",")
    words = [word.strip() for word in words]
    for word in words:
        if word != HUMAN and not is_program(word):
            check(word)
    return tuple(words)


def seats_wanted(words: Sequence[str], humans: int | None) -> int:
    """How many seats those need who are named, and the people beside them."""
    return len(words) if HUMAN in words else _people(humans) + len(words)


def seat(words: Sequence[str], humans: int | None, players: int) -> tuple[str, ...]:
    """Who sits at each seat. People come first, unless they are among those who are named."""
    if HUMAN in words and humans is not None:
        raise SeatError("humans-named")
    if words and seats_wanted(words, humans) > players:
        people = 0 if HUMAN in words else _people(humans)
        raise SeatError("seats", count=len(words), seats=max(0, players - people))
    first = tuple(words) if HUMAN in words else (HUMAN,) * _people(humans)
    bots = [word for word in words if word != HUMAN] or [USUAL]
    return (*first, *islice(cycle(bots), players - len(first)))


def _people(humans: int | None) -> int:
    return 1 if humans is None else humans


def options(seats: Sequence[str]) -> list[str]:
    """The options that seat them once more, where they are not the usual ones."""
    people = seats.count(HUMAN)
    if HUMAN in seats[people:]:
        return _bots(seats)
    humans = [] if people == 1 else ["--humans", str(people)]
    return [*humans, *_bots(seats[people:])]


def _bots(words: Sequence[str]) -> list[str]:
    if all(word == USUAL for word in words):
        return []
    if any(map(is_program, words)):
        return [part for word in words for part in ("--bots", word)]
    return ["--bots", ",".join(words)]


# In a saved game


def written(seats: Sequence[str]) -> str:
    """Who sits where, for a saved game; programs are left out, "" if all is as usual.

    Whoever opens somebody else's game must not run somebody else's command.
    """
    words = [PROGRAM if is_program(word) else word for word in seats]
    return ",".join(words) if _bots(words[words.count(HUMAN) :]) else ""


def noted(text: str, players: int) -> tuple[str, ...]:
    """What a saved game says about the seats; a word that makes no sense is the usual bot."""
    words = text.split(",") if text else []
    return tuple(map(_known, words)) if len(words) == players else ()


def relieved(kept: Sequence[str], words: Sequence[str]) -> tuple[str, ...]:
    """The seats of a saved game, whose bots make room for those who are named, if any."""
    fresh = cycle(words)
    return tuple(next(fresh, word) if word != HUMAN else word for word in kept)


def _known(word: str) -> str:
    if word == HUMAN:
        return word
    try:
        check(word)
    except InvalidBot:
        return USUAL
    return word
