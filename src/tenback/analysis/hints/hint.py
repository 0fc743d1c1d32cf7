"""Find a hint: the best turns of a search bot, and the reasons for the first."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Protocol

from tenback.analysis.hints.outlook import alike, outlook
from tenback.analysis.hints.reasons import (
    ALONE,
    COMPARED,
    Reason,
    passes_fewer,
    smaller_steps,
)
from tenback.bots.base import Volunteers, Willing
from tenback.core.bot_spec import USUAL_LEVEL
from tenback.core.errors import InvalidView
from tenback.core.moves import END, Move
from tenback.core.rules import TalkPolicy
from tenback.talk.standing_remarks import standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.analysis.hints.outlook import Outlook
    from tenback.bots.search_bot import RatedTurn
    from tenback.core.views import View

TURNS = 3
REASONS = 2

CLEAR = 0.02
"""Chances to win that differ by less count as equal."""


class Considers(Protocol):
    """A bot that weighs whole turns, such as `strong` and `master`."""

    def consider(self, view: View, rng: random.Random) -> tuple[RatedTurn, ...]:
        """The turns it would consider, best first; none where every turn loses."""

    def turn(self, view: View, rng: random.Random) -> tuple[Move, ...]:
        """The turn it would play."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A turn with its estimated chance to win and the share of cards that will be laid.

    `worlds` is in how many imagined worlds it was tried; 0 where a network alone has spoken.
    """

    moves: tuple[Move, ...]
    win: float
    progress: float
    worlds: int


@dataclass(frozen=True, slots=True)
class Hint:
    """The best turns, best first, and why the first is better than the next.

    At most two reasons, the most telling first. Where every turn loses there is one choice, whose
    reason is `hopeless`.
    """

    choices: tuple[Choice, ...]
    reasons: tuple[Reason, ...]


def adviser(level: str = USUAL_LEVEL, network: str = "") -> Considers:
    """The bot that gives hints: `master` at a level.

    `network` is the file of its network; "" means the shipped one.
    """
    from tenback.bots.search_bot import SearchBot
    from tenback.sim.search.config import LEVELS, SearchConfig

    return SearchBot("master", SearchConfig(LEVELS[level], network))


def find_hint(
    view: View,
    bot: Considers | None = None,
    seed: str = "",
    *,
    turns: int = TURNS,
    remembered: bool = True,
) -> Hint:
    """The best turns of the seat on turn, whose view this is, and why; the same for a seed.

    Without `remembered` the cards in the piles are a guess, and no reason relies on them.
    """
    if not view.on_turn:
        raise InvalidView("no-row")
    bot = adviser() if bot is None else bot
    rated_turns = bot.consider(view, _rng(seed))
    if not rated_turns:
        lost = Choice(bot.turn(view, _rng(seed)), 0.0, 0.0, 0)
        return Hint((lost,), (Reason("hopeless"),))
    found = _different(view, rated_turns, turns)
    chances = accumulate((each.win for each, _ in found), min)
    choices = tuple(_choice(*each, win) for each, win in zip(found, chances, strict=True))
    reasons = _reasons(choices, [outlook for _, outlook in found], remembered)
    return Hint(choices, tuple(reasons)[:REASONS])


def starting(view: View, bot: Considers | None = None, seed: str = "") -> Willing:
    """Whether the seat of this view should start with its hand, while the team agrees."""
    bot = adviser() if bot is None else bot
    if not isinstance(bot, Volunteers):
        return Willing.EITHER
    # Search bots have no preference under a silent policy; a hint reaches only its own player.
    rules = replace(view.rules, talk=TalkPolicy.NO_NUMBERS)
    return Willing(bot.willing(replace(view, rules=rules), _rng(seed)))


def _rng(seed: str) -> random.Random:
    return random.Random(f"hint {seed}")  # noqa: S311 (no secret)


def _different(
    view: View, rated_turns: Sequence[RatedTurn], most: int
) -> list[tuple[RatedTurn, Outlook]]:
    """The first turns that do not come to the same."""
    named = frozenset(said.subject for said in standing(view))
    found: dict[object, tuple[RatedTurn, Outlook]] = {}
    for rated in rated_turns:
        leads_to = outlook(view, rated.moves)
        found.setdefault(alike(leads_to.after, named), (rated, leads_to))
        if len(found) == most or leads_to.wins:
            break
    return list(found.values())


def _choice(rated: RatedTurn, leads_to: Outlook, win: float) -> Choice:
    """A turn as one plays it: after the last card of all there is no turn to end.

    `win` is its chance, or that of a turn before it if that is lower: a turn that was dropped early
    did worse in the same worlds, though its few worlds may have been kind ones, so that it is not
    said to be better.
    """
    moves = tuple(move for move in rated.moves if move != END or not leads_to.wins)
    return Choice(moves, win, rated.progress, rated.worlds)


def _reasons(
    choices: Sequence[Choice], outlooks: Sequence[Outlook], remembered: bool
) -> Iterator[Reason]:
    """The most telling first. What is compared is compared with the turn that is shown next."""
    mine, *others = outlooks
    alone = [reason for find in ALONE if (reason := find(mine))]
    if not mine.wins and _is_solved(choices, mine):
        alone.insert(0, Reason("sure"))
    yield from alone if others or alone else [Reason("no-other" if mine.steps else "enough")]
    if mine.wins or not others:
        return
    left_out = smaller_steps if remembered else passes_fewer
    compared = [
        reason
        for compare in COMPARED
        if compare is not left_out and (reason := compare(mine, others[0]))
    ]
    clear = choices[0].win - choices[1].win >= CLEAR
    yield from compared or [Reason("better" if clear else "close")]


def _is_solved(choices: Sequence[Choice], mine: Outlook) -> bool:
    """Whether a way to lay every card was found: then it alone is considered."""
    view = mine.view
    holders = sum(size > 0 for seat, size in enumerate(view.hand_sizes) if seat != view.seat)
    known = not view.rules.duel and not view.stock_size and holders <= 1
    only = len(choices) == 1 and choices[0].worlds == 0
    return known and only and choices[0].win == choices[0].progress == 1
