"""Losing a seat: a bot that fails makes room for a stand-in, and the table is told why."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tenback.bots.kernel import KernelBot
from tenback.core.errors import TenbackError

if TYPE_CHECKING:
    from tenback.bots.base import Bot
    from tenback.words import Words

SHORT = 40
SENTENCE = 200


STAND_IN = "careful"
"""Whoever plays on where nobody else was chosen."""


def usual_stand_in() -> Bot:
    """That bot."""
    return KernelBot(STAND_IN)


@dataclass(frozen=True, slots=True)
class Lost:
    """A seat lost to a stand-in: whose, and why; `error` is what a bot has raised, if it has."""

    seat: int
    bot: str
    stand_in: str
    why: str
    params: dict[str, object] = field(default_factory=dict)
    error: Exception | None = field(default=None, compare=False)

    def sentence(self, say: Words) -> str:
        """What happened, for those at the table."""
        raised = {"detail": _detail(self.error, say)} if self.error else {}
        told = say(f"bots.lost.{self.why}", bot=self.bot, **self.params, **raised)
        return f"{told} {say('bots.stand-in', seat=self.seat, stand_in=self.stand_in)}"


def _detail(error: Exception, say: Words) -> str:
    """What a bot has raised; our own errors have sentences."""
    if isinstance(error, TenbackError):
        return say.refusal(error).rstrip(".")
    return short(f"{type(error).__name__}: {error}", SENTENCE)


def short(text: str, length: int = SHORT) -> str:
    """Something that a bot wrote, short and harmless."""
    return "".join(c if c.isprintable() else " " for c in text[:length]).strip()
