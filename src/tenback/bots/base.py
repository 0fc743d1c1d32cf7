"""What a bot is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import random

    from tenback.core.moves import Move
    from tenback.core.views import View


class Bot(Protocol):
    """Somebody who can sit at a table."""

    @property
    def name(self) -> str:
        """What the bot is called at the table."""

    def move(self, view: View, rng: random.Random) -> Move:
        """One legal move for the seat whose view this is; it is on turn."""
