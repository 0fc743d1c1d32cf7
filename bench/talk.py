"""What talk is worth: the same bot on the same deals, silent and talking, 2 to 5 players.

    python bench/talk.py [--bot master] [--variant original] [--games 1000] [--minutes 30] [--full]

Prints a table of win rates and paired differences with 95 % intervals under T1 (no-numbers) and T2
(no-clues). Rounds are appended to `--results`, and the next run goes on from there. A count of
players is left alone once both differences are plainly above 0, unless `--full` asks for all games.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from tenback import Rules, sim
from tenback.analysis.arena.jobs import SameDeals, work
from tenback.analysis.arena.journal import Journal
from tenback.analysis.arena.lineups import Lineup
from tenback.analysis.arena.rounds import Memory, Rounds
from tenback.core.rules import TalkPolicy

if TYPE_CHECKING:
    from collections.abc import Iterator

POLICIES = (TalkPolicy.NO_NUMBERS, TalkPolicy.NO_CLUES)
PLAYERS = (2, 3, 4, 5)
SILENT = 0  # the place of the silent table; the others follow in the order of POLICIES
FEWEST = 50
CLEAR = 0.005  # a chance so small is clear even when it is looked at again and again
COLUMNS = ("players", "games", "silent %", "policy", "won %", "difference", "95 %", "p", "")


def tables(rules: Rules, players: int, bot: str, seed: str) -> tuple[Lineup, ...]:
    """The silent table, then one for each policy."""
    policies = (TalkPolicy.SILENT, *POLICIES)
    return tuple(Lineup(rules, (bot,) * players, seed, policy) for policy in policies)


def talk_helps(found: Rounds, place: int, limit: float) -> bool:
    """Whether a talking table plainly wins more than the silent one."""
    pair = found.pair(place, SILENT)
    return pair.difference > 0 and pair.chance < limit


def is_enough(found: Rounds) -> bool:
    """Whether both policies plainly help."""
    places = range(1, 1 + len(POLICIES))
    return found.games >= FEWEST and all(talk_helps(found, place, CLEAR) for place in places)


def rows(players: int, found: Rounds) -> Iterator[tuple[str, ...]]:
    for place, policy in enumerate(POLICIES, start=1):
        pair = found.pair(place, SILENT)
        ends = pair.interval
        helps = talk_helps(found, place, 0.05)
        yield (
            str(players),
            str(found.games),
            f"{100 * found.rate(SILENT):.1f}",
            str(policy),
            f"{100 * found.rate(place):.1f}",
            f"{100 * pair.difference:+.1f}",
            f"{100 * ends.low:+.1f} to {100 * ends.high:+.1f}",
            f"{pair.chance:.2g}",
            "helps" if helps else "open",
        )


def show(lines: list[tuple[str, ...]]) -> None:
    """A table that is Markdown as well."""
    widths = [max(map(len, column)) for column in zip(COLUMNS, *lines, strict=True)]
    for line in (COLUMNS, tuple("-" * width for width in widths), *lines):
        filled = (f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True))
        print("|", " | ".join(filled), "|")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bot", default="master")
    parser.add_argument("--variant", default="original")
    parser.add_argument("--players", type=int, nargs="*", default=PLAYERS)
    parser.add_argument("--games", type=int, default=1_000, help="at each table, at most")
    parser.add_argument("--minutes", type=float, help="stop then")
    parser.add_argument("--full", action="store_true", help="no early stop")
    parser.add_argument("--seed", default="talk", help="of the deals")
    parser.add_argument("--cores", type=int, help="by default all")
    parser.add_argument("--results", default="talk.jsonl", help="appended to and resumed")
    found = parser.parse_args()
    rules, memory = Rules.named(found.variant), Memory(Journal(found.results))
    wanted = {players: tables(rules, players, found.bot, found.seed) for players in found.players}
    jobs = [
        SameDeals(each, memory, found.games, lambda so_far: not found.full and is_enough(so_far))
        for each in wanted.values()
    ]
    seconds, begin = None if found.minutes is None else 60 * found.minutes, time.monotonic()
    try:
        for _ in work(jobs, sim.Workers(cores=found.cores), seconds):
            games, spent = sum(job.begun for job in jobs), time.monotonic() - begin
            print(f"\r{games} deals begun, {spent:.0f} s ", end="", file=sys.stderr)
    except KeyboardInterrupt:
        pass
    print(file=sys.stderr)
    lines = [row for players, each in wanted.items() for row in rows(players, memory.of(each))]
    show(lines)


if __name__ == "__main__":
    main()
