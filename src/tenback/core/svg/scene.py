"""What is drawn, and the words for it; sentences that need both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.core import turn as turns
from tenback.core.events import TurnBegan
from tenback.core.outcome import Outcome, Reason
from tenback.core.svg.words import Say
from tenback.core.views import View

if TYPE_CHECKING:
    from tenback.core.rules import Pile


@dataclass(frozen=True, slots=True)
class Scene:
    """A view, and the catalogue for its texts."""

    view: View
    say: Say

    def who(self, seat: int) -> str:
        """A seat as the viewer calls it."""
        return self.say("you") if seat == self.view.seat else self.say("seat", seat=seat)

    def about(self, key: str, seat: int, **params: object) -> str:
        """A sentence about a seat, in one form for the viewer and in another for other seats."""
        form = "you" if seat == self.view.seat else "seat"
        return self.say(f"{key}.{form}", seat=seat, **params)

    def base(self, pile: Pile) -> str:
        """Where a pile begins."""
        return self.say("any") if pile.base is None else str(pile.base)

    def game_name(self) -> str:
        """`original-on-fire` as words."""
        return begin(self.view.rules.name.replace("-", " "))

    def title(self) -> str:
        """The game and what is going on."""
        return self.say("item", name=self.game_name(), text=self.headline())

    def caption(self) -> str:
        """Which game, how many play, and who looks."""
        seat, players = self.view.seat, self.view.players
        parts = [self.game_name(), self.say("players", count=players)]
        if players > 1:
            parts.append(self.say("watching" if seat is None else "your-seat", seat=seat))
        return " · ".join(parts)

    def headline(self) -> str:
        """What is going on, in one kind sentence."""
        view = self.view
        if view.outcome is not None:
            return self._ending(view.outcome)
        if view.turn is None:
            return self.say("agreeing")
        turn = self.say("your-turn" if view.on_turn else "seat-turn", seat=view.turn)
        sentence = self.say("item", name=turn, text=self._progress(view.turn))
        return f"{sentence} {self.say('gift-made')}" if view.gift_used else sentence

    def _progress(self, turn: int) -> str:
        laid, owed = len(self.view.placed), turns.owed(running(self.view, turn))
        if not owed:
            return self.say("may-end", count=laid)
        return self.say("more-to-lay" if laid else "to-lay", count=owed, laid=laid)

    def _ending(self, over: Outcome) -> str:
        reason = self._reason(over)
        if over.winner is not None:
            return f"{reason} {self._winner(over.winner)}"
        if over.won:
            return f"{reason} {self.say('beaten')}"
        mark = "left-excellent" if over.excellent else "left"
        return f"{reason} {self.say(mark, count=over.left)}"

    def _reason(self, over: Outcome) -> str:
        if over.reason is Reason.RESIGNED and over.winner is not None:
            return self.say("duel-resigned", seat=1 - over.winner)
        needed = [event.minimum for event in self.view.history if isinstance(event, TurnBegan)]
        return self.say(over.reason, count=needed[-1] if needed else None)

    def _winner(self, winner: int) -> str:
        return self.say("you-win" if winner == self.view.seat else "seat-wins", seat=winner)


def begin(sentence: str) -> str:
    """A capital letter where a line begins."""
    return sentence[:1].upper() + sentence[1:]


def running(view: View, seat: int) -> turns.Moment:
    """The turn of any seat as far as the view shows it: the running one, or one still to come."""
    return turns.Moment(
        rules=view.rules,
        players=view.players,
        turn=seat,
        hand=view.hands[seat] or (),
        stock_size=view.stock_sizes[view.rules.deck_of(seat)],
        tops=view.tops,
        placed=view.placed if seat == view.turn else (),
    )
