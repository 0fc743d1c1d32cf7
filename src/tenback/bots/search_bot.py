"""Search bots: they rate whole turns with a network that says what a turn is worth.

`strong` takes what its network likes best. `master` looks ahead: it imagines where the hidden cards
may lie, by what it has seen and heard, and lets the others answer. Whatever they know comes from
their view; whatever they pass on, they say aloud.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from tenback.bots.base import Willing
from tenback.bots.talk_codec import changes, heard
from tenback.core.bot_spec import BotSpec, InvalidBot
from tenback.core.moves import END, Move
from tenback.sim.arrays import in_number_order, rule_arrays
from tenback.sim.bits import Word
from tenback.sim.search.config import SearchConfig
from tenback.sim.search.entrypoints import search_position, seat_start_preference, seat_talk
from tenback.sim.search.selection import NONE
from tenback.sim.search.speech import RATHER_NOT, WOULD, write_talk_rules
from tenback.sim.search.workspace import LAST_TURN, SEARCH_MEMORY
from tenback.sim.view_rows import game_row, lays

if TYPE_CHECKING:
    import random

    from numpy.typing import NDArray

    from tenback.core.rules import TalkPolicy
    from tenback.core.views import View

WORD_BITS = 64


@dataclass(frozen=True, slots=True)
class RatedTurn:
    """A turn as a search bot rates it: its moves, the chance to win and the share of cards laid.

    `worlds` is in how many imagined worlds it was tried; 0 where the network alone has spoken.
    """

    moves: tuple[Move, ...]
    win: float
    progress: float
    worlds: int = 0


@dataclass(frozen=True)
class SearchBot:
    """A bot that weighs whole turns."""

    name: str
    config: SearchConfig = field(default_factory=SearchConfig)

    @classmethod
    def of(cls, spec: BotSpec) -> SearchBot:
        """The search bot of a spec; at the table its network goes by the file's name alone."""
        config = SearchConfig.of(spec)
        if config is None:
            raise ValueError(spec)
        return cls(str(replace(spec, network=PurePath(spec.network).name)), config)

    def move(self, view: View, rng: random.Random) -> Move:
        """The first move of the turn it would play."""
        return self.turn(view, rng)[0]

    def turn(self, view: View, rng: random.Random) -> tuple[Move, ...]:
        """The best turn; where every turn loses, a single move."""
        rated = self.consider(view, rng)
        return rated[0].moves if rated else (_any_move(view),)

    def say(self, view: View, policy: TalkPolicy, _rng: random.Random) -> tuple[str, ...]:
        """What it would lose if piles changed, that it can hardly play, and what else it may."""
        if view.rules.duel or not view.hand:
            return ()
        arrays, row, memory = _arrays(view, policy), game_row(view), np.zeros(1, SEARCH_MEMORY)
        if not arrays["talks"][0]:
            return ()
        talk = np.zeros(2, np.uint64)
        seat_talk(arrays, row, memory, Word(view.seat or 0), talk)
        remarks, announced = talk.tolist()
        return changes(view, int(remarks), int(announced))

    def willing(self, view: View, _rng: random.Random) -> Willing:
        """Whether its cheapest cards are cheap enough to start with."""
        arrays, row, memory = (
            _arrays(view, view.rules.talk),
            game_row(view),
            np.zeros(1, SEARCH_MEMORY),
        )
        if not arrays["talks"][0] or arrays["wanted_pile_only"][0]:
            return Willing.EITHER
        glad = seat_start_preference(arrays, row, memory, Word(view.seat or 0))
        return {RATHER_NOT: Willing.NOT_ME, WOULD: Willing.START}.get(glad, Willing.EITHER)

    def consider(self, view: View, rng: random.Random) -> tuple[RatedTurn, ...]:
        """The turns that it would consider, best first; none where every turn loses."""
        network = self.config.network(view.rules, view.players)
        if network is None:
            raise InvalidBot("no-network", name=self.name, rules=view.rules.name)
        row, memory = game_row(view), np.zeros(1, SEARCH_MEMORY)
        row["bot_random"] = rng.getrandbits(WORD_BITS)
        arrays = _arrays(view, view.rules.talk)
        config = self.config.row(view.rules, view.players)
        best = search_position(arrays, row, network.weights, memory, config, *heard(view))
        return _rated_turns(view, memory["workspace"][0], int(best))


def _arrays(view: View, policy: TalkPolicy) -> NDArray[np.void]:
    arrays = rule_arrays(view.rules, view.players).copy()
    write_talk_rules(arrays, view.rules, policy)
    return arrays


def _rated_turns(view: View, workspace: Any, best: int) -> tuple[RatedTurn, ...]:
    if best == NONE:
        return ()
    if best == LAST_TURN:  # the solver has found a way to lay every card
        return (_rated_turn(view, workspace, best, 1.0, 1.0),)
    considered = int(workspace["chosen_count"])
    if considered:
        return tuple(_searched_turn(view, workspace, number) for number in range(considered))
    order = np.argsort(-workspace["scores"][: int(workspace["turns"])], kind="stable")
    return tuple(
        _rated_turn(view, workspace, turn, *workspace["values"][turn]) for turn in order.tolist()
    )


def _searched_turn(view: View, workspace: Any, number: int) -> RatedTurn:
    worlds = int(workspace["world_counts"][number])
    win, progress = workspace["totals"][number] / max(worlds, 1)
    return _rated_turn(view, workspace, int(workspace["chosen"][number]), win, progress, worlds)


def _rated_turn(
    view: View, workspace: Any, turn: int, win: float, progress: float, worlds: int = 0
) -> RatedTurn:
    moves = lays(view.rules, workspace["lays"][turn, : int(workspace["lengths"][turn])])
    return RatedTurn((*moves, END), float(win), float(progress), worlds)


def _any_move(view: View) -> Move:
    """The first card that fits on the first pile, as the kernels do it."""
    options = view.options()
    piles = view.rules.pile_index
    order = {card: place for place, card in enumerate(in_number_order(view.rules))}
    found = sorted(options.lays, key=lambda lay: (piles[lay.move.pile], order[lay.move.card]))
    return found[0].move if found else END
