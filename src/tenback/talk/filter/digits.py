"""Digits in any script, Roman numerals, and signs that show a number: dice, clocks, fingers."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from tenback.talk.filter.courtesies import is_courteous_word
from tenback.talk.filter.normalize import SIGNS, decoded, fold
from tenback.talk.filter.numberwords import is_exact, is_number

if TYPE_CHECKING:
    from collections.abc import Collection

    from tenback.talk.filter.message import Message

_BETWEEN = re.compile(r"[\s/,&]+")
_HEART = re.compile(r"<3+(?!\d)")
_RANGES = (
    (0x2680, 0x2685),  # dice
    (0x1F030, 0x1F0FF),  # dominoes, playing cards
    (0x1F000, 0x1F02B),  # mah-jong
    (0x1F550, 0x1F567),  # clocks
    (0x1D360, 0x1D378),  # counting rods, tally marks
    (0x1F947, 0x1F949),  # medals
)
_SIGNS = frozenset("⠼🔟🔞🎱🔢卌𝍸")
_ROMAN = re.compile(r"(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,4})")
_SIZES = frozenset(("xl", "xx", "xxx"))
_QUIET = frozenset(("xl", "xx", "xxx", "li", "vi", "xi", "liv", "ii", "il", "l", "x", "v", "i"))
_CAPITALS = re.compile(r"\b[IVXLC]{2,}\b")
_SMALL = re.compile(r"(?<![a-z'])[ivxlc]{2,}(?![a-z'])")
_SUMS = re.compile(r"(?<![a-z])[ivxlc]+ ?(?:\+|plus|minus|moins) ?[ivxlc]+(?![a-z])")
_MEANT = re.compile(
    r"(?:=|:|\b(?:card|number|pile|stack|row|have an?|is an?|karte|stapel|reihe|hab die|hab ne|"
    r"carte|"
    r"j'ai (?:le|un)|numero)) [XVL](?![\w'])"
)


@lru_cache(maxsize=1024)
def shows_number(sign: str) -> bool:
    """Whether a single character is or shows a number."""
    code = ord(sign)
    if code < 128:
        return "0" <= sign <= "9"
    return (
        unicodedata.numeric(sign, None) is not None
        or sign in _SIGNS
        or any(low <= code <= high for low, high in _RANGES)
    )


def digit(message: Message, piles: Collection[str]) -> str:
    """The first chunk with a digit or a sign for a number, or ""; names of piles do not count."""
    if not any(map(shows_number, message.raw)):
        return ""
    for chunk in _BETWEEN.split(_HEART.sub("", message.raw)):
        if any(map(shows_number, chunk)) and not _is_harmless(fold(chunk), piles):
            return chunk
    return ""


def _is_harmless(chunk: str, piles: Collection[str]) -> bool:
    """Whether a chunk is the name of a pile or a courtesy in leetspeak: `u1`, `m3rci`."""
    if chunk.strip(".,;:!?()") in piles:
        return True
    letters = sum(map(str.isalpha, chunk))
    return letters * 2 > len(chunk) and any(map(is_courteous_word, decoded(chunk)))


def disguised(message: Message) -> str:
    """The first chunk that is a number word if its signs are letters, or ""."""
    if not SIGNS.search(message.folded):
        return ""
    for chunk in message.folded.split():
        if SIGNS.search(chunk) and len(chunk) < 60:
            for word in decoded(chunk):
                if word.isalpha() and word not in message.words and _is_hidden(word, chunk):
                    return chunk
    return ""


def _is_hidden(word: str, chunk: str) -> bool:
    return is_exact(word) or (len(word) > 4 and "'" not in chunk and is_number(word))


def roman(message: Message) -> str:
    """The first Roman numeral, unless it is another word or a size, or ""."""
    for match in _CAPITALS.finditer(message.cased):
        if is_roman(match[0].lower()) and not _is_size(match[0], message):
            return match[0]
    for match in _SMALL.finditer(message.folded):
        if match[0] not in _QUIET and is_roman(match[0]):
            return match[0]
    found = _SUMS.search(message.folded) or _MEANT.search(message.cased)
    return found[0] if found else ""


def is_roman(text: str) -> bool:
    """Whether lower-case letters are a Roman numeral from 2 to 99."""
    return len(text) > 1 and bool(_ROMAN.fullmatch(text))


def _is_size(found: str, message: Message) -> bool:
    card_words = {"card", "mine", "have", "hab", "habe", "ai", "carte", "karte", "meine", "mienne"}
    return (
        found.lower() in _SIZES and len(message.words) > 2 and not card_words & set(message.words)
    )
