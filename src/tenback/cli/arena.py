"""`tenback arena BOT BOT ...`: bots together against the game, and against each other."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tenback.analysis.studies.participants import (
    game_count,
    player_counts,
    seed_or_new,
    talk_policy,
)
from tenback.bots.registry import Speed
from tenback.cli.arguments import COUNTS, Parser, add_language, chosen_words, parser
from tenback.cli.progress import STATUS, watch
from tenback.cli.status_line import shown
from tenback.cli.study_arguments import (
    SEARCH_BOTS,
    add_batch,
    add_output,
    add_talk,
    add_workers,
    asked_talk,
    check_output,
    chosen_workers,
)
from tenback.cli.study_output import print_study, save_picture
from tenback.cli.warnings import tell_untrained_at
from tenback.core.variants import GAMES
from tenback.words.printable import printable

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from tenback.analysis.studies.arena import Arena
    from tenback.words import Words

USUAL_GAMES = {Speed.INSTANT: 1_000, Speed.QUICK: 1_000, Speed.THINKS: 100}


def run(words: Sequence[str]) -> int:
    """Let all bots play and tell how strong they are."""
    found = _parser().parse(words)
    say = chosen_words(found.language)
    check_output(found)
    from tenback.analysis.studies.arena import check_bots, play
    from tenback.cli.reports.arena_report import as_text, draw, so_far

    arena = _arena(found)
    check_bots(arena.awaited)
    tell_untrained_at(say, (lineup for entry in arena.entries for lineup in entry.lineups))
    arena = watch(play(arena, chosen_workers(found)), arena.asked_in_all, say, so_far)
    print_study(found, "arena", arena, as_text(arena, say), say)
    _tell_lost(arena, say)
    save_picture(found, say, lambda file: draw(arena, say, file))
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
        f"{SEARCH_BOTS}",
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
    add_output(
        arguments,
        csv="a CSV table with a row for each team, or every two of a duel",
        plot="a picture of the win rates",
    )
    add_language(arguments)
    return arguments


def _arena(found: argparse.Namespace) -> Arena:
    """The arena that the command line asks for, with the results of earlier runs."""
    from tenback.analysis.studies.arena import Arena, different_bots, entries_of, scores_in
    from tenback.analysis.studies.contenders import variant_of

    rules = variant_of(found.variant)
    counts, bots = player_counts(rules, found.players), different_bots(found.bots)
    games = game_count(found.games, bots, USUAL_GAMES)
    seed, talk = seed_or_new(found.seed), talk_policy(rules, asked_talk(found))
    entries = tuple(entries_of(rules, counts, bots, seed, talk))
    scores = scores_in(found.results)
    return Arena(rules, bots, seed, talk or rules.talk, games, entries, scores)


def _tell_lost(arena: Arena, say: Words) -> None:
    """Which bots lost a seat, how often, and why at first; no form of output may hide it."""
    for bot, lost in arena.lost().items():
        line = say("arena.lost", count=len(lost), bot=bot, why=lost[0].reason(say))
        print(f"tenback arena: {shown(sys.stderr, printable(line))}", file=sys.stderr)
