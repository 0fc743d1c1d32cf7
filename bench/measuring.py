"""Common parts of long measurements: options, work with a time limit, and a table at the end."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from tenback import sim
from tenback.analysis.arena.jobs import Job, work

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence


def add_options(to: argparse.ArgumentParser, *, games: int, seed: str, results: str) -> None:
    """Add the options: how many games, how long, on how many cores, and the results file."""
    to.add_argument("--games", type=int, default=games, help="for each figure, at most")
    to.add_argument("--minutes", type=float, help="stop then")
    to.add_argument("--full", action="store_true", help="no early stop")
    to.add_argument("--seed", default=seed, help="of the deals")
    to.add_argument("--cores", type=int, help="by default all")
    to.add_argument("--results", default=results, help="appended to and resumed")


def carry_out(jobs: Sequence[Job], found: argparse.Namespace) -> None:
    """Work until all jobs are done, time is up or the user presses Ctrl-C."""
    seconds = None if found.minutes is None else 60 * found.minutes
    begun, before = time.monotonic(), sum(job.begun for job in jobs)
    try:
        for _ in work(jobs, sim.Workers(cores=found.cores), seconds):
            games, spent = sum(job.begun for job in jobs) - before, time.monotonic() - begun
            print(f"\r{games} games begun, {spent:.0f} s ", end="", file=sys.stderr)
    except KeyboardInterrupt:
        pass
    print(file=sys.stderr)


def show(rows: Sequence[Sequence[str]]) -> None:
    """Print a Markdown table; the first row is its head."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [rows[0], ["-" * width for width in widths], *rows[1:]]
    for line in lines:
        filled = (f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True))
        print("|", " | ".join(filled), "|")
    print()
