"""Batches of any size, on all cores or on a cluster, the same on each."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from tenback.sim.results import Results, Tally, run
from tenback.sim.setting import MAX_GAMES, InvalidSetting, Setting, bot_names, check_games, whole
from tenback.sim.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.core.deal import Deal
    from tenback.core.rules import Rules

FIRST_CHUNK = 500
MOST_KEPT = 10**8  # single games, of which each takes nine bytes
LARGEST_CHUNK = 16_000  # half a second of the slowest player, so that Ctrl-C is heard soon


def play(
    rules: Rules,
    players: int,
    policies: str | Sequence[str],
    games: int,
    seed: str,
    *,
    keep: bool = False,
    workers: Workers | None = None,
) -> Results:
    """Play `games` games and count how they end.

    `policies` names the players; they take the seats in turn. The same seed gives the same results
    on one core or many. With `keep` every single outcome is kept; any game can be pulled out as a
    record, kept or not.
    """
    setting = Setting(rules, players, bot_names(policies), seed)
    parts = stream(setting, whole(games), keep=keep, workers=workers)
    if keep:
        parts = iter(sorted(parts, key=lambda part: part.first))
    return reduce(add, parts)


def play_deals(
    rules: Rules, policies: str | Sequence[str], deals: Sequence[Deal], seed: str
) -> Results:
    """Play deals that somebody spelled out; the seed is for players who need chance."""
    check_games(len(deals))
    checked = tuple(deal.checked(rules) for deal in deals)
    players = {len(deal.hands) for deal in checked}
    if len(players) > 1:
        raise InvalidSetting("mixed-deals", players=", ".join(map(str, sorted(players))))
    setting = Setting(rules, players.pop(), bot_names(policies), seed)
    tally = Tally.empty(setting, len(checked))
    run(setting, 0, len(checked), checked, tally)
    return Results(setting, tally, 0, checked)


def warm_up() -> None:
    """Compile what is not in the cache yet, so that nobody has to wait for it later."""
    import random

    from tenback.core.deal import Deal
    from tenback.core.game import Game
    from tenback.core.rules import Rules
    from tenback.sim.stepping import Games
    from tenback.sim.viewing import choose_move

    rules = Rules.named("original")
    play(rules, 1, "random", 1, "warm", workers=Workers(cores=1)).record(0)
    games = Games(rules, 1, 1, "warm")
    games.step(games.random_actions())
    games.observe(0, 0)
    view = Game(rules, Deal.from_seed(rules, 1, "warm")).view(0)
    choose_move(view, "random", random.Random(0))  # noqa: S311 (no secret)


def stream(
    setting: Setting, games: int, *, keep: bool = False, workers: Workers | None = None
) -> Iterator[Results]:
    """The results of a batch, part by part as they are done."""
    check_games(games, MOST_KEPT if keep else MAX_GAMES)
    workers = workers or Workers()
    pieces = ((setting, first, count, keep) for first, count in chunks(games, workers.count))
    yield from workers.each(play_part, pieces)


def play_part(setting: Setting, first: int, games: int, keep: bool) -> Results:
    """Some of a batch's games, from the one with the number `first` on."""
    tally = Tally.empty(setting, games if keep else 0)
    run(setting, first, games, (), tally)
    return Results(setting, tally, first)


def chunks(games: int, workers: int) -> Iterator[tuple[int, int]]:
    """Where each part begins and how many games it has: small at first, for an early figure."""
    first, size = 0, FIRST_CHUNK
    largest = max(FIRST_CHUNK, min(LARGEST_CHUNK, games // (4 * workers)))
    while first < games:
        count = min(size, games - first)
        yield first, count
        first += count
        size = min(largest, size * 2)
