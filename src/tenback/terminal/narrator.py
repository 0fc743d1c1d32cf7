"""Events and views as lines of text: for a terminal, a pipe or a screen reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.core.events import (
    Dealt,
    Drawn,
    Event,
    Laid,
    Over,
    Resigned,
    SetUp,
    TakenBack,
    TurnBegan,
    TurnEnded,
)
from tenback.core.fitting import Kind

if TYPE_CHECKING:
    from tenback.core.options import LayOption, Options
    from tenback.core.rules import Pile, Rules
    from tenback.core.talk import Said
    from tenback.core.views import View
    from tenback.words import Words


@dataclass(frozen=True)
class Narrator:
    """Tells one seat, or with None a spectator, what happens and how things stand."""

    say: Words
    rules: Rules
    seat: int | None

    # What happens

    def event(self, event: Event) -> str:
        """One event in one line; empty for what needs no words of its own."""
        match event:
            case Laid(seat, card, pile, kind, step):
                how = self._step(kind, step)
                return self._who("laid", seat, card=card, pile=pile, how=how)
            case TakenBack(seat, card, pile):
                return self._who("taken-back", seat, card=card, pile=pile)
            case Drawn(seat, count, cards):
                what = "drew-hidden" if cards is None else "drew"
                return self._who(what, seat, cards=" ".join(cards or ()), count=count)
            case TurnBegan(seat, minimum):
                return self._who("turn", seat, count=minimum)
            case Resigned(seat):
                return self._who("resigned", seat)
            case Over(outcome):
                return self.say.outcome(outcome, self.rules.duel, self.seat)
            case TurnEnded() | Dealt() | SetUp():
                return ""

    def remark(self, said: Said) -> str:
        """What somebody said."""
        return f"{self.name(said.seat)}: {said.text or said.phrase}"

    def _who(self, what: str, seat: int, **params: object) -> str:
        """A sentence about oneself or about another seat."""
        person = "you" if seat == self.seat else "seat"
        return self.say(f"line.{what}.{person}", seat=seat, **params)

    def name(self, seat: int) -> str:
        """What a seat is called by whoever listens."""
        return self.say("line.you") if seat == self.seat else self.say("line.seat", seat=seat)

    def _step(self, kind: Kind, step: int) -> str:
        if kind is Kind.PLAIN:
            return f"+{step}"
        return self.say(f"line.{kind}", count=-step) if step else self.say("line.same")

    # How things stand

    def table(self, view: View) -> list[str]:
        """The piles, the seats and the stock, a line each."""
        piles = [self._pile(view, pile) for pile in self.rules.layout]
        stock = " / ".join(map(str, view.stock_sizes))
        return [*piles, self._seats(view), f"{self.say('line.stock')}: {stock}"]

    def piles(self, view: View) -> str:
        """The tops of all piles in one line."""
        tops = zip(self.rules.layout, view.tops, strict=True)
        return ", ".join(f"{pile.name} {top or self._base(pile)}" for pile, top in tops)

    def hand(self, view: View) -> str:
        """One's own cards."""
        return f"{self.say('line.hand')}: {' '.join(view.hand) or self.say('line.none')}"

    def hands(self, view: View) -> list[str]:
        """Every hand that lies open."""
        return [
            f"{self.name(seat)}: {' '.join(hand) or self.say('line.none')}"
            for seat, hand in enumerate(view.hands)
            if hand is not None
        ]

    def _pile(self, view: View, pile: Pile) -> str:
        place = self.rules.pile_index[pile.name]
        top = view.tops[place]
        direction = self.say("line.up" if pile.up else "line.down")
        words = [pile.name, direction, top or self._base(pile)]
        if pile.owner is not None:
            words.append(f"({self.name(pile.owner)})")
        burning = next((b.seat for b in view.burning if b.pile == pile.name), None)
        if burning is not None:
            words.append(self._who("burning", burning))
        return " ".join(words)

    def _base(self, pile: Pile) -> str:
        if pile.base is None:
            return self.say("line.open")
        return self.say("line.base", base=pile.base)

    def _seats(self, view: View) -> str:
        sizes = (f"{self.name(seat)} {size}" for seat, size in enumerate(view.hand_sizes))
        return f"{self.say('line.cards')}: {', '.join(sizes)}"

    # What can be done

    def owed(self, options: Options) -> str:
        """What the turn still asks for."""
        if options.owed:
            return self.say("line.owed", count=options.owed)
        may = "line.may-end" if options.lays else "line.only-end"
        return self.say(may, count=options.draws)

    def lays(self, options: Options) -> list[str]:
        """Every legal lay with its step, card by card."""
        by_card: dict[str, list[str]] = {}
        for lay in options.lays:
            by_card.setdefault(lay.move.card, []).append(self._lay(lay))
        return [f"{card}: {', '.join(lays)}" for card, lays in by_card.items()]

    def _lay(self, lay: LayOption) -> str:
        words = [lay.move.pile, self._step(lay.kind, lay.step)]
        if lay.covers_fire:
            words.append(self.say("line.covers-fire"))
        if lay.loses:
            words.append(self.say("line.loses"))
        return " ".join(words)
