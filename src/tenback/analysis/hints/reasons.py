"""The reasons why one turn is better than another: small facts that hold or do not.

They follow from public facts and the own hand. Each is an id with parameters; the sentences are in
the catalogues (`hints.reason.*`). A new reason is a function here, a line in `COMPARED` or
`ALONE`, and a sentence in each language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from tenback.analysis.hints.outlook import Outlook, alike, laid, moment
from tenback.core import turn as turns
from tenback.core.cards import colour_of
from tenback.talk.phrases import far_distance
from tenback.talk.standing_remarks import Standing, standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.core.cards import Card

AVOIDED = ("leave", "spare")
"""Phrases that ask the partners to keep off a pile."""

WANTED = ("want", "back", "trick")
"""Phrases that say that a partner would use a pile."""


@dataclass(frozen=True)
class Reason:
    """One reason: its id, and what its sentence is about."""

    id: str
    params: Mapping[str, object] = field(default_factory=dict)


Compare: TypeAlias = Callable[[Outlook, Outlook], Reason | None]
Find: TypeAlias = Callable[[Outlook], Reason | None]


# Reasons that need no other turn


def wins_now(mine: Outlook) -> Reason | None:
    """It lays the last card."""
    return Reason("wins-now") if mine.wins else None


def covers_fire(mine: Outlook) -> Reason | None:
    """It covers a fire that would lose the game at the end of the turn (F3)."""
    due = [pile.name for pile in turns.due_fires(mine.view)]
    found = (step for step in mine.steps if step.pile in due)
    return next((Reason("covers-fire", {"pile": s.pile, "card": s.covers}) for s in found), None)


def avoids_loss(mine: Outlook) -> Reason | None:
    """There is a lay that would leave the minimum out of reach (O11); the nearest one is named."""
    losing = [lay for lay in mine.view.options().lays if lay.loses]
    if not losing:
        return None
    nearest = min(losing, key=lambda lay: abs(lay.step)).move
    return Reason("avoids-loss", {"card": nearest.card, "pile": nearest.pile})


def only_way(mine: Outlook) -> Reason | None:
    """There is no other way to lay as many cards as the turn still needs."""
    need = turns.owed(mine.view)
    if not need:
        return None if mine.view.options().lays else Reason("only-end")
    ends = set(islice(_ends(moment(mine.view), need, set()), 2))
    return Reason("only-way") if len(ends) == 1 else None


def _ends(now: turns.Moment, need: int, seen: set[object]) -> Iterator[object]:
    """What so many more lays can lead to, each once."""
    key = alike(now)
    if key in seen:
        return
    seen.add(key)
    if need == 0:
        yield key
        return
    for lay in turns.legal_lays(now):
        yield from _ends(laid(now, lay), need - 1, seen)


# Reasons against another turn


def keeps_way_back(mine: Outlook, other: Outlook) -> Reason | None:
    """A card stays that can go back on a pile; the other turn lays it or spoils the pile."""
    for card, pile in mine.ways_back:
        if (card, pile) not in other.ways_back and card not in other.tricks:
            return _back("keeps", mine, card, pile)
    return None


def keeps_pair(mine: Outlook, other: Outlook) -> Reason | None:
    """Two cards stay of which one can go back on the other."""
    if mine.view.rules.trick.same_colour:
        return None  # nearly every hand has two of a colour
    for first, second in mine.pairs:
        broken = {first, second} - {*other.after.hand}
        if broken and not broken & {*other.tricks}:
            return Reason("keeps-pair", {"first": first, "second": second})
    return None


def uses_trick(mine: Outlook, other: Outlook) -> Reason | None:
    """It goes back with a card with which the other turn does not."""
    for card, step in mine.tricks.items():
        if card not in other.tricks:
            return _back("uses", mine, card, step.pile, step.covers)
    return None


def _back(what: str, mine: Outlook, card: Card, pile: str, top: Card | None = None) -> Reason:
    """A way back by its distance, or by the colour of what it goes on."""
    rules = mine.view.rules
    place = rules.pile_index[pile]
    top = mine.after.tops[place] if top is None else top
    step = -rules.fits[mine.view.seat or 0][place].step(top, card)
    if top is not None and rules.trick.same_colour and colour_of(top) == colour_of(card):
        letter = colour_of(card)
        colour = next(name for name in rules.deck.colours if name.startswith(letter))
        return Reason(f"{what}-colour", {"card": card, "pile": pile, "colour": colour})
    return Reason(f"{what}-back", {"card": card, "pile": pile, "count": step})


def heeds(mine: Outlook, other: Outlook) -> Reason | None:
    """It does what a partner has asked for, and the other turn does not."""
    for said in standing(mine.view):
        if said.seat != mine.view.seat and (id_ := _heeded(mine, other, said)):
            return Reason(id_, {"pile": said.subject, "seat": said.seat})
    return None


def _heeded(mine: Outlook, other: Outlook, said: Standing) -> str:
    pile, limit = said.subject, far_distance(mine.view.rules)
    spares = pile in other.touched and pile not in mine.touched
    if said.phrase in AVOIDED and spares:
        return "asked"
    if said.phrase in WANTED and spares:
        return "wanted"
    if said.phrase == "small" and mine.moved(pile) < limit <= other.moved(pile):
        return "no-jump"
    return ""


def leaves_no_fire(mine: Outlook, other: Outlook) -> Reason | None:
    """It leaves no fire to the next player, and the other turn does (F2)."""
    if mine.fresh_fires:
        return None
    found = other.fresh_fires.items()
    return next((Reason("no-fire", {"card": card, "pile": pile}) for pile, card in found), None)


def gives_less(mine: Outlook, other: Outlook) -> Reason | None:
    """It helps the other player less (D5)."""
    if other.gift is None:
        return None
    theirs = -other.gift.size
    if mine.gift is None:
        params = {"card": other.gift.card, "pile": other.gift.pile, "count": theirs}
        return Reason("no-gift", params)
    ours = -mine.gift.size
    return Reason("smaller-gift", {"count": ours, "other": theirs}) if ours < theirs else None


def gift_fills_hand(mine: Outlook, other: Outlook) -> Reason | None:
    """It draws more cards because it gives one (D6)."""
    if mine.gift is None or other.gift is not None or mine.draws <= other.draws:
        return None
    gift = mine.gift
    return Reason("gift-fills", {"card": gift.card, "pile": gift.pile, "count": mine.draws})


def keeps_cards_fitting(mine: Outlook, other: Outlook) -> Reason | None:
    """Fewer of the cards that stay fit nowhere."""
    if mine.stuck >= other.stuck:
        return None
    return Reason("still-fits", {"count": other.stuck - mine.stuck})


def passes_fewer(mine: Outlook, other: Outlook) -> Reason | None:
    """It passes over fewer cards that are still to come."""
    if mine.passed >= other.passed:
        return None
    params = {"count": mine.passed, "other": other.passed}
    return Reason("passes-fewer" if mine.passed else "passes-none", params)


def smaller_steps(mine: Outlook, other: Outlook) -> Reason | None:
    """It moves the piles less far; for views without a reliable memory."""
    if mine.distance >= other.distance or other.distance <= 0:
        return None
    params = {"count": mine.distance, "other": other.distance}
    return Reason("goes-back" if mine.distance <= 0 else "smaller-steps", params)


def draws_more(mine: Outlook, other: Outlook) -> Reason | None:
    """More cards are drawn."""
    if mine.draws <= other.draws:
        return None
    return Reason("draws-more", {"count": mine.draws, "other": other.draws})


def lays_fewer(mine: Outlook, other: Outlook) -> Reason | None:
    """It lays fewer cards and keeps the others for later."""
    kept = len(other.steps) - len(mine.steps)
    return Reason("lays-fewer", {"count": kept}) if kept > 0 else None


ALONE: tuple[Find, ...] = (wins_now, only_way, covers_fire, avoids_loss)
"""Reasons that come first, the strongest first."""

COMPARED: tuple[Compare, ...] = (
    keeps_way_back,
    heeds,
    leaves_no_fire,
    gift_fills_hand,
    uses_trick,
    gives_less,
    keeps_pair,
    keeps_cards_fitting,
    passes_fewer,
    smaller_steps,
    draws_more,
    lays_fewer,
)
"""Reasons against another turn, the strongest first."""
