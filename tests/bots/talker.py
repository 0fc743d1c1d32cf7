"""A bot that talks in every game, and needs no kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.bots import registry
from tenback.bots.simple import Simple
from tenback.talk.phrases import UNSAY
from tenback.talk.speech import possible_phrases
from tenback.talk.standing_remarks import standing

if TYPE_CHECKING:
    import random

    from tenback.bots.base import Bot
    from tenback.core.moves import Move
    from tenback.core.rules import TalkPolicy
    from tenback.core.views import View

TALKER = "talker"

UNSAYS = 0.3
"""How often it takes something back that stands, if it has said any."""


class Talker:
    """Plays as `simple` does, and says something before each turn of another player."""

    name = TALKER

    def move(self, view: View, rng: random.Random) -> Move:
        return Simple().move(view, rng)

    def say(self, view: View, policy: TalkPolicy, rng: random.Random) -> tuple[str, ...]:
        assert view.seat is not None
        stands = [str(one) for one in standing(view) if one.seat == view.seat]
        if stands and rng.random() < UNSAYS:
            return (f"{UNSAY}:{rng.choice(stands)}",)
        can = list(possible_phrases(view, view.seat, policy))
        return (rng.choice(can),) if can else ()


def make(name: str) -> Bot:
    """The bots of the registry, and this one."""
    return Talker() if name == TALKER else registry.make(name)
