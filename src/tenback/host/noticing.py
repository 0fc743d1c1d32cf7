"""Who is to be told by a web hook: people who are away, when it is their turn or a game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from tenback.host.hooks import Note, Why

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.table.table import Table

Awaited: TypeAlias = tuple[str, int, int]
"""A person, and the game and the turn in which everybody waits for them."""


def awaited(table: Table) -> Awaited | None:
    """Whoever is on turn and away. Those who are here see it, and a stand-in waits for nobody."""
    game = table.game
    if game is None or game.turn is None:
        return None
    seat = table.seats[game.turn]
    if seat.person is None or seat.stand_in is not None or seat.away_since is None:
        return None
    return seat.person, table.number, table.began[1]


def your_turn(table: Table, awaited: Awaited) -> Note:
    """What somebody is told for whom everybody waits."""
    return Note(awaited[0], Why.YOUR_TURN, table.id, table.version, table.log[-1].at)


def game_over(table: Table) -> Iterator[Note]:
    """What those are told who were away when the game ended."""
    for seat in table.seats:
        if seat.person is not None and seat.away_since is not None:
            yield Note(seat.person, Why.GAME_OVER, table.id, table.version, table.log[-1].at)
