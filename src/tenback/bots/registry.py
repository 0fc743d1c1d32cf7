"""Every bot by its name: our own, and those that other people's packages bring along.

A package announces its bots as entry points of the group `tenback.bots`: the name is the bot's,
and behind it is a `Listing`, or whatever makes a bot when it is called. A broken package is
reported and does no harm. Looking at the list loads no kernels.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

from tenback.bots.base import Bot
from tenback.core.bot_spec import LEVEL, LEVELS, MASTER, STRONG, BotSpec, InvalidBot, Trust
from tenback.core.errors import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import EntryPoint

    from tenback.words import Words

GROUP = "tenback.bots"
TAKEN = frozenset({"human", "run"})
"""Words that mean something else where bots are named."""

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)

Maker: TypeAlias = Callable[..., Bot]


class Speed(StrEnum):
    """How long a bot takes for a turn, roughly, once it is warm."""

    INSTANT = "instant"
    QUICK = "quick"
    THINKS = "thinks"


@dataclass(frozen=True, slots=True)
class Listing:
    """A bot as lists show it.

    `strength` is its rung on the ladder: bots of a higher one play better, and of 0 nothing is
    known. `levels` are words that
    may follow the name after a colon; they reach `maker` as its option `level`. `line` describes
    the bot in its author's words; the catalogue describes those of this package.
    """

    name: str
    maker: Maker
    strength: int = 0
    speed: Speed = Speed.THINKS
    levels: tuple[str, ...] = ()
    line: str = ""
    package: str = ""

    def description(self, say: Words) -> str:
        """What the bot does, in one line."""
        key = f"bots.bot.{self.name}"
        return say(key) if not self.package and key in say else self.line


# Our own


def _simple() -> Bot:
    from tenback.bots.simple import Simple

    return Simple()


def _kernel(name: str) -> Maker:
    def make() -> Bot:
        from tenback.bots.kernel_bot import KernelBot

        return KernelBot(name)

    return make


def _search_bot(name: str) -> Maker:
    def make(level: str = "", network: str = "") -> Bot:
        from tenback.bots.search_bot import SearchBot

        return SearchBot.of(BotSpec(name, level, network))

    return make


OWN = (
    Listing("random", _kernel("random"), 1, Speed.INSTANT),
    Listing("greedy", _kernel("greedy"), 2, Speed.INSTANT),
    Listing("simple", _simple, 2, Speed.INSTANT),
    Listing("careful", _kernel("careful"), 3, Speed.INSTANT),
    Listing(STRONG, _search_bot(STRONG), 4, Speed.QUICK),
    Listing(MASTER, _search_bot(MASTER), 5, Speed.THINKS, LEVELS),
)
"""A new bot of ours is a file in this folder, a line here, and a line in `words/*/bots.toml`."""

_OWN = {listing.name: listing for listing in OWN}


# All bots


def names() -> tuple[str, ...]:
    """The names of all bots, other people's included; nothing of theirs is loaded."""
    return (*_OWN, *(entry.name for entry in _entries() if _is_free(entry.name)))


def listings() -> tuple[tuple[Listing, ...], tuple[InvalidBot, ...]]:
    """Every bot that can be used, the weakest first; and what is wrong with the others.

    Bots of unknown strength come last.
    """
    found, problems = list(OWN), []
    for entry in _entries():
        try:
            found.append(_theirs(entry))
        except InvalidBot as problem:
            problems.append(problem)
    found.sort(key=lambda listing: (not listing.strength, listing.strength))
    return tuple(found), tuple(problems)


def listing(name: str) -> Listing:
    """The bot of a name, without its level."""
    if name in _OWN:
        return _OWN[name]
    for entry in _entries():
        if entry.name == name and _is_free(name):
            return _theirs(entry)
    every = names()
    hint = did_you_mean(name, every)
    raise InvalidBot("unknown-bot", name=name[:40], allowed=", ".join(every), hint=hint)


def resolve(spec: BotSpec) -> Listing:
    """The listing of a bot that is no program; refuses unknown names and levels.

    Only search bots take a network of the player's own. Its file is not looked for here.
    """
    found = listing(spec.search_bot or str(spec) if spec.network else spec.name)
    if not spec.level or spec.level in found.levels:
        return found
    if not found.levels:
        raise InvalidBot("no-levels", name=found.name, level=spec.level[:40])
    raise InvalidBot(
        "unknown-level",
        name=found.name,
        level=spec.level[:40],
        allowed=", ".join(found.levels),
        hint=did_you_mean(spec.level, found.levels, f"{found.name}{LEVEL}"),
    )


def check(name: str) -> Listing:
    """The listing of a bot that a client, a record or a log names."""
    return resolve(BotSpec.parse(name, Trust.DATA))


def make(name: str, **options: Any) -> Bot:
    """A bot by its name, which may carry a level: `make("careful")`, `make("master:deep")`.

    It runs no program and reads no network file: names may come from anywhere. What a player may
    name on the command line is made by `factory.make_bot`.
    """
    spec = BotSpec.parse(name, Trust.DATA)
    found = resolve(spec)
    if spec.level:
        options["level"] = spec.level
    if not found.package:
        return found.maker(**options)
    try:
        return found.maker(**options)
    except Exception as error:
        raise _broken(found.name, found.package, error) from error


# Other people's packages


def _entries() -> Iterator[EntryPoint]:
    """Their bots, each name once."""
    from importlib.metadata import entry_points  # slow, and our own bots need it not

    seen: set[str] = set()
    for entry in entry_points(group=GROUP):
        if entry.name not in seen:
            yield entry
        seen.add(entry.name)


def _is_free(name: str) -> bool:
    return name not in TAKEN and name not in _OWN and _NAME.fullmatch(name) is not None


def _theirs(entry: EntryPoint) -> Listing:
    package = entry.dist.name if entry.dist else entry.module
    if not _is_free(entry.name):
        raise InvalidBot("bot-name-taken", name=entry.name[:40], package=package)
    try:
        return _listed(entry.name, package, entry.load())
    # A failure of another package must not become ours.
    except Exception as error:
        raise _broken(entry.name, package, error) from error


def _listed(name: str, package: str, loaded: Any) -> Listing:
    found = loaded
    if not isinstance(found, Listing):
        found = Listing(name, loaded, line=loaded.__doc__ or "")
    if not callable(found.maker):
        raise TypeError(type(found.maker).__name__)
    return replace(
        found,
        name=name,
        package=package,
        strength=int(found.strength),
        speed=Speed(found.speed),
        line=_first_line(found.line),
    )


def _broken(name: str, package: str, error: Exception) -> InvalidBot:
    why = f"{type(error).__name__}: {error}"
    return InvalidBot("broken-bot", name=name, package=package, why=why[:200])


def _first_line(text: str | None) -> str:
    return next(iter((text or "").strip().splitlines()), "")
