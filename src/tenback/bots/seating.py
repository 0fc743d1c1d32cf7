"""Bots as somebody at this machine names them: by their name, or as a program to run.

Never for names that come from elsewhere, a saved game or a network: those go to `registry.make`,
which runs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.bots.outside import Outside
from tenback.bots.registry import make

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback.bots.base import Bot
    from tenback.bots.losing import Lost

PROGRAM = "run:"


def is_program(word: str) -> bool:
    """Whether a word names a program: `run:./mybot.py --fast`."""
    return word.startswith(PROGRAM)


def seated(word: str, told: Callable[[Lost], None]) -> Bot:
    """The bot that a word names; `told` hears when a program loses its seat."""
    return Outside(word.removeprefix(PROGRAM), told=told) if is_program(word) else make(word)
