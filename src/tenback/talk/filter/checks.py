"""The checks in their order: numbers, relations to a number, and announced tricks.

Each check returns the part of the message that gives a card away, or ""."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING

from tenback.talk.filter import digits, pieces, repetition, vocabulary
from tenback.talk.filter.message import Message, read
from tenback.talk.filter.normalize import upside_down
from tenback.talk.filter.numberwords import is_number

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_LETTERS = re.compile(r"[^\W\d_]+")
_WINK = re.compile(
    r"😉|😏|🤫|😜|;-?\)|\b(?:wink|hint|my cards?|meine karten?|mes? cartes?|ma carte|literally|"
    r"get it|if you|wenn ihr|si tu|si vous|versteht|wisst|know what|mine|meine|la mienne|zwinker|"
    r"vois|j'ai le|i have the|ich hab die|hab die)\b"
)
_MINE = re.compile(
    r"(?:so |ok |well ){0,2}(?:mine(?:s| is)|my card(?: is|s)|i have|ive got|i got|jai|moi cest|"
    r"ma carte cest|la mienne cest|ich hab|ich habe|hab|meine ist|meine karte ist) "
)


def number(message: Message, piles: Collection[str]) -> str:
    """Words or signs that name a number."""
    return (
        digits.digit(message, piles)
        or _word(message)
        or digits.roman(message)
        or digits.disguised(message)
        or pieces.spelled(message)
        or pieces.pieced(message.words)
        or _hidden(message)
        or repetition.counted(message)
        or _homophone(message)
    )


def _hidden(message: Message) -> str:
    return (
        pieces.capitals(message)
        or pieces.cut(message)
        or pieces.subtracted(message)
        or pieces.reversed_word(message)
        or pieces.spelling_alphabet(message)
        or _other_way_up(message)
        or _in_another_script(message)
    )


def _other_way_up(message: Message) -> str:
    return next((word for word in read(upside_down(message.raw)).words if is_number(word)), "")


def _in_another_script(message: Message) -> str:
    """A number word in letters that are not Latin; Korean joins suffixes to it."""
    if message.raw.isascii():
        return ""
    known = _foreign()
    for match in _LETTERS.finditer(unicodedata.normalize("NFC", message.raw.lower())):
        word = match[0]
        if word in known or ("가" <= word[0] <= "힣" and word[:2] in known):
            return word
    return ""


@cache
def _foreign() -> frozenset[str]:
    return frozenset(vocabulary.table("others")["scripts"].split())


def _word(message: Message) -> str:
    words = message.words
    if any(map(is_number, words)):
        left = read(masked(message)).words
        return next((word for word in left if is_number(word)), "")
    return ""


def masked(message: Message) -> str:
    """The line without idioms, and without sayings with number words unless the message winks."""
    line = vocabulary.patterns("harmless").masked(message.line)
    if not _WINK.search(message.raw.lower()):
        line = vocabulary.patterns("sayings").masked(line)
    return line


def _homophone(message: Message) -> str:
    """After "my card is", words that all sound like numbers."""
    match = _MINE.match(message.line)
    if not match:
        return ""
    rest = [word for word in message.line[match.end() :].split() if word.isalpha()]
    sounds = vocabulary.words("homophones")
    return " ".join(rest) if rest and all(word in sounds for word in rest) else ""


def relation(line: str) -> str:
    """Words that relate to a number without naming it, ask for one, or hint at one."""
    for kind in ("numbers", "relations", "questions", "hints"):
        if found := vocabulary.patterns(kind).find(line):
            return line[found[0] : found[1]].strip()
    return ""


def riddle(message: Message) -> str:
    """Words that together point at a well-known number."""
    words = set(message.words)
    cue = words & _cues()
    for word in message.words:
        for others in _riddles("riddles").get(word[:4], ()):
            if _has_all(others, words):
                return _shown(others)
        for others in _riddles("with_cue").get(word[:4], ()):
            if _has_all(others, words) and (cue or _is_first(others, message)):
                return _shown(others)
    return ""


def _has_all(riddle: Sequence[str], words: Collection[str]) -> bool:
    return all(any(_fits(part, word) for word in words) for part in riddle)


def _is_first(riddle: Sequence[str], message: Message) -> bool:
    return any(_fits(part, message.words[0]) for part in riddle)


def _shown(riddle: Sequence[str]) -> str:
    return " ".join(part.rstrip("*") for part in riddle)


def _fits(pattern: str, word: str) -> bool:
    return word.startswith(pattern[:-1]) if pattern.endswith("*") else word == pattern


@cache
def _cues() -> frozenset[str]:
    return vocabulary.plain(vocabulary.table("riddles")["cues"])


@cache
def _riddles(kind: str) -> dict[str, list[tuple[str, ...]]]:
    """The riddles of a kind by the beginning of their first word."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for line in vocabulary.table("riddles")[kind].splitlines():
        for riddle in filter(None, map(str.split, line.split("|"))):
            found.setdefault(riddle[0].rstrip("*")[:4], []).append(tuple(riddle))
    return found


def trick(message: Message) -> str:
    """Words that announce a trick or narrow a card down."""
    return _unless("tricks", message) or narrowing(message)


def narrowing(message: Message) -> str:
    """Words that narrow a card down."""
    if found := vocabulary.patterns("firm").find(message.line):
        return message.line[found[0] : found[1]].strip()
    return _unless("close", message)


def _unless(kind: str, message: Message) -> str:
    """What the patterns of a kind find in a line without their exceptions."""
    line = vocabulary.patterns(f"not_{kind}").masked(message.line)
    found = vocabulary.patterns(kind).find(line)
    return line[found[0] : found[1]].strip() if found else ""


def over_messages(message: Message, earlier: Sequence[str]) -> str:
    """A number that the message gives away together with earlier messages of the speaker."""
    if not earlier:
        return ""
    return (
        pieces.sent_in_pieces(message, earlier)
        or repetition.counted_over_messages(message, earlier)
        or _related(message, earlier)
    )


def _related(message: Message, earlier: Sequence[str]) -> str:
    """A relation to a number, spread over several short messages."""
    together = _together(message, earlier)
    return relation(masked(together)) if together else ""


def trick_over_messages(message: Message, earlier: Sequence[str]) -> str:
    """A trick that the speaker announces in several short messages."""
    together = _together(message, earlier)
    return trick(together) if together else ""


def _together(message: Message, earlier: Sequence[str]) -> Message | None:
    """A short message joined with the short ones before it; None if there are none."""
    before = tuple(takewhile(lambda text: len(text) <= 40, reversed(earlier[-4:])))[::-1]
    if len(message.words) > 4 or not before:
        return None
    return read(" ".join((*before, message.raw)))
