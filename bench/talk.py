"""What talk is worth: the same bot on the same deals, silent and talking, 2 to 5 players.

    python bench/talk.py [--bot master] [--variant original] [--games 1000] [--minutes 30] [--full]

Prints a table of win rates and paired differences with 95 % intervals under T1 (no-numbers) and T2
(no-clues). Rounds are appended to `--results`, and the next run goes on from there. A count of
players is done once both differences are clearly above 0, unless `--full` asks for all games;
clearly means more than the 95 % of an interval (`tenback.analysis.arena.verdicts`).
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from measuring import add_options, carry_out, show

from tenback import Rules
from tenback.analysis.arena.jobs import SameDeals
from tenback.analysis.arena.journal import Journal
from tenback.analysis.arena.lineups import Lineup
from tenback.analysis.arena.rounds import Memory, Rounds
from tenback.analysis.arena.verdicts import OPEN, wins_more
from tenback.core.rules import TalkPolicy

if TYPE_CHECKING:
    from collections.abc import Iterator

POLICIES = (TalkPolicy.NO_NUMBERS, TalkPolicy.NO_CLUES)
PLAYERS = (2, 3, 4, 5)
SILENT = 0  # the place of the silent table; the others follow in the order of POLICIES
COLUMNS = ("players", "games", "silent %", "policy", "won %", "difference", "95 %", "p", "")


def tables(rules: Rules, players: int, bot: str, seed: str) -> tuple[Lineup, ...]:
    """The silent table, then one for each policy."""
    policies = (TalkPolicy.SILENT, *POLICIES)
    return tuple(Lineup(rules, (bot,) * players, seed, policy) for policy in policies)


def is_enough(found: Rounds) -> bool:
    """Whether both policies clearly help."""
    return all(wins_more(found.pair(1 + place, SILENT)) for place in range(len(POLICIES)))


def rows(players: int, found: Rounds) -> Iterator[tuple[str, ...]]:
    for place, policy in enumerate(POLICIES, start=1):
        pair = found.pair(place, SILENT)
        ends = pair.interval
        yield (
            str(players),
            str(found.games),
            f"{100 * found.rate(SILENT):.1f}",
            str(policy),
            f"{100 * found.rate(place):.1f}",
            f"{100 * pair.difference:+.1f}",
            f"{100 * ends.low:+.1f} to {100 * ends.high:+.1f}",
            f"{pair.chance:.2g}",
            "helps" if wins_more(pair) else OPEN,
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bot", default="master")
    parser.add_argument("--variant", default="original")
    parser.add_argument("--players", type=int, nargs="*", default=PLAYERS)
    add_options(parser, games=1_000, seed="talk", results="talk.jsonl")
    found = parser.parse_args()
    rules, memory = Rules.named(found.variant), Memory(Journal(found.results))
    wanted = {players: tables(rules, players, found.bot, found.seed) for players in found.players}
    jobs = [
        SameDeals(each, memory, found.games, lambda so_far: not found.full and is_enough(so_far))
        for each in wanted.values()
    ]
    carry_out(jobs, found)
    lines = [row for players, each in wanted.items() for row in rows(players, memory.of(each))]
    show([COLUMNS, *lines])


if __name__ == "__main__":
    main()
