"""Notifications by webhook: to players who are away, on their turn and at the end of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from tenback.host.webhooks import Notification, NotificationType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.table.table import Table

Awaited: TypeAlias = tuple[str, int, int]
"""A person whose turn it is while they are away, and the game and the turn."""


def awaited(table: Table) -> Awaited | None:
    """The player on turn, if they are away; a connected player sees it, a stand-in plays on."""
    game = table.game
    if game is None or game.turn is None:
        return None
    seat = table.seats[game.turn]
    if seat.person is None or seat.stand_in is not None or seat.away_since is None:
        return None
    return seat.person, table.number, table.began[1]


def your_turn(table: Table, awaited: Awaited) -> Notification:
    """The notification of a player on turn."""
    return Notification(
        awaited[0], NotificationType.YOUR_TURN, table.id, table.version, table.log[-1].at
    )


def game_over(table: Table) -> Iterator[Notification]:
    """The notifications of players who were away when the game ended."""
    for seat in table.seats:
        if seat.person is not None and seat.away_since is not None:
            yield Notification(
                seat.person, NotificationType.GAME_OVER, table.id, table.version, table.log[-1].at
            )
