"""Tables on the command line: `original+expert:2-5:silent` is a game, for whom, and its talk."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tenback.cli.arguments import chosen_counts, is_file, name_and_options
from tenback.cli.files import read_rules
from tenback.cli.simulating.arguments import chosen_players
from tenback.cli.usage import UsageError
from tenback.core.errors import nearest
from tenback.core.rules import Rules, TalkPolicy
from tenback.core.variants import ALIASES, GAMES, every

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.sim.thinking.training import Table

# The colon of C:\mine.toml joins nothing.
_JOINT = re.compile(r":(?![\\/])")
_COUNTS = re.compile(r"[0-9][0-9.,-]*", re.ASCII)
_MINUTES = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?", re.ASCII)
MOST_MINUTES = 30.0 * 24 * 60
POLICIES = tuple(map(str, TalkPolicy))


class TrainingError(UsageError):
    """A training that the command line describes badly."""

    catalogue = "train"


def tables(texts: Sequence[str], players: str | None, policy: str | None) -> tuple[Table, ...]:
    """Every table that is named, each once; `players` and `policy` count where a text has none."""
    found = [table for text in texts for table in _tables(text, players, policy)]
    return tuple(dict.fromkeys(found))


def _tables(text: str, players: str | None, policy: str | None) -> Iterator[Table]:
    from tenback.sim.thinking.training import Table

    parts = _parts(text)
    rules = rules_of(parts["variant"])
    spoken = parts.get("policy", policy)
    chosen = None if spoken is None else policy_of(spoken)
    for count in _counts(rules, parts.get("players", players)):
        yield Table.usual(rules, count, chosen)


def _parts(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in map(str.strip, _JOINT.split(text)):
        kind = _kind(part)
        if kind in found:
            raise _twice(text, found[kind], part)
        found[kind] = part
    if "variant" not in found:
        raise TrainingError("no-variant", text=text[:80])
    return found


def _twice(text: str, first: str, second: str) -> TrainingError:
    """Two parts of a kind; whatever is no game was meant for a talk policy."""
    for part in (first, second):
        if _kind(part) == "variant" and not _is_game(part):
            return _no_policy(part)
    return TrainingError("twice", text=text[:80], first=first[:80], second=second[:80])


def _is_game(part: str) -> bool:
    games = (*GAMES, *ALIASES, *(rules.name for rules in every()))
    return is_file(part) or name_and_options(part)[0] in games


def _kind(part: str) -> str:
    if _COUNTS.fullmatch(part):
        return "players"
    return "policy" if part in POLICIES else "variant"


def rules_of(text: str) -> Rules:
    """The path of a TOML file, or a published game with its options: `original+expert`."""
    if is_file(text):
        return read_rules(text)
    name, options = name_and_options(text)
    return Rules.named(name, **dict.fromkeys(options, True))


def policy_of(text: str) -> TalkPolicy:
    """A talk policy by its name."""
    if text not in POLICIES:
        raise _no_policy(text)
    return TalkPolicy(text)


def _no_policy(text: str) -> TrainingError:
    near = nearest(text, POLICIES)
    told = {"text": text[:40], "near": near, "allowed": ", ".join(POLICIES)}
    return TrainingError("near-policy" if near else "no-policy", **told)


def _counts(rules: Rules, text: str | None) -> tuple[int, ...]:
    """The numbers of players asked for, else one near the usual."""
    return (chosen_players(rules, None, ()),) if text is None else chosen_counts(rules, text)


def check_games_or_none(games: int) -> None:
    """Refuse what is neither a number of games nor 0, which leaves them out."""
    from tenback.sim.setting import MAX_GAMES

    if not 0 <= games <= MAX_GAMES:
        raise TrainingError("not-games", games=games, limit=MAX_GAMES)


def minutes(text: str, least: float = 0.01) -> float:
    """A time on the command line."""
    if not _MINUTES.fullmatch(text) or not least <= float(text) <= MOST_MINUTES:
        raise TrainingError("not-minutes", text=text[:40])
    return float(text)
