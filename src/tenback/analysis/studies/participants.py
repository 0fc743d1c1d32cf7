"""Who plays in a study and how much: bots, players, talk and games, as asked or as usual."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from tenback.bots.factory import parse_local
from tenback.bots.registry import Speed, resolve
from tenback.core.bot_spec import PROGRAM, BotSpec, InvalidBot, Trust
from tenback.core.deal import check_players
from tenback.words.command import command
from tenback.words.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tenback.core.rules import Rules, TalkPolicy
    from tenback.sim import Setting

GAMES = {Speed.INSTANT: 100_000, Speed.QUICK: 10_000, Speed.THINKS: 200}
"""How many games by default, by the slowest bot: they take seconds, or a minute or two."""

BOT = "careful"
PLAYERS = 3

_RANGE = re.compile(r"([0-9]{1,3})(?:(?:\.\.|-)([0-9]{1,3}))?", re.ASCII)


class StudyError(UsageError):
    """A study that a user describes badly."""

    catalogue = "simulate"


# Bots


def bots_of(text: str) -> tuple[str, ...]:
    """The names between the commas; a bot that plays at tables only is refused."""
    names = names_between(text)
    for name in filter(plays_at_tables, names):
        again = command("arena", BOT, text if text.startswith(PROGRAM) else name)
        raise StudyError("at-tables", name=name, command=again)
    for name in names:
        if BotSpec.parse(name, Trust.LOCAL).search_bot:
            parse_local(name)
    return names


def names_between(text: str) -> tuple[str, ...]:
    """The names between the commas, known or not."""
    return tuple(name.strip() for name in text.split(","))


def plays_at_tables(name: str) -> bool:
    """Whether a bot exists that the simulator does not know."""
    from tenback.analysis.arena.lineups import is_compiled

    try:
        parse_local(name)
        return not is_compiled(name)
    except InvalidBot:
        return False


def ready(setting: Setting) -> Setting:
    """The same setting, once it is sure that every search bot has its network."""
    if setting.search_configs:
        setting.config_rows()
    return setting


# Players


def player_count(rules: Rules, asked: int | None, bots: Sequence[str]) -> int:
    """The number asked for, else one near 3 at which every bot that is named has a seat."""
    if asked is not None:
        return asked
    enough = [possible for possible in rules.player_counts if possible >= len(bots)]
    return min(enough or rules.player_counts, key=lambda possible: abs(possible - PLAYERS))


def player_counts(rules: Rules, text: str | None) -> tuple[int, ...]:
    """The numbers of players asked for, all of which the rules must allow; without a text all."""
    counts = rules.player_counts if text is None else counts_of(text)
    for players in counts:
        check_players(rules, players)
    return counts


def counts_of(text: str) -> tuple[int, ...]:
    """Numbers of players, each once: `3`, `2,4`, `2..5` or `2-5`."""
    found: list[int] = []
    for piece in text.split(","):
        ends = _RANGE.fullmatch(piece.strip())
        numbers = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else ()
        if not numbers:
            raise UsageError("not-players", text=text[:40])
        found += numbers
    return tuple(dict.fromkeys(found))


# Talk, seed and games


def talk_policy(rules: Rules, asked: str | None) -> TalkPolicy | None:
    """The policy that was asked for, if the rules allow it; None for that of the rules."""
    from tenback.talk.policy import table_policy

    return None if asked is None else table_policy(rules, asked.lower())


def seed_or_new(asked: str | None) -> str:
    """The seed asked for, else a new one, which a report names so that games can be repeated."""
    return secrets.token_hex(4) if asked is None else asked


def game_count(asked: int | None, bots: Iterable[str], usual: Mapping[Speed, int] = GAMES) -> int:
    """How many games, by default as the slowest bot allows; an impossible number is refused."""
    from tenback.sim.simulation_setting import check_games

    games = min(usual[_speed(bot)] for bot in bots) if asked is None else asked
    check_games(games)
    return games


def _speed(bot: str) -> Speed:
    """How fast a bot is: a search bot with any network as fast as with its own, a program slow.

    An unknown bot is refused elsewhere.
    """
    spec = BotSpec.parse(bot, Trust.LOCAL)
    try:
        return Speed.THINKS if spec.command else resolve(spec).speed
    except InvalidBot:
        return Speed.INSTANT
