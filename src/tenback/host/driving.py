"""Bots at a table: they are asked what the table expects of them, and their answers are sent.

Each question is put once. Its answer depends on what the bot sees and on chance that follows from
the table, the game, the seat, the moment and the question; and it is sent under an id made of the
same. So it does not matter who asks, or how often: after a crash, or where two processes run one
table, the same answer is carried out once.
"""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from tenback.bots.base import Willing, leave, plan_turn, remarks, willingness
from tenback.bots.losing import STAND_IN, Lost, short
from tenback.bots.starting import by_hand
from tenback.core.errors import IllegalTalk, TenbackError
from tenback.core.moves import END
from tenback.host.errors import HostError
from tenback.host.thinking import TooLong
from tenback.store import StoreError
from tenback.table import commands as c
from tenback.table.asking import Ask, Question
from tenback.table.errors import IllegalCommand
from tenback.table.sight import bots_view
from tenback.table.who import HOUSE, BotAt

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback.bots.base import Bot
    from tenback.core.moves import Move
    from tenback.core.views import View
    from tenback.host.running import Running
    from tenback.host.surroundings import Habits, Surroundings
    from tenback.host.thinking import Thinking
    from tenback.table.table import Table

STAND_INS = (STAND_IN, "simple", "random")
"""Who plays on where a bot has failed: the first that is another one."""

_T = TypeVar("_T")


class Driver:
    """The bots of one table, while it is in memory."""

    def __init__(
        self, running: Running, thinking: Thinking, around: Surroundings, habits: Habits
    ) -> None:
        self._running = running
        self._thinking = thinking
        self._around = around
        self._habits = habits
        self._bots: dict[tuple[int, str], Bot] = {}
        self._asked: set[Ask] = set()
        self._failed: set[tuple[int, str]] = set()
        # For which bots others play until they are ready, by their seats.
        self._unready: dict[int, str] = {}
        # The rest of a turn that a bot has planned, and the moment for which its next move is.
        self._plan: list[Move] = []
        self._planned: object = None

    async def run(self) -> None:
        """Put question after question until none is left."""
        while True:
            try:
                found = await self._running.look(self._next)
                if found is None:
                    return
                await self._answer(*found)
            except (StoreError, HostError):
                # The table goes on when the store does.
                await self._around.sleep(self._habits.round)

    def close(self) -> None:
        """The bots leave the table."""
        for bot in self._bots.values():
            leave(bot)
        self._bots.clear()

    # Questions

    def _next(self, table: Table) -> tuple[Ask, View] | None:
        expected = table.expects()
        self._asked.intersection_update(expected)
        for ask in expected:
            if ask not in self._asked:
                return ask, bots_view(table, ask.seat)
        return None

    async def _answer(self, ask: Ask, view: View) -> None:
        try:
            if await self._sits_right(ask):
                await self._react(ask, view)
        except TooLong:
            await self._replace(ask, "silent", seconds=round(self._habits.patience))
        except _Failed as failed:
            await self._replace(ask, "raised", failed.error)

    async def _react(self, ask: Ask, view: View) -> None:
        match ask.question:
            case Question.PLAY:
                await self._play(ask, view)
            case Question.START:
                await self._send(ask, c.Start())
            case Question.WILLING:
                would = await self._think(ask, lambda bot, rng: _will(bot, view, rng))
                await self._say(ask, (would,))
            case Question.SPEAK:
                policy = view.rules.talk
                said = await self._think(ask, lambda bot, rng: remarks(bot, view, policy, rng))
                await self._say(ask, said)

    async def _say(self, ask: Ask, phrases: tuple[str, ...]) -> None:
        self._asked.add(ask)
        for place, phrase in enumerate(phrases):
            with suppress(IllegalTalk, IllegalCommand):  # then nobody has heard it
                await self._send(ask, c.Say(str(phrase)), place)

    async def _play(self, ask: Ask, view: View) -> None:
        """Make a move, at a pace that people can follow."""
        since = self._around.clock()
        move = await self._choose(ask, view)
        await self._around.sleep(max(0.0, since + self._habits.pace - self._around.clock()))
        try:
            await self._send(ask, c.Play(str(move)))
        except (StoreError, HostError):
            self._plan.clear()
            raise
        except TenbackError as error:
            self._plan.clear()
            await self._replace(ask, "illegal", error, text=short(str(move)))

    async def _choose(self, ask: Ask, view: View) -> Move:
        """The next move of the turn that the bot has planned, or of a new plan."""
        if not self._plan or self._planned != ask:
            planned = await self._think(ask, lambda bot, rng: _turn(bot, view, rng))
            self._plan = list(planned)
        move = self._plan.pop(0)
        self._planned = Ask(ask.number, ask.moment + 1, ask.seat, ask.bot, ask.question)
        if move == END:
            self._plan.clear()
        return move

    async def _send(self, ask: Ask, command: c.Command, place: int = 0) -> None:
        key = f"{ask.number}/{ask.moment}/{ask.seat}/{ask.bot}/{ask.question}/{place}"
        await self._running.do(BotAt(ask.seat), command, key)

    # Getting ready

    async def _sits_right(self, ask: Ask) -> bool:
        """Nobody waits for a bot that has to be compiled first: until then another one plays."""
        wanted = self._unready.pop(ask.seat, ask.bot) if ask.bot == STAND_IN else ask.bot
        if await self._around.is_ready(wanted):
            playing = wanted
        else:
            playing, self._unready[ask.seat] = STAND_IN, wanted
        if playing != ask.bot:
            with suppress(IllegalCommand):
                await self._running.do(HOUSE, c.ReplaceBot(ask.seat, playing))
        return playing == ask.bot

    # Thinking

    async def _think(self, ask: Ask, think: Callable[[Bot, random.Random], _T]) -> _T:
        try:
            bot = await self._bot(ask)
            rng = self._rng(ask)
            return await self._thinking.ask(lambda: think(bot, rng), self._habits.patience)
        except TooLong:
            raise
        except Exception as error:  # one bot must not end the game of the others
            raise _Failed(error) from error

    async def _bot(self, ask: Ask) -> Bot:
        """The bot of a seat."""
        place = ask.seat, ask.bot
        if place not in self._bots:
            made = await self._thinking.ask(lambda: self._around.make_bot(ask.bot))
            self._bots[place] = made
        return self._bots[place]

    def _rng(self, ask: Ask) -> random.Random:
        text = f"{self._running.id} {ask.number} {ask.question} {ask.seat} {ask.moment}"
        return random.Random(text)  # noqa: S311 (no secret)

    async def _replace(
        self, ask: Ask, why: str, error: Exception | None = None, **params: object
    ) -> None:
        """Another bot takes the seat, and everybody is told; unless a person has come back."""
        self._plan.clear()
        self._failed.add((ask.seat, ask.bot))
        if not await self._running.look(lambda table: ask in table.expects()):
            return
        stand_in = next((n for n in STAND_INS if (ask.seat, n) not in self._failed), None)
        if stand_in is None:
            raise RuntimeError("no bot is left that can play") from error
        with suppress(IllegalCommand):
            await self._running.do(HOUSE, c.ReplaceBot(ask.seat, stand_in))
        self._around.lost(self._running.id, Lost(ask.seat, ask.bot, stand_in, why, params, error))


def _will(bot: Bot, view: View, rng: random.Random) -> Willing:
    """Whether a bot would start: who sits with people answers as they do, yes or no (O3)."""
    would = willingness(bot, view, rng)
    return by_hand(view) if would is Willing.EITHER else would


def _turn(bot: Bot, view: View, rng: random.Random) -> tuple[Move, ...]:
    """What a bot plays next: a whole turn, or one move."""
    return plan_turn(bot, view, rng) or (bot.move(view, rng),)


class _Failed(Exception):
    """A bot has raised something."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error
