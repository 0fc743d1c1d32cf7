"""Recognise a number word: written out, misspelt, stretched, glued or reversed."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from rapidfuzz.distance import OSA

from tenback.talk.filter import vocabulary
from tenback.talk.filter.normalize import unstretched
from tenback.talk.filter.sounds import sound

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 40
"""In longer words the filter only looks for long number words."""
_LONGEST_ALONE = 14
"""The longest single number word, typing errors included."""
_CONNECTED = re.compile(r"(?=(und|un|ond|nd|ara|a|e|))")
_ONES = frozenset(("ein", "oan", "een", "sex", "ain"))
_TENS_END = ("g", "h", "k", "e", "n", "r", "a", "l")
_DRAWN_OUT = re.compile(r"([aeiouy])\1\1")
_VOWELS = re.compile("[aeiou]")


# A larger cache would slow down every full garbage collection; this holds the words of a table.
@lru_cache(maxsize=2048)
def is_number(word: str) -> bool:
    """Whether a word in plain lower-case letters is a number word in any form."""
    if word in vocabulary.all_numbers():
        return True
    if len(word) < 3 or word in vocabulary.innocent() or _is_slip_of_another(word):
        return False
    if len(word) > _LONGEST:
        return any(long in word for long in _long_numbers())
    if _DRAWN_OUT.search(word) and is_number(unstretched(word)):
        return True
    return resembles(word) or _is_several(word) or is_turned(word) or is_skeleton(word)


def _is_slip_of_another(word: str) -> bool:
    """Whether a word is another word, not a number, with two letters swapped or one doubled."""
    if len(word) > _LONGEST_ALONE or word in _misspellings():
        return False  # more likely a number word with a missing letter
    slips = {unstretched(word), *_swapped(word)}
    return bool(slips & vocabulary.innocent()) and not slips & vocabulary.all_numbers()


def _swapped(word: str) -> Iterator[str]:
    for place in range(len(word) - 1):
        yield word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def _is_several(word: str) -> bool:
    return is_glued(word) or is_compound(word) or is_sum(word)


def is_exact(word: str) -> bool:
    """Whether a word is a number word as written in a dictionary or as it sounds."""
    return word in vocabulary.all_numbers()


def resembles(word: str) -> bool:
    """Whether a word is a number word with a typing error, or sounds like one."""
    if len(word) > _LONGEST_ALONE:
        return _stretches(word)
    return bool(_nearest(word)) or _stretches(word) or sound(word) in _sounds()


def _stretches(word: str) -> bool:
    short = unstretched(word)
    return short != word and len(short) > 2 and short in _unstretched_numbers()


@lru_cache(maxsize=1024)
def _nearest(word: str) -> str:
    index = _misspellings()
    for variant in _shortened(word, 2 if len(word) > 7 else 1):
        for number in index.get(variant, ()):
            if _close(word, number):
                return number
    return ""


def _close(word: str, number: str) -> bool:
    """Whether a word is a number word with one typing error, or two if it is long."""
    if word[0] != number[0] and len(number) < 6:
        return False
    slips = 2 if len(number) > 7 and word[0] == number[0] else 1
    if len(number) == 4 and len(word) == 4 and word[-1] != number[-1] and word[1] != number[1]:
        return False
    return OSA.distance(word, number, score_cutoff=slips) <= slips


@cache
def _misspellings() -> dict[str, tuple[str, ...]]:
    """Number words by their forms without one or two letters."""
    index: dict[str, list[str]] = {}
    for language in vocabulary.LANGUAGES:
        for number in vocabulary.written(language):
            if len(number) > 3:
                for variant in _shortened(number, 2 if len(number) > 7 else 1):
                    index.setdefault(variant, []).append(number)
    return {variant: tuple(found) for variant, found in index.items()}


def _shortened(word: str, letters: int) -> Iterator[str]:
    """A word, and its forms without one letter, or without up to two."""
    yield word
    for place in range(len(word)):
        left = word[:place] + word[place + 1 :]
        yield left
        if letters > 1:
            for other in range(place, len(left)):
                yield left[:other] + left[other + 1 :]


@cache
def _sounds() -> frozenset[str]:
    # English spelling says too little about the sound.
    spelt = [language for language in vocabulary.LANGUAGES if language != "en"]
    found = {sound(number) for language in spelt for number in vocabulary.written(language)}
    return frozenset(key for key in found if len(key) > 3)


@cache
def _unstretched_numbers() -> frozenset[str]:
    return frozenset(map(unstretched, vocabulary.all_numbers()))


@cache
def _long_numbers() -> tuple[str, ...]:
    return tuple(number for number in vocabulary.all_numbers() if len(number) > 4)


@cache
def _glued_parts() -> tuple[frozenset[str], frozenset[str]]:
    parts = frozenset(number for number in vocabulary.all_numbers() if len(number) > 2)
    return parts, vocabulary.words("glue")


def is_glued(word: str) -> bool:
    """Whether a word joins a number word with ordinary words: `ichhabdiesieben`."""
    if len(word) < 5:
        return False
    parts, glue = _glued_parts()
    # The ends of splits without a number word, and with one.
    without, ends = {0}, set[int]()
    for end in range(1, len(word) + 1):
        for start in range(max(0, end - 14), end):
            if start in without or start in ends:
                piece = word[start:end]
                if piece in parts:
                    ends.add(end)
                elif piece in glue:
                    (ends if start in ends else without).add(end)
                    if start in without:
                        without.add(end)
    return len(word) in ends


def is_compound(word: str) -> bool:
    """Whether a word is a German number with typing errors in its parts: `vireundzwanzig`."""
    if len(word) < 8 or not word.endswith(_TENS_END):
        return False
    for match in _CONNECTED.finditer(word, 2, len(word) - 4):
        left, right = word[: match.start()], word[match.end(1) :]
        if 4 < len(right) < 13 and (left in _ONES or _is_part(left)) and _is_part(right):
            return True
    return False


def is_sum(word: str) -> bool:
    """Whether a word is two numbers, one with a typing error: `nintyone`."""
    return len(word) > 6 and any(
        (is_exact(word[cut:]) or word[cut:] == "one") and _is_part(word[:cut])
        for cut in range(4, min(len(word) - 2, _LONGEST_ALONE))
    )


@lru_cache(maxsize=2048)
def _is_part(word: str) -> bool:
    return len(word) > 2 and (is_exact(word) or resembles(word))


def is_skeleton(word: str) -> bool:
    """Whether a word is a number word without vowels: `zwnzg`."""
    word = word.removesuffix("e")  # silent in French
    if len(word) < 4 or _VOWELS.search(word):
        return False
    left, _, right = word.partition("nd")
    return word in _skeletons(4) or (left in _skeletons(2) and right in _skeletons(4))


@cache
def _skeletons(shortest: int) -> frozenset[str]:
    found = (_VOWELS.sub("", number) for number in _written_numbers())
    return frozenset(skeleton for skeleton in found if len(skeleton) >= shortest)


def is_turned(word: str) -> bool:
    """Whether a word is a number word reversed or rotated."""
    numbers = _written_numbers()
    if len(word) > 3 and word[::-1] in numbers:
        return True
    return len(word) > 4 and any(
        word[cut:] + word[:cut] in numbers for cut in range(2, len(word) - 1)
    )


@cache
def _written_numbers() -> frozenset[str]:
    return frozenset().union(*map(vocabulary.written, vocabulary.LANGUAGES))
