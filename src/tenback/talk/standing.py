"""What stands now: what was said and has not ended yet, the same for everybody at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.core.cards import colour_of
from tenback.core.events import Dealt, Laid, Over, SetUp, TakenBack, TurnBegan, TurnEnded
from tenback.core.talk import Said
from tenback.talk.phrases import PHRASES, About, End, Phrase, Remark, far, read, replaced, subjects
from tenback.talk.timeline import timeline

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback.core.events import Event
    from tenback.core.rules import Rules
    from tenback.core.views import View


@dataclass(frozen=True, slots=True)
class Standing:
    """Something said that still holds: by which seat, the id of the phrase, what it is about.

    `moment` is since when: the moment at which it was said first.
    """

    seat: int
    phrase: str
    subject: str
    moment: int

    @property
    def remark(self) -> Remark:
        """The same as it was said."""
        return Remark(PHRASES[self.phrase], self.subject)

    def __str__(self) -> str:
        return str(self.remark)


def standing(view: View) -> tuple[Standing, ...]:
    """What stands at the moment of a view, in the order in which it was said.

    It follows from public events and public talk alone, so every seat and every spectator finds
    the same: `standing(game.view())`, `standing(record.game().view())`. Only a view without memory
    knows less: it cannot tell what became of remarks older than the turns it remembers, and
    leaves them out. An interface for somebody without memory asks the view of a spectator instead.
    """
    return tuple(_followed(view).stands)


def _followed(view: View) -> _Table:
    table = _Table(view.rules, view.forgotten)
    for moment, thing in timeline(view.history, view.talk, view.forgotten):
        if isinstance(thing, Said):
            table.hear(thing)
        else:
            table.follow(thing, moment)
    return table


class _Table:
    """What stands while the game goes by, and how far its pile has moved since it was said."""

    def __init__(self, rules: Rules, forgotten: int) -> None:
        self.rules = rules
        self.far = far(rules)
        self.stands: dict[Standing, int] = {}
        self.moment = forgotten
        self.started = forgotten > 0
        self.began = forgotten
        # How far each lay of the running turn went, for it may be taken back.
        self.steps: list[int] = []

    # What is said

    def hear(self, said: Said) -> None:
        """Somebody says something, or takes it back; what is no phrase never stands."""
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
        what = (seat, remark.phrase.id, remark.subject)
        return any((old.seat, old.phrase, old.subject) == what for old in self.stands)

    # What is done

    def follow(self, event: Event, moment: int) -> None:
        """Something happens at the table, and ends what it ends."""
        if moment > self.moment:
            self.moment = moment
            self._end(lambda _, phrase: End.MOVE in phrase.ends)
        match event:
            case Dealt():
                pass
            case SetUp():
                self._set_up(event)
            case TurnBegan():
                self.started, self.began, self.steps = True, moment, []
                self._end(lambda _, phrase: End.START in phrase.ends)
            case Laid(seat, card, pile, _, step):
                self.steps.append(step)
                self._move(pile, step)
                self._show(seat, colour_of(card))
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
        """A game begins in the middle, perhaps in the middle of a turn."""
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
                    or (End.JUMP in phrase.ends and abs(self.stands[old]) >= self.far)
                )
            )
        )

    def _show(self, seat: int, letter: str) -> None:
        """A card of a colour is shown, which cards name by its first letter."""
        self._end(
            lambda old, phrase: (
                End.COLOUR in phrase.ends and old.seat == seat and old.subject.startswith(letter)
            )
        )

    def _end(self, ended: Callable[[Standing, Phrase], bool]) -> None:
        for old in [old for old in self.stands if ended(old, PHRASES[old.phrase])]:
            del self.stands[old]
