"""`tenback play`: a game in the terminal, line by line."""

from __future__ import annotations

import re
import secrets
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from tenback.bots.base import leave
from tenback.bots.seating import seated
from tenback.bots.warming import in_background
from tenback.cli import seating as seats
from tenback.cli.arguments import (
    NUMBER,
    Parser,
    add_language,
    add_variant,
    chosen_rules,
    chosen_words,
    flag,
    is_file,
    number,
    options,
    parser,
)
from tenback.cli.command import command
from tenback.cli.files import BOTS, HINTS, PEOPLE, TALK, TEXT, Save, read_record
from tenback.cli.untrained import tell_untrained
from tenback.cli.usage import UsageError
from tenback.core.deal import Deal, DealCode
from tenback.core.game import Game
from tenback.core.rules import TalkPolicy
from tenback.core.variants import is_published
from tenback.talk.policy import choices, chosen
from tenback.terminal.console import Console
from tenback.terminal.plain import LineMode
from tenback.terminal.printable import printable

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tenback.analysis.hints import Considers
    from tenback.bots.losing import Lost
    from tenback.words import Words

_T = TypeVar("_T")

_CODE = re.compile(r"-[0-9]p-")


def run(words: Sequence[str]) -> int:
    """Play until the game is over or somebody leaves."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    game, noted = _resumed(found) if found.resume is not None else (_game(found), {})
    seating = _seating(found, game, noted)
    seats.check_networks(seating.seats, game.rules)
    named = _named(game, found.variant)
    book = command("rules", named) if named else ""
    file = found.resume if found.save is None else found.save
    if file is None:
        _play(game, seating, say, None, book)
    else:
        save = Save(file, seating.headers(game), hints=_hints(noted))
        save.begin(game, anew=file != found.resume)
        try:
            _play(game, seating, say, save, book)
        finally:
            _tell_saved(game, seating, save, say)
    if game.outcome is not None:
        _tell_deal(game, seating, named, say)
    return 0


def _parser() -> Parser:
    arguments = parser("play", "Play a game here, line by line, alone, in turns, or with bots.")
    add_variant(arguments, optional=True, codes=True)
    arguments.add_argument(
        "--players", type=number, metavar="N", help="how many seats; by default the fewest"
    )
    arguments.add_argument(
        "--humans", type=number, metavar="N", help="how many of them are people; by default 1"
    )
    seats.add_bots(arguments)
    arguments.add_argument("--seed", help="any text; the same seed gives the same deal")
    arguments.add_argument("--save", metavar="FILE", help="keep the game in a new file")
    arguments.add_argument("--resume", metavar="FILE", help="go on with a game kept there")
    arguments.add_argument(
        "--takebacks", action="store_true", help="cards may be taken back with others, too"
    )
    arguments.add_argument(
        "--talk",
        metavar="POLICY",
        help=f"talk by a stricter policy than the game's own: {', '.join(TalkPolicy)}",
    )
    arguments.add_argument("--no-text", action="store_true", help="talk in phrases only")
    add_language(arguments)
    return arguments


# Which game


def _game(found: argparse.Namespace) -> Game:
    takebacks = True if found.takebacks else None
    if found.variant and _CODE.search(found.variant) and not is_file(found.variant):
        _refuse(found, "options-and-code", "players", "seed", *options())
        code = DealCode.parse(found.variant)
        return Game(code.rules, code.deal(), takebacks=takebacks)
    rules = chosen_rules(found)
    wanted = max(1, seats.seats_wanted(seats.named(found.bots), found.humans))
    enough = [count for count in rules.player_counts if count >= wanted]
    fewest = (enough or rules.player_counts[-1:])[0]
    players = fewest if found.players is None else found.players
    seed = secrets.token_hex(4) if found.seed is None else found.seed
    return Game(rules, Deal.from_seed(rules, players, seed), takebacks=takebacks)


def _resumed(found: argparse.Namespace) -> tuple[Game, dict[str, str]]:
    """A saved game, and what its headers note about the table."""
    _refuse(found, "options-and-resume", "variant", "players", "seed", "takebacks", *options())
    if found.resume == "-":
        raise UsageError("keyboard-needs-file", option="--resume")
    record = read_record(found.resume)
    return record.game(), dict(record.headers)


def _named(game: Game, variant: str | None) -> str:
    """The words that name a game's rules on a command line; none if its file is not known."""
    if variant and is_file(variant):
        return variant
    return game.rules.name if is_published(game.rules) else ""


def _refuse(found: argparse.Namespace, name: str, *options: str) -> None:
    """Refuse options that would contradict what is settled already."""
    for option in options:
        if getattr(found, option) not in (None, False):
            word = found.variant if option == "variant" else flag(option)
            raise UsageError(name, option=word)


# Who plays, and how they talk


@dataclass(frozen=True)
class _Seating:
    """Who sits where, by which policy they talk, and whether in their own words."""

    seats: tuple[str, ...]
    policy: TalkPolicy
    free_text: bool

    def headers(self, game: Game) -> tuple[tuple[str, str], ...]:
        """What a saved game notes about the table, where it is not what the rules say."""
        people = ((PEOPLE, str(self.seats.count(seats.HUMAN))),)
        written = seats.written(self.seats)
        bots = ((BOTS, written),) if written else ()
        policy = ((TALK, str(self.policy)),) if self.policy is not game.rules.talk else ()
        text = () if self.free_text else ((TEXT, "off"),)
        return (*people, *bots, *policy, *text)

    def options(self, game: Game) -> list[str]:
        """The options that say how a deal is played, where they are not the usual ones."""
        takebacks = ["--takebacks"] * (game.takebacks and game.players > 1)
        policy = [] if self.policy is game.rules.talk else ["--talk", str(self.policy)]
        text = ["--no-text"] * (not self.free_text)
        return [*seats.options(self.seats), *takebacks, *policy, *text]


def _seating(found: argparse.Namespace, game: Game, noted: Mapping[str, str]) -> _Seating:
    """What the command line says, else what a saved game notes, else the usual."""
    policies = choices(game.rules.talk)
    policy = _noted(noted, TALK, policies, policies[0])
    if found.talk is not None:
        policy = chosen(game.rules, found.talk.lower())
    text = not found.no_text and noted.get(TEXT, "").lower() != "off"
    return _Seating(_seats(found, game, noted), policy, text)


def _seats(found: argparse.Namespace, game: Game, noted: Mapping[str, str]) -> tuple[str, ...]:
    words, humans, possible = seats.named(found.bots), found.humans, range(game.players + 1)
    if humans is not None and humans not in possible:
        raise UsageError("humans", last=game.players, humans=humans)
    kept = seats.noted(noted.get(BOTS, ""), game.players)
    if kept and humans is None and seats.HUMAN not in words:
        return seats.relieved(kept, words, found.resume)
    if humans is None and seats.HUMAN not in words and noted:
        humans = _noted(noted, PEOPLE, possible, 1)
    return seats.seat(words, humans, game.players)


def _noted(noted: Mapping[str, str], key: str, values: Iterable[_T], usual: _T) -> _T:
    """What a saved game notes; a word that makes no sense says nothing."""
    return next((value for value in values if noted.get(key) == str(value)), usual)


def _hints(noted: Mapping[str, str]) -> int:
    """How many hints were given before; a word that makes no sense says nothing."""
    told = noted.get(HINTS, "")
    return int(told) if NUMBER.fullmatch(told) and int(told) > 0 else 0


# Playing it


def _play(game: Game, seating: _Seating, say: Words, save: Save | None, book: str) -> None:
    def told(lost: Lost) -> None:
        print(printable(lost.sentence(say)))

    def tell_compiling() -> None:
        if sys.stdout.isatty():
            print(say("simulate.progress.compiling"))

    told_untrained = tell_untrained(say, game.rules, game.players, seating.seats)
    in_background(seating.seats, tell_compiling)
    named = enumerate(seating.seats)
    bots = {seat: seated(word, told) for seat, word in named if word != seats.HUMAN}
    seed = f"bots {game.deal.seed if game.deal else ''}"
    console = Console(sys.stdin, sys.stdout)
    policy, free_text = seating.policy, seating.free_text
    adviser = _adviser(seating, game)
    line = LineMode(
        game,
        bots,
        say,
        seed,
        console,
        save,
        book,
        policy=policy,
        free_text=free_text,
        adviser=adviser,
        hinted=_hinted(game, say, save, warn=adviser is None and not told_untrained),
    )
    try:
        line.run()
    finally:
        for bot in bots.values():
            leave(bot)


def _adviser(seating: _Seating, game: Game) -> Considers | None:
    """Who gives hints: `master` with a network of the table that knows the game; None as usual."""
    network = seats.trained_network(seating.seats, game.rules)
    if not network:
        return None
    from tenback.analysis.hints import adviser

    return adviser(network=network)


def _hinted(game: Game, say: Words, save: Save | None, *, warn: bool) -> Callable[[], None]:
    """What a hint entails; with `warn` the first says so where no network knows the game."""

    def hinted() -> None:
        nonlocal warn
        # Who should start is told without a network.
        if warn and game.turn is not None:
            tell_untrained(say, game.rules, game.players, ["master"])
            warn = False
        if save is not None:
            save.hinted()

    return hinted


def _tell_saved(game: Game, seating: _Seating, save: Save, say: Words) -> None:
    if save.problem:
        print(say("line.not-saved", file=save.file, why=save.problem))
        print("\n".join(map(printable, save.text(game).split("\n"))), end="")
        return
    print(say("line.saved", file=save.file))
    if game.outcome is None:
        print(say("line.go-on", command=seats.resume(save.file, seating.seats)))


def _tell_deal(game: Game, seating: _Seating, named: str, say: Words) -> None:
    """After the end the deal may be known (V3), and played again."""
    seed = game.view().seed
    if seed is None:
        return
    code = str(DealCode(game.rules, game.players, seed))
    told = say("line.deal-was", code=code)
    if named:
        again = [named, "--players", str(game.players), f"--seed={seed}"]
        words = [*(again if is_file(named) else [code]), *seating.options(game)]
        told += f" {say('line.play-again', command=command('play', *words))}"
    print(told)
