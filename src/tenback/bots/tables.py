"""Bots at a table: each is shown its own view, and nothing else passes between them.

What they tell each other goes through `talk`, like everybody's remarks. Even who starts follows
from what was said aloud, so that a table that cannot talk about it learns nothing from it.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.bots.base import Willing, plan_turn, remarks, willingness
from tenback.core.errors import IllegalTalk, TenbackError
from tenback.core.game import Game
from tenback.core.moves import END
from tenback.talk.phrases import About
from tenback.talk.speaking import in_force, speak
from tenback.talk.standing import standing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tenback.bots.base import Bot
    from tenback.core.deal import Deal
    from tenback.core.moves import Move
    from tenback.core.rules import Rules, TalkPolicy
    from tenback.core.views import View


def play(
    rules: Rules,
    deal: Deal,
    bots: Sequence[Bot],
    seed: str,
    *,
    policy: TalkPolicy | None = None,
    talk: bool = True,
) -> Game:
    """A whole game among bots, one for each seat. The same seed gives the same game.

    `policy` is the table's choice where it is stricter than the rules; without `talk` nobody is
    asked to say anything.
    """
    game = Game(rules, deal)
    seats = Seats(game, dict(enumerate(bots)), seed, policy=policy, talk=talk)
    if len(seats.bots) != game.players:
        raise TenbackError("wrong-bots", count=len(bots), players=game.players)
    if game.turn is None and game.outcome is None:
        seats.volunteer()
        game.start(seats.starter())
    while game.turn is not None:
        seats.talk()
        seats.take_turn()
    return game


def _unheard(_seat: int, _why: IllegalTalk) -> None:
    pass


class Seats:
    """The bots of one game, which may have people at its other seats.

    Every answer gets a random source of its own, made from the seed, the seat, the moment and the
    question: what one bot is asked, or how often, changes nothing for another. `dropped` is told
    what a bot said that may not be said; nobody else has heard it.
    """

    def __init__(
        self,
        game: Game,
        bots: Mapping[int, Bot],
        seed: str,
        *,
        policy: TalkPolicy | None = None,
        talk: bool = True,
        dropped: Callable[[int, IllegalTalk], None] = _unheard,
    ) -> None:
        self.game = game
        self.bots = bots
        self.seed = seed
        self.policy = policy
        self.talks = talk and game.players > 1
        self.dropped = dropped

    # Before the start

    def volunteer(self) -> None:
        """Every bot says whether it would start, if it cares (O3)."""
        for seat, bot in self.bots.items() if self.talks else ():
            would = willingness(bot, self._view(seat), self._rng("willing", seat))
            if would is not Willing.EITHER:
                self._say(seat, would)

    def starter(self) -> int:
        """The most willing seat as everybody has heard it; of several, the first."""
        eager = dict.fromkeys(range(self.game.players), Willing.EITHER)
        for stands in standing(self.game.view()):
            if stands.remark.phrase.about is About.START:
                eager[stands.seat] = Willing(stands.phrase)
        able = [seat for seat, size in enumerate(self.game.view().hand_sizes) if size]
        return min(able, key=lambda seat: list(Willing).index(eager[seat]))

    # While it lasts

    def talk(self) -> None:
        """At the start of a turn every bot but the one on turn may speak, clockwise from there."""
        turn, players = self.game.turn, self.game.players
        if turn is None or not self.talks:
            return
        for seat in ((turn + step) % players for step in range(1, players)):
            if seat in self.bots:
                self._speak(seat)

    def take_turn(self) -> None:
        """The bot on turn plays until its turn is over."""
        seat = self.game.turn
        if seat is None:
            return
        bot, move = self.bots[seat], None
        for move in plan_turn(bot, self._view(seat), self._rng("turn", seat)):
            self.game.play(move)
            if move == END or self.game.outcome is not None:
                return
        while self.game.turn is not None and move != END:
            move = self.move(seat)
            self.game.play(move)

    def move(self, seat: int) -> Move:
        """One move of the bot on turn."""
        return self.bots[seat].move(self._view(seat), self._rng("move", seat))

    def _speak(self, seat: int) -> None:
        view = self._view(seat)
        policy = in_force(view, self.policy)
        for phrase in remarks(self.bots[seat], view, policy, self._rng("say", seat)):
            self._say(seat, phrase)

    def _say(self, seat: int, phrase: str) -> None:
        try:
            speak(self.game, seat, phrase=str(phrase), policy=self.policy)
        except IllegalTalk as why:
            self.dropped(seat, why)

    def _view(self, seat: int) -> View:
        """What a bot sees; to it the table's talk policy is the rules'."""
        view = self.game.view(seat)
        policy = in_force(view, self.policy)
        if policy is view.rules.talk:
            return view
        return replace(view, rules=replace(view.rules, talk=policy))

    def _rng(self, question: str, seat: int) -> random.Random:
        text = f"{self.seed} {question} {seat} {self.game.moment}"
        return random.Random(text)  # noqa: S311 (no secret)
