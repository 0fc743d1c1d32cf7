"""Bots as somebody at this machine names them: by name, with a network of their own, as a program.

Never for programs that are named elsewhere, in a saved game or over a network: names from there go
to `registry.make`, which runs nothing and reads no file.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from tenback.bots import registry
from tenback.bots.outside import Outside

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback.bots.base import Bot
    from tenback.bots.losing import Lost
    from tenback.sim.thinking.minds import Mind

PROGRAM = "run:"
WITH = "@"
NETWORK = ".npz"
THINKERS = ("strong", "master")
"""Bots with a network, without their levels; they can be given one of their own."""


def is_program(word: str) -> bool:
    """Whether a word names a program: `run:./mybot.py --fast`."""
    return word.startswith(PROGRAM)


def command_of(word: str) -> str:
    """The command of a program."""
    return word.removeprefix(PROGRAM).strip()


def has_network(word: str) -> bool:
    """Whether a word names a thinker by its network: `mine.npz`, `master:quick@mine.npz`."""
    return not is_program(word) and (WITH in word or word.endswith(NETWORK))


def mind_of(word: str) -> Mind | None:
    """The thinker with a network of its own that a word names, if it does."""
    if not has_network(word):
        return None
    from tenback.sim.thinking.minds import mind  # loads Numba

    return mind(word)


def check(word: str) -> None:
    """Refuse a word that names nobody. Neither programs nor networks are looked for."""
    if is_program(word):
        if not command_of(word):
            raise registry.InvalidBot("no-command", word=PROGRAM)
    elif names_thinker(word):
        _check_thinker(word)
    elif mind_of(word) is None:
        registry.check(word)


def names_thinker(word: str) -> bool:
    """Whether a word says which thinker has a network, at whatever level: `master:foo@mine.npz`."""
    name, at, _ = word.partition(WITH)
    return bool(at) and name.partition(registry.LEVEL)[0] in THINKERS


def _check_thinker(word: str) -> None:
    name, _, file = word.partition(WITH)
    registry.check(name)
    if not file.strip():
        raise registry.InvalidBot("no-network-file", word=word.strip())


def seated(word: str, told: Callable[[Lost], None]) -> Bot:
    """The bot that a word names; `told` hears when a program loses its seat."""
    if is_program(word):
        return Outside(command_of(word), told=told)
    mind = mind_of(word)
    if mind is None:
        return registry.make(word)
    from tenback.bots.thinker import Thinker

    return Thinker(word.replace(mind.file, PurePath(mind.file).name), mind)
