"""Whether the networks that come along know a game, or whether thinkers only guess at it.

Far from what they were trained on, networks can play worse than bots that have none.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from tenback.bots.seating import mind_of
from tenback.bots.warming import thinks
from tenback.core.variants import every

if TYPE_CHECKING:
    from tenback.core.rules import Rules

_BESIDES = ("name", "hands", "talk")
"""What does not make it another game: other names, the hands of other tables, a stricter policy."""


def is_known(rules: Rules, players: int) -> bool:
    """Whether a network that comes along was trained on such a table: it is a published one."""
    return any(
        players in published.player_counts and _table(published, players) == _table(rules, players)
        for published in every()
    )


def _table(rules: Rules, players: int) -> tuple[object, ...]:
    same = (field.name for field in fields(rules) if field.name not in _BESIDES)
    return (rules.hand_size(players), *(getattr(rules, name) for name in same))


def guesses(word: str, rules: Rules, players: int) -> bool:
    """Whether a word names a thinker that has no network for such a table, not even its own."""
    if not thinks(word) or is_known(rules, players):
        return False
    mind = mind_of(word)
    return mind is None or not mind.file
