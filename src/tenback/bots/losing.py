"""Losing a seat: a bot that fails makes room for a stand-in, and the table is told why."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tenback.bots.kernel import KernelBot
from tenback.core.errors import TenbackError
from tenback.words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tenback.bots.base import Bot

SHORT = 40
SENTENCE = 200


STAND_IN = "careful"
"""Whoever plays on where nobody else was chosen."""


def usual_stand_in() -> Bot:
    """That bot."""
    return KernelBot(STAND_IN)


@dataclass(frozen=True, slots=True)
class Lost:
    """A seat lost to a stand-in: whose, and why; `error` is what a bot has raised, if it has.

    Of a program `params` may hold `last_words`, the last line of its standard error.
    """

    seat: int
    bot: str
    stand_in: str
    why: str
    params: dict[str, object] = field(default_factory=dict)
    error: Exception | None = field(default=None, compare=False)

    def sentence(self, say: Words) -> str:
        """What happened, for those at the table."""
        stand_in = say("bots.stand-in", seat=self.seat, stand_in=self.stand_in)
        return f"{self.reason(say)} {stand_in}"

    def reason(self, say: Words) -> str:
        """Why the seat was lost."""
        told = say(f"bots.lost.{self.why}", bot=self.bot, **self._told(say))
        last = self.params.get("last_words")
        return f"{told} {say('bots.last-words', text=last)}" if last else told

    def data(self) -> dict[str, Any]:
        """As it is written to a file."""
        where = {"seat": self.seat, "bot": self.bot, "stand_in": self.stand_in}
        return {**where, "why": self.why, "params": self._told(Words())}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Lost:
        """What `data` wrote; raises ValueError, TypeError or KeyError where it is not that."""
        lost = cls(*(data[name] for name in ("seat", "bot", "stand_in", "why", "params")))
        if type(lost.seat) is not int or type(lost.params) is not dict:
            raise ValueError(data)
        lost.sentence(Words())  # knows what has to be there
        return lost

    def _told(self, say: Words) -> dict[str, object]:
        return {**self.params, **({"detail": _detail(self.error, say)} if self.error else {})}


def _detail(error: Exception, say: Words) -> str:
    """What a bot has raised; our own errors have sentences."""
    if isinstance(error, TenbackError):
        return say.refusal(error).rstrip(".")
    return short(f"{type(error).__name__}: {error}", SENTENCE)


def short(text: str, length: int = SHORT) -> str:
    """Something that a bot wrote, short and harmless."""
    return "".join(c if c.isprintable() else " " for c in text[:length]).strip()
