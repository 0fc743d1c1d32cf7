"""How bots are named: `careful`, `master:deep`, `strong@mine.npz`, `run:./mybot.py --fast`.

One grammar serves command lines, tables, saved games and simulations. It says what a text names;
which bots exist is known to the registry. Names that come from elsewhere never reach a file or a
program of this machine: `Trust` decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tenback.core.errors import TenbackError

LADDER = ("random", "greedy", "careful", "strong", "master")
"""The bots against which others are measured, from the weakest to the strongest."""

STRONG, MASTER = SEARCH_BOTS = LADDER[-2:]
"""The bots that search with a network; a player can give them a network of their own."""

LEVELS = ("quick", "normal", "deep")
"""How hard `master` thinks."""

USUAL_LEVEL = "normal"

PROGRAM = "run:"
LEVEL = ":"
WITH = "@"
NETWORK = ".npz"
_PATH = frozenset("/\\")
_LONGEST_QUOTE = 40


class InvalidBot(TenbackError):
    """A name that no bot has, or a bot that cannot be used."""


class Trust(Enum):
    """Where the name of a bot comes from, and so what it may name."""

    DATA = "data"
    """A client, a record, a saved game or a log: bots of the registry only."""
    LOCAL = "local"
    """The command line or a Python program of this machine: network files and programs, too."""


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot as a text names it: by a name and a level, with a network file, or as a program.

    A network file alone stands for `strong` with that network; `name` is empty then. `command` is
    that of a program, and nothing else is set beside it.
    """

    name: str = ""
    level: str = ""
    network: str = ""
    command: str = ""

    @classmethod
    def parse(cls, text: str, trust: Trust) -> BotSpec:
        """What a text names; raises `InvalidBot` if it is incomplete or names what it may not."""
        if trust is Trust.DATA:
            _check_registered(text)
        if text.startswith(PROGRAM):
            return cls._program(text)
        before, at, file = text.partition(WITH)
        if before and at:
            return cls._with_network(before, file)
        if not at and text.endswith(NETWORK):
            return cls(network=text)
        return cls._named(text)

    @classmethod
    def _program(cls, text: str) -> BotSpec:
        command = text.removeprefix(PROGRAM).strip()
        if not command:
            raise InvalidBot("no-command", word=PROGRAM)
        return cls(command=command)

    @classmethod
    def _with_network(cls, before: str, file: str) -> BotSpec:
        if not file.strip():
            raise InvalidBot("no-network-file", word=f"{before.strip()}{WITH}")
        spec = cls._named(before)
        return cls(spec.name, spec.level, file)

    @classmethod
    def _named(cls, text: str) -> BotSpec:
        name, _, level = text.partition(LEVEL)
        # Without a name or a level the colon separates nothing, and no bot is called like that.
        return cls(name, level) if name and level else cls(text)

    def __str__(self) -> str:
        if self.command:
            return f"{PROGRAM}{self.command}"
        named = f"{self.name}{LEVEL}{self.level}" if self.level else self.name
        return f"{named}{WITH}{self.network}" if named and self.network else named or self.network

    @property
    def registered(self) -> bool:
        """Whether it names neither a file nor a program, so that any client may name it."""
        return not self.network and not self.command

    @property
    def search_bot(self) -> str:
        """The search bot that is named, without its level and network; "" if it is no such bot."""
        name = STRONG if self.network and not self.name else self.name
        return name if name in SEARCH_BOTS else ""


def _check_registered(text: str) -> None:
    """Refuse programs and paths, before any part of the text is read."""
    quoted = text[:_LONGEST_QUOTE]
    if text.startswith(PROGRAM):
        raise InvalidBot("bot-is-program", name=quoted)
    if WITH in text or NETWORK in text or not _PATH.isdisjoint(text):
        raise InvalidBot("bot-is-file", name=quoted)
