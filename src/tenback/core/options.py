"""What the seat on turn can choose from, for interfaces that know no rule."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tenback.core import turn as turns
from tenback.core.fitting import Kind
from tenback.core.moves import Lay
from tenback.core.state import Placed

if TYPE_CHECKING:
    from tenback.core.views import View


@dataclass(frozen=True, slots=True)
class LayOption:
    """One legal lay.

    `step`: how far the pile would move in its direction, negative is back. `covers_fire`: it puts
    a fire out. `loses`: it leaves the minimum out of reach and ends the game (O11).
    """

    move: Lay
    step: int
    kind: Kind
    covers_fire: bool
    loses: bool


@dataclass(frozen=True, slots=True)
class Options:
    """Everything that an interface must know about one seat's choices.

    `owed`: cards still to be laid before the turn may end. `draws`: cards that ending now would
    draw. `end_loses`: ending now would lose for certain, by fire (F3) or because the same player
    goes on with a hand that cannot. `leaves_burning`: fires that the next player would inherit.
    """

    lays: tuple[LayOption, ...] = ()
    owed: int = 0
    may_end: bool = False
    draws: int = 0
    end_loses: bool = False
    leaves_burning: tuple[str, ...] = ()
    may_take_back: bool = False
    may_start: bool = False
    may_resign: bool = False


def options(view: View) -> Options:
    """The choices of the seat whose view this is."""
    if view.seat is None or view.outcome is not None:
        return Options()
    if not view.on_turn:
        return Options(may_start=view.agreeing, may_resign=True)
    owed = turns.owed(view)
    return Options(
        lays=tuple(_lay_option(view, lay, owed) for lay in turns.legal_lays(view)),
        owed=owed,
        may_end=owed == 0,
        draws=turns.draw_count(view),
        end_loses=owed == 0 and _end_loses(view),
        leaves_burning=tuple(pile.name for pile, due in turns.burning(view) if not due),
        may_take_back=view.takebacks and bool(view.placed),
        may_resign=True,
    )


def _lay_option(view: View, lay: Lay, owed: int) -> LayOption:
    place = view.rules.pile_index[lay.pile]
    fits, top = view.rules.fits[view.turn or 0][place], view.tops[place]
    return LayOption(
        move=lay,
        step=fits.step(top, lay.card),
        kind=fits[top][lay.card],
        covers_fire=top in view.rules.fire_cards,
        loses=owed > 1 and not turns.can_lay(_after_lay(view, lay, place), owed - 1),
    )


def _after_lay(view: View, lay: Lay, place: int) -> turns.Moment:
    tops = view.tops
    return turns.Moment(
        rules=view.rules,
        players=view.players,
        turn=view.turn,
        hand=tuple([card for card in view.hand if card != lay.card]),
        stock_size=view.stock_size,
        tops=(*tops[:place], lay.card, *tops[place + 1 :]),
        placed=(*view.placed, Placed(lay.card, lay.pile, tops[place])),
    )


def _end_loses(view: View) -> bool:
    if turns.due_fires(view):
        return True
    others = any(size for seat, size in enumerate(view.hand_sizes) if seat != view.seat)
    if others:
        return False
    draws = turns.draw_count(view)
    following = replace(view, placed=(), stock_sizes=_after_draw(view, draws))
    need = turns.minimum(following)
    if draws:
        return len(view.hand) + draws < need
    return not turns.can_lay(following, need)


def _after_draw(view: View, draws: int) -> tuple[int, ...]:
    sizes = list(view.stock_sizes)
    sizes[view.rules.deck_of(view.seat or 0)] -= draws
    return tuple(sizes)
