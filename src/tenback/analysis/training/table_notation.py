"""Notation of tables to train on: `original+expert:2-5:silent` is a game, players and talk."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tenback.analysis.input_files import is_file, rules_of
from tenback.analysis.studies.participants import player_count, player_counts
from tenback.core.errors import nearest
from tenback.core.rules import TalkPolicy
from tenback.core.variants import ALIASES, GAMES, every, name_and_options
from tenback.words.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.core.rules import Rules
    from tenback.sim.search.trainer import Table

# The colon of C:\mine.toml joins nothing.
_JOINT = re.compile(r":(?![\\/])")
_COUNTS = re.compile(r"[0-9][0-9.,-]*", re.ASCII)
POLICIES = tuple(map(str, TalkPolicy))


class TrainingError(UsageError):
    """A training that a user describes badly."""

    catalogue = "train"


def tables(texts: Sequence[str], players: str | None, policy: str | None) -> tuple[Table, ...]:
    """Every table that is named, each once; `players` and `policy` count where a text has none."""
    found = [table for text in texts for table in _tables(text, players, policy)]
    return tuple(dict.fromkeys(found))


def _tables(text: str, players: str | None, policy: str | None) -> Iterator[Table]:
    from tenback.sim.search.trainer import Table

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


def policy_of(text: str) -> TalkPolicy:
    """A talk policy by its name."""
    if text not in POLICIES:
        raise _no_policy(text)
    return TalkPolicy(text)


def _no_policy(text: str) -> TrainingError:
    near = nearest(text, POLICIES)
    params = {"text": text[:40], "near": near, "allowed": ", ".join(POLICIES)}
    return TrainingError("near-policy" if near else "no-policy", **params)


def _counts(rules: Rules, text: str | None) -> tuple[int, ...]:
    """The numbers of players asked for, else one near the usual."""
    return (player_count(rules, None, ()),) if text is None else player_counts(rules, text)
