"""How fast the simulator is, beside a reference in C and OpenSpiel's Hanabi in the same run.

    python bench/sim.py [--seconds 3] [--long] [--reference ../shared/bench/greedy.c]

Prints one table. Whatever is compared is measured in turn, several times, and the best round of
each side counts: on a shared machine the fastest round is the one that was disturbed least. Kernels
are compiled before any clock starts. `--long` adds ten and a hundred million games.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tenback import Rules, sim
from tenback.core.bot_spec import LADDER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tenback.sim.statistics import Interval

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT.parent / "shared" / "bench" / "greedy.c"
ROUNDS = 5
SLICE = 100_000
BATCH = 20_000  # games between two looks of the reference at its clock
GAMES = ("original", "on-fire", "quick-and-easy", "face-to-face")
BOTS = LADDER[:-2]
OTHERS = ("hanabi", "gin_rummy", "leduc_poker")


class Row(NamedTuple):
    """A line of the table."""

    what: str
    ours: str
    theirs: str = ""
    ratio: str = ""
    wanted: str = ""


COLUMNS = Row("what", "tenback", "beside it", "ratio", "wanted")


class Rate(NamedTuple):
    """Games played, games won, and games per second."""

    games: int
    wins: int
    speed: float

    @property
    def interval(self) -> Interval:
        from tenback.sim.statistics import wilson

        return wilson(self.wins, self.games)

    def __str__(self) -> str:
        low, high = 100 * self.interval.low, 100 * self.interval.high
        return f"{100 * self.wins / self.games:.2f} % ({low:.2f} to {high:.2f})"


def in_turn(rounds: int, *measures: Callable[[], float]) -> list[list[float]]:
    """The values of each measurement, round by round."""
    found = [[measure() for measure in measures] for _ in range(rounds)]
    return [list(column) for column in zip(*found, strict=True)]


def best_of(rounds: int, *measures: Callable[[], float]) -> list[float]:
    """The highest value of each measurement."""
    return [max(column) for column in in_turn(rounds, *measures)]


def seconds_of(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds that a function takes."""
    begin = clock()
    work()
    return clock() - begin


# Fresh processes: memory and start-up


def memory(long: bool) -> Iterator[Row]:
    """The peak memory of a process that plays many games.

    Comes first: until it has loaded its own program, a child counts the pages of its parent, which
    must be a small one.
    """
    sizes = (10**6, 10**8) if long else (10**6, 10**7)
    small, large = (peak(games) for games in sizes)
    yield Row(
        f"peak memory, {sizes[1]:,} games beside {sizes[0]:,}",
        f"{large:.0f} MB",
        f"{small:.0f} MB",
        f"{large / small:.2f}",
        "below 500 MB",
    )


def peak(games: int) -> float:
    """The peak resident memory in megabytes of a fresh process that plays these games."""
    program = (
        "import resource, sys\n"
        "from tenback import Rules, sim\n"
        "sim.play(Rules.named('original'), 3, 'random', int(sys.argv[1]), 'memory')\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(games)], capture_output=True, text=True, check=True
    )
    unit = 1 if sys.platform == "darwin" else 1024
    return int(done.stdout) * unit / 1e6


def start_up() -> Iterator[Row]:
    """How long the user waits for the first output."""
    simulate = [sys.executable, "-m", "tenback.cli.main", "simulate", "original", "--games", "1000"]
    usage = [sys.executable, "-m", "tenback.cli.main", "--help"]
    nothing = [sys.executable, "-c", "pass"]
    first_output(simulate)  # compiles the kernels if the cache is empty
    waited = min(first_output(simulate) for _ in range(3))
    yield Row("simulate, 1,000 games: first figure", f"{waited:.2f} s", "", "", "3 s at most")
    measures = [lambda: seconds_of(lambda: run(usage)), lambda: seconds_of(lambda: run(nothing))]
    ours, theirs = map(min, in_turn(2 * ROUNDS, *measures))
    yield Row(
        "tenback --help, beside python -c pass",
        f"{ours:.3f} s",
        f"{theirs:.3f} s",
        f"+{ours - theirs:.3f} s",
        "+0.2 s at most",
    )


def run(command: list[str]) -> None:
    """Run a command to its end."""
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def first_output(command: list[str]) -> float:
    """Seconds until a command has written its first byte to a pipe."""
    begin = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        assert process.stdout is not None
        process.stdout.read(1)
        waited = time.perf_counter() - begin
        process.stdout.read()
    return waited


# Beside C


def beside_c(program: Path | None, seconds: float) -> Iterator[Row]:
    """Greedy games of `original` on one core, and the same in C."""
    for players in range(1, 6):
        if program is None:
            yield alone(players, seconds)
        else:
            yield from both(program, players, seconds)


def alone(players: int, seconds: float) -> Row:
    """The rows of tenback if there is no reference."""
    rounds = [greedy(players, seconds / ROUNDS, number) for number in range(ROUNDS)]
    speed = max(rate.speed for rate in rounds)
    return Row(greedy_name(players), f"{speed:,.0f} games/s", "no C reference here")


def both(program: Path, players: int, seconds: float) -> Iterator[Row]:
    """Speeds and win rates of both sides."""
    ours, theirs = [], []
    for number in range(ROUNDS):
        ours.append(greedy(players, seconds / ROUNDS, number))
        theirs.append(reference(program, players, seconds / ROUNDS))
    own, other = fastest(ours), fastest(theirs)
    yield Row(
        greedy_name(players),
        f"{own.speed:,.0f} games/s",
        f"C: {other.speed:,.0f}",
        f"{own.speed / other.speed:.2f}",
        "0.6 at least",
    )
    # Every round of tenback has deals of its own; the reference repeats the same deals.
    total = Rate(sum(rate.games for rate in ours), sum(rate.wins for rate in ours), 0)
    longest = max(theirs)
    apart = total.interval.low > longest.interval.high or longest.interval.low > total.interval.high
    verdict = "apart" if apart else "agree"
    yield Row("- games won", str(total), str(longest), verdict, "intervals meet")


def fastest(rounds: list[Rate]) -> Rate:
    """The fastest round, which other work disturbed least."""
    return max(rounds, key=lambda rate: rate.speed)


def greedy_name(players: int) -> str:
    return f"original, {players} player{'s' if players > 1 else ''}, greedy, CPU time"


def greedy(players: int, seconds: float, number: int) -> Rate:
    """tenback: `sim.play` on one core, by CPU time."""
    rules, one = Rules.named("original"), sim.Workers(cores=1)
    games, wins, slices, begin = 0, 0, 0, time.process_time()
    while time.process_time() - begin < seconds:
        seed = f"bench {number} {slices}"
        results = sim.play(rules, players, "greedy", SLICE, seed, workers=one)
        games, wins, slices = games + results.games, wins + results.wins[0], slices + 1
    return Rate(games, wins, games / (time.process_time() - begin))


def reference(program: Path, players: int, seconds: float) -> Rate:
    """The reference, by its own CPU time; the games follow from the speed that it prints."""
    command = [str(program), str(players), str(seconds)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    speed, won = map(float, re.findall(r": (\d+) games/s, ([\d.]+) % won", answer)[0])
    games = ceil(speed * seconds / BATCH) * BATCH
    return Rate(games, round(games * won / 100), speed)


def compiled(source: Path, folder: Path) -> Path | None:
    """The reference, if it is there and can be compiled."""
    compiler, program = shutil.which("cc"), folder / "greedy"
    if compiler is None or not source.exists():
        return None
    run([compiler, "-O3", "-march=native", "-o", str(program), str(source)])
    return program


# More games, more cores


def growth(long: bool) -> Iterator[Row]:
    """The cost of a game in small and in large batches."""
    sizes = [10**4, 10**5, 10**6, *([10**7] if long else [])]
    measures = [lambda games=games: cost(games) for games in sizes]
    costs = dict(zip(sizes, map(min, in_turn(3, *measures)), strict=True))
    for games in sizes[1:]:
        yield Row(
            f"cost of a game, {games:,} games beside {sizes[0]:,}",
            f"{costs[games]:,.0f} ns",
            f"{costs[sizes[0]]:,.0f} ns",
            f"{costs[games] / costs[sizes[0]]:.2f}",
            "1, does not grow",
        )


def cost(games: int) -> float:
    """CPU time of one game, in nanoseconds."""
    return 1e9 * seconds_of(lambda: play(games, 1), time.process_time) / games


def play(games: int, cores: int) -> object:
    workers = sim.Workers(cores=cores)
    return sim.play(Rules.named("original"), 3, "greedy", games, "bench", workers=workers)


def cores(program: Path | None, seconds: float) -> Iterator[Row]:
    """Two cores and one by wall clock, and the limits of the machine.

    Other load on the machine slows the wall clock; the CPU time for the same games, and two copies
    of a program that share nothing, show the part of tenback.
    """
    if sim.Workers().count < 2:
        yield Row("two cores beside one", "only one core here")
        return
    two, one = best_of(4, lambda: speed_on(2), lambda: speed_on(1))
    yield pair_of_cores("two cores beside one, wall clock", two, one, "1.8 at least")
    if program is not None:
        slot = seconds / ROUNDS
        two, one = best_of(
            ROUNDS, lambda: copies(program, 2, slot), lambda: copies(program, 1, slot)
        )
        yield pair_of_cores("- two copies of C beside one, wall clock", two, one, "")
    two, one = best_of(1, *(lambda c=c: speed_on(c, time.process_time) for c in (2, 1)))
    yield pair_of_cores("- two cores beside one, CPU time", two, one, "1, nothing lost")


def speed_on(cores: int, clock: Callable[[], float] = time.perf_counter) -> float:
    """Games per second on these cores."""
    games = 2_000_000  # many, so that an idle core in the last part hardly counts
    return games / seconds_of(lambda: play(games, cores), clock)


def pair_of_cores(what: str, two: float, one: float, wanted: str) -> Row:
    return Row(what, f"{two:,.0f} games/s", f"{one:,.0f}", f"{two / one:.2f}", wanted)


def copies(program: Path, count: int, seconds: float) -> float:
    """Games per second by wall clock of several copies of the reference at once."""
    command = [str(program), "3", str(seconds)]
    begin = time.perf_counter()
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(count)]
    answers = [process.communicate()[0] for process in started]
    spent = time.perf_counter() - begin
    speeds = [float(re.findall(r": (\d+) games/s", answer)[0]) for answer in answers]
    return sum(ceil(speed * seconds / BATCH) * BATCH for speed in speeds) / spent


# Step by step


def stepping(seconds: float) -> Iterator[Row]:
    """Random steps of many games at once, and random play in OpenSpiel."""
    batches, slot, other = (1, 64, 4096), seconds / ROUNDS, openspiel_game()
    measures = [lambda count=count: steps(count, slot) for count in batches]
    if other is not None:
        measures += [lambda seen=seen: random_play(other, slot, seen) for seen in (False, True)]
    *ours, bare, seen = (*best_of(ROUNDS, *measures), *([] if other else [0.0, 0.0]))
    name = other.get_type().short_name if other else "no OpenSpiel here"
    for count, speed in zip(batches, ours, strict=True):
        what = f"steps, {count:,} at once, with views and masks"
        beside, ratio = (f"{name}: {bare:,.0f}", f"{speed / bare:,.1f}") if other else (name, "")
        yield Row(what, f"{speed:,.0f} steps/s", beside, ratio)
    if other is not None:
        yield Row("- the other one with observations", "", f"{name}: {seen:,.0f}")


def steps(count: int, seconds: float) -> float:
    """Moves per second of games that advance together."""
    games = sim.Games(Rules.named("original"), 3, count, "bench")
    games.step(games.random_actions())
    calls, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        games.step(games.random_actions())
        calls += 1
    return calls * count / (time.perf_counter() - begin)


def openspiel_game() -> Any:
    """The first of these games that this build of OpenSpiel has, for three players or two."""
    try:
        import pyspiel
    except ImportError:
        return None
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    name = next(name for name in OTHERS if name in kinds)
    players = min(3, kinds[name].max_num_players)
    return pyspiel.load_game(name, {"players": players} if players == 3 else {})


def random_play(game: Any, seconds: float, observe: bool) -> float:
    """Moves per second of random play, without chance nodes."""
    rng, moves, begin = random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                continue
            if observe:
                state.observation_tensor(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves / (time.perf_counter() - begin)


# Every kernel bot, every game


def every_bot(seconds: float) -> Iterator[Row]:
    """Games per CPU second of each kernel bot in each game."""
    for name in GAMES:
        rules = Rules.named(name)
        players = 3 if 3 in rules.player_counts else min(rules.player_counts)
        for bot in BOTS:
            speed = max(bot_speed(rules, players, bot, seconds / ROUNDS / 3) for _ in range(3))
            yield Row(f"{name}, {players} players, {bot}, CPU time", f"{speed:,.0f} games/s")


def bot_speed(rules: Rules, players: int, bot: str, seconds: float) -> float:
    """Games per CPU second on one core."""
    games, begin, one = 0, time.process_time(), sim.Workers(cores=1)
    while time.process_time() - begin < seconds:
        games += sim.play(rules, players, bot, 5_000, f"bench {games}", workers=one).games
    return games / (time.process_time() - begin)


# The table


def rows(program: Path | None, seconds: float, long: bool) -> Iterator[Row]:
    """Every row, as soon as it is measured."""
    yield from memory(long)
    yield from start_up()
    yield from beside_c(program, seconds)
    yield from growth(long)
    yield from cores(program, seconds)
    yield from stepping(seconds)
    yield from every_bot(seconds)


def show(row: Row) -> None:
    widths = (52, 26, 26, 8, 16)
    cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
    print("|", " | ".join(cells), "|", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    parser.add_argument("--long", action="store_true", help="also 10^7 and 10^8 games")
    parser.add_argument("--reference", type=Path, default=REFERENCE, help="the reference in C")
    found = parser.parse_args()
    show(COLUMNS)
    show(Row(*(["---"] * len(COLUMNS))))
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(found.reference, Path(folder))
        for row in rows(program, found.seconds, found.long):
            show(row)


if __name__ == "__main__":
    main()
