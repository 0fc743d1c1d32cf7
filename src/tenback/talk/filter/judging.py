"""The verdict on a message under a policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenback.core.rules import TalkPolicy
from tenback.talk.filter import checks, topics
from tenback.talk.filter.message import read
from tenback.talk.filter.verdict import DELIVER, Verdict
from tenback.talk.policy import LIMITS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tenback.talk.filter.message import Message

LONGEST = 500
"""Longer messages are refused whatever they say."""
_FOUND = 60
_PILES = ("u1", "u2", "d1", "d2")


def judge(
    text: str,
    policy: TalkPolicy,
    earlier: Sequence[str] = (),
    piles: Collection[str] = _PILES,
) -> Verdict:
    """Whether a message may be delivered, given what its speaker said before in this game.

    `piles` are the names that the table has for its piles: they have figures in them and tell none.
    """
    limits = LIMITS[policy]
    if not limits.text:
        return Verdict("talk-no-text")
    if len(text) > LONGEST:
        return Verdict("talk-too-long")
    if limits.numbers:
        return DELIVER
    message = read(text)
    code, found = _told(message, earlier, piles)
    if not found and not limits.tricks:
        code = "talk-trick"
        found = checks.trick(message) or checks.trick_over_messages(message, earlier)
    if found:
        return Verdict(code, found[:_FOUND])
    return DELIVER if limits.anything else _on_topic(message, earlier)


def _told(message: Message, earlier: Sequence[str], piles: Collection[str]) -> tuple[str, str]:
    """What tells a number or leads to one, and the code for it."""
    if found := checks.number(message, piles):
        return "talk-number", found
    if found := checks.relation(checks.masked(message)) or checks.riddle(message):
        return "talk-relation", found
    return "talk-number", checks.over_messages(message, earlier)


def _on_topic(message: Message, earlier: Sequence[str]) -> Verdict:
    strange = topics.off_topic(message, earlier) or checks.narrowing(message)
    if not strange:
        return DELIVER
    height = topics.height(message)
    return Verdict("talk-height", height) if height else Verdict("talk-off-topic", strange)


def judge_name(name: str, piles: Collection[str] = _PILES) -> Verdict:
    """Whether a player or a table may be called so: a name tells no number either."""
    return judge(name, TalkPolicy.NO_NUMBERS, (), piles)
