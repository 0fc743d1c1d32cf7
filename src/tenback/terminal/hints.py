"""A hint as lines of text, and hints for a player who types `hint`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.analysis.hints import Hint, Reason, find_hint, starting
from tenback.core.errors import TenbackError
from tenback.core.moves import END
from tenback.talk.speech import in_force
from tenback.words.lists import colour

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tenback.analysis.hints import Choice, Considers
    from tenback.core.game import Game
    from tenback.core.moves import Move
    from tenback.core.rules import TalkPolicy
    from tenback.words import Words

EDGE = 0.01
"""A chance nearer than this to 0 or 1 is not shown more exactly."""


def sentence(say: Words, reason: Reason) -> str:
    """A reason in a language."""
    params = dict(reason.params)
    if "colour" in params:
        params["colour"] = colour(say, str(params["colour"]))
    return say(f"hints.reason.{reason.id}", **params)


def lines(say: Words, explained: Hint) -> Iterator[str]:
    """The best turn, why it is the best, and the next ones."""
    first, *others = explained.choices
    hopeless = any(reason.id == "hopeless" for reason in explained.reasons)
    yield _line(say, "lost" if hopeless else "best", first)
    yield from (f"  {sentence(say, reason)}" for reason in explained.reasons)
    yield from (_line(say, "also", choice) for choice in others)


def _line(say: Words, what: str, choice: Choice) -> str:
    turn, chance = _turn(say, choice.moves), _chance(say, choice)
    return say(f"hints.{what}", turn=turn, chance=chance)


def _turn(say: Words, moves: Iterable[Move]) -> str:
    end = say("terminal.command.end").split()[0]
    return " ".join(end if move == END else str(move) for move in moves)


def _chance(say: Words, choice: Choice) -> str:
    """Hints are estimates: whole percents, and at the edges no more than that.

    That every imagined world is won or lost proves nothing; only what needs no world is certain.
    """
    from tenback.analysis.formats import percent

    if choice.win < EDGE:
        return say("hints.below", chance=percent(say, EDGE, 0))
    if choice.win > 1 - EDGE and (choice.win < 1 or choice.worlds):
        return say("hints.above", chance=percent(say, 1 - EDGE, 0))
    return percent(say, choice.win, 0)


class Hints:
    """Hints in one game at one keyboard. `bot` is asked for them, by default `master`."""

    def __init__(
        self, game: Game, say: Words, seed: str, policy: TalkPolicy | None, bot: Considers | None
    ) -> None:
        self.game = game
        self.say = say
        self.seed = seed
        self.policy = policy
        self.bot = bot

    def lines(self, seat: int) -> tuple[list[str], bool]:
        """What to play and why, for the seat on turn, and whether that was a hint.

        While the team agrees on who starts, whether this seat should.
        """
        view = self.game.view(seat)
        if view.agreeing:
            return [self.say(f"hints.start.{starting(view, self.bot, self.seed)}")], True
        # To the adviser, the talk policy of the table is that of the rules.
        rules = replace(view.rules, talk=in_force(view, self.policy))
        try:
            explained = find_hint(replace(view, rules=rules), self.bot, self.seed)
        except TenbackError as error:
            return [self.say.refusal(error)], False
        return list(lines(self.say, explained)), True
