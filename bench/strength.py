"""How strong the bots are, on fresh deals, with 95 % intervals.

    python bench/strength.py [--cells PATTERN ...] [--games 2000] [--minutes 30] [--full]
    python bench/strength.py --ladder [--cells PATTERN ...] [--games 2000] [--minutes 30]
    python bench/strength.py --speed

Without an option: `master` at level normal, with talk by each edition's own policy, at every table
and in duels against the others. `--ladder`: each rung against the one below on the same deals.
`--speed`: how long they think. Names of cells are such as original-3p, face-to-face-greedy and, in
the ladder, original-3p-strong; patterns may have a *.

Whatever is played is appended to `--results`, and the next run goes on from there. A cell is left
alone as soon as it is clear on which side of the wanted figure it lies, unless `--full` asks for
all games. Since that is looked at again and again, it counts as clear only with more than 95 %.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from fnmatch import fnmatch
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from tenback import Deal, Rules, sim
from tenback.analysis.arena.jobs import Games, Job, SameDeals, work
from tenback.analysis.arena.journal import Journal
from tenback.analysis.arena.lineups import Entry, Lineup, pairs
from tenback.analysis.arena.rounds import Memory, Rounds
from tenback.analysis.arena.scores import Scores
from tenback.bots.base import Willing, plan_turn, remarks, willingness
from tenback.core.variants import every
from tenback.sim.statistics import Interval, wilson

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
RUNGS = ("random", "greedy", "careful", "strong", "master")
FULL = 2_000  # games after which the estimate itself decides
FEWEST = 50  # games before anything is clear
CLEAR = 2.8  # deviations; with so many looks, about what 1.96 are with one
HARDLY = 0.01  # where both win less, cards left decide

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
    """One figure: who plays what, and what is wanted."""

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


# What the figures say


def bounds(hits: int, tries: int, deviations: float) -> Interval:
    """The Wilson interval with so many deviations."""
    rate, weight = hits / tries, deviations**2 / tries
    middle = (rate + weight / 2) / (1 + weight)
    spread = sqrt(rate * (1 - rate) / tries + weight / (4 * tries))
    half = deviations * spread / (1 + weight)
    return Interval(middle - half, middle + half)


def is_clear(counts: Counts, wanted: float | None) -> bool:
    """Whether it is plain on which side of a figure the truth lies."""
    if wanted is None or counts.games < FEWEST:
        return False
    found = bounds(counts.wins[0], counts.games, CLEAR)
    return found.low > wanted / 100 or found.high < wanted / 100


def verdict(counts: Counts, wanted: float | None) -> str:
    """Whether a figure is reached: by the estimate of 2,000 games, or by the bound of fewer."""
    if wanted is None or not counts.games:
        return "-" if wanted is None else "open"
    rate, interval = counts.wins[0] / counts.games, wilson(counts.wins[0], counts.games)
    if counts.games >= FULL:
        return "reached" if rate >= wanted / 100 else "missed"
    if interval.low >= wanted / 100:
        return "reached"
    return "missed" if interval.high < wanted / 100 else "open"


def told(counts: Counts) -> tuple[str, str, str]:
    """The win rate in percent, its interval, and the cards left."""
    if not counts.games:
        return "", "", ""
    rate, interval = counts.wins[0] / counts.games, wilson(counts.wins[0], counts.games)
    between = f"{100 * interval.low:.1f} to {100 * interval.high:.1f}"
    return f"{100 * rate:.1f}", between, f"{counts.mean_left:.2f}"


# Tables


def show(rows: Sequence[Sequence[str]]) -> None:
    """A table that is Markdown as well."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [rows[0], ["-" * width for width in widths], *rows[1:]]
    for line in lines:
        filled = (f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True))
        print("|", " | ".join(filled), "|")
    print()


def figure(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def list_of(found: Sequence[Cell], scores: Scores) -> list[list[str]]:
    """Every cell in a line."""
    head = ["cell", "games", "won %", "95 %", "left", "wanted", "", "aim", ""]
    rows = [head]
    for cell in found:
        counts = scores.entry(cell.entry)
        first, second = verdict(counts, cell.wanted), verdict(counts, cell.aim)
        ends = [figure(cell.wanted), first, figure(cell.aim), second]
        rows.append([cell.name, str(counts.games), *told(counts), *ends])
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
    """The rate, its interval and games, and a mark for each figure that is reached."""
    counts = scores.entry(cell.entry)
    if not counts.games:
        return ""
    marks = [verdict(counts, figure) == "reached" for figure in (cell.wanted, cell.aim)]
    rate, between, _ = told(counts)
    return f"{rate} ({between}; {counts.games}){' ' if any(marks) else ''}{'✓' * sum(marks)}"


def measure(found: argparse.Namespace) -> None:
    """The table of the whole."""
    chosen = [cell for cell in cells(found.seed) if matches(cell.name, found.cells)]
    scores = Scores(Journal(found.results))
    jobs = [Games(cell.entry, scores, found.games, enough_for(cell, found.full)) for cell in chosen]
    carry_out(jobs, found)
    if found.markdown:
        show(grid_of(chosen, scores))
        chosen = [cell for cell in chosen if cell.game == DUEL]
    if chosen:
        show(list_of(chosen, scores))


def enough_for(cell: Cell, full: bool) -> Callable[[Counts], bool]:
    return lambda counts: not full and is_clear(counts, cell.wanted)


def matches(name: str, patterns: Sequence[str]) -> bool:
    return not patterns or any(fnmatch(name, pattern) for pattern in patterns)


def carry_out(jobs: Sequence[Job], found: argparse.Namespace) -> None:
    """Work until all is known, time is up or somebody presses Ctrl-C."""
    seconds = None if found.minutes is None else 60 * found.minutes
    begun, before = time.monotonic(), sum(job.begun for job in jobs)
    try:
        for _ in work(jobs, sim.Workers(cores=found.cores), seconds):
            games, spent = sum(job.begun for job in jobs) - before, time.monotonic() - begun
            print(f"\r{games} games begun, {spent:.0f} s ", end="", file=sys.stderr)
    except KeyboardInterrupt:
        pass
    print(file=sys.stderr)


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
            for lower, upper in pairwise(RUNGS):
                yield rung(rules, players, lower, upper, seed)


def rung(rules: Rules, players: int, lower: str, upper: str, seed: str) -> Rung:
    name = f"{rules.name}-{players}p-{upper}"
    if rules.duel:
        (entry,) = pairs(rules, players, (upper, lower), seed)
        return Rung(name, lower, upper, entry.lineups, entry)
    tables = tuple(Lineup(rules, (bot,) * players, seed) for bot in (upper, lower))
    return Rung(name, lower, upper, tables, None)


def rises(found: Rounds, deviations: float = 1.96) -> bool:
    """Whether the first table is plainly better; where hardly any game is won, by cards left."""
    pair = found.pair(0, 1)
    if found.games < FEWEST:
        return False
    wider = deviations / 1.96
    if max(found.rate(0), found.rate(1)) < HARDLY:
        left = pair.left_interval
        return pair.left_difference + wider * (left.high - pair.left_difference) < 0
    return pair.difference - wider * (pair.difference - pair.interval.low) > 0


def climb(found: argparse.Namespace) -> None:
    """Each rung beside the one below."""
    journal = Journal(found.results)
    scores, memory = Scores(journal), Memory(journal)
    chosen = [each for each in rungs(found.seed) if matches(each.name, found.cells)]
    carry_out([rung_job(each, scores, memory, found) for each in chosen], found)
    head = ["rung", "beside", "games", "won %", "below %", "difference", "95 %", "by", ""]
    show([head, *(rung_row(each, scores, memory) for each in chosen)])


def rung_job(each: Rung, scores: Scores, memory: Memory, found: argparse.Namespace) -> Job:
    quick = 10 if BOT in each.upper else 100
    if each.entry is not None:
        enough = enough_for(Cell("", "", "", each.entry, 50, None), found.full)
        return Games(each.entry, scores, found.games, enough, quick)

    def is_enough(so_far: Rounds) -> bool:
        return not found.full and rises(so_far, CLEAR)

    return SameDeals(each.tables, memory, found.games, is_enough, quick)


def rung_row(each: Rung, scores: Scores, memory: Memory) -> list[str]:
    if each.entry is not None:
        counts = scores.entry(each.entry)
        rate, between, _ = told(counts)
        clear = bool(counts.games) and wilson(counts.wins[0], counts.games).low > 0.5
        cells = [str(counts.games), rate, "", "", between, "duels"]
        return [each.name, each.lower, *cells, "stronger" if clear else "open"]
    found = memory.of(each.tables)
    if not found.games:
        return [each.name, each.lower, "0", "", "", "", "", "", "open"]
    rates = [f"{100 * found.rate(table):.1f}" for table in (0, 1)]
    mark = "stronger" if rises(found) else "open"
    return [each.name, each.lower, str(found.games), *rates, *difference(found), mark]


def difference(found: Rounds) -> tuple[str, str, str]:
    """By how much the first is ahead, where the truth lies, and in what."""
    pair = found.pair(0, 1)
    if max(found.rate(0), found.rate(1)) < HARDLY:
        left = pair.left_interval
        return f"{pair.left_difference:+.2f}", f"{left.low:+.2f} to {left.high:+.2f}", "cards left"
    ends = pair.interval
    between = f"{100 * ends.low:+.1f} to {100 * ends.high:+.1f}"
    return f"{100 * pair.difference:+.1f}", between, "points"


# Speed


class Timed:
    """A bot, and how long each of its turns took."""

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
    """How long `strong` and `master` think, on one core."""
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
    return max(rounds)


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
    subprocess.run(command, check=True)  # compiles, where nothing is kept yet
    begin = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - begin


def turns(rules: Rules, players: int) -> list[str]:
    """The turns of one game at one table."""
    from tenback.bots import tables
    from tenback.bots.registry import make

    bot = Timed(make(BOT))
    tables.play(rules, Deal.from_seed(rules, players, "speed"), [bot] * players, "speed")
    spent = [1000 * seconds for seconds in bot.seconds]
    mean = sum(spent) / len(spent)
    name = f"{rules.name}-{players}p"
    return [name, str(len(spent)), f"{mean:.0f}", f"{max(spent):.0f}"]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cells", nargs="*", default=[], metavar="PATTERN", help="which figures")
    parser.add_argument("--games", type=int, default=FULL, help="for each figure, at most")
    parser.add_argument("--minutes", type=float, help="stop then")
    parser.add_argument("--full", action="store_true", help="no early stop")
    parser.add_argument("--seed", default="strength", help="of the deals")
    parser.add_argument("--cores", type=int, help="by default all")
    parser.add_argument("--results", default="strength.jsonl", help="appended to and resumed")
    parser.add_argument("--markdown", action="store_true", help="teams in a grid, for the docs")
    parser.add_argument("--ladder", action="store_true", help="each rung and the one below")
    parser.add_argument("--speed", action="store_true", help="games a second, ms a turn")
    found = parser.parse_args()
    (speed if found.speed else climb if found.ladder else measure)(found)


if __name__ == "__main__":
    main()
