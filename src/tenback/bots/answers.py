"""What bots answer when a table prompts them: the part that all drivers of bots share.

`table.prompts()` says which bot is asked what. Here a prompt, a bot and its view become commands.
An answer depends on the view and on random numbers of its own, made from the seed, the question,
the seat and the moment: what one bot is asked, or how often, changes nothing for another.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, TypeAlias

from tenback.bots.base import Willing, plan_turn, remarks, speaks, volunteers, willingness
from tenback.bots.starter import by_hand
from tenback.core.moves import END
from tenback.table import commands as c
from tenback.table.bot_prompts import Prompt, PromptKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback.bots.base import Bot
    from tenback.core.moves import Move
    from tenback.core.views import View

Answer: TypeAlias = tuple[object, ...]
"""The moves or the phrases that a bot has in mind; they may be anything that is not legal."""


class BotAnswers:
    """The answers of the bots at one table. It keeps the rest of a turn that a bot has planned.

    `seed` gives the seed of the game with that number. At a `decisive` table a
    bot that does not care who starts answers by its hand, yes or no (O3): the page shows every
    answer, and players wait for it.
    """

    def __init__(self, seed: Callable[[int], str], *, decisive: bool = False) -> None:
        self._seed = seed
        self._decisive = decisive
        self._plan: tuple[object, ...] = ()
        # The prompt for the next move of the same turn.
        self._continuation: Prompt | None = None

    def concerns(self, prompt: Prompt, bot: Bot) -> bool:
        """Whether a bot has the ability that a prompt asks for."""
        if prompt.question is PromptKind.SPEAK:
            return speaks(bot)
        if prompt.question is PromptKind.WILLING:
            return self._decisive or volunteers(bot)
        return True

    def known(self, prompt: Prompt) -> Answer | None:
        """The answer that needs no bot: it follows from the table, or the turn is planned."""
        if prompt.question is PromptKind.START:
            return ()
        return self._plan or None if prompt == self._continuation else None

    def think(self, prompt: Prompt, bot: Bot, view: View) -> Answer:
        """Ask the bot. Nothing is changed here, so that it may run in any thread."""
        match prompt.question:
            case PromptKind.WILLING:
                return self._volunteer(prompt, bot, view)
            case PromptKind.SPEAK:
                return remarks(bot, view, view.rules.talk, self._rng("say", prompt))
            case _:
                return self._turn(prompt, bot, view) or (bot.move(view, self._rng("move", prompt)),)

    def commands(self, prompt: Prompt, answer: Answer) -> tuple[c.Command, ...]:
        """The answer as commands of the bot, in their order."""
        match prompt.question:
            case PromptKind.START:
                return (c.Start(),)
            case PromptKind.PLAY:
                return (self._play(prompt, answer),)
            case _:
                return tuple(c.Say(str(phrase)) for phrase in answer)

    def drop_plan(self) -> None:
        """Forget the rest of a turn: its last move was refused."""
        self._plan, self._continuation = (), None

    def _volunteer(self, prompt: Prompt, bot: Bot, view: View) -> Answer:
        would = willingness(bot, view, self._rng("willing", prompt))
        if would is not Willing.EITHER:
            return (would,)
        return (by_hand(view),) if self._decisive else ()

    def _turn(self, prompt: Prompt, bot: Bot, view: View) -> tuple[Move, ...]:
        """The turn that a bot plans; () for the rest of one that it has planned in part."""
        if prompt == self._continuation:
            return ()
        return plan_turn(bot, view, self._rng("turn", prompt))

    def _play(self, prompt: Prompt, answer: Answer) -> c.Play:
        move, *rest = answer
        text = str(move)
        if text == _END:
            self.drop_plan()  # a plan that goes on after the end of the turn is cut off
        else:
            self._plan = tuple(rest)
            self._continuation = _next_move(prompt)
        return c.Play(text)

    def _rng(self, question: str, prompt: Prompt) -> random.Random:
        text = f"{self._seed(prompt.number)} {question} {prompt.seat} {prompt.moment}"
        return random.Random(text)  # noqa: S311 (no secret)


_END = str(END)


def _next_move(prompt: Prompt) -> Prompt:
    return Prompt(prompt.number, prompt.moment + 1, prompt.seat, prompt.bot, prompt.question)
