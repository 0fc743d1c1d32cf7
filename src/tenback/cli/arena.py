"""`tenback arena BOT BOT ...`: bots together against the game, and against each other."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tenback.bots.base import leave
from tenback.bots.outside import Outside
from tenback.bots.registry import Speed
from tenback.bots.seating import check, seated
from tenback.cli.arguments import (
    COUNTS,
    Parser,
    add_language,
    chosen_counts,
    chosen_words,
    parser,
)
from tenback.cli.simulating.answer import answer, picture
from tenback.cli.simulating.arguments import (
    THINKERS,
    add_answer,
    add_batch,
    add_talk,
    add_workers,
    asked_talk,
    check_answer,
    chosen_games,
    chosen_seed,
    chosen_talk,
    chosen_workers,
    ready,
)
from tenback.cli.simulating.interruption import STATUS, Interruption, until_interrupted
from tenback.cli.simulating.progress import Progress, shown
from tenback.cli.untrained import tell_untrained_at
from tenback.cli.usage import UsageError
from tenback.core.variants import GAMES
from tenback.terminal.printable import printable

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from tenback.analysis.arena.lineups import Entry
    from tenback.analysis.arena.playing import Part
    from tenback.analysis.arena.scores import Scores
    from tenback.bots.losing import Lost
    from tenback.cli.simulating.arena_report import Arena
    from tenback.core.rules import Rules, TalkPolicy
    from tenback.sim import Workers
    from tenback.words import Words

USUAL_GAMES = {Speed.INSTANT: 1_000, Speed.QUICK: 1_000, Speed.THINKS: 100}


class ArenaError(UsageError):
    """An arena that the command line describes badly."""

    catalogue = "arena"


class NotReadyError(UsageError):
    """A bot that cannot even sit down."""

    def __init__(self, lost: Lost) -> None:
        super().__init__(lost.why)
        self.lost = lost

    def sentence(self, say: Words) -> str:
        """What it would tell a table."""
        return self.lost.reason(say)


def run(words: Sequence[str]) -> int:
    """Let everybody play and tell who is how strong."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    check_answer(found)
    arena = _arena(found)
    _meet(arena.awaited)
    tell_untrained_at(say, (lineup for entry in arena.entries for lineup in entry.lineups))
    _play(arena, chosen_workers(found), say)
    _answer(arena, found, say)
    _tell_lost(arena, say)
    picture(found, say, lambda file: _draw(arena, say, file))
    return STATUS if arena.interrupted else 0


def _parser() -> Parser:
    arguments = parser(
        "arena",
        "Bots together against the game, each with its like and every two mixed, or in a duel "
        "every two against each other.",
    )
    arguments.add_argument(
        "bots",
        nargs="*",
        metavar="BOT",
        help="at least two: names from tenback bots, run:COMMAND for a program of your own; "
        f"{THINKERS}",
    )
    arguments.add_argument(
        "--variant",
        default=GAMES[0],
        help=f"a game with its options (original+expert) or a TOML file; by default {GAMES[0]}",
    )
    arguments.add_argument(
        "--players", metavar="N", help=f"how many seats: {COUNTS}; by default every number"
    )
    add_batch(arguments, USUAL_GAMES)
    add_talk(arguments)
    add_workers(arguments)
    arguments.add_argument(
        "--results",
        metavar="FILE",
        help="append what was played to FILE and count what is there; with the same --seed a run "
        "goes on where it stopped",
    )
    add_answer(
        arguments,
        csv="a CSV table with a row for each team, or every two of a duel",
        plot="a picture of the win rates",
    )
    add_language(arguments)
    return arguments


# Who plays what


def _arena(found: argparse.Namespace) -> Arena:
    from tenback.cli.simulating.arena_report import Arena
    from tenback.cli.simulating.contenders import variant_of

    rules = variant_of(found.variant)
    counts, bots = chosen_counts(rules, found.players), _bots(found.bots)
    games = chosen_games(found, bots, USUAL_GAMES)
    seed, talk = chosen_seed(found.seed), chosen_talk(rules, asked_talk(found))
    entries = tuple(_entries(rules, counts, bots, seed, talk))
    scores = _scores(found.results)
    return Arena(rules, bots, seed, talk or rules.talk, games, entries, scores)


def _bots(names: Sequence[str]) -> tuple[str, ...]:
    """Every bot once."""
    from tenback.analysis.arena.lineups import identity

    if len(names) < 2:
        raise ArenaError("two")
    seen: dict[object, str] = {}
    for name in names:
        check(name)
        if identity(name) in seen:
            raise ArenaError("twice", first=seen[identity(name)], second=name)
        seen[identity(name)] = name
    return tuple(names)


def _meet(bots: Iterable[str]) -> None:
    """Refuse whoever cannot even sit down, before anything is played."""
    from tenback.analysis.arena.lineups import is_compiled

    for word in bots:
        if not is_compiled(word):
            lost: list[Lost] = []
            bot = seated(word, lost.append)
            if isinstance(bot, Outside):
                bot.meet()
            leave(bot)
            for each in lost:
                raise NotReadyError(each)


def _entries(
    rules: Rules,
    counts: Sequence[int],
    bots: Sequence[str],
    seed: str,
    talk: TalkPolicy | None,
) -> Iterator[Entry]:
    from tenback.analysis.arena.lineups import is_compiled, pairs, teams
    from tenback.sim import Setting

    for players in counts:
        for bot in filter(is_compiled, bots):
            ready(Setting(rules, players, (bot,), seed, talk))
        yield from (pairs if rules.duel else teams)(rules, players, bots, seed, talk)


def _scores(file: str | None) -> Scores:
    """What the file remembers, if there is one."""
    from tenback.analysis.arena.journal import DamagedJournal, Journal
    from tenback.analysis.arena.scores import Scores

    try:
        return Scores(Journal(file))
    except DamagedJournal as damage:
        raise ArenaError("results-damaged", file=str(file), line=damage.line) from None
    # A name with a NUL in it is a ValueError.
    except (OSError, ValueError) as error:
        raise _unwritable(str(file), error) from None


def _unwritable(file: str, error: Exception) -> ArenaError:
    why = getattr(error, "strerror", None) or str(error)
    return ArenaError("results-unwritable", file=file, why=why)


# Playing


def _play(arena: Arena, workers: Workers, say: Words) -> None:
    """Play until all games are done or somebody presses Ctrl-C."""
    from tenback.analysis.arena.playing import stream

    def take(part: Part) -> None:
        _write(arena, part)
        progress.add(part.counts.dealt, arena.so_far(part, say) if progress.visible else "")

    parts = stream(arena.missing(), workers)
    with Interruption() as interruption, Progress(arena.asked_in_all, say) as progress:
        if arena.played:
            progress.add(arena.played)
            interruption.arm()
        until_interrupted(parts, take, interruption)


def _write(arena: Arena, part: Part) -> None:
    try:
        arena.scores.add(part)
    except OSError as error:
        raise _unwritable(str(arena.scores.journal.file), error) from None


# Telling


def _answer(arena: Arena, found: argparse.Namespace, say: Words) -> None:
    from tenback.cli.simulating.arena_report import as_data, as_table, as_text

    answer(
        found,
        data=lambda: as_data(arena),
        table=lambda: as_table(arena),
        text=lambda: as_text(arena, say),
        interruption=arena.interruption(say) if arena.interrupted else "",
    )


def _tell_lost(arena: Arena, say: Words) -> None:
    """Who lost a seat, how often, and why at first; whatever is answered must not hide it."""
    for bot, lost in arena.lost().items():
        told = say("arena.lost", count=len(lost), bot=bot, why=lost[0].reason(say))
        print(f"tenback arena: {shown(sys.stderr, printable(told))}", file=sys.stderr)


def _draw(arena: Arena, say: Words, file: Path) -> None:
    from tenback.analysis.plots.bars import Bar, save_bars
    from tenback.analysis.plots.figure import Labels
    from tenback.cli.simulating.arena_report import heading, named, ranked, rate

    bars = [
        Bar(named(arena, entry, say), *rate(arena.scores.entry(entry)))
        for entry in ranked(arena)
        if arena.scores.entry(entry).games
    ]
    across = say("arena.plot.across-duel" if arena.rules.duel else "arena.plot.across")
    labels = Labels(say("arena.plot.title", game=arena.rules.name), heading(arena, say), across, "")
    save_bars(bars, labels, say, file)
