"""Warm-up: compiles or loads the kernels of search bots while people look at their cards.

Compiling takes minutes, once on a machine: Numba caches the result for the next process.
"""

from __future__ import annotations

import random
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from tenback.core.errors import TenbackError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tenback.core.bot_spec import BotSpec
    from tenback.core.game import Game

KERNELS = "tenback.sim.search"
"""The package whose kernels take minutes to compile."""

_warm = Event()


def _ignore() -> None:
    pass


def in_background(
    specs: Iterable[BotSpec], on_compiling: Callable[[], None] = _ignore
) -> Thread | None:
    """Warm up in a daemon thread, if one of these bots is a search bot.

    A bot that is asked meanwhile waits for its kernels. `on_compiling` is called if they have to be
    compiled.
    """
    if not any(spec.search_bot for spec in specs):
        return None

    def run() -> None:
        # A search bot that cannot be used says so itself when it is asked.
        with notify_compiling(on_compiling), suppress(TenbackError):
            warm_up()

    thread = Thread(target=run, name="warming", daemon=True)
    thread.start()
    return thread


@contextmanager
def notify_compiling(on_compiling: Callable[[], None]) -> Iterator[None]:
    """Call `on_compiling` once if the kernels of search bots are compiled inside this block.

    Kernels that are in the cache are only loaded, which takes seconds: no call then.
    """
    from numba.core import event  # loads Numba, which is about to be needed

    base: Any = event.Listener
    started_events: list[object] = []

    class Listener(base):  # type: ignore[misc]
        def on_start(self, started: Any) -> None:
            module: str = started.data["dispatcher"].py_func.__module__
            if module.startswith(KERNELS) and not started_events:
                started_events.append(started)
                on_compiling()

        def on_end(self, ended: Any) -> None:
            pass

    with event.install_listener("numba:compile", Listener()):
        yield


def is_warm() -> bool:
    """Whether no bot has to wait for the compiler any more."""
    return _warm.is_set()


def warm_up() -> None:
    """Compile or load all kernels; those that take seconds before those that take minutes."""
    from tenback.core.deal import Deal
    from tenback.core.game import Game
    from tenback.core.rules import Rules

    rules = Rules.named("original")
    game = Game(rules, Deal.from_seed(rules, 2, "warm"))
    try:
        _ask_kernel_bot(game.copy())
        _ask_search_bot(game)
    finally:
        _warm.set()  # a bot that cannot be used says so itself


def _ask_kernel_bot(game: Game) -> None:
    from tenback.bots.stand_in import usual_stand_in

    game.start(0)
    usual_stand_in().move(game.view(0), _rng())


def _ask_search_bot(game: Game) -> None:
    """Ask a search bot every question that a table can ask."""
    from tenback.bots.search_bot import SearchBot

    bot, rng = SearchBot("strong"), _rng()
    bot.willing(game.view(0), rng)
    game.start(0)
    bot.say(game.view(1), game.rules.talk, rng)
    bot.turn(game.view(0), rng)


def _rng() -> random.Random:
    return random.Random(0)  # noqa: S311 (no secret)
