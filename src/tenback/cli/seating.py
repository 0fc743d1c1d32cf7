"""Who sits where: people and bots, as the command line names them and a saved game notes them."""

from __future__ import annotations

import os
from itertools import cycle, islice
from typing import TYPE_CHECKING

from tenback.bots.registry import InvalidBot
from tenback.bots.seating import PROGRAM, WITH, check, has_network, is_program, mind_of
from tenback.cli.command import command
from tenback.cli.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tenback.cli.arguments import Parser
    from tenback.core.rules import Rules
    from tenback.sim.thinking.minds import Mind

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


def trained_network(seats: Sequence[str], rules: Rules) -> str:
    """The file of a network at the table that was trained on its game; "" if there is none.

    One that knows the game for so many players is the first choice.
    """
    players, minds = len(seats), filter(None, map(mind_of, seats))
    counts = {mind.file: _counts(mind, rules, players) for mind in minds if mind.file}
    known = [file for file, trained in counts.items() if trained]
    return min(known, key=lambda file: players not in counts[file], default="")


def _counts(mind: Mind, rules: Rules, players: int) -> set[int]:
    """For how many players its network was trained on this game."""
    network = mind.network(rules, players)
    settings = network.note["settings"] if network else ()
    return {each["players"] for each in settings if each["name"] == rules.name}


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
    return _each(words) if any(map(is_program, words)) else ["--bots", ",".join(words)]


def _each(words: Iterable[str]) -> list[str]:
    return [part for word in words for part in ("--bots", word)]


# In a saved game


def resume(file: str, seats: Sequence[str]) -> str:
    """The command that goes on with a saved game, with the programs that it does not name."""
    return command("play", "--resume", file, *_each(filter(is_program, seats)))


def written(seats: Sequence[str]) -> str:
    """Who sits where, for a saved game; programs are left out, "" if all is as usual.

    Whoever opens somebody else's game must not run somebody else's command. Nothing in the file of
    a network is ever executed, so that its name can be noted.
    """
    words = [PROGRAM if is_program(word) else word for word in seats]
    return ",".join(words) if _bots(words[words.count(HUMAN) :]) else ""


def noted(text: str, players: int) -> tuple[str, ...]:
    """What a saved game says about the seats; nothing where it does not fit them."""
    words = tuple(text.split(",")) if text else ()
    return words if len(words) == players else ()


def relieved(kept: Sequence[str], words: Sequence[str], file: str) -> tuple[str, ...]:
    """The seats of a saved game, with those who are named.

    They take the seats of programs, which a file does not bring back, and of bots that are not
    here; where there are none, those of all bots.
    """
    bots = [seat for seat, word in enumerate(kept) if word != HUMAN]
    absent = [seat for seat in bots if not _is_here(kept[seat])]
    if absent and not words:
        raise _absent(kept, absent, file)
    free = absent or bots
    if len(words) > len(free):
        raise SeatError("seats", count=len(words), seats=len(free))
    fresh = dict(zip(free, cycle(words)))
    return tuple(fresh.get(seat, word) for seat, word in enumerate(kept))


def _absent(kept: Sequence[str], seats: Sequence[int], file: str) -> SeatError:
    were = [PROGRAM if is_program(kept[seat]) else kept[seat] for seat in seats]
    told = ", ".join(f"{seat} ({word})" for seat, word in zip(seats, were, strict=True))
    anew = _each(f"{word}COMMAND" if word == PROGRAM else "NAME" for word in were)
    again = command("play", "--resume", file, *anew)
    return SeatError("absent", count=len(seats), seats=told, command=again)


def _is_here(word: str) -> bool:
    """Whether a saved game may seat a bot: never a program, and only whom we know."""
    try:
        check(word)
    except InvalidBot:
        return False
    return not is_program(word) and not _misses_network(word)


def _misses_network(word: str) -> bool:
    """Whether the file of a network has gone; one that is there says itself what is wrong."""
    mind = mind_of(word)
    return mind is not None and not os.path.lexists(mind.file)
