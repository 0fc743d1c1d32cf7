"""Who sits where: people and bots, as the command line names them and a saved game notes them."""

from __future__ import annotations

from itertools import cycle, islice
from typing import TYPE_CHECKING

from tenback.bots.registry import InvalidBot
from tenback.bots.seating import PROGRAM, WITH, check, has_network, is_program, mind_of
from tenback.cli.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.cli.arguments import Parser
    from tenback.core.rules import Rules

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
        help="who takes the other seats, in turn: names from tenback bots, FILE.npz or "
        "master@FILE.npz for a network of your own, run:COMMAND for a program; "
        f"with {HUMAN} among them they name the seats from 0 on; "
        f"by default {USUAL}",
    )


def named(options: Sequence[str] | None) -> tuple[str, ...]:
    """The names between the commas; the command of a program may have commas of its own."""
    words: list[str] = []
    for option in options or ():
        words += [option] if is_program(option) else map(_spelled, option.split(","))
    words = [word.strip() for word in words]
    for word in words:
        if word != HUMAN:
            check(word)
    return tuple(words)


def _spelled(word: str) -> str:
    """A name in small letters; that of a file stays as it is."""
    name, at, file = word.partition(WITH)
    return word if not at and has_network(word.strip()) else f"{name.lower()}{at}{file}"


def check_networks(seats: Sequence[str], rules: Rules) -> None:
    """Refuse networks that cannot be read, before anything is played."""
    for mind in filter(None, map(mind_of, seats)):
        mind.network(rules, len(seats))


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

    Whoever opens somebody else's game must not run somebody else's command. Nothing in the file of
    a network is ever executed, so that its name can be noted.
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
    if is_program(word):
        return USUAL
    try:
        check(word)
    except InvalidBot:
        return USUAL
    return word
