"""Which tables the shipped networks cover, and which a player's own networks.

At any other table search bots only guess.

Far from what they were trained on, networks can play worse than bots that have none.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from tenback.core.variants import every

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.core.bot_spec import BotSpec
    from tenback.core.rules import Rules
    from tenback.sim.search.config import SearchConfig

_IRRELEVANT = ("name", "hands", "talk")
"""Fields that do not make it another game: its name, other tables' hands, a stricter policy."""


def is_known(rules: Rules, players: int) -> bool:
    """Whether a shipped network was trained on such a table: it is a published one."""
    return any(
        players in published.player_counts and _table(published, players) == _table(rules, players)
        for published in every()
    )


def _table(rules: Rules, players: int) -> tuple[object, ...]:
    same = (field.name for field in fields(rules) if field.name not in _IRRELEVANT)
    return (rules.hand_size(players), *(getattr(rules, name) for name in same))


def guesses(spec: BotSpec, rules: Rules, players: int) -> bool:
    """Whether a bot searches with a shipped network that was not trained on such a table."""
    return bool(spec.search_bot) and not spec.network and not is_known(rules, players)


# Networks of a player's own


def check_networks(seats: Sequence[BotSpec], rules: Rules) -> None:
    """Refuse networks that cannot be read, before anything is played."""
    for config in _own_networks(seats):
        config.network(rules, len(seats))


def trained_network(seats: Sequence[BotSpec], rules: Rules) -> str:
    """The file of a network at the table that was trained on its game; "" if there is none.

    One that knows the game for so many players is the first choice.
    """
    players = len(seats)
    counts = {config.file: _counts(config, rules, players) for config in _own_networks(seats)}
    known = [file for file, trained in counts.items() if trained]
    return min(known, key=lambda file: players not in counts[file], default="")


def _own_networks(seats: Sequence[BotSpec]) -> Iterator[SearchConfig]:
    """The search bots with network files of the player's own."""
    with_files = [spec for spec in seats if spec.network]
    if with_files:
        from tenback.sim.search.config import SearchConfig  # loads Numba

        yield from filter(None, map(SearchConfig.of, with_files))


def _counts(config: SearchConfig, rules: Rules, players: int) -> set[int]:
    """For how many players its network was trained on this game."""
    network = config.network(rules, players)
    settings = network.note["settings"] if network else ()
    return {each["players"] for each in settings if each["name"] == rules.name}
