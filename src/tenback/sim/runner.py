"""Play batches of any size, on all cores or on a cluster, with the same results."""

from __future__ import annotations

import warnings
from functools import reduce, wraps
from operator import add
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from tenback.sim.results import Results, Tally, run
from tenback.sim.search.config import search_config
from tenback.sim.simulation_setting import (
    MAX_GAMES,
    InvalidSetting,
    Setting,
    bot_names,
    check_games,
    whole,
)
from tenback.sim.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tenback.core.deal import Deal
    from tenback.core.rules import Rules, TalkPolicy

FIRST_CHUNK = 500
MOST_KEPT = 10**8  # single games of nine bytes each
LARGEST_CHUNK = 16_000  # half a second of the slowest kernel bot, so that Ctrl-C takes effect soon

# The cost of a game relative to one of that bot: for a network, and for each world that it samples.
NETWORK_COST = 100
WORLD_COST = 500

RENAMED = "the argument `policies` is now called `bots`; the next release drops the former name"


Parameters = ParamSpec("Parameters")
Returned = TypeVar("Returned")


def _accepts_policies(function: Callable[Parameters, Returned]) -> Callable[Parameters, Returned]:
    """Accept `policies`, the former name of the argument `bots`, for one release."""

    @wraps(function)
    def renamed(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Returned:
        if "policies" in kwargs:
            if "bots" in kwargs:
                raise TypeError("'policies' is the former name of 'bots': give only one of them")
            warnings.warn(RENAMED, DeprecationWarning, stacklevel=2)
            kwargs["bots"] = kwargs.pop("policies")
        return function(*args, **kwargs)

    return renamed


@_accepts_policies
def play(
    rules: Rules,
    players: int,
    bots: str | Sequence[str],
    games: int,
    seed: str,
    *,
    keep: bool = False,
    workers: Workers | None = None,
    talk: TalkPolicy | None = None,
) -> Results:
    """Play `games` games and count how they end.

    `bots` names the bots; they take the seats in turn. The same seed gives the same results on one
    core or many. With `keep` the results hold every single outcome. Any game, kept or not, is
    available as a record. Search bots talk as the policy of the rules allows, or as `talk` does.
    """
    setting = Setting(rules, players, bot_names(bots), seed, talk)
    parts = stream(setting, whole(games), keep=keep, workers=workers)
    if keep:
        parts = iter(sorted(parts, key=lambda part: part.first))
    return reduce(add, parts)


@_accepts_policies
def play_deals(
    rules: Rules, bots: str | Sequence[str], deals: Sequence[Deal], seed: str
) -> Results:
    """Play the given deals; the seed is for the random numbers of the bots."""
    check_games(len(deals))
    checked = tuple(deal.checked(rules) for deal in deals)
    players = {len(deal.hands) for deal in checked}
    if len(players) > 1:
        raise InvalidSetting("mixed-deals", players=", ".join(map(str, sorted(players))))
    setting = Setting(rules, players.pop(), bot_names(bots), seed)
    tally = Tally.empty(setting, len(checked))
    run(setting, 0, len(checked), checked, tally)
    return Results(setting, tally, 0, checked)


def warm_up() -> None:
    """Have the kernels built that are missing, so that no later call waits for them."""
    from tenback.sim.builder.jobs import all_libraries

    all_libraries().wait()


def stream(
    setting: Setting, games: int, *, keep: bool = False, workers: Workers | None = None
) -> Iterator[Results]:
    """The results of a batch part by part, each as soon as it is done."""
    check_games(games, MOST_KEPT if keep else MAX_GAMES)
    workers = workers or Workers()
    parts = chunks(games, workers.count, largest_chunk((setting,)))
    pieces = ((setting, first, count, keep) for first, count in parts)
    yield from workers.each(play_part, pieces)


def play_part(setting: Setting, first: int, games: int, keep: bool) -> Results:
    """Play a part of a batch, from the game with the number `first` on."""
    tally = Tally.empty(setting, games if keep else 0)
    run(setting, first, games, (), tally)
    return Results(setting, tally, first)


def chunks(games: int, workers: int, largest: int | None = None) -> Iterator[tuple[int, int]]:
    """The first game and the size of each part; the first parts are small, for early results."""
    largest = largest or LARGEST_CHUNK
    first, size = 0, min(FIRST_CHUNK, largest)
    largest = max(size, min(largest, games // (4 * workers)))
    while first < games:
        count = min(size, games - first)
        yield first, count
        first += count
        size = min(largest, size * 2)


def largest_chunk(settings: Sequence[Setting]) -> int:
    """The number of games, at least one, that take about half a second at each of these tables."""
    return max(1, int(LARGEST_CHUNK / sum(map(_cost, settings))))


def _cost(setting: Setting) -> float:
    """The cost of a game at this table relative to one of the slowest kernel bot."""
    configs = map(search_config, setting.seats)
    costs = (NETWORK_COST + WORLD_COST * config.samples if config else 1 for config in configs)
    return sum(costs) / setting.players
