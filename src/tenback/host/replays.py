"""Replays: a finished game as views, one for each step."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenback.core.game import Game
    from tenback.core.record import Record
    from tenback.core.views import View


def seat_views(record: Record, seat: int | None) -> tuple[View, ...]:
    """A game seen from a seat, or as a spectator: one view for each step, the first at the deal."""
    game = record.beginning()
    return game.view(seat), *(game.view(seat) for _ in record.steps(game))


def open_views(record: Record) -> tuple[View, ...]:
    """A game seen by a spectator before whom every hand lies open, step by step."""
    game = record.beginning()
    return _open_view(game), *(_open_view(game) for _ in record.steps(game))


def _open_view(game: Game) -> View:
    return replace(game.view(), hands=game.state.hands)
