"""Getting ready: the kernels of thinkers are compiled or loaded while people look at their cards.

It takes long only once on a machine: what was compiled is kept for the next time.
"""

from __future__ import annotations

import random
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

THINKERS = ("strong", "master")
"""The bots that need it, without their levels."""


def in_background(names: Iterable[str]) -> Thread | None:
    """Warm up in a thread that stops with the program, if one of these names is a thinker's.

    A bot that is asked meanwhile waits for what it needs, and no longer.
    """
    if not any(name.partition(":")[0] in THINKERS for name in names):
        return None
    thread = Thread(target=warm_up, name="warming", daemon=True)
    thread.start()
    return thread


def warm_up() -> None:
    """Let a thinker answer everything that it can be asked."""
    from tenback.bots.thinker import Thinker
    from tenback.core.deal import Deal
    from tenback.core.game import Game
    from tenback.core.rules import Rules

    rules, rng, bot = Rules.named("original"), random.Random(0), Thinker("strong")  # noqa: S311
    game = Game(rules, Deal.from_seed(rules, 2, "warm"))
    bot.willing(game.view(0), rng)
    game.start(0)
    bot.say(game.view(1), rules.talk, rng)
    bot.turn(game.view(0), rng)
