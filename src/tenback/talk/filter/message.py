"""A message as the filter reads it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tenback.talk.filter.normalize import fold, unaccent

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")
_TOKEN = re.compile(r"\b[ud][1-8]\b|[a-z]+(?:'[a-z]+)*|[=+?:!]")
_ELIDED = frozenset((*"jldcstnm", "qu", "jusqu", "lorsqu", "quelqu", "puisqu"))
_CONTRACTED = frozenset(("s", "t", "d", "m", "ll", "re", "ve"))


@dataclass(frozen=True, slots=True)
class Message:
    """A message in the forms that the checks need.

    `raw`: as sent. `cased`: in plain letters. `folded`: in plain lower-case letters. `words`: the
    words without elided beginnings and contracted endings. `line`: all words, names of piles and a
    few signs, each followed by a space, for the patterns.
    """

    raw: str
    cased: str
    folded: str
    words: tuple[str, ...]
    line: str


def read(text: str) -> Message:
    """The forms of a text."""
    cased = unaccent(text)
    folded = fold(cased)
    words = tuple(word for found in _WORD.findall(folded) for word in _bare(found))
    line = "".join(f"{token.replace(chr(39), '')} " for token in _TOKEN.findall(folded))
    return Message(text, cased, folded, words, line)


def _bare(word: str) -> list[str]:
    if "'" not in word:
        return [word]
    parts = [part for part in word.split("'") if part not in _ELIDED]
    if len(parts) > 1 and parts[-1] in _CONTRACTED:
        parts.pop()
    return parts
