"""`tenback play`: a game in the terminal, line by line."""

from __future__ import annotations

import random
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.bots.simple import Simple
from tenback.cli.arguments import (
    Parser,
    UsageError,
    add_language,
    add_variant,
    chosen_rules,
    chosen_words,
    parser,
)
from tenback.core.deal import Deal
from tenback.core.game import Game
from tenback.core.record import Record
from tenback.terminal.plain import LineMode

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence


def run(words: Sequence[str]) -> int:
    """Play until the game is over or somebody leaves."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    game = _game(found)
    humans = 1 if found.humans is None else found.humans
    if not 0 <= humans <= game.players:
        raise UsageError(f"--humans goes from 0 to {game.players} here.")
    rng = random.Random(f"bots {game.deal.seed if game.deal else ''}")  # noqa: S311 (no secret)
    bots = {seat: Simple() for seat in range(humans, game.players)}
    try:
        LineMode(game, bots, say, rng, sys.stdin, sys.stdout).run()
    finally:
        if found.save is not None:
            Path(found.save).write_text(str(game.record()), "utf-8")
            print(say("line.saved", file=found.save))
    return 0


def _parser() -> Parser:
    arguments = parser("play", "Play a game here, line by line, alone, in turns, or with bots.")
    add_variant(arguments, default="original")
    arguments.add_argument("--players", type=int, help="how many seats; by default the fewest")
    arguments.add_argument("--humans", type=int, help="how many seats are people (default 1)")
    arguments.add_argument("--seed", help="the same seed gives the same deal")
    arguments.add_argument("--save", metavar="FILE", help="write the record there on leaving")
    arguments.add_argument("--resume", metavar="FILE", help="go on with a game that was saved")
    arguments.add_argument("--takebacks", action="store_true", help="allow them with others too")
    add_language(arguments)
    return arguments


def _game(found: argparse.Namespace) -> Game:
    if found.resume is not None:
        return Record.parse(Path(found.resume).read_text("utf-8")).game()
    rules = chosen_rules(found)
    players = rules.player_counts[0] if found.players is None else found.players
    seed = secrets.token_hex(4) if found.seed is None else found.seed
    takebacks = True if found.takebacks else None
    return Game(rules, Deal.from_seed(rules, players, seed), takebacks=takebacks)
