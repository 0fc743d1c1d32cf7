"""What each seat can choose from, for interfaces that know no rule."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tenback.core import turn as turns
from tenback.core.fits import LayOption

if TYPE_CHECKING:
    from tenback.core.turn import OnTurn
    from tenback.core.views import View


@dataclass(frozen=True, slots=True)
class Choices:
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


def options(view: View) -> Choices:
    """The choices of the seat whose view this is."""
    if view.on_turn:
        return on_turn(view, view.hand_sizes, takebacks=view.takebacks)
    return off_turn(view.seat, agreeing=view.agreeing, over=view.outcome is not None)


def off_turn(seat: int | None, *, agreeing: bool, over: bool) -> Choices:
    """The choices of a seat that is not on turn; they show nothing of its hand.

    A spectator has none.
    """
    if seat is None or over:
        return _NOTHING
    return _BEFORE_THE_START if agreeing else _OUT_OF_TURN


_NOTHING = Choices()
_BEFORE_THE_START = Choices(may_start=True, may_resign=True)
_OUT_OF_TURN = Choices(may_resign=True)


def on_turn(now: OnTurn, hand_sizes: tuple[int, ...], *, takebacks: bool) -> Choices:
    """The choices of the player on turn."""
    owed = turns.owed(now)
    return Choices(
        lays=_lay_options(now, owed - 1),
        owed=owed,
        may_end=owed == 0,
        draws=turns.draw_count(now),
        end_loses=owed == 0 and _end_loses(now, hand_sizes),
        leaves_burning=tuple(pile.name for pile, due in turns.burning(now) if not due),
        may_take_back=takebacks and bool(now.placed),
        may_resign=True,
    )


def _lay_options(now: OnTurn, need: int) -> tuple[LayOption, ...]:
    """Every legal lay; `need` more cards are owed after it."""
    found = turns.lay_options(now)
    safe = turns.safe_lays(now, need)
    if safe is not None:
        place = now.rules.pile_index
        found = [
            one if (one.move.card, place[one.move.pile]) in safe else replace(one, loses=True)
            for one in found
        ]
    return tuple(found)


def _end_loses(now: OnTurn, hand_sizes: tuple[int, ...]) -> bool:
    if turns.due_fires(now):
        return True
    if any(size for seat, size in enumerate(hand_sizes) if seat != now.turn):
        return False
    draws = turns.draw_count(now)
    following = turns.Moment(
        now.rules, now.players, now.turn, now.hand, now.stock_size - draws, now.tops, ()
    )
    need = turns.minimum(following)
    if draws:
        return len(now.hand) + draws < need
    return not turns.can_lay(following, need)
