"""The first minute on a new machine: what people wait for, and how large everything is.

    python bench/start.py [--before CHECKOUT] [--keep FOLDER]

Installs this checkout twice in environments of its own: as a wheel, which players get, and in
place, as `make play` does. Each command then runs in a fresh, empty home folder. With `--before`
an earlier checkout is measured in the same way, and its figures stand beside, with the speed of
the bots at three-player tables of the original. Building what is installed does not count.

The server runs in place, so its kernels have to be made. Meanwhile three scripted players of
another table make a move every 0.1 s over real sockets, and afterwards as long again at the quiet
server. Latency counts from the moment at which a move is due until its player has the news. A
hint is asked for again and again until the server gives one: hints need the same kernels as
`strong` and `master`. Memory is what the system calls the peak of the resident set.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from measuring import show
from wires import Entrance, Player, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parents[1]
POSITION = "original 3p u1=40 u2=12 d1=77 d2=95 hand=37,44,50,58,61,90 stock=40"
PACE = 0.1  # seconds between two moves at the other table
QUIET = 20.0  # seconds that the quiet server is measured at least
PATIENCE = 900.0  # seconds
MEGA = 1e6
GAMES = {"greedy": 60_000, "careful": 5_000, "strong": 250, "master": 5}
ROUNDS = 20

LAID: Final = re.compile(rb"\blays?\b")
URL: Final = re.compile(rb"http://127\.0\.0\.1:([0-9]+)")
UNREADY: Final = re.compile(rb"host-unready|server-too-fast")

WANTED = {
    "hint": "3 s at most",
    "careful": "1 s at most",
    "strong": "3 s at most",
    "simulate": "3 s at most",
    "size": "",
    "packages": "",
    "ready": "30 s at most",
    "slowest": "1 s at most",
    "p99": "",
    "quiet": "",
    "memory": "250 MB at most",
}
LABELS = {
    "hint": "wheel: first hint",
    "careful": "wheel: first move of careful in play",
    "strong": "wheel: first move of strong in play",
    "simulate": "wheel: simulate, 1,000 games, first figure",
    "size": "wheel: size of a player's installation",
    "packages": "wheel: packages of it",
    "ready": "clone: hints and strong ready after the server's start",
    "slowest": "clone: slowest move at another table meanwhile",
    "p99": "clone: p99 of moves at another table meanwhile",
    "quiet": "clone: p99 of the same at the quiet server",
    "memory": "clone: the server's memory at its highest",
}


# Installing


@dataclass(frozen=True)
class Installed:
    """An environment with tenback in it."""

    folder: Path

    @property
    def python(self) -> str:
        """The interpreter."""
        return str(self.folder / "bin" / "python")

    @classmethod
    def make(cls, folder: Path, *what: str) -> Installed:
        """A new environment; one that is there already is taken as it is."""
        if not folder.exists():
            print(f"installing {' '.join(what)} in {folder} ...", file=sys.stderr)
            subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
            pip = [str(folder / "bin" / "pip"), "install", "--quiet"]
            constraints = ["-c", str(ROOT / "constraints.txt")]
            subprocess.run([*pip, *constraints, *what], check=True)
        return cls(folder)

    def packages(self) -> list[Path]:
        """What has been installed beside pip itself."""
        (site,) = self.folder.glob("lib/python*/site-packages")
        return [
            one for one in site.iterdir() if not re.match("pip|setuptools|_distutils", one.name)
        ]

    def size(self) -> int:
        """Bytes of all files, without the bytecode that appears with the first run."""
        every = (file for one in self.packages() for file in (one, *one.rglob("*")))
        return sum(f.stat().st_size for f in every if f.is_file() and f.suffix != ".pyc")


@contextmanager
def fresh_home() -> Iterator[dict[str, str]]:
    """An environment with an empty home folder."""
    with tempfile.TemporaryDirectory(prefix="tenback-home-") as home:
        kept = {
            name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ
        }
        yield kept | {"HOME": home, "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"}


# Commands


def until(installed: Installed, words: Sequence[str], seen: re.Pattern[bytes]) -> float:
    """Seconds until a command has printed something."""
    command = [installed.python, "-m", "tenback.cli.main", *words]
    with fresh_home() as env:
        begun = time.perf_counter()
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=env) as process:
            assert process.stdout is not None
            for line in process.stdout:
                if seen.search(line):
                    break
            else:
                raise RuntimeError(f"{words} printed no {seen.pattern!r}")
            waited = time.perf_counter() - begun
            process.kill()
        return waited


def of_wheel(installed: Installed) -> dict[str, str]:
    """The figures of commands."""
    play = ("play", "original", "--humans", "0", "--players", "2", "--seed", "a", "--bots")
    found = {
        "hint": until(installed, ("hint", *POSITION.split()), re.compile(rb".")),
        "careful": until(installed, (*play, "careful"), LAID),
        "strong": until(installed, (*play, "strong"), LAID),
        "simulate": until(installed, ("simulate", "--games", "1000"), re.compile(rb"%")),
    }
    return {
        **{name: f"{seconds:.1f} s" for name, seconds in found.items()},
        "size": f"{installed.size() / MEGA:.0f} MB",
        "packages": str(sum(one.name.endswith(".dist-info") for one in installed.packages())),
    }


# The server


def of_clone(installed: Installed) -> dict[str, str]:
    """The figures of a server that has no kernels yet."""
    words = ("serve", "--port", "0", "--no-browser", "--database")
    with fresh_home() as env:
        command = [installed.python, "-m", "tenback.cli.main", *words, f"{env['HOME']}/tables"]
        begun = time.perf_counter()
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=env) as process:
            assert process.stdout is not None
            try:
                port = next(int(found[1]) for line in process.stdout if (found := URL.search(line)))
                return asyncio.run(_measured(port, process.pid, begun))
            finally:
                process.terminate()


async def _measured(port: int, pid: int, begun: float) -> dict[str, str]:
    entrance = Entrance(port)
    table = entrance.table()
    await table.gather()
    asks = await _at_turn(entrance)
    ready_now = asyncio.Event()
    moves = asyncio.ensure_future(_delays(table, ready_now))
    while not await asyncio.to_thread(_hinted, entrance, asks):
        await asyncio.sleep(1.0)  # a person may not ask more often
        if time.perf_counter() - begun > PATIENCE:
            raise TimeoutError("no hint")
    ready = time.perf_counter() - begun
    ready_now.set()
    busy = await moves
    stop = asyncio.Event()
    quiet = asyncio.ensure_future(_delays(table, stop, again=True))
    await asyncio.sleep(max(QUIET, ready))
    stop.set()
    return {
        "ready": f"{ready:.1f} s",
        "slowest": f"{1e3 * max(busy):.0f} ms",
        "p99": f"{1e3 * _p99(busy):.1f} ms",
        "quiet": f"{1e3 * _p99(await quiet):.1f} ms",
        "memory": f"{_peak(pid) / MEGA:.0f} MB",
    }


async def _delays(table: Table, stop: asyncio.Event, *, again: bool = False) -> list[float]:
    """How long each move took, one after the other, whole games."""
    found: list[float] = []
    while not stop.is_set():
        await table.deal(again=again or bool(found))
        due = time.perf_counter()
        while not stop.is_set():
            due += PACE
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            done_at = await table.move()
            if done_at is None:
                break
            found.append(done_at - due)
    while await table.move() is not None:  # to the end, so that a rematch is possible
        pass
    return found


async def _at_turn(entrance: Entrance) -> tuple[Player, str]:
    """A player alone at a table, on turn."""
    player, nonce = entrance.person("Dan"), "0" * 64
    table = entrance.opened(player, "original", 1)
    await player.come(table)
    await player.ask(type="begin")
    await player.ask(type="commit", commitment=sha256(nonce.encode()).hexdigest())
    await player.ask(type="reveal", nonce=nonce)
    while not player.on_turn:
        await asyncio.sleep(0.01)
    return player, table


def _hinted(entrance: Entrance, asks: tuple[Player, str]) -> bool:
    """Whether the server gives a hint."""
    player, table = asks
    try:
        entrance._post(f"/api/tables/{table}/hint", player.cookie, id=f"h{time.time_ns()}")
    except AssertionError as refused:
        if not UNREADY.search(refused.args[0]):
            raise
        return False
    return True


def _p99(delays: Sequence[float]) -> float:
    return sorted(delays)[int(0.99 * len(delays))]


def _peak(pid: int) -> int:
    """The highest resident set of a process so far, in bytes."""
    text = Path(f"/proc/{pid}/status").read_text("ascii")
    found = re.search(r"VmHWM:\s+([0-9]+) kB", text)
    assert found is not None
    return 1024 * int(found[1])


# Speeds


SPEEDS = """
import sys, time
from tenback import Rules, sim
rules, one = Rules.named("original"), sim.Workers(cores=1)
for bot, games in zip(sys.argv[1::2], map(int, sys.argv[2::2])):
    sim.play(rules, 3, bot, 1, "warm", workers=one)
    begun = time.process_time()
    sim.play(rules, 3, bot, games, "speed", workers=one)
    print(games / (time.process_time() - begun))
"""


def speeds(installed: Installed) -> list[float]:
    """Games for each second of CPU time, of each bot."""
    words = [str(word) for each in GAMES.items() for word in each]
    command = [installed.python, "-c", SPEEDS, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [float(line) for line in done.stdout.split()]


def compared(before: Installed, now: Installed) -> Iterator[list[str]]:
    """A line for each bot: both in turn, round by round, and the median of the ratios."""
    rounds = [(speeds(before), speeds(now)) for _ in range(ROUNDS)]
    for place, bot in enumerate(GAMES):
        old, new = ([each[side][place] for each in rounds] for side in (0, 1))
        ratio = median(one / other for one, other in zip(new, old, strict=True))
        shown = f"{median(new):,.1f} ({ratio:.1%})"
        yield [f"{bot}, games/s", f"{median(old):,.1f}", shown, "97 % at least"]


def measured(name: str, checkout: Path, folder: Path) -> dict[str, str]:
    """All figures of a checkout."""
    wheel = Installed.make(folder / f"{name}-wheel", str(checkout))
    return of_wheel(wheel) | of_clone(in_place(name, checkout, folder))


def in_place(name: str, checkout: Path, folder: Path) -> Installed:
    """A checkout, installed as `make play` does it."""
    extra = "[compile]" if "compile = [" in (checkout / "pyproject.toml").read_text("utf-8") else ""
    return Installed.make(folder / f"{name}-clone", "-e", f"{checkout}{extra}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--before", type=Path, help="an earlier checkout")
    parser.add_argument("--keep", type=Path, help="keep the environments here for the next run")
    found = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tenback-start-") as temporary:
        folder = found.keep or Path(temporary)
        folder.mkdir(exist_ok=True)
        before = measured("before", found.before.resolve(), folder) if found.before else {}
        now = measured("now", ROOT, folder)
        clones = [
            in_place(name, checkout.resolve(), folder)
            for name, checkout in (("before", found.before), ("now", ROOT))
            if checkout
        ]
        fast = [*compared(*clones)] if found.before else []
    rows = [[LABELS[each], before.get(each, ""), now[each], WANTED[each]] for each in LABELS]
    show([["what", "before", "now", "wanted"], *rows, *fast])


if __name__ == "__main__":
    main()
