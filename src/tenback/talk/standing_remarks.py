"""The remarks that stand: said and not ended yet, the same for every seat and spectator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.core.cards import colour_of
from tenback.core.events import Dealt, Laid, Over, SetUp, TakenBack, TurnBegan, TurnEnded
from tenback.core.talk import Said
from tenback.talk.phrases import (
    PHRASES,
    About,
    End,
    Phrase,
    Remark,
    far_distance,
    read,
    replaced,
    subjects,
)
from tenback.talk.timeline import timeline

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback.core.events import Event
    from tenback.core.rules import Rules
    from tenback.core.views import View


@dataclass(frozen=True, slots=True)
class Standing:
    """A remark that stands: its seat, the id of the phrase, and its subject.

    `moment` is the moment at which the seat said it first.
    """

    seat: int
    phrase: str
    subject: str
    moment: int

    @property
    def remark(self) -> Remark:
        """The remark itself."""
        return Remark(PHRASES[self.phrase], self.subject)

    def __str__(self) -> str:
        return str(self.remark)


def standing(view: View) -> tuple[Standing, ...]:
    """The remarks that stand at the moment of a view, in the order in which they were said.

    They follow from public events and public talk alone, so that every seat and every spectator
    gets the same: `standing(game.view())`, `standing(record.game().view())`. Only a view without
    memory leaves out remarks older than the turns that it remembers. An interface for a player
    without memory uses the view of a spectator instead.
    """
    return StandingTalk.of(view).now


class StandingTalk:
    """The remarks that stand during a game; remarks and events are added as they happen.

    `stands` holds each with the distance that its pile has moved since it was said.
    """

    def __init__(self, rules: Rules, forgotten: int = 0) -> None:
        self.rules = rules
        self.far_distance = far_distance(rules)
        self.stands: dict[Standing, int] = {}
        self.moment = forgotten
        self.started = forgotten > 0
        self.began = forgotten
        # The step of each lay of the running turn, for take-backs.
        self.steps: list[int] = []

    @classmethod
    def of(cls, view: View) -> StandingTalk:
        """The remarks that stand at the moment of a view."""
        talk = cls(view.rules, view.forgotten)
        for moment, item in timeline(view.history, view.talk, view.forgotten):
            if isinstance(item, Said):
                talk.add(item)
            else:
                talk.apply(item, moment)
        return talk

    @property
    def now(self) -> tuple[Standing, ...]:
        """The remarks that stand, in the order in which they were said."""
        return tuple(self.stands)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StandingTalk) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    # Talk

    def add(self, said: Said) -> None:
        """Add a remark, or end one that its speaker takes back; free text never stands."""
        remark = read(said.phrase)
        if remark is None or remark.subject not in subjects(self.rules, remark.phrase):
            return
        if remark.phrase.about is About.START and self.started:
            return
        gone = {remark.phrase.id} if remark.unsaid else replaced(remark.phrase)
        self._end(
            lambda old, _: (
                (old.seat, old.subject) == (said.seat, remark.subject) and old.phrase in gone
            )
        )
        if not remark.unsaid and not self._stands(said.seat, remark):
            new = Standing(said.seat, remark.phrase.id, remark.subject, said.moment)
            self.stands[new] = 0

    def _stands(self, seat: int, remark: Remark) -> bool:
        key = (seat, remark.phrase.id, remark.subject)
        return any((old.seat, old.phrase, old.subject) == key for old in self.stands)

    # Events

    def apply(self, event: Event, moment: int) -> None:
        """End the remarks that an event ends."""
        if moment > self.moment:
            self.moment = moment
            self._end(lambda _, phrase: End.MOVE in phrase.ends)
        match event:
            case Laid():
                self.steps.append(event.step)
                if self.stands:
                    self._move(event.pile, event.step)
                    self._end_colour(event.seat, colour_of(event.card))
            case Dealt():
                pass
            case SetUp():
                self._set_up(event)
            case TurnBegan():
                self.started, self.began, self.steps = True, moment, []
                self._end(lambda _, phrase: End.START in phrase.ends)
            case TakenBack(_, _, pile):
                self._move(pile, -self.steps.pop())
            case TurnEnded(seat):
                self._end(
                    lambda old, phrase: (
                        End.OWN_TURN in phrase.ends and old.seat == seat and old.moment < self.began
                    )
                )
            case Over():
                self.stands.clear()

    def _set_up(self, event: SetUp) -> None:
        """Start from a position, perhaps in the middle of a turn."""
        self.started = event.turn is not None
        for placed in event.placed:
            fits = self.rules.fits[event.turn or 0][self.rules.pile_index[placed.pile]]
            self.steps.append(fits.step(placed.covers, placed.card))

    def _move(self, pile: str, step: int) -> None:
        for old in self.stands:
            if old.subject == pile:
                self.stands[old] += step
        self._end(
            lambda old, phrase: (
                old.subject == pile
                and (
                    End.CHANGE in phrase.ends
                    or (End.JUMP in phrase.ends and abs(self.stands[old]) >= self.far_distance)
                )
            )
        )

    def _end_colour(self, seat: int, letter: str) -> None:
        """End remarks about a colour after a lay; cards name the colour by its first letter."""
        self._end(
            lambda old, phrase: (
                End.COLOUR in phrase.ends and old.seat == seat and old.subject.startswith(letter)
            )
        )

    def _end(self, ended: Callable[[Standing, Phrase], bool]) -> None:
        if not self.stands:
            return
        for old in [old for old in self.stands if ended(old, PHRASES[old.phrase])]:
            del self.stands[old]
