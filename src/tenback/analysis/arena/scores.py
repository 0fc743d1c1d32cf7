"""All results of an arena, by line-up, with the file that remembers them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenback.analysis.arena.counts import Counts
from tenback.analysis.arena.journal import DamagedJournal, Journal
from tenback.bots.stand_in import LostSeat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.analysis.arena.games import Part
    from tenback.analysis.arena.lineups import Entry, Lineup

KIND = "games"
"""Marks the lines that are ours; a journal may hold others too."""


class Scores:
    """What every line-up has played so far, in this run and in earlier ones."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._counts: dict[str, Counts] = {}
        self._played: dict[str, list[range]] = {}
        self._lost: dict[str, list[LostSeat]] = {}
        for number, line in enumerate(journal.lines, start=1):
            if line["kind"] == KIND:
                self._remember(number, line)

    def add(self, part: Part) -> None:
        """Write a part down."""
        mark, lost = part.lineup.mark, [each.data() for each in part.lost]
        extra = {"lost": lost} if lost else {}
        self.journal.append(KIND, **mark, first=part.first, **part.counts.data(), **extra)
        self._count(_key(mark), part.first, part.counts, part.lost)

    def of(self, lineup: Lineup) -> Counts:
        """How a line-up has fared."""
        return self._counts.get(_key(lineup.mark), Counts())

    def entry(self, entry: Entry) -> Counts:
        """How a line of the table has fared; in a duel, `wins` are those of its bots in order."""
        counts = [self.of(lineup) for lineup in entry.lineups]
        return counts[0] if len(counts) == 1 else counts[0] + _turned(counts[1])

    def lost(self, lineup: Lineup) -> Sequence[LostSeat]:
        """The seats that were lost, once for every bot and game, in the order of the file."""
        return self._lost.get(_key(lineup.mark), ())

    def missing(self, lineup: Lineup, games: int) -> list[range]:
        """Which of the games from 0 on a line-up has still to play."""
        found, start = [], 0
        for played in sorted(self._played.get(_key(lineup.mark), []), key=lambda each: each.start):
            if played.start > start:
                found.append(range(start, min(played.start, games)))
            start = max(start, played.stop)
        return [each for each in (*found, range(start, games)) if each]

    def _remember(self, number: int, line: dict[str, Any]) -> None:
        try:
            counts = Counts.read(line, len(line["bots"]))
            first, key = int(line["first"]), _key(line)
            lost = [_read_lost(each, len(line["bots"])) for each in line.get("lost", ())]
        except (KeyError, TypeError, ValueError):
            raise DamagedJournal(number) from None
        self._count(key, first, counts, lost)

    def _count(self, key: str, first: int, counts: Counts, lost: Sequence[LostSeat]) -> None:
        numbers = range(first, first + counts.dealt)
        played = self._played.setdefault(key, [])
        if any(numbers.start < each.stop and each.start < numbers.stop for each in played):
            return  # two runs at once have played the same games
        played.append(numbers)
        self._counts[key] = self._counts.get(key, Counts()) + counts
        self._lost.setdefault(key, []).extend(lost)


def _key(mark: dict[str, Any]) -> str:
    names = ("rules", "players", "bots", "talk", "seed", "made_of")
    return repr([mark[name] for name in names])


def _read_lost(data: dict[str, Any], players: int) -> LostSeat:
    lost = LostSeat.read(data)
    if lost.seat not in range(players):
        raise ValueError(lost)
    return lost


def _turned(counts: Counts) -> Counts:
    """The same games with the wins of a table where the second bot sits at seat 0."""
    first, second, *others = (*counts.wins, 0, 0)
    wins = (second, first, *others)[: len(counts.wins)]
    return Counts(counts.games, wins, counts.left, counts.squares, counts.replaced)
