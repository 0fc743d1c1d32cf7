"""Games that are checked at every moment, by small steps that lead far."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tenback import Deal, Game, Position, Rules
from tenback.core.moves import END
from tenback.testing import nearly_sorted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tenback.core.moves import Move


def dealt(rules: Rules, players: int, seed: int = 1) -> Game:
    """A shuffled deal, everything allowed."""
    deal = Deal.from_seed(rules, players, f"seed {seed}")
    return Game(rules, deal, agree=True, takebacks=True)


def easy(rules: Rules, players: int, seed: int = 1) -> Game:
    """A deal that leads to the end game."""
    return Game(rules, nearly_sorted(rules, players, seed), agree=True, takebacks=True)


def moments(game: Game, seed: int = 1) -> Iterator[Game]:
    """The same game at moment after moment, with talk and take-backs, until it is over."""
    rng = random.Random(seed)
    yield game
    if game.turn is None and game.outcome is None:
        game.start(rng.randrange(game.players))
        yield game
    while game.turn is not None:
        if rng.random() < 0.1:
            game.say(rng.randrange(game.players), text="hm")
        if game.takebacks and game.state.placed and rng.random() < 0.1:
            game.take_back()
        else:
            game.play(_choice(game, rng))
        yield game


def _choice(game: Game, rng: random.Random) -> Move:
    legal = game.legal_moves()
    if END in legal and rng.random() < 0.8:
        return END
    lays = [lay for lay in game.view(game.turn).options().lays if not lay.loses]
    best = min(lays, key=lambda lay: lay.step, default=None)
    return rng.choice(legal) if best is None else best.move


def walk(game: Game, check: Callable[[Game], None], seed: int = 1) -> None:
    """Check a game from its beginning to its end."""
    for moment in moments(game, seed):
        check(moment)


def middle(game: Game, count: int, seed: int = 1) -> Game:
    """The game after so many moments, or its end if that comes before."""
    for number, _ in enumerate(moments(game, seed)):
        if number == count:
            break
    return game


def from_middle(game: Game, count: int, seed: int = 1) -> Game:
    """A game that begins in the middle of another."""
    state = middle(game, count, seed).state
    return Game.from_position(Position(state), takebacks=True)
