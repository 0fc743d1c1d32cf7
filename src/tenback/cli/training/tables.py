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
            raise TrainingError("twice", text=text[:80], first=found[kind], second=part[:80])
        found[kind] = part
    if "variant" not in found:
        raise TrainingError("no-variant", text=text[:80])
    return found


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
        name = "no-policy" if not nearest(text, POLICIES) else "near-policy"
        told = {"text": text[:40], "near": nearest(text, POLICIES), "allowed": ", ".join(POLICIES)}
        raise TrainingError(name, **told)
    return TalkPolicy(text)


def _counts(rules: Rules, text: str | None) -> tuple[int, ...]:
    """The numbers of players asked for, else one near the usual."""
    return (chosen_players(rules, None, ()),) if text is None else chosen_counts(rules, text)


def minutes(text: str, least: float = 0.01) -> float:
    """A time on the command line."""
    if not _MINUTES.fullmatch(text) or not least <= float(text) <= MOST_MINUTES:
        raise TrainingError("not-minutes", text=text[:40])
    return float(text)
