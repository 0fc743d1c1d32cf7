"""The talk policies as data: what each allows, and which are stricter than which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.core.errors import IllegalTalk
from tenback.core.rules import TalkPolicy

if TYPE_CHECKING:
    from tenback.core.rules import Rules


@dataclass(frozen=True, slots=True)
class Limits:
    """What a policy allows in free text.

    `text`: free text at all. `numbers`, `tricks`: talk that gives away numbers or tricks.
    `anything`: talk about other things than colours, stacks and courtesies.
    """

    text: bool = True
    numbers: bool = False
    tricks: bool = True
    anything: bool = True


LIMITS = {
    TalkPolicy.FREE: Limits(numbers=True),
    TalkPolicy.NO_NUMBERS: Limits(),
    TalkPolicy.NO_CLUES: Limits(tricks=False),
    TalkPolicy.VAGUE_HEIGHTS: Limits(),
    TalkPolicy.COLOURS_ONLY: Limits(anything=False),
    TalkPolicy.SILENT: Limits(text=False, tricks=False, anything=False),
}

_STRICTER: dict[TalkPolicy, tuple[TalkPolicy, ...]] = {
    TalkPolicy.FREE: tuple(policy for policy in TalkPolicy if policy is not TalkPolicy.FREE),
    TalkPolicy.NO_NUMBERS: (TalkPolicy.NO_CLUES, TalkPolicy.SILENT),
    TalkPolicy.NO_CLUES: (TalkPolicy.SILENT,),
    TalkPolicy.VAGUE_HEIGHTS: (TalkPolicy.COLOURS_ONLY, TalkPolicy.SILENT),
    TalkPolicy.COLOURS_ONLY: (TalkPolicy.SILENT,),
    TalkPolicy.SILENT: (),
}


def choices(edition: TalkPolicy) -> tuple[TalkPolicy, ...]:
    """The policies that a table may choose: that of its edition, or a stricter one (T7)."""
    return (edition, *_STRICTER[edition])


def table_policy(rules: Rules, name: str | None = None) -> TalkPolicy:
    """The policy called `name`, if a table may choose it; by default that of the rules."""
    if name is None:
        return rules.talk
    every = [str(policy) for policy in TalkPolicy]
    if name not in every:
        raise IllegalTalk("unknown-policy", policy=name[:40], allowed=", ".join(every))
    allowed = choices(rules.talk)
    policy = TalkPolicy(name)
    if policy not in allowed:
        raise IllegalTalk(
            "looser-policy", policy=name, edition=str(rules.talk), allowed=", ".join(allowed)
        )
    return policy
