"""Draw the example pictures beside this file: `python docs/pictures/make.py`.

Deals come from seeds and the player below has no luck in it, so the same pictures come out
everywhere.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tenback.core.deal import Deal
from tenback.core.game import Game
from tenback.core.moves import END
from tenback.core.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tenback.core.moves import Move
    from tenback.core.views import View

HERE = Path(__file__).parent


def choose(view: View) -> Move:
    """Cover what burns, then take the smallest step, and go on while it costs little."""
    options = view.options()
    lays = [lay for lay in options.lays if not lay.loses] or list(options.lays)
    if options.end_loses:
        lays = [lay for lay in lays if lay.covers_fire] or lays
    lay = min(lays, key=lambda lay: lay.step, default=None)
    if lay is None or (options.may_end and not options.end_loses and lay.step > 3):
        return END
    return lay.move


def moments(name: str, players: int, seed: str) -> Iterator[Game]:
    """One game, move by move, to its end."""
    rules = Rules.named(name)
    game = Game(rules, Deal.from_seed(rules, players=players, seed=seed))
    if game.turn is None:
        game.start(0)
    yield game
    while game.turn is not None:
        game.play(choose(game.view(game.turn)))
        yield game


def first(games: Iterator[Game], wanted: Callable[[Game], bool]) -> Game:
    """The first moment of its kind."""
    return next(game for game in games if wanted(game))


def kinds(game: Game) -> set[str]:
    """What the player on turn could do: plain lays, tricks, gifts."""
    if game.turn is None:
        return set()
    return {lay.kind.value for lay in game.view(game.turn).options().lays}


def late_gift(game: Game) -> bool:
    """A gift is possible, and every pile has been begun."""
    return "gift" in kinds(game) and all(game.state.sizes)


def pictures() -> Iterator[tuple[str, View]]:
    """Each picture with its name."""
    game = first(moments("original", 3, "lighthouse"), lambda g: "trick" in kinds(g))
    yield "original-3p", game.view(game.turn)

    game = first(moments("on-fire", 4, "lighthouse"), lambda g: bool(g.view(0).burning))
    yield "on-fire-4p", game.view(game.view(0).burning[0].seat)

    game = first(moments("quick-and-easy", 3, "harbour"), lambda g: "trick" in kinds(g))
    yield "quick-and-easy-3p", game.view(game.turn)

    game = first(moments("face-to-face", 2, "lantern"), late_gift)
    yield "face-to-face", game.view(game.turn)

    game = first(moments("original-expert", 1, "evening"), lambda g: sum(g.state.sizes) == 24)
    yield "original-expert-alone", game.view(0)

    game = first(moments("original", 5, "abc"), lambda g: g.outcome is not None)
    yield "end-of-a-game", game.view(1)


def main() -> None:
    """Write all of them."""
    for name, view in pictures():
        (HERE / f"{name}.svg").write_text(view._repr_svg_(), encoding="utf-8")


if __name__ == "__main__":
    main()
