"""Whole games of thinkers at a table that talks, with the kernels beside them step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tenback import Deal, Game, Rules
from tenback.bots.hearing import heard
from tenback.bots.tables import Seats
from tenback.bots.thinker import Thinker
from tenback.sim.results import Results, Tally, run
from tenback.sim.setting import Setting
from tenback.sim.thinking.desk import DESK
from tenback.sim.thinking.minds import Mind
from tests.sim.thinking.desks import arrays_of, network_file, row_of, speak_up, thinker_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.core.errors import IllegalTalk
    from tenback.core.record import Record
    from tenback.core.rules import TalkPolicy


def strong(rules: Rules, players: int, samples: int = 0) -> Thinker:
    return Thinker("strong", Mind(samples, network_file(rules, players)))


def dropped(seat: int, why: IllegalTalk) -> None:
    raise AssertionError(f"seat {seat} says what may not be said: {why}")


class Beside:
    """What the kernels of a batch would have everybody say, kept from turn to turn."""

    def __init__(self, rules: Rules, players: int, policy: TalkPolicy | None) -> None:
        self.arrays = arrays_of(rules, players, policy)
        self.desk = np.zeros(1, DESK)
        self.desk["speakers"] = 2**players - 1

    def agrees(self, game: Game) -> int:
        """Whoever is on turn has heard the same; returns how many seats have said something."""
        turn, desk = game.turn, self.desk[0]
        assert turn is not None
        speak_up(self.arrays, row_of(game.state), self.desk)
        said, told, spoken = heard(game.view(turn))
        assert spoken == desk["spoken"]
        holding = [seat for seat, hand in enumerate(game.state.hands) if hand and seat != turn]
        for seat in holding:
            words = (hex(said[seat]), hex(told[seat]))
            assert words == (hex(desk["said"][seat]), hex(desk["told"][seat]))
        return sum(int(said[seat]) != 0 for seat in holding)


def play_along(rules: Rules, deal: Deal, policy: TalkPolicy | None = None) -> tuple[Game, int]:
    """A game of strong bots, and how often somebody had heard somebody."""
    game, players = Game(rules, deal), len(deal.hands)
    bots = dict.fromkeys(range(players), strong(rules, players))
    seats = Seats(game, bots, "along", policy=policy, dropped=dropped)
    beside, spoken = Beside(rules, players, policy), 0
    if game.turn is None:
        seats.volunteer()
        game.start(seats.starter())
    while game.turn is not None:
        seats.talk()
        spoken += beside.agrees(game)
        seats.take_turn()
    return game, spoken


def in_kernels(
    rules: Rules, deal: Deal, bots: Sequence[str], policy: TalkPolicy | None = None
) -> Record:
    """The same deal as the simulator plays it."""
    names = [thinker_name(name, rules, len(deal.hands)) if _thinks(name) else name for name in bots]
    setting = Setting(rules, len(deal.hands), tuple(names), "along", policy)
    tally = Tally.empty(setting, 1)
    run(setting, 0, 1, (deal,), tally)
    return Results(setting, tally, 0, (deal,)).record(0)


def _thinks(name: str) -> bool:
    return name.startswith(("strong", "master"))
