"""How strong the bots are, on fresh deals, with 95 % intervals.

    python bench/strength.py [--cells PATTERN ...] [--games 2000] [--minutes 30] [--full]
    python bench/strength.py --ladder [--cells PATTERN ...] [--games 2000] [--minutes 30]
    python bench/strength.py --speed

Without an option: `master` at level normal, with talk by each edition's own policy, at every table
and in duels against the other bots. `--ladder`: each rung against the one below on the same deals.
`--speed`: the time for a turn. Names of cells are such as original-3p, face-to-face-greedy and, in
the ladder, original-3p-strong; patterns may have a *.

The program appends every batch to `--results`, and the next run continues from there. A cell is
done as soon as it is clear on which side of the wanted figure it lies, unless `--full` asks for all
games. Since the program looks repeatedly, clear means more than the 95 % of an interval
(`tenback.analysis.arena.verdicts`).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from fnmatch import fnmatch
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from measuring import add_options, carry_out, show

from tenback import Deal, Rules, sim
from tenback.analysis.arena.jobs import Games, Job, SameDeals
from tenback.analysis.arena.journal import Journal
from tenback.analysis.arena.lineups import Entry, Lineup, pairs
from tenback.analysis.arena.rounds import Memory, Rounds
from tenback.analysis.arena.scores import Scores
from tenback.analysis.arena.verdicts import (
    FULL,
    OPEN,
    REACHED,
    clear_side,
    hardly_wins,
    rises,
    verdict,
)
from tenback.bots.base import Willing, plan_turn, remarks, willingness
from tenback.core.bot_spec import LADDER
from tenback.core.variants import every
from tenback.sim.statistics import wilson

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Sequence

    from tenback.analysis.arena.counts import Counts
    from tenback.bots.base import Bot
    from tenback.core.moves import Move
    from tenback.core.rules import TalkPolicy
    from tenback.core.views import View

BOT = "master"
DUEL = "face-to-face"
HALF = 50  # percent, of duels between equals

WANTED: dict[str, tuple[tuple[int, float | None, float | None], ...]] = {
    "original": ((1, 45, 65), (2, 88, 96), (3, 87, 96), (4, 94, 98.5), (5, 95, 99)),
    "original-expert": ((1, 20, 35), (2, 45, 70), (3, 30, 60), (4, 40, 65), (5, 45, 70)),
    "original-on-fire": ((1, 36, 50), (2, 70, 87), (3, 50, 80), (4, 58, 85), (5, 60, 87)),
    "quick-and-easy": ((2, 38, 50), (3, 56, 70), (4, 61, 75), (5, 56, 72)),
    "quick-and-easy-professional": ((2, 18, 30), (3, 20, 35), (4, 22, 35), (5, 20, 35)),
    "original-expert-short-hands": tuple((players, None, None) for players in range(1, 6)),
    "original-expert-on-fire": tuple((players, None, None) for players in range(1, 6)),
}
"""Players, the figure to be reached, and the aim, in percent of games won."""

WANTED_IN_DUELS = (("greedy", 80, 90), ("careful", 75, None), ("strong", 55, None))


class Cell(NamedTuple):
    """One figure: the table, the figure to reach, and the aim."""

    name: str
    game: str
    column: str
    entry: Entry
    wanted: float | None
    aim: float | None


def cells(seed: str) -> Iterator[Cell]:
    """Every figure, teams first."""
    for name, columns in WANTED.items():
        rules = Rules.named(name)
        for players, wanted, aim in columns:
            entry = Entry((BOT,), (Lineup(rules, (BOT,) * players, seed),))
            yield Cell(f"{name}-{players}p", name, str(players), entry, wanted, aim)
    rules = Rules.named(DUEL)
    for other, least, aim in WANTED_IN_DUELS:
        (entry,) = pairs(rules, 2, (BOT, other), seed)
        yield Cell(f"{DUEL}-{other}", DUEL, other, entry, least, aim)


# Figures


def rate_texts(counts: Counts) -> tuple[str, str, str]:
    """The win rate in percent, its interval, and the cards left."""
    if not counts.games:
        return "", "", ""
    rate, interval = counts.wins[0] / counts.games, wilson(counts.wins[0], counts.games)
    between = f"{100 * interval.low:.1f} to {100 * interval.high:.1f}"
    return f"{100 * rate:.1f}", between, f"{counts.mean_left:.2f}"


# Tables


def figure(counts: Counts, wanted: float | None) -> tuple[str, str]:
    """The wanted figure, and whether it is reached."""
    return ("", "-") if wanted is None else (f"{wanted:g}", verdict(counts, wanted))


def list_of(found: Sequence[Cell], scores: Scores) -> list[list[str]]:
    """A row for every cell."""
    head = ["cell", "games", "won %", "95 %", "left", "wanted", "", "aim", ""]
    rows = [head]
    for cell in found:
        counts = scores.entry(cell.entry)
        ends = [text for wanted in (cell.wanted, cell.aim) for text in figure(counts, wanted)]
        rows.append([cell.name, str(counts.games), *rate_texts(counts), *ends])
    return rows


def grid_of(found: Sequence[Cell], scores: Scores) -> list[list[str]]:
    """Win rates of teams by game and number of players, as docs/strength.md has them."""
    columns = [str(players) for players in range(1, 6)]
    by_place = {(cell.game, cell.column): cell for cell in found}
    games = dict.fromkeys(cell.game for cell in found if cell.game != DUEL)
    rows = [["won in %", *columns]]
    for game in games:
        places = (by_place.get((game, column)) for column in columns)
        rows.append([game, *("–" if cell is None else short(cell, scores) for cell in places)])
    return rows


def short(cell: Cell, scores: Scores) -> str:
    """The rate, its interval and games, and a mark for each figure reached."""
    counts = scores.entry(cell.entry)
    if not counts.games:
        return ""
    marks = [figure(counts, wanted)[1] == REACHED for wanted in (cell.wanted, cell.aim)]
    rate, between, _ = rate_texts(counts)
    return f"{rate} ({between}; {counts.games}){' ' if any(marks) else ''}{'✓' * sum(marks)}"


def measure(found: argparse.Namespace) -> None:
    """Measure the cells and print the table."""
    chosen = [cell for cell in cells(found.seed) if matches(cell.name, found.cells)]
    scores = Scores(Journal(found.results))
    carry_out([cell_job(cell, scores, found) for cell in chosen], found)
    if found.markdown:
        show(grid_of(chosen, scores))
        chosen = [cell for cell in chosen if cell.game == DUEL]
    if chosen:
        show(list_of(chosen, scores))


def cell_job(cell: Cell, scores: Scores, found: argparse.Namespace) -> Job:
    return Games(cell.entry, scores, found.games, enough_for(cell.wanted, found.full))


def enough_for(wanted: float | None, full: bool) -> Callable[[Counts], bool]:
    """Whether it is clear on which side of a figure the true rate lies."""
    if wanted is None or full:
        return lambda _: False
    return lambda counts: clear_side(counts, wanted) != OPEN


def matches(name: str, patterns: Sequence[str]) -> bool:
    return not patterns or any(fnmatch(name, pattern) for pattern in patterns)


# The ladder


class Rung(NamedTuple):
    """One step of the ladder at one table; in a duel `entry`, else `tables` are measured."""

    name: str
    lower: str
    upper: str
    tables: tuple[Lineup, ...]
    entry: Entry | None


def rungs(seed: str) -> Iterator[Rung]:
    """Every step at every table."""
    for rules in every():
        for players in rules.player_counts:
            for lower, upper in pairwise(LADDER):
                yield rung(rules, players, lower, upper, seed)


def rung(rules: Rules, players: int, lower: str, upper: str, seed: str) -> Rung:
    name = f"{rules.name}-{players}p-{upper}"
    if rules.duel:
        (entry,) = pairs(rules, players, (upper, lower), seed)
        return Rung(name, lower, upper, entry.lineups, entry)
    tables = tuple(Lineup(rules, (bot,) * players, seed) for bot in (upper, lower))
    return Rung(name, lower, upper, tables, None)


def climb(found: argparse.Namespace) -> None:
    """Measure each rung and the one below, and print the table."""
    journal = Journal(found.results)
    scores, memory = Scores(journal), Memory(journal)
    chosen = [each for each in rungs(found.seed) if matches(each.name, found.cells)]
    carry_out([rung_job(each, scores, memory, found) for each in chosen], found)
    head = ["rung", "beside", "games", "won %", "below %", "difference", "95 %", "by", ""]
    show([head, *(rung_row(each, scores, memory) for each in chosen)])


def rung_job(each: Rung, scores: Scores, memory: Memory, found: argparse.Namespace) -> Job:
    quick = 10 if BOT in each.upper else 100
    if each.entry is not None:
        return Games(each.entry, scores, found.games, enough_for(HALF, found.full), quick)

    def is_enough(so_far: Rounds) -> bool:
        return not found.full and rises(so_far)

    return SameDeals(each.tables, memory, found.games, is_enough, quick)


def rung_row(each: Rung, scores: Scores, memory: Memory) -> list[str]:
    if each.entry is not None:
        counts = scores.entry(each.entry)
        rate, between, _ = rate_texts(counts)
        mark = "stronger" if clear_side(counts, HALF) == REACHED else OPEN
        return [each.name, each.lower, str(counts.games), rate, "", "", between, "duels", mark]
    found = memory.of(each.tables)
    if not found.games:
        return [each.name, each.lower, "0", "", "", "", "", "", OPEN]
    rates = [f"{100 * found.rate(table):.1f}" for table in (0, 1)]
    mark = "stronger" if rises(found) else OPEN
    return [each.name, each.lower, str(found.games), *rates, *difference(found), mark]


def difference(found: Rounds) -> tuple[str, str, str]:
    """The lead of the first table, its interval, and its unit."""
    pair = found.pair(0, 1)
    if hardly_wins(found):
        left = pair.left_interval
        return f"{pair.left_difference:+.2f}", f"{left.low:+.2f} to {left.high:+.2f}", "cards left"
    ends = pair.interval
    between = f"{100 * ends.low:+.1f} to {100 * ends.high:+.1f}"
    return f"{100 * pair.difference:+.1f}", between, "points"


# Speed


class Timed:
    """A bot that measures the time of each of its turns."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.name = bot.name
        self.seconds: list[float] = []

    def move(self, view: View, rng: random.Random) -> Move:
        return self.bot.move(view, rng)

    def turn(self, view: View, rng: random.Random) -> tuple[Move, ...]:
        begin = time.perf_counter()
        moves = plan_turn(self.bot, view, rng)
        self.seconds.append(time.perf_counter() - begin)
        return moves

    def say(self, view: View, policy: TalkPolicy, rng: random.Random) -> tuple[str, ...]:
        return remarks(self.bot, view, policy, rng)

    def willing(self, view: View, rng: random.Random) -> Willing:
        return willingness(self.bot, view, rng)


def speed(found: argparse.Namespace) -> None:
    """Measure the speed of `strong` and `master` on one core."""
    rate = strong_speed()
    print(f"strong, original, 3 players, one core: {rate:,.0f} games/s (wanted: 300 at least)\n")
    print(f"first move of master in a fresh process: {first_move():.1f} s (wanted: 5 s at most)\n")
    rows = [["master:normal", "turns", "ms a turn", "longest ms"]]
    tables = [(rules, players) for rules in every() for players in rules.player_counts]
    chosen = [each for each in tables if matches(f"{each[0].name}-{each[1]}p", found.cells)]
    show([*rows, *(turns(*each) for each in chosen)])


def strong_speed() -> float:
    rules, one = Rules.named("original"), sim.Workers(cores=1)
    sim.play(rules, 3, "strong", 10, "warm", workers=one)
    rounds = []
    for number in range(5):
        begin = time.perf_counter()
        sim.play(rules, 3, "strong", 600, f"speed {number}", workers=one)
        rounds.append(600 / (time.perf_counter() - begin))
    return median(rounds)


def first_move() -> float:
    """Seconds from the start of a process to its first move, with everything compiled."""
    program = (
        "import random\n"
        "from tenback import Deal, Game, Rules\n"
        "from tenback.bots.registry import make\n"
        "rules = Rules.named('original')\n"
        "game = Game(rules, Deal.from_seed(rules, 3, 'first'), starter=0)\n"
        "make('master').turn(game.view(0), random.Random(1))\n"
    )
    command = [sys.executable, "-c", program]
    subprocess.run(command, check=True)  # compiles the kernels if the cache is empty
    begin = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - begin


def turns(rules: Rules, players: int) -> list[str]:
    """The row for the turns of one game at one table."""
    from tenback.bots import match
    from tenback.bots.registry import make

    bot = Timed(make(BOT))
    match.play(rules, Deal.from_seed(rules, players, "speed"), [bot] * players, "speed")
    spent = [1000 * seconds for seconds in bot.seconds]
    mean = sum(spent) / len(spent)
    name = f"{rules.name}-{players}p"
    return [name, str(len(spent)), f"{mean:.0f}", f"{max(spent):.0f}"]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cells", nargs="*", default=[], metavar="PATTERN", help="which figures")
    add_options(parser, games=FULL, seed="strength", results="strength.jsonl")
    parser.add_argument("--markdown", action="store_true", help="teams in a grid, for the docs")
    parser.add_argument("--ladder", action="store_true", help="each rung and the one below")
    parser.add_argument("--speed", action="store_true", help="games a second, ms a turn")
    found = parser.parse_args()
    (speed if found.speed else climb if found.ladder else measure)(found)


if __name__ == "__main__":
    main()
