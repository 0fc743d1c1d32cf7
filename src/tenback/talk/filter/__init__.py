"""The filter for free text: it stops numbers in English, French, German or a mixture."""

from tenback.core.rules import TalkPolicy
from tenback.talk.filter.intent import meaning
from tenback.talk.filter.judgement import LONGEST, judge, judge_name
from tenback.talk.filter.suggestions import guesses
from tenback.talk.filter.verdict import Verdict


def prepare() -> None:
    """Load the vocabulary, which takes part of a second, before the first message needs it."""
    for policy in TalkPolicy:
        judge("prepare", policy, ("pre",))


__all__ = ["LONGEST", "Verdict", "guesses", "judge", "judge_name", "meaning", "prepare"]
