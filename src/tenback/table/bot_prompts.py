"""The prompts of a table: which bots are to be asked what, so that a driver needs no rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING

from tenback.core.rules import TalkPolicy
from tenback.table.phases import Phase
from tenback.talk.phrases import About
from tenback.talk.standing_remarks import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.core.game import Game
    from tenback.table.table import Table


BOTS = "tenback-bots-1"
"""What the text behind the seed of bots begins with."""


class PromptKind(StrEnum):
    """What a bot is asked."""

    WILLING = "willing"
    """Would it start? Its answer is said, `start` or `not-me`, or nothing."""
    START = "start"
    """It starts; there is nothing to think about."""
    SPEAK = "speak"
    """Has it anything to say before this turn?"""
    PLAY = "play"
    """Which move does it make?"""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to the bot of a seat, at one moment of one game. Each is put once."""

    number: int
    moment: int
    seat: int
    bot: str
    question: PromptKind


def bot_seed(table: Table) -> str:
    """The seed of the bots' chance in the running game.

    It follows from the seed of the deal, which no player knows before the end: a player who could
    repeat a bot's chance would know more of its answers than the table heard. A deal that is played
    again is known, and marked so. After a restart, or in another process, the seed is the same.
    """
    deal = table.current_game().deal
    dealt = deal.seed if deal is not None else None
    text = f"{BOTS}\n{dealt}\n{table.id}\n{table.number}"
    return sha256(text.encode()).hexdigest()


def prompts(table: Table) -> tuple[Prompt, ...]:
    """What bots are to be asked now, in this order.

    A driver puts the first prompt that it has not put yet, sends the answer as a command, and looks
    again: an answer can make the other prompts void.
    """
    game = table.game
    if game is None or not table.running:
        return ()
    bots = {place: seat.player for place, seat in enumerate(table.seats) if seat.player}
    return tuple(
        Prompt(table.number, game.moment, seat, bots[seat], question)
        for seat, question in _questions(table, game)
        if seat in bots
    )


def _questions(table: Table, game: Game) -> Iterator[tuple[int, PromptKind]]:
    """The questions, also to seats that people hold; those are left out by `prompts`."""
    talks = table.options.policy is not TalkPolicy.SILENT and game.players > 1
    if table.phase is Phase.AGREEING:
        if talks:
            yield from ((seat, PromptKind.WILLING) for seat in range(game.players))
        if not any(seat.held for seat in table.seats):
            yield _starter(table, game), PromptKind.START
        return
    turn = game.turn or 0
    if talks and not game.state.placed:
        for step in range(1, game.players):
            yield (turn + step) % game.players, PromptKind.SPEAK
    yield turn, PromptKind.PLAY


def _starter(table: Table, game: Game) -> int:
    """The most willing bot, as the whole table has heard it; of several, the first."""
    said = {
        stands.seat: stands.phrase
        for stands in standing(game.view())
        if stands.remark.phrase.about is About.START
    }
    eagerness = ("start", None, "not-me")
    able = [p for p, seat in enumerate(table.seats) if seat.player and game.state.hands[p]]
    return min(able, key=lambda seat: eagerness.index(said.get(seat)), default=0)
