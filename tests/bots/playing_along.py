"""Whole games of search bots at a table that talks, with the kernels beside them step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tenback import Deal, Game, Rules
from tenback.bots.match import Match
from tenback.bots.search_bot import SearchBot
from tenback.bots.talk_codec import heard
from tenback.sim.results import Results, Tally, run
from tenback.sim.search.config import SearchConfig
from tenback.sim.search.workspace import WORKSPACE
from tenback.sim.simulation_setting import Setting
from tenback.table.bot_prompts import PromptKind
from tests.sim.search.workspaces import arrays_of, bot_name, exchange_talk, network_file, row_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenback.core.errors import TenbackError
    from tenback.core.record import Record
    from tenback.core.rules import TalkPolicy


def strong(rules: Rules, players: int, samples: int = 0) -> SearchBot:
    return SearchBot("strong", SearchConfig(samples, network_file(rules, players)))


def dropped(seat: int, why: TenbackError) -> None:
    raise AssertionError(f"seat {seat} says what may not be said: {why}")


class Beside:
    """What the kernels of a batch would have every seat say, kept from turn to turn."""

    def __init__(self, rules: Rules, players: int, policy: TalkPolicy | None) -> None:
        self.arrays = arrays_of(rules, players, policy)
        self.workspace = np.zeros(1, WORKSPACE)
        self.workspace["speaking_seats"] = 2**players - 1

    def agrees(self, game: Game) -> int:
        """The seat on turn has heard the same; returns how many seats have said something."""
        turn, workspace = game.turn, self.workspace[0]
        assert turn is not None
        exchange_talk(self.arrays, row_of(game.state), self.workspace)
        remarks, announced, spoken = heard(game.view(turn))
        assert spoken == workspace["spoken_seats"]
        holding = [seat for seat, hand in enumerate(game.state.hands) if hand and seat != turn]
        for seat in holding:
            words = (hex(remarks[seat]), hex(announced[seat]))
            assert words == (hex(workspace["remarks"][seat]), hex(workspace["announced"][seat]))
        return sum(int(remarks[seat]) != 0 for seat in holding)


def play_along(rules: Rules, deal: Deal, policy: TalkPolicy | None = None) -> tuple[Game, int]:
    """A game of strong bots, and how often a seat had heard another."""
    game, players = Game(rules, deal), len(deal.hands)
    bots = dict.fromkeys(range(players), strong(rules, players))
    match = Match(game, bots, "along", policy=policy, on_dropped=dropped)
    beside, spoken = Beside(rules, players, policy), 0
    match.run(PromptKind.WILLING, PromptKind.START)
    while game.turn is not None:
        match.run(PromptKind.SPEAK)
        spoken += beside.agrees(game)
        match.take_turn()
    return game, spoken


def in_kernels(
    rules: Rules, deal: Deal, bots: Sequence[str], policy: TalkPolicy | None = None
) -> Record:
    """The same deal as the simulator plays it."""
    names = [bot_name(name, rules, len(deal.hands)) if _thinks(name) else name for name in bots]
    setting = Setting(rules, len(deal.hands), tuple(names), "along", policy)
    tally = Tally.empty(setting, 1)
    run(setting, 0, 1, (deal,), tally)
    return Results(setting, tally, 0, (deal,)).record(0)


def _thinks(name: str) -> bool:
    return name.startswith(("strong", "master"))
