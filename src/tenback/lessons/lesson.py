"""What a lesson is, read from a TOML file beside this module; its words are in `words`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from tenback.core.deal import Deal, RandomNumbers
from tenback.core.errors import TenbackError
from tenback.core.moves import Move
from tenback.core.notation import parse_move
from tenback.core.rules import Rules, Start

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenback.core.state import Hand

GAMES = ("original", "original-on-fire", "quick-and-easy", "face-to-face")
"""The games that have a lesson, in the order in which they are best learnt."""

LEARNER, SCRIPTED = 0, 1
"""Who sits where."""


class NoLesson(TenbackError):
    """There is no lesson for this game."""


@dataclass(frozen=True, slots=True)
class Step:
    """One idea.

    `point` says where to look: `card 5`, `pile u1`, `seat 1`, or a part of the table by its name.
    `do` is what leads on: `lay 5-u1`, `trick`, `end`, `start`, `say leave:d1`; `watch` until it is
    the learner's turn; "" where there is nothing to do but read.
    """

    id: str
    point: tuple[str, ...] = ()
    do: str = ""

    @property
    def tries(self) -> bool:
        """Whether there is something that the learner could do wrong."""
        return self.do not in ("", "watch")


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game played up to some point.

    `script`: what the coach plays. `says`: what it says at the start of the learner's turns.
    """

    game: str
    minutes: int
    deal: Deal
    script: tuple[Move, ...]
    says: tuple[tuple[str, ...], ...]
    steps: tuple[Step, ...]

    @property
    def rules(self) -> Rules:
        """The rules that are learnt."""
        return Rules.named(self.game)


@cache
def lesson(game: str) -> Lesson:
    """The lesson for a game, by the game's name."""
    if game not in GAMES:
        raise NoLesson("lesson-no-game", game=game[:40], allowed=", ".join(GAMES))
    text = resources.files("tenback.lessons").joinpath(f"{game}.toml").read_text("utf-8")
    return _read(game, tomllib.loads(text))


def _read(game: str, data: dict[str, Any]) -> Lesson:
    return Lesson(
        game=game,
        minutes=data["minutes"],
        deal=_deal(Rules.named(game), data["hands"], data["stocks"]),
        script=tuple(parse_move(move) for turn in data["turns"] for move in turn.split()),
        says=tuple(map(tuple, data["says"])),
        steps=tuple(
            Step(step["id"], tuple(step.get("point", ())), step.get("do", ""))
            for step in data["steps"]
        ),
    )


def _deal(rules: Rules, hands: list[str], stocks: list[str]) -> Deal:
    """The deal that a file describes; of a stock it names the cards that the lesson needs."""
    held = [tuple(hand.split()) for hand in hands]
    starter = LEARNER if rules.start is Start.LOT else None
    dealt = [[hand] for hand in held] if rules.deck.own else [held]
    filled = (_filled(rules, stock.split(), out) for stock, out in zip(stocks, dealt, strict=True))
    return Deal(tuple(held), tuple(filled), starter).checked(rules)


def _filled(rules: Rules, first: list[str], out: Iterable[Hand]) -> Hand:
    gone = {*first, *(card for hand in out for card in hand)}
    rest = [card for card in rules.cards if card not in gone]
    return (*first, *RandomNumbers(rules.name).shuffle(rest))
