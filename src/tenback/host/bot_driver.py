"""The driver of the bots at a table that a host runs: asks them, and sends their answers.

What a bot is asked and what follows from its answer is decided in `table.bot_prompts` and
`bots.answers`; here are the thread pool, the pace, the time limit, and the stand-in until a bot is
ready. Each prompt is put once. Its answer depends on the view of the bot and on random numbers
made from the deal, the table, the game, the seat, the moment and the question; and it is sent under
an id made of table, game, seat, moment and question. So it does not matter which process asks, or
how often: after a crash, or if two processes run one table, the same answer is carried out once.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from tenback.bots.answers import BotAnswers
from tenback.bots.base import leave
from tenback.bots.stand_in import BotFailure, StandIns, short
from tenback.core.errors import IllegalTalk, TenbackError
from tenback.host.bot_pool import BotTimeout
from tenback.host.errors import HostError
from tenback.store import StoreError
from tenback.table import commands as c
from tenback.table.actors import SYSTEM, BotAt
from tenback.table.bot_prompts import Prompt, PromptKind, bot_seed
from tenback.table.errors import IllegalCommand
from tenback.table.seats import AwaitedBot
from tenback.table.visibility import bot_view

if TYPE_CHECKING:
    from tenback.bots.answers import Answer
    from tenback.bots.base import Bot
    from tenback.core.views import View
    from tenback.host.bot_pool import BotPool
    from tenback.host.dependencies import Dependencies, HostConfig
    from tenback.host.live_table import LiveTable
    from tenback.table.table import Table


class BotDriver:
    """The bots of one table, while it is in memory."""

    def __init__(
        self, running: LiveTable, pool: BotPool, deps: Dependencies, config: HostConfig
    ) -> None:
        self._running = running
        self._pool = pool
        self._deps = deps
        self._config = config
        self._answers = BotAnswers(self._seed, decisive=True)
        self._seeds: dict[int, str] = {}
        self._stand_ins = StandIns()
        self._bots: dict[tuple[int, str], Bot] = {}
        self._put: set[Prompt] = set()
        self._postponed: set[tuple[int, str]] = set()

    async def run(self) -> None:
        """Put prompt after prompt until none is left."""
        while True:
            try:
                found = await self._running.inspect(self._next)
                if found is None:
                    return
                await self._react(*found)
            except (StoreError, HostError):
                # The table goes on when the store does.
                await self._deps.sleep(self._config.round)

    def close(self) -> None:
        """The bots leave the table."""
        for bot in self._bots.values():
            leave(bot)
        self._bots.clear()

    # Prompts

    def _next(self, table: Table) -> tuple[Prompt, View, AwaitedBot | None] | None:
        expected = table.prompts()
        self._put.intersection_update(expected)
        for prompt in expected:
            if prompt not in self._put:
                self._remember_seed(table)
                return prompt, bot_view(table, prompt.seat), table.seats[prompt.seat].awaits
        return None

    def _remember_seed(self, table: Table) -> None:
        if table.number not in self._seeds:
            self._seeds = {table.number: bot_seed(table)}

    def _seed(self, number: int) -> str:
        """The seed of the bots' chance in the game with this number."""
        return self._seeds[number]

    async def _react(self, prompt: Prompt, view: View, awaited: AwaitedBot | None) -> None:
        try:
            if await self._has_its_bot(prompt, awaited):
                since = self._deps.monotonic()
                await self._send(prompt, await self._commands(prompt, view), since)
        except BotFailure as failure:
            await self._replace(prompt, failure)

    async def _commands(self, prompt: Prompt, view: View) -> tuple[c.Command, ...]:
        try:
            return self._answers.commands(prompt, await self._answer(prompt, view))
        except BotTimeout:
            raise BotFailure("silent", seconds=round(self._config.patience)) from None
        except BotFailure:
            raise
        except Exception as error:  # one bot must not end the game of the others
            raise BotFailure("raised", error=error) from error

    async def _answer(self, prompt: Prompt, view: View) -> Answer:
        """The answer that is known, or that the bot gives in a thread of the pool."""
        known = self._answers.known(prompt)
        if known is not None:
            return known
        bot = await self._bot(prompt)
        if not self._answers.concerns(prompt, bot):
            return ()
        think = partial(self._answers.think, prompt, bot, view)
        return await self._pool.ask(think, self._config.patience)

    async def _bot(self, prompt: Prompt) -> Bot:
        """The bot of a seat."""
        place = prompt.seat, prompt.bot
        if place not in self._bots:
            self._bots[place] = await self._pool.ask(lambda: self._deps.make_bot(prompt.bot))
        return self._bots[place]

    # Commands

    async def _send(self, prompt: Prompt, commands: tuple[c.Command, ...], since: float) -> None:
        if prompt.question is PromptKind.PLAY:
            # A pace that people can follow.
            pace = self._config.pace * self._deps.slowdown()
            await self._deps.sleep(max(0.0, since + pace - self._deps.monotonic()))
        elif prompt.question is not PromptKind.START:
            self._put.add(prompt)
        for place, command in enumerate(commands):
            await self._do(prompt, command, place)

    async def _do(self, prompt: Prompt, command: c.Command, place: int) -> None:
        key = (
            f"{prompt.number}/{prompt.moment}/{prompt.seat}/{prompt.bot}/{prompt.question}/{place}"
        )
        try:
            await self._running.do(BotAt(prompt.seat), command, key)
        except (StoreError, HostError):
            self._answers.drop_plan()
            raise
        except TenbackError as error:
            if isinstance(command, c.Play):
                text = short(command.move)
                await self._replace(prompt, BotFailure("illegal", error=error, text=text))
            elif not isinstance(error, IllegalTalk | IllegalCommand):
                raise

    # Seats

    async def _has_its_bot(self, prompt: Prompt, awaited: AwaitedBot | None) -> bool:
        """Whether a seat has the bot that is to play; if not, it gets it.

        Until the bot that was asked for is ready, another plays there, and makes room then.
        """
        wanted = awaited.bot if awaited else prompt.bot
        try:
            left = self._deps.ready_in(wanted)
        # The log names a bot that no client may name, or its kernels cannot be built.
        except TenbackError as error:
            raise BotFailure("raised", error=error, of_awaited=True) from error
        if left is None:
            return prompt.bot == wanted or await self._seat(prompt, wanted, None)
        if awaited and self._deps.ready_in(prompt.bot) is None:
            return True
        if not awaited and (prompt.seat, wanted) in self._postponed:
            # Another host is ready and has seated it: that one asks it, too.
            await self._deps.sleep(self._config.round)
            return False
        self._postponed.add((prompt.seat, wanted))
        awaits = awaited or AwaitedBot(wanted, round(self._deps.clock() + left, 1))
        return await self._seat(prompt, self._stand_ins.until_ready(self._deps.ready_in), awaits)

    async def _seat(self, prompt: Prompt, bot: str, awaits: AwaitedBot | None) -> bool:
        """Give a seat to another bot, unless it has changed hands meanwhile; the prompt is void."""
        if await self._running.inspect(lambda table: _plays(table, prompt)):
            with suppress(IllegalCommand):
                await self._running.do(SYSTEM, c.ReplaceBot(prompt.seat, bot, awaits))
        return False

    async def _replace(self, prompt: Prompt, failure: BotFailure) -> None:
        """The operator learns of it; a stand-in takes the seat, if the bot still has it."""
        self._answers.drop_plan()
        stand_in = self._stand_ins.after(prompt.seat, prompt.bot)
        try:
            awaited = await self._running.inspect(lambda table: table.seats[prompt.seat].awaits)
            await self._seat(prompt, stand_in, None if failure.of_awaited else awaited)
        finally:
            # The name is the table's: a server's log and metrics repeat no other.
            self._deps.lost(self._running.id, failure.lost(prompt.seat, prompt.bot, stand_in))


def _plays(table: Table, prompt: Prompt) -> bool:
    """Whether the bot of a prompt still has its seat: a person may have come back meanwhile."""
    return table.seats[prompt.seat].player == prompt.bot
