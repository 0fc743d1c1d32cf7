"""`tenback play`: a game in the terminal, line by line."""

from __future__ import annotations

import random
import re
import secrets
import shlex
import sys
from typing import TYPE_CHECKING

from tenback.bots.simple import Simple
from tenback.cli.arguments import (
    OPTIONS,
    Parser,
    add_language,
    add_variant,
    chosen_rules,
    chosen_words,
    flag,
    is_file,
    number,
    parser,
)
from tenback.cli.files import PEOPLE, Save, read_record
from tenback.cli.usage import UsageError
from tenback.core.deal import Deal, DealCode
from tenback.core.game import Game
from tenback.terminal.console import Console
from tenback.terminal.plain import LineMode

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from tenback.words import Words

_CODE = re.compile(r"-[0-9]p-")


def run(words: Sequence[str]) -> int:
    """Play until the game is over or somebody leaves."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    game, people = _resumed(found) if found.resume is not None else (_game(found), found.humans)
    people = _checked(game, 1 if people is None else people)
    file = found.resume if found.save is None else found.save
    if file is None:
        _play(game, people, say, None)
    else:
        save = Save(file, people)
        save.begin(game, anew=file != found.resume)
        try:
            _play(game, people, say, save)
        finally:
            _tell_saved(game, save, say)
    if game.outcome is not None:
        _tell_deal(game, found.variant, say)
    return 0


def _parser() -> Parser:
    arguments = parser("play", "Play a game here, line by line, alone, in turns, or with bots.")
    add_variant(arguments, optional=True)
    arguments.add_argument(
        "--players", type=number, metavar="N", help="how many seats; by default the fewest"
    )
    arguments.add_argument(
        "--humans", type=number, metavar="N", help="how many of them are people; by default 1"
    )
    arguments.add_argument("--seed", help="any text; the same seed gives the same deal")
    arguments.add_argument("--save", metavar="FILE", help="keep the game in a new file")
    arguments.add_argument("--resume", metavar="FILE", help="go on with a game kept there")
    arguments.add_argument(
        "--takebacks", action="store_true", help="cards may be taken back with others, too"
    )
    add_language(arguments)
    return arguments


# Which game


def _game(found: argparse.Namespace) -> Game:
    takebacks = True if found.takebacks else None
    if found.variant and _CODE.search(found.variant) and not is_file(found.variant):
        _refuse(found, "options-and-code", "players", "seed", *OPTIONS)
        code = DealCode.parse(found.variant)
        return Game(code.rules, code.deal(), takebacks=takebacks)
    rules = chosen_rules(found)
    enough = [count for count in rules.player_counts if count >= (found.humans or 1)]
    fewest = (enough or rules.player_counts[-1:])[0]
    players = fewest if found.players is None else found.players
    seed = secrets.token_hex(4) if found.seed is None else found.seed
    return Game(rules, Deal.from_seed(rules, players, seed), takebacks=takebacks)


def _resumed(found: argparse.Namespace) -> tuple[Game, int | None]:
    """A saved game, and how many people play it."""
    _refuse(found, "options-and-resume", "variant", "players", "seed", "takebacks", *OPTIONS)
    if found.resume == "-":
        raise UsageError("keyboard-needs-file", option="--resume")
    record = read_record(found.resume)
    noted = dict(record.headers).get(PEOPLE, "")
    people = int(noted) if noted.isdecimal() else None
    return record.game(), people if found.humans is None else found.humans


def _refuse(found: argparse.Namespace, name: str, *options: str) -> None:
    """Refuse options that would contradict what is settled already."""
    for option in options:
        if getattr(found, option) not in (None, False):
            word = found.variant if option == "variant" else flag(option)
            raise UsageError(name, option=word)


def _checked(game: Game, people: int) -> int:
    if not 0 <= people <= game.players:
        raise UsageError("humans", last=game.players, humans=people)
    return people


# Playing it


def _play(game: Game, people: int, say: Words, save: Save | None) -> None:
    rng = random.Random(f"bots {game.deal.seed if game.deal else ''}")  # noqa: S311 (no secret)
    bots = {seat: Simple() for seat in range(people, game.players)}
    console = Console(sys.stdin, sys.stdout)
    LineMode(game, bots, say, rng, console, save).run()


def _tell_saved(game: Game, save: Save, say: Words) -> None:
    if save.problem:
        print(say("line.not-saved", file=save.file, why=save.problem))
        print(save.text(game), end="")
        return
    print(say("line.saved", file=save.file))
    if game.outcome is None:
        print(say("line.go-on", file=shlex.quote(save.file)))


def _tell_deal(game: Game, variant: str | None, say: Words) -> None:
    """After the end the deal may be known (V3), and played again."""
    seed = game.view().seed
    if seed is None:
        return
    code = str(DealCode(game.rules, game.players, seed))
    again = [code]
    if variant and is_file(variant):
        again = [variant, "--players", str(game.players), f"--seed={seed}"]
    print(say("line.deal-was", code=code, command=shlex.join(["tenback", "play", *again])))
