"""Games in this process: the bots of a terminal, of an arena and of tests, at a table of their own.

Each bot is shown its own view, and nothing else passes between them: what they tell each other goes
through `talk`, like any remark. Who starts follows from what was said aloud, so that a table that
cannot talk about it learns nothing from it. A bot that fails, in whatever way, loses its seat to a
stand-in, and the others play on.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from tenback.bots.answers import BotAnswers
from tenback.bots.registry import make
from tenback.bots.stand_in import BotFailure, StandIns, short
from tenback.core.bot_spec import InvalidBot
from tenback.core.errors import TenbackError
from tenback.core.game import Game
from tenback.table import commands as c
from tenback.table.actors import SYSTEM, BotAt
from tenback.table.bot_prompts import Prompt, PromptKind
from tenback.table.options import TableOptions
from tenback.table.seats import Seat
from tenback.table.table import Table
from tenback.table.visibility import bot_view
from tenback.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tenback.bots.answers import Answer
    from tenback.bots.base import Bot
    from tenback.bots.stand_in import LostSeat
    from tenback.core.deal import Deal
    from tenback.core.rules import Rules, TalkPolicy

NOW = 0.0
"""The time at a table whose log is not kept."""

BOT = "bot"
"""What the table calls every bot here: they are at hand, and need no name to be made by."""


def _warn(lost: LostSeat) -> None:
    """A failure that no caller handles is not passed over in silence."""
    warnings.warn(lost.sentence(Words()), RuntimeWarning, stacklevel=2)


def play(
    rules: Rules,
    deal: Deal,
    bots: Sequence[Bot],
    seed: str,
    *,
    policy: TalkPolicy | None = None,
    on_lost: Callable[[LostSeat], None] = _warn,
) -> Game:
    """A whole game among bots, one for each seat. The same seed gives the same game.

    `policy` is the table's choice where it is stricter than the rules. `on_lost` is called when a
    bot fails and a stand-in plays on for it.
    """
    game = Game(rules, deal)
    if len(bots) != game.players:
        raise TenbackError("wrong-bots", count=len(bots), players=game.players)
    Match(game, dict(enumerate(bots)), seed, policy=policy, on_lost=on_lost).run()
    return game


def person_at(seat: int) -> str:
    """The id of the person at a seat."""
    return f"person-{seat}"


def _ignore(_seat: int, _why: TenbackError) -> None:
    pass


def _name(bot: Bot) -> str:
    """What a bot is called; even the question may fail."""
    try:
        return short(str(bot.name))
    except Exception:  # noqa: BLE001 (its failure has still to be reported)
        return type(bot).__name__


class Match:
    """A table around a game, and its bots; people have the other seats.

    `on_dropped` is called with a remark that a bot may not make; the table has not heard it.
    `on_lost` is called when a bot fails: from then on `bots` has its stand-in. `names` says what
    the bots are called.
    """

    def __init__(
        self,
        game: Game,
        bots: Mapping[int, Bot],
        seed: str,
        *,
        policy: TalkPolicy | None = None,
        free_text: bool = True,
        on_dropped: Callable[[int, TenbackError], None] = _ignore,
        on_lost: Callable[[LostSeat], None] = _warn,
    ) -> None:
        options = TableOptions.of(game.rules, game.players, policy, free_text=free_text)
        seats = (Seat(bot=BOT) if p in bots else Seat(person_at(p)) for p in range(game.players))
        self.table = Table.around(game, options, tuple(seats))
        self.bots = dict(bots)
        self.names = {seat: _name(bot) for seat, bot in bots.items()}
        self.on_dropped = on_dropped
        self.on_lost = on_lost
        self._answers = BotAnswers(lambda _number: seed)
        self._stand_ins = StandIns()
        self._put: set[Prompt] = set()

    def run(self, *kinds: PromptKind) -> None:
        """Put the prompts of these kinds, by default of all, until one of another kind is next."""
        while (prompt := self._next()) is not None and (not kinds or prompt.question in kinds):
            self._react(prompt)

    def take_turn(self) -> None:
        """Let the bot on turn play until its turn is over."""
        began = self.table.began
        while self.table.began == began and (prompt := self._next()) is not None:
            if prompt.question is not PromptKind.PLAY:
                return
            self._react(prompt)

    def _next(self) -> Prompt | None:
        """The first prompt that has not been put yet."""
        return next((each for each in self.table.prompts() if each not in self._put), None)

    def _react(self, prompt: Prompt) -> None:
        self._put.add(prompt)
        try:
            commands = self._answers.commands(prompt, self._answer(prompt))
        except InvalidBot:  # it says itself that it cannot play such a game
            raise
        except BotFailure as failure:
            self._replace(prompt, failure)
        except Exception as error:  # noqa: BLE001 (one bot must not end the game of the others)
            self._replace(prompt, BotFailure("raised", error=error))
        else:
            for command in commands:
                self._do(prompt, command)

    def _answer(self, prompt: Prompt) -> Answer:
        bot, known = self.bots[prompt.seat], self._answers.known(prompt)
        if known is not None:
            return known
        if not self._answers.concerns(prompt, bot):
            return ()
        return self._answers.think(prompt, bot, bot_view(self.table, prompt.seat))

    def _do(self, prompt: Prompt, command: c.Command) -> None:
        try:
            self.table.handle(BotAt(prompt.seat), command, NOW)
        except TenbackError as why:
            if not isinstance(command, c.Play):
                self.on_dropped(prompt.seat, why)
            else:
                text = short(command.move)
                self._replace(prompt, BotFailure("illegal", error=why, text=text))

    def _replace(self, prompt: Prompt, failure: BotFailure) -> None:
        """A stand-in takes the seat, and is prompted anew."""
        seat, stand_in = prompt.seat, self._stand_ins.after(prompt.seat, prompt.bot)
        lost = failure.lost(seat, failure.bot or self.names[seat], stand_in)
        self._answers.drop_plan()
        self.table.handle(SYSTEM, c.ReplaceBot(seat, stand_in), NOW)
        self.bots[seat], self.names[seat] = make(stand_in), stand_in
        self.on_lost(lost)
