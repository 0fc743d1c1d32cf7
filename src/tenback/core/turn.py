"""The running turn: what may be laid, what is owed, what is drawn, what burns.

All of it follows from what the player on turn knows, so that a view can answer as well as a state.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from operator import getitem
from typing import TYPE_CHECKING, Protocol, TypeAlias

from tenback.core.errors import IllegalMove, Part
from tenback.core.fits import Fits, Kind, LayOption
from tenback.core.moves import END, Lay, Move
from tenback.core.reach import Reach
from tenback.core.rules import DrawRule, Rules
from tenback.core.state import Hand, Placed

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from tenback.core.cards import Card
    from tenback.core.rules import Pile

Tops: TypeAlias = tuple["Card | None", ...]


class OnTurn(Protocol):
    """What the player on turn knows, and all that legality depends on.

    A `State`, or the `View` of the seat that is on turn; another seat's view has another hand.
    """

    @property
    def rules(self) -> Rules: ...  # noqa: D102
    @property
    def players(self) -> int: ...  # noqa: D102
    @property
    def turn(self) -> int | None: ...  # noqa: D102
    @property
    def hand(self) -> Hand: ...  # noqa: D102
    @property
    def stock_size(self) -> int: ...  # noqa: D102
    @property
    def tops(self) -> Tops: ...  # noqa: D102
    @property
    def placed(self) -> tuple[Placed, ...]: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Moment:
    """A hypothetical moment: after a lay, in the next turn, with another hand."""

    rules: Rules
    players: int
    turn: int | None
    hand: Hand
    stock_size: int
    tops: Tops
    placed: tuple[Placed, ...]


def minimum(now: OnTurn) -> int:
    """How many cards this turn must lay; the stock at its start decides (O4, O9)."""
    if now.turn is None:
        return 0
    return now.rules.minimum if now.stock_size else now.rules.minimum_without_stock


def owed(now: OnTurn) -> int:
    """How many cards are still to be laid before the turn may end."""
    return max(0, minimum(now) - len(now.placed))


def gift_used(now: OnTurn) -> bool:
    """Whether a card of this turn lies on the other player's pile (D5)."""
    if now.turn is None or not now.rules.gift:
        return False
    layout, index = now.rules.layout, now.rules.pile_index
    return any(layout[index[placed.pile]].owner != now.turn for placed in now.placed)


def draw_count(now: OnTurn) -> int:
    """How many cards ending the turn now would draw (O8, Q3, D6)."""
    rule = now.rules.draw
    if now.rules.draw_after_gift is not None and gift_used(now):
        rule = now.rules.draw_after_gift
    if rule is DrawRule.LAID:
        count = len(now.placed)
    elif rule is DrawRule.FULL:
        count = now.rules.hand_size(now.players) - len(now.hand)
    else:
        count = int(rule)
    return max(0, min(count, now.stock_size))


def legal_moves(now: OnTurn) -> tuple[Move, ...]:
    """Every move of the player on turn, in the order of the deck and the table; `end` is last."""
    if now.turn is None:
        return ()
    lays = legal_lays(now)
    return (*lays, END) if len(now.placed) >= minimum(now) else tuple(lays)


def legal_lays(now: OnTurn) -> list[Lay]:
    """Every lay that the player on turn may make."""
    return [option.move for option in lay_options(now)]


def lay_options(now: OnTurn) -> list[LayOption]:
    """The same, and what each of them is; whether it loses is not looked at."""
    rules = now.rules
    if rules.maximum is not None and len(now.placed) >= rules.maximum:
        return []
    tops = zip(open_piles(now), now.tops, strict=True)
    piles = [fits.options(top) for fits, top in tops if fits is not None]
    return [fitting[card] for card in now.hand for fitting in piles if card in fitting]


def open_piles(now: OnTurn) -> Sequence[Fits | None]:
    """What fits on each pile for the player on turn; None where the one gift is used up (D5)."""
    seat = now.turn or 0
    fits = now.rules.fits[seat]
    if not gift_used(now):
        return fits
    return [
        own if pile.owner == seat else None
        for own, pile in zip(fits, now.rules.layout, strict=True)
    ]


def can_lay(now: OnTurn, need: int) -> bool:
    """Whether the player on turn can lay `need` more cards in some order (O11)."""
    if len(now.hand) < need:
        return False
    piles = open_piles(now)
    if len(_onwards(now, piles, now.hand, need)) >= need:
        return True
    return Reach(piles, now.hand, now.tops).can_lay(need)


def safe_lays(now: OnTurn, need: int) -> set[tuple[Card, int]] | None:
    """The lays, as cards and places, after which `need` more can be laid; None if that is all."""
    if no_lay_loses(now, need):
        return None
    return Reach(open_piles(now), now.hand, now.tops).safe_lays(need)


def no_lay_loses(now: OnTurn, need: int) -> bool:
    """A quick sufficient test whether after any lay `need` more cards are within reach.

    A card that goes onwards on two piles still does on one of them, whatever else is laid; and
    one of these cards may be the one that is laid.
    """
    if need <= 0:
        return True
    fitting = _fitting(now, open_piles(now))
    found: set[int] = set()
    for card in now.hand:
        if [fits.get(card) for fits in fitting].count(Kind.PLAIN) > 1:
            found.add(now.rules.numbers[card])
            if len(found) > need:
                return True
    return False


def lays_in_reach(now: OnTurn, need: int, others: Hand, room: int) -> Collection[Card] | None:
    """Cards that can be laid one after the other, `need` of them, or None.

    They come from the hand, and at most `room` of them from `others`.
    """
    piles, cards = open_piles(now), (*now.hand, *others)
    onwards = _onwards(now, piles, cards, need)
    if len(onwards) >= need and sum(card in others for card in onwards) <= room:
        return onwards
    return _Search(now.rules, frozenset(others)).lays(piles, cards, now.tops, need, room)


def _onwards(now: OnTurn, piles: Sequence[Fits | None], cards: Hand, need: int) -> Collection[Card]:
    """The quick answer: at most `need` cards of different numbers that go onwards somewhere.

    All of them can be laid, each pile in its order; equal numbers would block each other.
    """
    fitting = _fitting(now, piles)
    numbers = now.rules.numbers
    found: dict[int, Card] = {}
    for card in cards:
        for fits in fitting:
            if fits.get(card) is Kind.PLAIN:
                found.setdefault(numbers[card], card)
                break
        if len(found) >= need:
            break
    return found.values()


def _fitting(now: OnTurn, piles: Sequence[Fits | None]) -> list[Mapping[Card, Kind]]:
    """What fits on each open pile."""
    return [fits[top] for fits, top in zip(piles, now.tops, strict=True) if fits is not None]


class _Search:
    """All orders in which cards can be laid, none tried twice; for more cards than a hand has."""

    def __init__(self, rules: Rules, others: frozenset[Card]) -> None:
        self.rules = rules
        self.others = others
        self.tried: set[object] = set()

    def lays(
        self, piles: Sequence[Fits | None], hand: Hand, tops: Tops, need: int, room: int
    ) -> list[Card] | None:
        """Every card on every pile, again and again; at most `room` of the others."""
        if need == 0:
            return []
        key = self._key(piles, hand, tops)
        if key in self.tried:
            return None
        self.tried.add(key)
        for place, fits in enumerate(piles):
            if fits is None:
                continue
            fitting = fits[tops[place]]
            left = _after_gift(piles) if fits.gift else piles
            for card in hand:
                other = card in self.others
                if card not in fitting or (other and not room):
                    continue
                rest = tuple([kept for kept in hand if kept != card])
                covered = (*tops[:place], card, *tops[place + 1 :])
                found = self.lays(left, rest, covered, need - 1, room - other)
                if found is not None:
                    return [card, *found]
        return None

    def _key(self, piles: Sequence[Fits | None], hand: Hand, tops: Tops) -> object:
        """A key that ignores the order of like piles and, unless colours matter, the colours."""
        shown = [
            (fits.up, fits.gift, fits.base if top is None else self._face(top), top is None)
            for fits, top in zip(piles, tops, strict=True)
            if fits is not None
        ]
        faces = [(self._face(card), card in self.others) for card in hand]
        return frozenset(Counter(shown).items()), frozenset(Counter(faces).items())

    def _face(self, card: Card) -> object:
        return card if self.rules.trick.same_colour else self.rules.numbers[card]


def _after_gift(piles: Sequence[Fits | None]) -> Sequence[Fits | None]:
    return [None if fits is None or fits.gift else fits for fits in piles]


def backs(now: OnTurn) -> tuple[int | None, ...]:
    """For each pile the number that would take it back by the trick's distance (O6)."""
    return tuple(map(getitem, now.rules.backs, now.tops))


def burning(now: OnTurn) -> list[tuple[Pile, bool]]:
    """The piles with a fire card on top, and whether it is due in this turn (F2).

    A fire card of an earlier turn is due now: had the turn before ended with it, that turn would
    have lost.
    """
    if not now.rules.fire:
        return []
    fresh = {placed.pile for placed in now.placed}
    return [
        (pile, pile.name not in fresh)
        for pile, top in zip(now.rules.layout, now.tops, strict=True)
        if top in now.rules.fire_cards
    ]


def due_fires(now: OnTurn) -> list[Pile]:
    """The piles whose fire loses the game if the turn ends now (F3)."""
    return [pile for pile, due in burning(now) if due]


def refusal(now: OnTurn, move: object) -> IllegalMove | None:
    """Why the player on turn may not make this move; None when it is legal."""
    if move == END:
        need = owed(now)
        return IllegalMove("minimum-not-met", owed=need) if need else None
    if error := no_such_lay(now.rules, move):
        return error
    assert isinstance(move, Lay)  # noqa: S101 (just checked)
    rules = now.rules
    if move.card not in now.hand:
        return IllegalMove("not-held", card=move.card)
    if rules.maximum is not None and len(now.placed) >= rules.maximum:
        return IllegalMove("maximum-reached", maximum=rules.maximum)
    return _misfit(now, move)


def no_such_lay(rules: Rules, move: object) -> IllegalMove | None:
    """Why this is not even a lay of this game; None when it is."""
    if not isinstance(move, Lay):
        return IllegalMove("bad-move", text=repr(move)[:80])
    if not isinstance(move.card, str) or move.card not in rules.order:
        return IllegalMove("unknown-card", card=repr(move.card)[:20])
    if not isinstance(move.pile, str) or move.pile not in rules.pile_index:
        piles = ", ".join(rules.pile_index)
        return IllegalMove("unknown-pile", pile=repr(move.pile)[:20], piles=piles)
    return None


def _misfit(now: OnTurn, move: Lay) -> IllegalMove | None:
    rules, place = now.rules, now.rules.pile_index[move.pile]
    pile, top, fits = rules.layout[place], now.tops[place], open_piles(now)[place]
    if fits is None:
        return IllegalMove("gift-used")
    if move.card in fits[top]:
        return None
    shown = top or (Part("top-nothing") if pile.base is None else pile.base)
    if not fits.gift:
        return IllegalMove("does-not-fit", card=move.card, pile=move.pile, top=shown)
    if not rules.gift:
        return IllegalMove("not-your-pile", pile=move.pile)
    return IllegalMove("gift-must-improve", card=move.card, pile=move.pile, top=shown)
