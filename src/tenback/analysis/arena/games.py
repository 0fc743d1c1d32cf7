"""Games of a line-up: inside the kernels where all bots live there, else at a table.

Either way game 17 of a seed is the same deal.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from tenback.analysis.arena.counts import Counts, of_game, of_results
from tenback.analysis.arena.lineups import Lineup
from tenback.bots import match
from tenback.bots.base import leave
from tenback.bots.factory import make_bot, parse_local
from tenback.bots.stand_in import LostSeat
from tenback.sim.results import deal_number
from tenback.sim.runner import chunks, largest_chunk, play_part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tenback.bots.base import Bot
    from tenback.core.game import Game
    from tenback.sim.workers import Workers

TABLE_CHUNK = 5
"""Games at a table take long, and programs are started anew for every part."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some games of a line-up, from the one with the number `first` on.

    `lost` tells of the seats that were lost, once for every bot and game.
    """

    lineup: Lineup
    first: int
    counts: Counts
    lost: tuple[LostSeat, ...] = ()


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
    return _at_a_table(lineup, first, games)


def _at_a_table(lineup: Lineup, first: int, games: int) -> Part:
    counts, every, lost = Counts(), list[LostSeat](), list[LostSeat]()
    with ExitStack() as after:

        def sit(seat: int) -> Bot:
            bot = make_bot(parse_local(lineup.seats[seat]))
            after.callback(leave, bot)
            return bot

        bots = [sit(seat) for seat in range(lineup.players)]
        for number in range(first, first + games):
            lost.clear()
            game = _game(lineup, bots, number, lost.append)
            counts += of_game(game, replaced=bool(lost))
            every += _once(lineup, lost)
            for each in lost:  # a bot that has lost its seat gets another chance
                bots[each.seat] = sit(each.seat)
    return Part(lineup, first, counts, tuple(every))


def _game(
    lineup: Lineup, bots: Sequence[Bot], number: int, on_lost: Callable[[LostSeat], None]
) -> Game:
    deal = deal_number(lineup.setting, number)
    seed = f"{lineup.seed} {number}"
    return match.play(lineup.rules, deal, bots, seed, policy=lineup.talk, on_lost=on_lost)


def _once(lineup: Lineup, lost: Sequence[LostSeat]) -> Iterable[LostSeat]:
    """The first loss of every bot; it may have had several seats."""
    return {lineup.seats[each.seat]: each for each in reversed(lost)}.values()
