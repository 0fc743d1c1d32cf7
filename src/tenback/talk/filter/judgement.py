"""The verdict on a message by a policy."""

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
"""The filter refuses longer messages."""
_FOUND = 60
_PILES = ("u1", "u2", "d1", "d2")


def judge(
    text: str,
    policy: TalkPolicy,
    earlier: Sequence[str] = (),
    piles: Collection[str] = _PILES,
) -> Verdict:
    """Whether to deliver a message, given the earlier messages of its speaker in this game.

    `piles` are the names of the piles: they contain digits and give no card away.
    """
    limits = LIMITS[policy]
    if not limits.text:
        return Verdict("talk-no-text")
    if len(text) > LONGEST:
        return Verdict("talk-too-long")
    if limits.numbers:
        return DELIVER
    message = read(text)
    code, found = _number_or_relation(message, earlier, piles)
    if not found and not limits.tricks:
        code = "talk-trick"
        found = checks.trick(message) or checks.trick_over_messages(message, earlier)
    if found:
        return Verdict(code, found[:_FOUND])
    return DELIVER if limits.anything else _on_topic(message, earlier)


def _number_or_relation(
    message: Message, earlier: Sequence[str], piles: Collection[str]
) -> tuple[str, str]:
    """The code and the part of a message that gives a number away."""
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
    """Whether to accept the name of a player or a table: names give no number away either."""
    return judge(name, TalkPolicy.NO_NUMBERS, (), piles)
