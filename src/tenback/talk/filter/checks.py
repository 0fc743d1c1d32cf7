"""The checks in their order: what tells a number, what relates to one, what announces a trick."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tenback.talk.filter import counting, digits, pieces, vocabulary
from tenback.talk.filter.message import Message, read
from tenback.talk.filter.numberwords import is_number

if TYPE_CHECKING:
    from collections.abc import Sequence

_WINK = re.compile(
    r"😉|😏|🤫|😜|;-?\)|\b(?:wink|hint|my cards?|meine karten?|mes? cartes?|ma carte|literally|"
    r"get it|if you|wenn ihr|si tu|si vous|versteht|wisst|know what|mine|meine|la mienne|zwinker|"
    r"vois|j'ai le|i have the|ich hab die|hab die)\b"
)
_MINE = re.compile(
    r"(?:so |ok |well ){0,2}(?:mine(?:s| is)|my card(?: is|s)|i have|ive got|i got|jai|moi cest|"
    r"ma carte cest|la mienne cest|ich hab|ich habe|hab|meine ist|meine karte ist) "
)


def number(message: Message) -> str:
    """What tells a number in so many words or signs, or ""."""
    return (
        digits.digit(message)
        or _word(message)
        or digits.roman(message)
        or digits.disguised(message)
        or pieces.spelled(message)
        or pieces.pieced(message.words)
        or _hidden(message)
        or counting.counted(message)
        or _homophone(message)
    )


def _hidden(message: Message) -> str:
    return (
        pieces.capitals(message)
        or pieces.cut(message)
        or pieces.subtracted(message)
        or pieces.reversed_word(message)
        or pieces.spelling_alphabet(message)
    )


def _word(message: Message) -> str:
    words = message.words
    if any(map(is_number, words)):
        left = read(masked(message)).words
        return next((word for word in left if is_number(word)), "")
    return ""


def masked(message: Message) -> str:
    """The line without its idioms; sayings with number words only while nobody winks."""
    line = vocabulary.patterns("harmless").masked(message.line)
    if not _WINK.search(message.raw.lower()):
        line = vocabulary.patterns("sayings").masked(line)
    return line


def _homophone(message: Message) -> str:
    """After "my card is", words that sound like numbers up to the end."""
    match = _MINE.match(message.line)
    if not match:
        return ""
    rest = [word for word in message.line[match.end() :].split() if word.isalpha()]
    sounds = vocabulary.words("homophones")
    return " ".join(rest) if rest and all(word in sounds for word in rest) else ""


def relation(line: str) -> str:
    """What relates to a number without naming one, asks for one, or hints at one, or ""."""
    for kind in ("numbers", "relations", "questions", "hints"):
        if found := vocabulary.patterns(kind).find(line):
            return line[found[0] : found[1]].strip()
    return ""


def riddle(message: Message) -> str:
    """Words that point at a well-known number together, or ""."""
    words = set(message.words)
    for word in message.words:
        for others in _riddles().get(word[:4], ()):
            if all(any(_fits(other, said) for said in words) for other in others):
                return " ".join(other.rstrip("*") for other in others)
    return ""


def _fits(pattern: str, word: str) -> bool:
    return word.startswith(pattern[:-1]) if pattern.endswith("*") else word == pattern


@cache
def _riddles() -> dict[str, list[tuple[str, ...]]]:
    """The riddles by the beginning of their first word."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for line in vocabulary.section("riddles")["riddles"].splitlines():
        for riddle in filter(None, map(str.split, line.split("|"))):
            found.setdefault(riddle[0].rstrip("*")[:4], []).append(tuple(riddle))
    return found


def trick(message: Message) -> str:
    """What announces a trick or narrows a card down, or ""."""
    if found := vocabulary.patterns("firm").find(message.line):
        return message.line[found[0] : found[1]].strip()
    for kind in ("tricks", "close"):
        line = vocabulary.patterns(f"not_{kind}").masked(message.line)
        if found := vocabulary.patterns(kind).find(line):
            return line[found[0] : found[1]].strip()
    return ""


def over_messages(message: Message, earlier: Sequence[str]) -> str:
    """What tells a number together with what the speaker said before, or ""."""
    if not earlier:
        return ""
    return (
        pieces.sent_in_pieces(message, earlier)
        or counting.counted_over_messages(message, earlier)
        or _related(message, earlier)
    )


def _related(message: Message, earlier: Sequence[str]) -> str:
    """A relation whose words come in several short messages."""
    if len(message.words) > 4:
        return ""
    before: list[str] = []
    for text in reversed(earlier[-4:]):
        if len(text) > 40:
            break
        before.insert(0, text)
    together = read(" ".join((*before, message.raw)))
    return relation(masked(together)) if before else ""
