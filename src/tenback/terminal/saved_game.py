"""A game in a file: a record whose headers note the table, so that it can be resumed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tenback.analysis.input_files import why
from tenback.bots.factory import check
from tenback.core.bot_spec import PROGRAM, WITH, BotSpec, InvalidBot, Trust
from tenback.talk.policy import choices
from tenback.terminal.seat_plan import HUMAN, USUAL, SeatError, each_bot
from tenback.words.command import command
from tenback.words.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tenback.core.game import Game
    from tenback.core.rules import Rules, TalkPolicy
    from tenback.terminal.seat_plan import SeatPlan

_T = TypeVar("_T")

PEOPLE = "People"
"""The header of a saved game that says how many seats are people's."""

BOTS = "Bots"
"""The header of a saved game that names who sits where, where it is not the usual."""

TALK = "Talk"
"""The header of a saved game that names the talk policy, where it is stricter than the rules'."""

TEXT = "Text"
"""The header of a saved game that says `off` where the table talks in phrases only."""

HINTS = "Hints"
"""The header of a saved game that counts the hints that were given, where any were."""

ANEW = {"bot-is-program": f"{PROGRAM}COMMAND", "bot-is-file": f"NAME{WITH}FILE.npz"}
"""How a player names a bot again that a saved game may not name."""


@dataclass
class Save:
    """Keeps a game in a file. The game goes on when that fails; `problem` says that it did."""

    file: str
    headers: tuple[tuple[str, str], ...] = ()
    problem: str = ""
    hints: int = 0

    def begin(self, game: Game, *, anew: bool) -> None:
        """Write the game before a card is laid, for then an impossible place does no harm."""
        if anew and Path(self.file).is_file():
            raise UsageError("file-exists", file=self.file)
        self(game)
        if self.problem:
            raise UsageError("unwritable", file=self.file, why=self.problem)

    def __call__(self, game: Game) -> None:
        """Write the game as it stands."""
        try:
            _write(Path(self.file), self.text(game))
            self.problem = ""
        except (OSError, ValueError) as error:
            self.problem = why(error)

    def hinted(self) -> None:
        """Note that a hint was given."""
        self.hints += 1

    def text(self, game: Game) -> str:
        """The record, with headers that note the seats, how the table talks, and hints."""
        hints = ((HINTS, str(self.hints)),) if self.hints else ()
        return str(replace(game.record(), headers=(*self.headers, *hints)))


# What the headers note


def headers(seat_plan: SeatPlan, game: Game) -> tuple[tuple[str, str], ...]:
    """What a saved game notes about the table, where it is not what the rules say."""
    people = ((PEOPLE, str(seat_plan.seats.count(HUMAN))),)
    written = _written(seat_plan.seats)
    bots = ((BOTS, written),) if written else ()
    policy = ((TALK, str(seat_plan.policy)),) if seat_plan.policy is not game.rules.talk else ()
    text = () if seat_plan.free_text else ((TEXT, "off"),)
    return (*people, *bots, *policy, *text)


@dataclass(frozen=True)
class Notes:
    """The headers of a saved game, none for a new one; a word that makes no sense is ignored."""

    headers: Mapping[str, str]

    @property
    def hints(self) -> int:
        """How many hints were given before."""
        text = self.headers.get(HINTS, "")
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0

    @property
    def free_text(self) -> bool:
        """Whether the table talks in its own words."""
        return self.headers.get(TEXT, "").lower() != "off"

    def policy(self, rules: Rules) -> TalkPolicy:
        """The talk policy, by default that of the rules."""
        policies = choices(rules.talk)
        return self._value(TALK, policies, policies[0])

    def people(self, players: int) -> int | None:
        """How many seats are people's; None for a new game."""
        return self._value(PEOPLE, range(players + 1), 1) if self.headers else None

    def bots(self, players: int) -> tuple[str, ...]:
        """The seats; none if they do not fit the table."""
        text = self.headers.get(BOTS, "")
        texts = tuple(text.split(",")) if text else ()
        return texts if len(texts) == players else ()

    def _value(self, key: str, values: Iterable[_T], usual: _T) -> _T:
        return next((value for value in values if self.headers.get(key) == str(value)), usual)


# Seats in a file


def resume(file: str, seats: Sequence[BotSpec]) -> str:
    """The command that resumes a saved game, with the bots that the file does not name."""
    again = (str(spec) for spec in seats if not spec.registered)
    return command("play", "--resume", file, *each_bot(again))


def _written(seats: Sequence[BotSpec]) -> str:
    """The seats for a saved game, without commands and paths; "" if all is as usual.

    A file that a player receives must neither run a command nor open a file of theirs.
    """
    usual = all(spec == USUAL for spec in seats[seats.count(HUMAN) :])
    return "" if usual else ",".join(map(_without_path, seats))


def _without_path(spec: BotSpec) -> str:
    if spec.command:
        return PROGRAM
    if spec.network:
        return f"{replace(spec, name=spec.search_bot, network='')}{WITH}"
    return str(spec)


def reseated(kept: Sequence[str], bots: Sequence[BotSpec], file: str) -> tuple[BotSpec, ...]:
    """The seats of a saved game, with the bots that the player names.

    They take the seats of programs and network files, which a saved game may not name, and of
    bots that are not installed; where there are none, the seats of all bots.
    """
    specs, refused = _read(kept)
    if refused and not bots:
        raise _absent(kept, refused, file)
    free = [*refused] or [seat for seat, spec in enumerate(specs) if spec != HUMAN]
    if len(bots) > len(free):
        raise SeatError("seats", count=len(bots), seats=len(free))
    fresh = dict(zip(free, cycle(bots)))
    return tuple(fresh.get(seat, spec) for seat, spec in enumerate(specs))


def _read(kept: Sequence[str]) -> tuple[list[BotSpec], dict[int, InvalidBot]]:
    """The bot of each seat, and by seat why a saved game may not seat it."""
    specs, refused = list[BotSpec](), dict[int, InvalidBot]()
    for seat, text in enumerate(kept):
        try:
            specs.append(BotSpec.parse(text, Trust.DATA))
            if specs[seat] != HUMAN:
                check(specs[seat])
        except InvalidBot as error:
            refused[seat] = error
            specs[seat:] = [USUAL]
    return specs, refused


def _absent(kept: Sequence[str], refused: Mapping[int, InvalidBot], file: str) -> SeatError:
    names = ", ".join(f"{seat} ({kept[seat][:40]})" for seat in refused)
    anew = each_bot(ANEW.get(error.code, "NAME") for error in refused.values())
    again = command("play", "--resume", file, *anew)
    return SeatError("absent", count=len(refused), seats=names, command=again)


# The file


def _write(file: Path, text: str) -> None:
    """Write all or nothing: what was there stays until the new text is complete."""
    if file.exists() and not file.is_file():
        raise OSError("not an ordinary file")
    file = file.resolve()
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        part.write_text(text, "utf-8")
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
