"""A bot that plays every game legally and without much thought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.core.moves import END

if TYPE_CHECKING:
    import random

    from tenback.core.choices import Choices
    from tenback.core.fits import LayOption
    from tenback.core.moves import Move
    from tenback.core.views import View


@dataclass(frozen=True)
class Simple:
    """The smallest step that does not lose; no more cards than needed, but for tricks and fires."""

    name: str = "simple"

    def move(self, view: View, rng: random.Random) -> Move:
        """Choose from what the view offers; chance decides between equal steps."""
        options = view.options()
        lays = list(options.lays)
        rng.shuffle(lays)
        best = min(lays, key=_cost, default=None)
        if best is None or (options.may_end and not _worth_it(options, best)):
            return END
        return best.move


def _cost(lay: LayOption) -> tuple[bool, bool, int]:
    return lay.loses, not lay.covers_fire, lay.step


def _worth_it(options: Choices, lay: LayOption) -> bool:
    """Whether to go on after the minimum: to put a fire out, or to take a pile back."""
    return not lay.loses and (lay.covers_fire or options.end_loses or lay.step < 0)
