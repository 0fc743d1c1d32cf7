"""Courtesies without content: allowed under every policy but silence (T6)."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from rapidfuzz.distance import OSA

from tenback.talk.filter import vocabulary
from tenback.talk.filter.folding import fold, unstretched
from tenback.talk.filter.message import read
from tenback.talk.filter.patterns import Patterns

_LAUGHTER = re.compile(r"(?:[bm]?w?[hj]+[aeiou]+){2,}h?|x+d+|lo+l+|mdr+|[hjm]+|o+h+|a+h+|xo(?:xo)+")


@cache
def _core() -> frozenset[str]:
    return vocabulary.plain(vocabulary.table("topics")["courtesies"])


@cache
def _company() -> frozenset[str]:
    return vocabulary.plain(vocabulary.table("topics")["company"])


@cache
def _meant() -> frozenset[str]:
    """Words that are no slips of courtesies: this table needs them, or must not hear them."""
    topics = vocabulary.table("topics")
    lists = ("colours", "stacks", "tricks", "frame", "heights", "meant")
    return frozenset().union(*(vocabulary.plain(topics[name]) for name in lists))


@cache
def _phrases() -> Patterns:
    return Patterns(vocabulary.table("topics")["phrases"], {})


@cache
def _by_unstretched_core() -> frozenset[str]:
    return frozenset(map(unstretched, _core()))


@cache
def _by_unstretched() -> frozenset[str]:
    return frozenset(map(unstretched, _core() | _company()))


@lru_cache(maxsize=1024)
def is_courteous_word(word: str) -> bool:
    """Whether a word is a courtesy or a laugh, slips and stretching forgiven."""
    if word in _core() or word in _meant():
        return word in _core()
    if _LAUGHTER.fullmatch(word[:60]):
        return True
    if len(word) < 4 or len(word) > 30:
        return False
    short = unstretched(word)
    if short in _by_unstretched_core() and short != word:
        return True
    return any(is_slip(word, core) for core in _core() | {"thankyou"} if len(core) > 3)


def is_slip(word: str, right: str) -> bool:
    """Whether a word is another but for one slip of the fingers."""
    return (
        abs(len(word) - len(right)) < 2
        and word[0] == right[0]
        and (OSA.distance(word, right, score_cutoff=1) <= 1)
    )


def _is_company(word: str) -> bool:
    if word in _company() or word in _meant():
        return word in _company()
    if unstretched(word) in _by_unstretched():
        return True
    return 5 < len(word) < 20 and any(
        is_slip(word, right) for right in _company() if len(right) > 5
    )


def is_courtesy(text: str) -> bool:
    """Whether a text is nothing but courtesies, laughter and signs."""
    return without_courtesies(read(text).line) == ""


def without_courtesies(line: str) -> str:
    """The words of a line that are no courtesy and do not belong to one."""
    masked = _phrases().masked(line, "~")
    words = [word for word in masked.split() if word not in "=+?:!"]
    if not any("~" in word or is_courteous_word(word) for word in words):
        return " ".join(words)
    return " ".join(
        word
        for word in words
        if "~" not in word and not is_courteous_word(word) and not _is_company(word)
    )


def begins_courtesy(word: str) -> bool:
    """Whether a courtesy may begin with this piece: `mer`, before `ci`."""
    return len(word) > 2 and (word in _company() or any(core.startswith(word) for core in _core()))


def completes_courtesy(before: str, now: str) -> bool:
    """Whether two pieces are a courtesy together."""
    return is_courtesy(fold(before) + fold(now)) or is_courtesy(f"{before} {now}")
