"""How fast the core plays, beside random chess through python-chess in the same run.

    python bench/core.py [--seconds 3]

Greedy games of `original` with three players, played to their end through the public API, events
included, against `list(board.legal_moves)` and `push` of random chess. `view(seat)` and
`options()` are timed beside it. Both sides are measured in turn, several times, and the best round
of each counts: on a shared machine the fastest round is the one that was disturbed least.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import TYPE_CHECKING, TypeVar

import chess

from tenback import Deal, Game, Lay, Rules

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 5
T = TypeVar("T")


def play_greedily(game: Game) -> int:
    """Smallest step first, exactly the minimum; returns the number of moves."""
    bases = {pile.name: (pile.up, pile.base or 0) for pile in game.rules.layout}
    places = game.rules.pile_index
    moves = 0
    while game.outcome is None:
        legal = game.legal_moves()
        choice = legal[-1]
        if isinstance(choice, Lay):
            tops = game.state.tops
            best = 1000
            for move in legal:
                assert isinstance(move, Lay)
                up, base = bases[move.pile]
                top = tops[places[move.pile]]
                start = base if top is None else int(top)
                step = int(move.card) - start if up else start - int(move.card)
                if step < best:
                    choice, best = move, step
        game.play(choice)
        moves += 1
    return moves


def core_round(seconds: float) -> float:
    """Moves per second of greedy play; dealing is part of it."""
    rules = Rules.named("original")
    moves, number, begin = 0, 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        moves += play_greedily(Game(rules, Deal.from_seed(rules, 3, f"bench {number}"), starter=0))
        number += 1
    return moves / (time.perf_counter() - begin)


def chess_round(seconds: float) -> float:
    """Moves per second of random chess."""
    rng, moves, begin = random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        board = chess.Board()
        while (legal := list(board.legal_moves)) and board.fullmove_number < 100:
            board.push(rng.choice(legal))
            moves += 1
    return moves / (time.perf_counter() - begin)


def games_in_the_middle() -> list[Game]:
    """Running games of different lengths."""
    rules = Rules.named("original")
    games = []
    for number in range(40):
        game = Game(rules, Deal.from_seed(rules, 3, f"middle {number}"), starter=0)
        for _ in range(number):
            if game.outcome is None:
                game.play(game.legal_moves()[0])
        if game.outcome is None:
            games.append(game)
    return games


def per_second(call: Callable[[T], object], values: list[T], seconds: float) -> float:
    """Calls of `call` per second."""
    calls, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        for value in values:
            call(value)
        calls += len(values)
    return calls / (time.perf_counter() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure and round")
    seconds = parser.parse_args().seconds
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(core_round(seconds / ROUNDS))
        theirs.append(chess_round(seconds / ROUNDS))
    games = games_in_the_middle()
    views = per_second(lambda game: game.view(game.turn), games, seconds)
    looks = [game.view(game.turn) for game in games]
    options = per_second(lambda view: view.options(), looks, seconds)
    rows = [
        ("original, 3 players, greedy", max(ours), "moves/s"),
        ("chess, random (python-chess)", max(theirs), "moves/s"),
        ("ratio", max(ours) / max(theirs), "(at least 1.5)"),
        ("view(seat)", views, "calls/s"),
        ("view.options()", options, "calls/s"),
    ]
    for name, value, unit in rows:
        print(f"{name:32} {value:12,.2f} {unit}")


if __name__ == "__main__":
    main()
