"""The filter for free text: no concrete number passes, in English, French, German or a mixture."""

from tenback.core.rules import TalkPolicy
from tenback.talk.filter.guessing import guesses
from tenback.talk.filter.judging import LONGEST, judge, judge_name
from tenback.talk.filter.meaning import meaning
from tenback.talk.filter.verdict import Verdict


def prepare() -> None:
    """Read the vocabulary now rather than with the first message; it takes part of a second."""
    for policy in TalkPolicy:
        judge("prepare", policy, ("pre",))


__all__ = ["LONGEST", "Verdict", "guesses", "judge", "judge_name", "meaning", "prepare"]
