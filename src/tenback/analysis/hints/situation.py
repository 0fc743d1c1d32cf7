"""A position as a player at a real table describes it: what they see, and nothing hidden.

    original 3p u1=40 u2=12 d1=77 hand=37,44,50,58,61,90 stock=40

A complete position, as records write it, is read as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.analysis.hints.observation import Observation, TableError, parts
from tenback.core.deal import check_players
from tenback.core.game import Game
from tenback.core.position import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.core.cards import Card
    from tenback.core.rules import Rules

COMPLETE = ("hands", "stocks", "turn", "known", "over")
"""Keys of a complete position, which holds hidden cards too."""

KEYS = ("hand", "stock", "others", "gone", "laid", "said")
"""Keys of what a player sees."""

_PLAYERS = re.compile(r"[0-9]p", re.ASCII | re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;]+")


@dataclass(frozen=True)
class Description:
    """The words of a position: the game, how many play it, the rest, and `key=value` pairs."""

    variant: str | None
    players: str
    rest: tuple[str, ...]
    fields: dict[str, str]

    @classmethod
    def parse(cls, words: Sequence[str]) -> Description:
        """What stands where; a game comes first, unless the number of players does."""
        head, fields = _split(words)
        variant = head.pop(0) if head and not _PLAYERS.fullmatch(head[0]) else None
        players = head.pop(0) if head and _PLAYERS.fullmatch(head[0]) else ""
        return cls(variant, players, tuple(head), fields)


@dataclass(frozen=True)
class Situation:
    """A game as it stands, and whether all that lies in the piles is known."""

    game: Game
    remembered: bool


def situation(rules: Rules, described: Description, players: int | None, seed: str) -> Situation:
    """The game that a description means; `players` may tell how many play it, too."""
    _check_equals(rules, described)
    for word in (*_unknown_keys(rules, described), *described.rest):
        raise _no_sense(rules, word)
    count = _players(rules, players, described)
    if any(key in COMPLETE for key in described.fields):
        return _complete(rules, count, described.fields)
    observed = Observation(rules, count, described.fields, seed)
    return Situation(observed.game(), observed.remembered)


def _split(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The words before the first `key=value`, and those; a value may go on after a space."""
    head: list[str] = []
    found: dict[str, str] = {}
    last = ""
    for word in filter(None, _BETWEEN.split(" ".join(words))):
        key, equals, value = word.partition("=")
        if equals:
            last = key.lower()
            if last in found:
                raise TableError("twice", key=last[:40])
            found[last] = value.lower()
        elif last:
            found[last] += f",{word.lower()}"
        else:
            head.append(word)
    return head, found


def _check_equals(rules: Rules, described: Description) -> None:
    """Refuse `u1 40`, wherever it stands."""
    head = [*filter(None, [described.players]), *described.rest]
    for words in (head, *map(parts, described.fields.values())):
        for place, word in enumerate(map(str.lower, words)):
            if word in (*rules.pile_index, *KEYS) and word not in rules.order:
                value = "".join(words[place + 1 : place + 2]) or _middle(rules)
                raise TableError("equals", word=word, example=f"{word}={value[:20]}")


def _unknown_keys(rules: Rules, described: Description) -> list[str]:
    known = (*rules.pile_index, *KEYS, *COMPLETE)
    return [key for key in described.fields if key not in known]


def _no_sense(rules: Rules, word: str) -> TableError:
    piles = tuple(rules.pile_index)
    example = f"{piles[0]}={_middle(rules)}"
    return TableError("word", word=word[:40], allowed=", ".join((*piles, *KEYS)), example=example)


def _middle(rules: Rules) -> Card:
    return rules.cards[len(rules.cards) // 2]


def _players(rules: Rules, option: int | None, described: Description) -> int:
    """How many play: as described, or as the other hands show, or the only possible number."""
    word, fields = described.players, described.fields
    if word and option is not None and int(word[0]) != option:
        raise TableError("players-differ", word=word, players=option)
    players = int(word[0]) if word else option
    if players is None and "others" in fields:
        players = 1 + len(parts(fields["others"].replace("/", ",")))
    if players is None and len(rules.player_counts) == 1:
        players = rules.player_counts[0]
    if players is None:
        raise TableError("players")
    check_players(rules, players)
    return players


def _complete(rules: Rules, players: int, fields: dict[str, str]) -> Situation:
    words = " ".join(f"{key}={value}" for key, value in fields.items())
    game = Position.parse(f"{rules.name} {players}p {words}", rules).game()
    if game.turn is None and game.outcome is None:
        raise TableError("turn")
    return Situation(game, remembered=True)
