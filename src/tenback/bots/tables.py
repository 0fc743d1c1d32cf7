"""Bots at a table: each is shown its own view, and nothing else passes between them.

What they tell each other goes through `talk`, like everybody's remarks. Even who starts follows
from what was said aloud, so that a table that cannot talk about it learns nothing from it. Whoever
fails, in whatever way, loses its seat to a stand-in, and the others play on.
"""

from __future__ import annotations

import random
import warnings
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from tenback.bots.base import Willing, plan_turn, remarks, willingness
from tenback.bots.losing import Lost, short, usual_stand_in
from tenback.bots.registry import InvalidBot
from tenback.core.errors import IllegalMove, IllegalTalk, TenbackError
from tenback.core.game import Game
from tenback.core.moves import END
from tenback.talk.phrases import About
from tenback.talk.speaking import in_force, speak
from tenback.talk.standing import standing
from tenback.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tenback.bots.base import Bot
    from tenback.core.deal import Deal
    from tenback.core.moves import Move
    from tenback.core.rules import Rules, TalkPolicy
    from tenback.core.views import View

_T = TypeVar("_T")


def _warn(lost: Lost) -> None:
    """Where nobody listens, what happened is not passed over in silence."""
    warnings.warn(lost.sentence(Words()), RuntimeWarning, stacklevel=2)


def play(
    rules: Rules,
    deal: Deal,
    bots: Sequence[Bot],
    seed: str,
    *,
    policy: TalkPolicy | None = None,
    talk: bool = True,
    told: Callable[[Lost], None] = _warn,
) -> Game:
    """A whole game among bots, one for each seat. The same seed gives the same game.

    `policy` is the table's choice where it is stricter than the rules; without `talk` nobody is
    asked to say anything. `told` hears when a bot fails and a stand-in plays on for it.
    """
    game = Game(rules, deal)
    seats = Seats(game, dict(enumerate(bots)), seed, policy=policy, talk=talk, told=told)
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


def _name(bot: Bot) -> str:
    """What a bot is called; even the question may fail."""
    try:
        return short(str(bot.name))
    except Exception:  # noqa: BLE001 (it has still to be told of)
        return type(bot).__name__


class Seats:
    """The bots of one game, which may have people at its other seats.

    Every answer gets a random source of its own, made from the seed, the seat, the moment and the
    question: what one bot is asked, or how often, changes nothing for another. `dropped` is told
    what a bot said that may not be said; nobody else has heard it. `told` hears when a bot fails:
    from then on `bots` has its stand-in. `names` says what they are called.
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
        told: Callable[[Lost], None] = _warn,
    ) -> None:
        self.game = game
        self.bots = dict(bots)
        self.names = {seat: _name(bot) for seat, bot in bots.items()}
        self.seed = seed
        self.policy = policy
        self.talks = talk and game.players > 1
        self.dropped = dropped
        self.told = told

    # Before the start

    def volunteer(self) -> None:
        """Every bot says whether it would start, if it cares (O3)."""
        for seat in tuple(self.bots) if self.talks else ():
            would = self._ask(seat, "willing", willingness)
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
        plan, ended = list(self._ask(seat, "turn", plan_turn)), False
        while self.game.turn is not None and not ended:
            move = plan.pop(0) if plan else self.move(seat)
            try:
                self.game.play(move)
            except IllegalMove as error:
                self._replace(seat, "illegal", error, text=short(str(move)))
                plan.clear()
            else:
                ended = self.game.actions[-1] == END

    def move(self, seat: int) -> Move:
        """One move of the bot on turn."""
        return self._ask(seat, "move", lambda bot, view, rng: bot.move(view, rng))

    def _speak(self, seat: int) -> None:
        policy = in_force(self._view(seat), self.policy)
        said = self._ask(seat, "say", lambda bot, view, rng: remarks(bot, view, policy, rng))
        for phrase in said:
            self._say(seat, phrase)

    def _say(self, seat: int, phrase: str) -> None:
        try:
            speak(self.game, seat, phrase=str(phrase), policy=self.policy)
        except IllegalTalk as why:
            self.dropped(seat, why)

    # Who is asked

    def _ask(self, seat: int, question: str, ask: Callable[[Bot, View, random.Random], _T]) -> _T:
        """What a bot answers; where it fails, what its stand-in does."""
        try:
            return ask(self.bots[seat], self._view(seat), self._rng(question, seat))
        except InvalidBot:  # it says itself that it cannot play such a game
            raise
        except Exception as error:  # noqa: BLE001 (one bot must not end the game of the others)
            self._replace(seat, "raised", error)
        return ask(self.bots[seat], self._view(seat), self._rng(question, seat))

    def _replace(self, seat: int, why: str, error: Exception, **params: object) -> None:
        name, stand_in = self.names[seat], usual_stand_in()
        self.bots[seat], self.names[seat] = stand_in, stand_in.name
        self.told(Lost(seat, name, stand_in.name, why, params, error))

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
