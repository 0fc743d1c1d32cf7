"""Courtesies without content, which every policy but silence allows (T6)."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from rapidfuzz.distance import OSA

from tenback.talk.filter import vocabulary
from tenback.talk.filter.message import read
from tenback.talk.filter.normalize import fold, unstretched
from tenback.talk.filter.patterns import Patterns

_LAUGHTER = re.compile(r"(?:[bm]?w?[hj]+[aeiou]+){2,}h?|x+d+|lo+l+|mdr+|[hjm]+|o+h+|a+h+|xo(?:xo)+")


@cache
def _courtesies() -> frozenset[str]:
    return vocabulary.plain(vocabulary.table("topics")["courtesies"])


@cache
def _companions() -> frozenset[str]:
    return vocabulary.plain(vocabulary.table("topics")["company"])


@cache
def _other_words() -> frozenset[str]:
    """Words that are no misspelt courtesies: the table uses them, or the filter stops them."""
    topics = vocabulary.table("topics")
    lists = ("colours", "stacks", "tricks", "frame", "heights", "meant")
    return frozenset().union(*(vocabulary.plain(topics[name]) for name in lists))


@cache
def _phrases() -> Patterns:
    return Patterns(vocabulary.table("topics")["phrases"], {})


@cache
def _unstretched_courtesies() -> frozenset[str]:
    return frozenset(map(unstretched, _courtesies()))


@cache
def _unstretched_words() -> frozenset[str]:
    return frozenset(map(unstretched, _courtesies() | _companions()))


@lru_cache(maxsize=1024)
def is_courteous_word(word: str) -> bool:
    """Whether a word is a courtesy or a laugh, also misspelt or stretched."""
    if word in _courtesies() or word in _other_words():
        return word in _courtesies()
    if _LAUGHTER.fullmatch(word[:60]):
        return True
    if len(word) < 4 or len(word) > 30:
        return False
    short = unstretched(word)
    if short in _unstretched_courtesies() and short != word:
        return True
    return any(is_slip(word, core) for core in _courtesies() | {"thankyou"} if len(core) > 3)


def is_slip(word: str, right: str) -> bool:
    """Whether one typing error makes one word out of another."""
    return (
        abs(len(word) - len(right)) < 2
        and word[0] == right[0]
        and (OSA.distance(word, right, score_cutoff=1) <= 1)
    )


def _is_companion(word: str) -> bool:
    if word in _companions() or word in _other_words():
        return word in _companions()
    if unstretched(word) in _unstretched_words():
        return True
    return 5 < len(word) < 20 and any(
        is_slip(word, right) for right in _companions() if len(right) > 5
    )


def is_courtesy(text: str) -> bool:
    """Whether a text has only courtesies, laughter and signs."""
    return without_courtesies(read(text).line) == ""


def without_courtesies(line: str) -> str:
    """The words of a line without courtesies and the words that go with them."""
    masked = _phrases().masked(line, "~")
    words = [word for word in masked.split() if word not in "=+?:!"]
    if not any("~" in word or is_courteous_word(word) for word in words):
        return " ".join(words)
    return " ".join(
        word
        for word in words
        if "~" not in word and not is_courteous_word(word) and not _is_companion(word)
    )


def begins_courtesy(word: str) -> bool:
    """Whether a piece may begin a courtesy: `mer`, before `ci`."""
    return len(word) > 2 and (
        word in _companions() or any(core.startswith(word) for core in _courtesies())
    )


def completes_courtesy(before: str, now: str) -> bool:
    """Whether two pieces together are a courtesy."""
    return is_courtesy(fold(before) + fold(now)) or is_courtesy(f"{before} {now}")
