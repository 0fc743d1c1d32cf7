"""`tenback play`: a game in the terminal, line by line."""

from __future__ import annotations

import re
import secrets
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.analysis.input_files import is_file, read_record
from tenback.bots.coverage import check_networks, trained_network
from tenback.bots.factory import check
from tenback.bots.warmup import begin, needs
from tenback.cli.arguments import (
    Parser,
    add_language,
    add_variant,
    chosen_rules,
    chosen_words,
    flag,
    number,
    options,
    parser,
)
from tenback.cli.warnings import tell_untrained
from tenback.core.bot_spec import PROGRAM, BotSpec, Trust
from tenback.core.deal import Deal, DealCode
from tenback.core.game import Game
from tenback.core.rules import TalkPolicy
from tenback.core.variants import is_published
from tenback.talk.policy import table_policy
from tenback.terminal.console import Console
from tenback.terminal.plain import LineMode
from tenback.terminal.saved_game import Notes, Save, headers, reseated, resume
from tenback.terminal.seat_plan import HUMAN, USUAL, SeatPlan, bots_at, seat, seats_wanted
from tenback.words.command import command
from tenback.words.printable import printable
from tenback.words.usage import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from tenback.analysis.hints import Considers
    from tenback.words import Words

_CODE = re.compile(r"-[0-9]p-")


def run(words: Sequence[str]) -> int:
    """Play until the game is over or a player leaves."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    game, notes = _resumed(found) if found.resume is not None else (_game(found), Notes({}))
    seat_plan = _seat_plan(found, game, notes)
    check_networks(seat_plan.seats, game.rules)
    named = _named(game, found.variant)
    book = command("rules", named) if named else ""
    file = found.resume if found.save is None else found.save
    if file is None:
        _play(game, seat_plan, say, None, book)
    else:
        save = Save(file, headers(seat_plan, game), hints=notes.hints)
        save.begin(game, anew=file != found.resume)
        try:
            _play(game, seat_plan, say, save, book)
        finally:
            _tell_saved(game, seat_plan, save, say)
    if game.outcome is not None:
        _tell_deal(game, seat_plan, named, say)
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
    arguments.add_argument(
        "--bots",
        metavar="NAME,...",
        action="append",
        help="who takes the other seats, in turn: names from tenback bots, FILE.npz or "
        "master@FILE.npz for a network of your own, run:COMMAND for a program; "
        f"with {HUMAN} among them they name the seats from 0 on; "
        f"by default {USUAL}",
    )
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
    wanted = max(1, seats_wanted(_bots(found.bots), found.humans))
    enough = [count for count in rules.player_counts if count >= wanted]
    fewest = (enough or rules.player_counts[-1:])[0]
    players = fewest if found.players is None else found.players
    seed = secrets.token_hex(4) if found.seed is None else found.seed
    return Game(rules, Deal.from_seed(rules, players, seed), takebacks=takebacks)


def _resumed(found: argparse.Namespace) -> tuple[Game, Notes]:
    """A saved game, and what its headers note about the table."""
    _refuse(found, "options-and-resume", "variant", "players", "seed", "takebacks", *options())
    if found.resume == "-":
        raise UsageError("keyboard-needs-file", option="--resume")
    record = read_record(found.resume)
    return record.game(), Notes(dict(record.headers))


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


def _seat_plan(found: argparse.Namespace, game: Game, notes: Notes) -> SeatPlan:
    """What the command line says, else what a saved game notes, else the usual."""
    policy = notes.policy(game.rules)
    if found.talk is not None:
        policy = table_policy(game.rules, found.talk.lower())
    free_text = notes.free_text and not found.no_text
    return SeatPlan(_seats(found, game, notes), policy, free_text)


def _seats(found: argparse.Namespace, game: Game, notes: Notes) -> tuple[BotSpec, ...]:
    bots, humans = _bots(found.bots), found.humans
    if humans is not None and humans not in range(game.players + 1):
        raise UsageError("humans", last=game.players, humans=humans)
    if humans is None and HUMAN not in bots:
        if kept := notes.bots(game.players):
            return reseated(kept, bots, found.resume)
        humans = notes.people(game.players)
    return seat(bots, humans, game.players)


def _bots(options: Sequence[str] | None) -> tuple[BotSpec, ...]:
    """The bots between the commas; the command of a program may have commas of its own."""
    texts: list[str] = []
    for option in options or ():
        texts += [option] if option.startswith(PROGRAM) else option.split(",")
    return tuple(_typed(text.strip()) for text in texts)


def _typed(text: str) -> BotSpec:
    """A bot as a player types it: names in any case, files and commands as they are."""
    typed = BotSpec.parse(text, Trust.LOCAL)
    spec = replace(typed, name=typed.name.lower(), level=typed.level.lower())
    if spec != HUMAN:
        check(spec)
    return spec


# Playing it


def _play(game: Game, seat_plan: SeatPlan, say: Words, save: Save | None, book: str) -> None:
    if any(map(needs, seat_plan.seats)):
        begin()  # while people look at their cards
    warned = tell_untrained(say, game.rules, game.players, map(str, seat_plan.seats))
    adviser = _adviser(seat_plan, game)
    hinted = _hinted(game, say, save, warn=adviser is None and not warned)
    seed, console = f"bots {game.deal.seed if game.deal else ''}", Console(sys.stdin, sys.stdout)
    with bots_at(seat_plan.seats) as bots:
        line = LineMode(
            game,
            bots,
            say,
            seed,
            console,
            save,
            book,
            policy=seat_plan.policy,
            free_text=seat_plan.free_text,
            adviser=adviser,
            hinted=hinted,
        )
        line.run()


def _adviser(seat_plan: SeatPlan, game: Game) -> Considers | None:
    """The bot that gives hints, where a network at the table knows the game; None as usual."""
    network = trained_network(seat_plan.seats, game.rules)
    if not network:
        return None
    from tenback.analysis.hints import adviser

    return adviser(network=network)


def _hinted(game: Game, say: Words, save: Save | None, *, warn: bool) -> Callable[[], None]:
    """What a hint entails; with `warn` the first says so where no network knows the game."""

    def hinted() -> None:
        nonlocal warn
        # A hint about the start needs no network.
        if warn and game.turn is not None:
            tell_untrained(say, game.rules, game.players, ["master"])
            warn = False
        if save is not None:
            save.hinted()

    return hinted


def _tell_saved(game: Game, seat_plan: SeatPlan, save: Save, say: Words) -> None:
    if save.problem:
        print(say("terminal.not-saved", file=save.file, why=save.problem))
        print("\n".join(map(printable, save.text(game).split("\n"))), end="")
        return
    print(say("terminal.saved", file=save.file))
    if game.outcome is None:
        print(say("terminal.go-on", command=resume(save.file, seat_plan.seats)))


def _tell_deal(game: Game, seat_plan: SeatPlan, named: str, say: Words) -> None:
    """After the end the deal may be known (V3), and played again."""
    seed = game.view().seed
    if seed is None:
        return
    code = str(DealCode(game.rules, game.players, seed))
    sentence = say("terminal.deal-was", code=code)
    if named:
        again = [named, "--players", str(game.players), f"--seed={seed}"]
        words = [*(again if is_file(named) else [code]), *seat_plan.options(game)]
        sentence += f" {say('terminal.play-again', command=command('play', *words))}"
    print(sentence)
