"""Batches of any size, on all cores or on a cluster, the same on each."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from tenback.sim.results import Results, Tally, run
from tenback.sim.setting import MAX_GAMES, InvalidSetting, Setting, bot_names, check_games, whole
from tenback.sim.thinking.minds import mind
from tenback.sim.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.core.deal import Deal
    from tenback.core.rules import Rules, TalkPolicy

FIRST_CHUNK = 500
MOST_KEPT = 10**8  # single games, of which each takes nine bytes
LARGEST_CHUNK = 16_000  # half a second of the slowest simple player, so that Ctrl-C is heard soon

# What a game costs beside one of that player: with a network, and with each world it imagines.
NETWORK_COST = 100
WORLD_COST = 500


def play(
    rules: Rules,
    players: int,
    policies: str | Sequence[str],
    games: int,
    seed: str,
    *,
    keep: bool = False,
    workers: Workers | None = None,
    talk: TalkPolicy | None = None,
) -> Results:
    """Play `games` games and count how they end.

    `policies` names the players; they take the seats in turn. The same seed gives the same results
    on one core or many. With `keep` every single outcome is kept; any game can be pulled out as a
    record, kept or not. Thinkers talk as the rules allow, or as `talk` does.
    """
    setting = Setting(rules, players, bot_names(policies), seed, talk)
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
    for bots in ("random", "strong"):
        play(rules, 1, bots, 1, "warm", workers=Workers(cores=1)).record(0)
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
    parts = chunks(games, workers.count, largest_chunk((setting,)))
    pieces = ((setting, first, count, keep) for first, count in parts)
    yield from workers.each(play_part, pieces)


def play_part(setting: Setting, first: int, games: int, keep: bool) -> Results:
    """Some of a batch's games, from the one with the number `first` on."""
    tally = Tally.empty(setting, games if keep else 0)
    run(setting, first, games, (), tally)
    return Results(setting, tally, first)


def chunks(games: int, workers: int, largest: int | None = None) -> Iterator[tuple[int, int]]:
    """Where each part begins and how many games it has: small at first, for an early figure."""
    largest = largest or LARGEST_CHUNK
    first, size = 0, min(FIRST_CHUNK, largest)
    largest = max(size, min(largest, games // (4 * workers)))
    while first < games:
        count = min(size, games - first)
        yield first, count
        first += count
        size = min(largest, size * 2)


def largest_chunk(settings: Sequence[Setting]) -> int:
    """How many games at each of these tables take about half a second; at least one."""
    return max(1, int(LARGEST_CHUNK / sum(map(_cost, settings))))


def _cost(setting: Setting) -> float:
    """What a game at this table costs, beside one of the slowest player that does not think."""
    minds = map(mind, setting.seats)
    each = (NETWORK_COST + WORLD_COST * one.samples if one else 1 for one in minds)
    return sum(each) / setting.players
