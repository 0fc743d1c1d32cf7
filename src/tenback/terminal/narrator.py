"""Events and views as lines of text: for a terminal, a pipe or a screen reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.core.events import Drawn, Event, Laid, Resigned, TakenBack, TurnBegan
from tenback.core.fits import Kind
from tenback.core.rules import Rules
from tenback.core.talk import Said
from tenback.talk.phrase_text import at_pile, sentence
from tenback.talk.phrases import About, read, subjects
from tenback.talk.standing_remarks import Standing, standing
from tenback.terminal.help import MARK
from tenback.words import Words
from tenback.words.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenback.core.cards import Card
    from tenback.core.choices import Choices
    from tenback.core.fits import LayOption
    from tenback.core.rules import Pile
    from tenback.core.views import Burning, View


@dataclass(frozen=True)
class Narrator:
    """Writes for one seat, or with None a spectator, what happens and how things stand."""

    say: Words
    rules: Rules
    seat: int | None

    # What happens

    def event(self, event: Event | Said) -> str:
        """One event or remark in one line; empty for what needs no words of its own."""
        match event:
            case Said():
                return self.remark(event)
            case Laid(seat, card, pile, kind, step):
                how = self._step(kind, step)
                return self._who("laid", seat, card=card, pile=pile, how=how)
            case TakenBack(seat, card, pile):
                return self._who("taken-back", seat, card=card, pile=pile)
            case Drawn(seat, count, cards):
                what = "drew-hidden" if cards is None else "drew"
                return self._who(what, seat, cards=" ".join(cards or ()), count=count)
            case TurnBegan(seat, minimum):
                return self._who("turn", seat, amount=self._amount(minimum))
            case Resigned(seat):
                return self._who("resigned", seat)
            case _:
                return ""

    def events(self, events: Iterable[Event | Said]) -> list[str]:
        """Several events, those left out that need no words."""
        return list(filter(None, map(self.event, events)))

    def end(self, view: View) -> list[str]:
        """How the game ended, and the hands, which lie open now."""
        if view.outcome is None:
            return []
        needed = [event.minimum for event in view.history if isinstance(event, TurnBegan)]
        minimum = needed[-1] if needed else None
        sentence = self.say.outcome(view.outcome, self.rules.duel, self.seat, minimum)
        return [sentence, *self.hands(view.hands)]

    def remark(self, said: Said) -> str:
        """What a player said or took back; phrases in the language of the reader."""
        remark = read(said.phrase)
        if remark is None or remark.subject not in subjects(self.rules, remark.phrase):
            return self._item(self.title(said.seat), printable(said.text or said.phrase))
        words = sentence(self.say, remark)
        if remark.unsaid:
            return self._who("unsaid", said.seat, words=words)
        return self._item(self.title(said.seat), words)

    def name(self, seat: int) -> str:
        """The name of a seat for the reader."""
        return (
            self.say("terminal.you") if seat == self.seat else self.say("terminal.seat", seat=seat)
        )

    def title(self, seat: int) -> str:
        """A seat's name at the beginning of a line."""
        name = self.name(seat)
        return name[:1].upper() + name[1:]

    def _who(self, what: str, seat: int, **params: object) -> str:
        """A sentence about the reader or about another seat."""
        person = "you" if seat == self.seat else "seat"
        return self.say(f"terminal.{what}.{person}", seat=seat, **params)

    def _amount(self, minimum: int) -> str:
        """How many cards a turn takes: no fewer than the minimum, no more than the maximum."""
        most = self.rules.maximum
        if most is None:
            return self.say("terminal.amount.least", count=minimum)
        if most <= minimum:
            return self.say("terminal.amount.exact", count=minimum)
        form = "either" if most == minimum + 1 else "range"
        return self.say(f"terminal.amount.{form}", count=minimum, most=most)

    def _step(self, kind: Kind, step: int) -> str:
        if kind is Kind.PLAIN:
            return f"+{step}"
        return self.say(f"terminal.{kind}", count=-step) if step else self.say("terminal.same")

    def _item(self, name: str, text: str) -> str:
        return self.say("terminal.item", name=name, text=text)

    # How things stand

    def table(self, view: View) -> list[str]:
        """The piles, the fires, the seats and the stock, a line each, and what stands of talk."""
        stands = self._stands(view)
        lines = []
        for pile, top in zip(self.rules.layout, view.tops, strict=True):
            lines.append(self._item(self._pile(pile), self._top(pile, top)))
            lines += [f"  {self._said(s)}" for s in stands if s.subject == pile.name]
        others = [self._said(s) for s in stands if s.remark.phrase.about is not About.PILE]
        return [*lines, *self.fires(view), self._cards(view), self._stock(view), *others]

    def said(self, view: View) -> list[str]:
        """What stands, a line each, with the names of the piles."""
        return [
            self._item(self.title(stands.seat), sentence(self.say, stands.remark))
            for stands in self._stands(view)
        ]

    def _stands(self, view: View) -> list[Standing]:
        """The remarks that still matter: courtesies were for the moment."""
        about = About.COURTESY
        return [stands for stands in standing(view) if stands.remark.phrase.about is not about]

    def _said(self, stands: Standing) -> str:
        return self._item(self.title(stands.seat), at_pile(self.say, stands.remark))

    def piles(self, view: View) -> str:
        """The tops of all piles in one line."""
        tops = zip(self.rules.layout, view.tops, strict=True)
        return ", ".join(f"{pile.name} {self._top(pile, top)}" for pile, top in tops)

    def fires(self, view: View) -> list[str]:
        """The burning piles, and whose turn must not end before each is covered."""
        return [self._fire(view, burning) for burning in view.burning]

    def hand(self, view: View) -> str:
        """The reader's cards."""
        cards = " ".join(map(self._marked, view.hand))
        return self.say("terminal.hand", cards=cards or self.say("terminal.none"))

    def hands(self, hands: Iterable[tuple[str, ...] | None]) -> list[str]:
        """Every hand that may be seen."""
        return [
            self._item(self.title(seat), " ".join(hand) or self.say("terminal.none"))
            for seat, hand in enumerate(hands)
            if hand is not None
        ]

    def _marked(self, card: Card) -> str:
        return f"{card}{MARK}" if card in self.rules.fire_cards else card

    def _pile(self, pile: Pile) -> str:
        direction = self.say("terminal.up" if pile.up else "terminal.down")
        if pile.base is not None:
            direction = self.say("terminal.from", direction=direction, base=pile.base)
        words = [pile.name, direction]
        if pile.owner is not None:
            words.append(self._who("owner", pile.owner))
        return ", ".join(words)

    def _top(self, pile: Pile, top: str | None) -> str:
        if top is not None:
            return top
        return self.say("terminal.any") if pile.base is None else self.say("terminal.empty")

    def _fire(self, view: View, burning: Burning) -> str:
        # A player who goes on alone inherits their own fires: those are due in their next turn.
        again = burning.seat == view.turn and burning.pile in {p.pile for p in view.placed}
        return self._who("burning-next" if again else "burning", burning.seat, pile=burning.pile)

    def _cards(self, view: View) -> str:
        return self.say("terminal.cards", cards=self._each(view.hand_sizes))

    def _stock(self, view: View) -> str:
        sizes = view.stock_sizes
        cards = self._each(sizes) if len(sizes) > 1 else str(sizes[0])
        return self.say("terminal.stock", cards=cards)

    def _each(self, sizes: Iterable[int]) -> str:
        return ", ".join(f"{self.name(seat)} {size}" for seat, size in enumerate(sizes))

    # What can be done

    def turn(self, view: View) -> list[str]:
        """What the player on turn has to know before every move."""
        table = [self.piles(view), *self.said(view), *self.fires(view)]
        return [*table, self.hand(view), *self.choice(view.options())]

    def choice(self, options: Choices) -> list[str]:
        """What the turn still asks for, what ending it would do, and whether a gift is possible."""
        gifts = [str(lay.move) for lay in options.lays if lay.kind is Kind.GIFT]
        gift = [self.say("terminal.may-give", lays=", ".join(gifts))] if gifts else []
        return [self._end(options), *gift]

    def _end(self, options: Choices) -> str:
        if options.owed:
            return self.say("terminal.owed", count=options.owed)
        if options.end_loses:
            return self.say("terminal.end-loses" if options.lays else "terminal.only-end-loses")
        what = "terminal.may-end" if options.lays else "terminal.only-end"
        return self.say(what if options.draws else f"{what}-dry", count=options.draws)

    def lays(self, options: Choices) -> list[str]:
        """Every legal lay with its step, card by card."""
        by_card: dict[str, list[str]] = {}
        for lay in options.lays:
            by_card.setdefault(lay.move.card, []).append(self._lay(lay))
        return [self._item(self._marked(card), ", ".join(lays)) for card, lays in by_card.items()]

    def _lay(self, lay: LayOption) -> str:
        notes = [self._step(lay.kind, lay.step)]
        if lay.covers_fire:
            notes.append(self.say("terminal.covers-fire"))
        if lay.loses:
            notes.append(self.say("terminal.loses"))
        return f"{lay.move.pile} ({', '.join(notes)})"
