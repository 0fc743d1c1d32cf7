"""The coach of a lesson: it plays and says what is written, as long as that can be played.

Like any bot it gets views. A learner who leaves the script finds an ordinary partner: the usual
stand-in goes on. Clients cannot seat it; the host does, when a lesson begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.bots.base import Willing
from tenback.bots.stand_in import usual_stand_in
from tenback.core.events import Dealt, Laid, TurnBegan, TurnEnded
from tenback.core.moves import END, Lay
from tenback.lessons.lesson import GAMES, LEARNER, lesson

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from tenback.core.moves import Move
    from tenback.core.rules import TalkPolicy
    from tenback.core.views import View
    from tenback.lessons.lesson import Lesson

COACH = "coach"


class Coach:
    """The partner or opponent in a lesson."""

    name = COACH

    def willing(self, _view: View, _rng: random.Random) -> Willing:
        """The learner starts."""
        return Willing.NOT_ME

    def say(self, view: View, _policy: TalkPolicy, _rng: random.Random) -> tuple[str, ...]:
        """What is written for this turn of the learner."""
        found = _followed(view)
        begun = sum(isinstance(e, TurnBegan) and e.seat == LEARNER for e in view.history)
        return found.says[begun - 1] if found and 0 < begun <= len(found.says) else ()

    def move(self, view: View, rng: random.Random) -> Move:
        """What is written, if it can be played."""
        found, made = _followed(view), len(tuple(_made(view)))
        if found and made < len(found.script) and found.script[made] in view.legal_moves():
            return found.script[made]
        return usual_stand_in().move(view, rng)


def _followed(view: View) -> Lesson | None:
    """The lesson that is played here, unless this seat has had to leave its script."""
    if view.rules.name not in GAMES or view.seat is None:
        return None
    found, made = lesson(view.rules.name), tuple(_made(view))
    dealt = [event.hands[view.seat] for event in view.history if isinstance(event, Dealt)]
    if dealt != [found.deal.hands[view.seat]] or found.script[: len(made)] != made:
        return None
    return found


def _made(view: View) -> Iterator[Move]:
    """What this seat has played so far."""
    for event in view.history:
        if isinstance(event, Laid) and event.seat == view.seat:
            yield Lay(event.card, event.pile)
        elif isinstance(event, TurnEnded) and event.seat == view.seat:
            yield END
