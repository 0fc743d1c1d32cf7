"""Perft counts: how many sequences of moves there are from fixed positions, for every table.

    python -m tests.perft.make      writes counts.json anew

From the first move of a shuffled deal, and from late in a nearly sorted one, where fewer moves
allow more depth. The engine and the plain referee must both come to these numbers.
"""

from __future__ import annotations

import json
from pathlib import Path

from tenback import Deal, Game, Rules
from tests.cases import IDS, TABLES
from tests.core.test_referee import named_options
from tests.referee import Referee, greedy, nearly_sorted_deal, random_deal

COUNTS = Path(__file__).parent / "counts.json"
KINDS = ("early", "late")
BEFORE_THE_END = 9
DEPTH = 9
MOST = 2_500


def pair(rules: Rules, players: int, kind: str) -> tuple[Game, Referee]:
    """The same position in the engine and in the referee."""
    name, options = named_options(rules)
    starter = players - 1
    if kind == "early":
        hands, stocks = random_deal(name, options, players, 3)
        path: list[str] = []
    else:
        deals = [nearly_sorted_deal(name, options, players, seed) for seed in range(20)]
        ends = [play_out(Referee(name, options, *deal, starter)) for deal in deals]
        best = min(range(len(deals)), key=lambda place: ends[place][0])
        hands, stocks = deals[best]
        path = ends[best][1][:-BEFORE_THE_END]
    referee = Referee(name, options, hands, stocks, starter)
    game = Game(rules, Deal(tuple(map(tuple, hands)), tuple(map(tuple, stocks))), starter=starter)
    for move in path:
        game.play(move)
        referee.play(move)
    return game, referee


def play_out(referee: Referee) -> tuple[int, list[str]]:
    """The cards left after a game by small steps, and its moves."""
    path: list[str] = []
    while referee.turn is not None:
        path.append(greedy(referee))
        referee.play(path[-1])
    assert referee.result is not None
    return referee.result.left, path


def perft(game: Game) -> list[int]:
    """Count sequences of moves, deeper and deeper until there are many."""
    counts: list[int] = []
    layer = [game]
    while layer and len(layer) <= MOST and len(counts) < DEPTH:
        layer = [after for before in layer for after in _successors(before)]
        counts.append(len(layer))
    return counts


def _successors(game: Game) -> list[Game]:
    found = []
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        found.append(after)
    return found


def counts_of(rules: Rules, players: int) -> dict[str, list[int]]:
    """The counts of one table."""
    return {kind: perft(pair(rules, players, kind)[0]) for kind in KINDS}


def write() -> None:
    """Write all counts."""
    lines = [
        f"{json.dumps(name)}: {json.dumps(counts_of(rules, players))}"
        for name, (rules, players) in zip(IDS, TABLES, strict=True)
    ]
    COUNTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    write()
