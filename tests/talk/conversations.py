"""Tables at which people talk: games with remarks, and a second opinion on what stands."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from tenback import Game
from tenback.core.cards import colour_of, number_of
from tenback.core.errors import IllegalTalk
from tenback.core.events import Laid
from tenback.core.moves import END
from tenback.core.rules import TalkPolicy
from tenback.core.state import State
from tenback.talk.phrases import PHRASES, End, far_distance, read, replaced, sayable
from tenback.talk.speech import speak
from tenback.testing.strategies import any_rules, deals

if TYPE_CHECKING:
    import random


@dataclass
class Talking:
    """A game, every state it went through, and who said what in which of them."""

    game: Game
    states: list[State] = field(default_factory=list)

    def play(self, rng: random.Random) -> None:
        """Do one thing, mostly by small steps, so that much can be said before the end."""
        game = self.game
        if game.turn is None:
            game.start(rng.randrange(game.players))
        elif game.takebacks and game.state.placed and rng.random() < 0.15:
            game.take_back()
        elif END in game.legal_moves() and rng.random() < 0.6:
            game.play(END)
        else:
            lays = sorted(game.view(game.turn).options().lays, key=lambda lay: abs(lay.step))
            game.play(rng.choice(lays[:3]).move if lays else END)
        self.states.append(game.state)

    def talk(self, rng: random.Random) -> None:
        """Try to say something, to repeat it, or to take something back."""
        game, seat = self.game, rng.randrange(self.game.players)
        phrases = list(sayable(game.rules, TalkPolicy.FREE))
        phrase = rng.choice(phrases)
        own = [said.phrase for said in game.talk if said.seat == seat]
        if own and rng.random() < 0.3:
            phrase = f"unsay:{rng.choice(own)}"
        with suppress(IllegalTalk):
            speak(game, seat, phrase=phrase)

    def stands(self) -> set[tuple[int, str]]:
        """What stands, found by looking at every state since it was said."""
        said: dict[tuple[int, str], int] = {}
        talk, last = list(self.game.talk), self.game.moment
        for moment in range(last + 1):
            said = {key: since for key, since in said.items() if self._holds(key, since, moment)}
            for remark in (r for r in talk if r.moment == moment):
                self._hear(said, remark.seat, remark.phrase, moment)
        return set(said)

    def _hear(self, said: dict[tuple[int, str], int], seat: int, text: str, moment: int) -> None:
        remark = read(text)
        assert remark is not None
        if remark.unsaid:
            del said[seat, remark.said]
            return
        for other in replaced(remark.phrase):
            said.pop((seat, f"{other}:{remark.subject}" if remark.subject else other), None)
        said.setdefault((seat, text), moment)

    def _holds(self, key: tuple[int, str], since: int, moment: int) -> bool:
        seat, text = key
        id_, _, subject = text.partition(":")
        ends = PHRASES[id_].ends
        if self.states[moment].outcome is not None and moment > since:
            return False
        return not (
            (End.MOVE in ends and moment > since)
            or (End.START in ends and self.states[moment].turn is not None)
            or (End.OWN_TURN in ends and self._ended_a_turn(seat, since, moment))
            or (End.CHANGE in ends and self._changed(subject, since, moment))
            or (
                End.JUMP in ends
                and self._distance(subject, since, moment) >= far_distance(self.game.rules)
            )
            or (End.COLOUR in ends and self._showed(seat, subject, since, moment))
        )

    def _ended_a_turn(self, seat: int, since: int, moment: int) -> bool:
        """Whether the seat came on turn after `since`, and ended that turn by `moment`."""
        offset = self._offset()
        ends = [
            at
            for at, action in enumerate(self.game.actions, start=1 + offset)
            if action == END and self.states[at - 1].turn == seat
        ]
        for end in (end for end in ends if since < end <= moment):
            begun = end - 1
            while begun > 0 and self.states[begun - 1].turn == seat and not self._ends(begun):
                begun -= 1
            if begun > since:
                return True
        return False

    def _offset(self) -> int:
        return int(self.game.starter is not None)

    def _ends(self, moment: int) -> bool:
        """Whether what was done to reach this moment is the end of a turn."""
        place = moment - 1 - self._offset()
        return place >= 0 and self.game.actions[place] == END

    def _changed(self, pile: str, since: int, moment: int) -> bool:
        place = self.game.rules.pile_index[pile]
        return self.states[since].sizes[place] != self.states[moment].sizes[place]

    def _distance(self, pile: str, since: int, moment: int) -> int:
        return abs(self._shows(pile, since) - self._shows(pile, moment))

    def _shows(self, pile: str, moment: int) -> int:
        rules = self.game.rules
        place = rules.pile_index[pile]
        top = self.states[moment].tops[place]
        if top is not None:
            return number_of(top)
        up, base = rules.layout[place].up, rules.layout[place].base
        numbers = rules.deck.numbers
        return base if base is not None else min(numbers) - 1 if up else max(numbers) + 1

    def _showed(self, seat: int, colour: str, since: int, moment: int) -> bool:
        laid = [e for e in self.game.events if isinstance(e, Laid)]
        lays = [place for place, a in enumerate(self.game.actions) if str(a).count("-") == 1]
        lays = [place for place in lays if not str(self.game.actions[place]).startswith("resign")]
        for event, place in zip(laid, lays, strict=True):
            at = place + 1 + self._offset()
            mine = event.seat == seat and colour_of(event.card) == colour[0]
            if mine and since < at <= moment:
                return True
        return False


@st.composite
def talking(draw: st.DrawFn) -> Talking:
    """A table at any moment, at which every player talks a lot."""
    rules = draw(any_rules().filter(lambda rules: rules.talk is not TalkPolicy.SILENT))
    game = Game(rules, draw(deals(rules)), takebacks=draw(st.booleans()), agree=True)
    table = Talking(game, [game.state])
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, 40))):
        for _ in range(rng.randrange(4)):
            table.talk(rng)
        if game.outcome is None:
            table.play(rng)
    return table
