"""Long measurements, a piece at a time: the shortest goes next, until enough is known."""

from __future__ import annotations

import time
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol

from tenback.analysis.arena.games import Part, play
from tenback.analysis.arena.rounds import Round, play_round

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tenback.analysis.arena.counts import Counts
    from tenback.analysis.arena.lineups import Entry, Lineup
    from tenback.analysis.arena.rounds import Memory, Rounds
    from tenback.analysis.arena.scores import Scores
    from tenback.sim.workers import Workers


class Job(Protocol):
    """Something to be measured. `begun` counts the games that were handed out."""

    begun: int

    def pieces(self) -> Iterator[tuple[Any, ...]]:
        """Pieces of work, as long as more must be known."""

    def do(self, *piece: Any) -> Any:
        """Do one of them; called in another thread."""

    def take(self, done: Any) -> None:
        """Write down what came out."""


class Games:
    """Games of an entry, up to a number of them or until `enough` says so."""

    def __init__(
        self,
        entry: Entry,
        scores: Scores,
        games: int,
        enough: Callable[[Counts], bool],
        piece: int = 10,
    ) -> None:
        self.entry = entry
        self.scores = scores
        self.enough = enough
        self.piece = piece
        self.each = -(-games // len(entry.lineups))
        self.begun = scores.entry(entry).games

    def pieces(self) -> Iterator[tuple[Lineup, int, int]]:
        """The games that are missing, the line-ups in turn."""
        wanted = [self._cut(lineup) for lineup in self.entry.lineups]
        while wanted:
            for cut in list(wanted):
                if self.enough(self.scores.entry(self.entry)):
                    return
                found = next(cut, None)
                if found is None:
                    wanted.remove(cut)
                    continue
                self.begun += found[2]
                yield found

    def _cut(self, lineup: Lineup) -> Iterator[tuple[Lineup, int, int]]:
        for numbers in self.scores.missing(lineup, self.each):
            for first in numbers[:: self.piece]:
                yield lineup, first, min(self.piece, numbers.stop - first)

    def do(self, *piece: Any) -> Part:
        """Play."""
        return play(*piece)

    def take(self, done: Part) -> None:
        """Write it down."""
        self.scores.add(done)


class SameDeals:
    """Rounds of several tables on the same deals, likewise."""

    def __init__(
        self,
        tables: tuple[Lineup, ...],
        memory: Memory,
        games: int,
        enough: Callable[[Rounds], bool],
        piece: int = 10,
    ) -> None:
        self.tables = tables
        self.memory = memory
        self.enough = enough
        self.games = games
        self.piece = piece
        self.begun = memory.of(tables).games

    def pieces(self) -> Iterator[tuple[tuple[Lineup, ...], int, int]]:
        """The next rounds that have not been played."""
        played = self.memory.numbers(self.tables)
        for number in count():
            if self.begun >= self.games or self.enough(self.memory.of(self.tables)):
                return
            if number not in played:
                self.begun += self.piece
                yield self.tables, number, self.piece

    def do(self, *piece: Any) -> Round:
        """Play."""
        return play_round(*piece)

    def take(self, done: Round) -> None:
        """Write it down."""
        self.memory.add(done)


def work(jobs: Sequence[Job], workers: Workers, seconds: float | None = None) -> Iterator[Job]:
    """Do all jobs side by side, or as much as fits into so many seconds; tells who has moved on."""
    until = None if seconds is None else time.monotonic() + seconds
    for job, done in workers.each(_do, _in_turn(jobs, until)):
        job.take(done)
        yield job


def _in_turn(jobs: Sequence[Job], until: float | None) -> Iterator[tuple[Any, ...]]:
    open_jobs = [(job, job.pieces()) for job in jobs]
    while open_jobs and (until is None or time.monotonic() < until):
        job, pieces = min(open_jobs, key=lambda each: each[0].begun)
        piece = next(pieces, None)
        if piece is None:
            open_jobs.remove((job, pieces))
        else:
            yield (job, *piece)


def _do(job: Job, *piece: Any) -> tuple[Job, Any]:
    return job, job.do(*piece)
