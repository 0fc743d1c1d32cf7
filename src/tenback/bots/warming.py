"""Getting ready: the kernels of thinkers are compiled or loaded while people look at their cards.

It takes long only once on a machine: what was compiled is kept for the next time.
"""

from __future__ import annotations

import random
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from tenback.bots.registry import LEVEL
from tenback.bots.seating import THINKERS, has_network
from tenback.core.errors import TenbackError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tenback.core.game import Game

KERNELS = "tenback.sim.thinking"
"""Whose kernels take minutes to compile."""

_warm = Event()


def thinks(name: str) -> bool:
    """Whether a bot of this name needs it."""
    return has_network(name) or name.partition(LEVEL)[0] in THINKERS


def _nobody() -> None:
    pass


def in_background(names: Iterable[str], tell: Callable[[], None] = _nobody) -> Thread | None:
    """Warm up in a thread that stops with the program, if one of these names is a thinker's.

    A bot that is asked meanwhile waits for what it needs, and no longer; `tell` hears if that may
    take long.
    """
    if not any(map(thinks, names)):
        return None

    def run() -> None:
        # A thinker that cannot be used says so itself when it is asked.
        with telling(tell), suppress(TenbackError):
            warm_up()

    thread = Thread(target=run, name="warming", daemon=True)
    thread.start()
    return thread


@contextmanager
def telling(tell: Callable[[], None]) -> Iterator[None]:
    """While this lasts, `tell` hears once when the kernels of thinkers have to be compiled.

    Whoever has them from an earlier time hears nothing: loading them is a matter of moments.
    """
    from numba.core import event  # loads Numba, which is about to be needed

    base: Any = event.Listener
    heard: list[object] = []

    class Listener(base):  # type: ignore[misc]
        def on_start(self, started: Any) -> None:
            module: str = started.data["dispatcher"].py_func.__module__
            if module.startswith(KERNELS) and not heard:
                heard.append(started)
                tell()

        def on_end(self, ended: Any) -> None:
            pass

    with event.install_listener("numba:compile", Listener()):
        yield


def is_warm() -> bool:
    """Whether nobody has to wait for a compiler any more."""
    return _warm.is_set()


def warm_up() -> None:
    """Compile or load everything; what takes seconds comes before what takes minutes."""
    from tenback.core.deal import Deal
    from tenback.core.game import Game
    from tenback.core.rules import Rules

    rules = Rules.named("original")
    game = Game(rules, Deal.from_seed(rules, 2, "warm"))
    try:
        _ask_a_player(game.copy())
        _ask_a_thinker(game)
    finally:
        _warm.set()  # who cannot be used says so itself


def _ask_a_player(game: Game) -> None:
    from tenback.bots.losing import usual_stand_in

    game.start(0)
    usual_stand_in().move(game.view(0), _rng())


def _ask_a_thinker(game: Game) -> None:
    """Let a thinker answer everything that it can be asked."""
    from tenback.bots.thinker import Thinker

    bot, rng = Thinker("strong"), _rng()
    bot.willing(game.view(0), rng)
    game.start(0)
    bot.say(game.view(1), game.rules.talk, rng)
    bot.turn(game.view(0), rng)


def _rng() -> random.Random:
    return random.Random(0)  # noqa: S311 (no secret)
