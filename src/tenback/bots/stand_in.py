"""Losing a seat: a bot that fails makes room for a stand-in, and the table gets the reason."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tenback.bots.kernel_bot import KernelBot
from tenback.core.errors import TenbackError
from tenback.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tenback.bots.base import Bot

SHORT = 40
SENTENCE = 200


STAND_IN = "careful"
"""The bot that plays on where no other was chosen."""

STAND_INS = (STAND_IN, "simple", "random")
"""The bots that play on where one has failed: the first that has not failed there itself."""


def usual_stand_in() -> Bot:
    """The bot that plays on where no other was chosen."""
    return KernelBot(STAND_IN)


class StandIns:
    """Which bots have failed at which seats of a table, and so which one plays on there."""

    def __init__(self) -> None:
        self._failed: set[tuple[int, str]] = set()

    def after(self, seat: int, bot: str) -> str:
        """The stand-in for a bot that has failed, as the table names it."""
        self._failed.add((seat, bot))
        for name in STAND_INS:
            if (seat, name) not in self._failed:
                return name
        raise RuntimeError("no bot is left that can play")

    @staticmethod
    def until_ready(ready_in: Callable[[str], float | None]) -> str:
        """The stand-in for a bot that gets ready: the first that is ready itself."""
        for name in STAND_INS:
            with suppress(TenbackError):
                if ready_in(name) is None:
                    return name
        raise RuntimeError("no bot is ready")


class BotFailure(Exception):
    """Why a bot can no longer be asked: an id of `bots.lost`, and what its sentence is about.

    `error` is what the bot has raised, where it was not this. `bot` is what its owner calls it,
    where that may be another name than the table's. `of_awaited`: it is not the bot that plays, but
    the one that its seat awaits.
    """

    def __init__(
        self,
        why: str,
        *,
        error: Exception | None = None,
        of_awaited: bool = False,
        **params: object,
    ) -> None:
        super().__init__(why)
        self.why = why
        self.of_awaited = of_awaited
        self.error = error
        self.params = params
        self.bot = ""

    def lost(self, seat: int, bot: str, stand_in: str) -> LostSeat:
        """The seat that it costs a bot of that name."""
        return LostSeat(seat, bot, stand_in, self.why, self.params, self.error)


@dataclass(frozen=True, slots=True)
class LostSeat:
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
        """What happened, for the people at the table."""
        stand_in = say("bots.stand-in", seat=self.seat, stand_in=self.stand_in)
        return f"{self.reason(say)} {stand_in}"

    def reason(self, say: Words) -> str:
        """Why the seat was lost."""
        sentence = say(f"bots.lost.{self.why}", bot=self.bot, **self._params_in(say))
        last = self.params.get("last_words")
        return f"{sentence} {say('bots.last-words', text=last)}" if last else sentence

    def data(self) -> dict[str, Any]:
        """As it is written to a file."""
        where = {"seat": self.seat, "bot": self.bot, "stand_in": self.stand_in}
        return {**where, "why": self.why, "params": self._params_in(Words())}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> LostSeat:
        """What `data` wrote; raises ValueError, TypeError or KeyError where it is not that."""
        lost = cls(*(data[name] for name in ("seat", "bot", "stand_in", "why", "params")))
        if type(lost.seat) is not int or type(lost.params) is not dict:
            raise ValueError(data)
        lost.sentence(Words())  # knows what has to be there
        return lost

    def _params_in(self, say: Words) -> dict[str, object]:
        return {**self.params, **({"detail": _detail(self.error, say)} if self.error else {})}


def _detail(error: Exception, say: Words) -> str:
    """What a bot has raised; our own errors have sentences."""
    if isinstance(error, TenbackError):
        return say.refusal(error).rstrip(".")
    return short(f"{type(error).__name__}: {error}", SENTENCE)


def short(text: str, length: int = SHORT) -> str:
    """Something that a bot wrote, short and harmless."""
    return "".join(c if c.isprintable() else " " for c in text[:length]).strip()
