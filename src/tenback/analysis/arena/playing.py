"""Games of a line-up: inside the kernels where all bots live there, else at a table.

Either way game 17 of a seed is the same deal.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from functools import reduce
from itertools import chain, zip_longest
from operator import add
from typing import TYPE_CHECKING

from tenback.analysis.arena.counts import Counts, of_game, of_results
from tenback.analysis.arena.lineups import Lineup
from tenback.bots import tables
from tenback.bots.base import leave
from tenback.bots.seating import seated
from tenback.sim.playing import chunks, largest_chunk, play_part
from tenback.sim.results import deal_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tenback.bots.base import Bot
    from tenback.bots.losing import Lost
    from tenback.sim.workers import Workers

TABLE_CHUNK = 5
"""Games at a table take long, and programs are started anew for every part."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some games of a line-up, from the one with the number `first` on."""

    lineup: Lineup
    first: int
    counts: Counts


def stream(wanted: Iterable[tuple[Lineup, Sequence[range]]], workers: Workers) -> Iterator[Part]:
    """Play the games of these numbers, part by part; all line-ups advance side by side."""
    lists = (list(parts(lineup, games, workers.count)) for lineup, games in wanted)
    pieces = filter(None, chain.from_iterable(zip_longest(*lists)))
    yield from workers.each(play, pieces)


def parts(
    lineup: Lineup, wanted: Sequence[range], workers: int
) -> Iterator[tuple[Lineup, int, int]]:
    """The games of these numbers, cut into pieces of work of half a second or so."""
    largest = largest_chunk((lineup.setting,)) if lineup.compiled else TABLE_CHUNK
    for numbers in wanted:
        for first, count in chunks(len(numbers), workers, largest):
            yield lineup, numbers.start + first, count


def play(lineup: Lineup, first: int, games: int) -> Part:
    """Play so many games from that number on."""
    if lineup.compiled:
        results = play_part(lineup.setting, first, games, keep=False)
        return Part(lineup, first, of_results(results))
    return Part(lineup, first, _at_a_table(lineup, range(first, first + games)))


def _at_a_table(lineup: Lineup, numbers: range) -> Counts:
    lost: list[Lost] = []
    with ExitStack() as after:
        bots = [seated(bot, lost.append) for bot in lineup.seats]
        for bot in bots:
            after.callback(leave, bot)
        return reduce(add, (_game(lineup, bots, number, lost) for number in numbers))


def _game(lineup: Lineup, bots: Sequence[Bot], number: int, lost: Sequence[Lost]) -> Counts:
    deal = deal_number(lineup.setting, number)
    seed = f"{lineup.seed} {number}"
    failed: list[Lost] = []
    game = tables.play(lineup.rules, deal, bots, seed, policy=lineup.talk, told=failed.append)
    # A program that has lost its seat stays away; any other bot sits down again in the next game.
    return of_game(game, replaced=bool(lost or failed))
