"""Bots that think in whole turns, with a network that says what a turn is worth.

`strong` takes what its network likes best. `master` looks ahead: it imagines where the hidden cards
may lie, by what it has seen and heard, and lets the others answer. Whatever they know comes from
their view; whatever they tell, they say aloud.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from tenback.bots.base import Willing
from tenback.bots.hearing import changes, heard
from tenback.bots.registry import InvalidBot
from tenback.core.moves import END, Move
from tenback.sim.arrays import in_number_order, rule_arrays
from tenback.sim.bits import Word
from tenback.sim.thinking.asking import ask, ask_willing, ask_words
from tenback.sim.thinking.choosing import NONE
from tenback.sim.thinking.desk import LAST_TURN, ROOM
from tenback.sim.thinking.minds import Mind
from tenback.sim.thinking.speech import RATHER_NOT, WOULD, allow
from tenback.sim.viewing import game_row, lays

if TYPE_CHECKING:
    import random

    from numpy.typing import NDArray

    from tenback.core.rules import TalkPolicy
    from tenback.core.views import View

WORD_BITS = 64


@dataclass(frozen=True, slots=True)
class Thought:
    """A turn that was considered: its moves, the chance to win and the share of cards laid.

    `worlds` is in how many imagined worlds it was tried; 0 where the network alone has spoken.
    """

    moves: tuple[Move, ...]
    win: float
    progress: float
    worlds: int = 0


@dataclass(frozen=True)
class Thinker:
    """A bot that weighs whole turns."""

    name: str
    mind: Mind = field(default_factory=Mind)

    def move(self, view: View, rng: random.Random) -> Move:
        """The first move of the turn it would play."""
        return self.turn(view, rng)[0]

    def turn(self, view: View, rng: random.Random) -> tuple[Move, ...]:
        """The best turn; where every turn loses, a single move."""
        thoughts = self.consider(view, rng)
        return thoughts[0].moves if thoughts else (_any_move(view),)

    def say(self, view: View, policy: TalkPolicy, _rng: random.Random) -> tuple[str, ...]:
        """What it would lose if piles changed, that it can hardly play, and what else it may."""
        if view.rules.duel or not view.hand:
            return ()
        arrays, row, room = _arrays(view, policy), game_row(view), np.zeros(1, ROOM)
        if not arrays["talks"][0]:
            return ()
        words, told = ask_words(arrays, row, room, Word(view.seat or 0))
        return changes(view, int(words), int(told))

    def willing(self, view: View, _rng: random.Random) -> Willing:
        """Whether its cheapest cards are cheap enough to start with."""
        arrays, row, room = _arrays(view, view.rules.talk), game_row(view), np.zeros(1, ROOM)
        if not arrays["talks"][0] or arrays["wants"][0]:
            return Willing.EITHER
        glad = ask_willing(arrays, row, room, Word(view.seat or 0))
        return {RATHER_NOT: Willing.NOT_ME, WOULD: Willing.START}.get(glad, Willing.EITHER)

    def consider(self, view: View, rng: random.Random) -> tuple[Thought, ...]:
        """The turns that it would consider, best first; none where every turn loses."""
        network = self.mind.network(view.rules, view.players)
        if network is None:
            raise InvalidBot("no-network", name=self.name, rules=view.rules.name)
        row, room = game_row(view), np.zeros(1, ROOM)
        row["whim"] = rng.getrandbits(WORD_BITS)
        arrays, mind = _arrays(view, view.rules.talk), self.mind.row(view.rules, view.players)
        best = ask(arrays, row, network.weights, room, mind, *heard(view))
        return _thoughts(view, room["desk"][0], int(best))


def _arrays(view: View, policy: TalkPolicy) -> NDArray[np.void]:
    arrays = rule_arrays(view.rules, view.players).copy()
    allow(arrays, view.rules, policy)
    return arrays


def _thoughts(view: View, desk: Any, best: int) -> tuple[Thought, ...]:
    if best == NONE:
        return ()
    if best == LAST_TURN:  # the solver has found a way to lay every card
        return (_thought(view, desk, best, 1.0, 1.0),)
    considered = int(desk["considered"])
    if considered:
        return tuple(_looked_at(view, desk, number) for number in range(considered))
    order = np.argsort(-desk["scores"][: int(desk["turns"])], kind="stable")
    return tuple(_thought(view, desk, turn, *desk["values"][turn]) for turn in order.tolist())


def _looked_at(view: View, desk: Any, number: int) -> Thought:
    worlds = int(desk["looked"][number])
    win, progress = desk["earned"][number] / max(worlds, 1)
    return _thought(view, desk, int(desk["chosen"][number]), win, progress, worlds)


def _thought(
    view: View, desk: Any, turn: int, win: float, progress: float, worlds: int = 0
) -> Thought:
    moves = lays(view.rules, desk["lays"][turn, : int(desk["lengths"][turn])])
    return Thought((*moves, END), float(win), float(progress), worlds)


def _any_move(view: View) -> Move:
    """The first card that fits on the first pile, as the kernels do it."""
    options = view.options()
    piles = view.rules.pile_index
    order = {card: place for place, card in enumerate(in_number_order(view.rules))}
    found = sorted(options.lays, key=lambda lay: (piles[lay.move.pile], order[lay.move.card]))
    return found[0].move if found else END
