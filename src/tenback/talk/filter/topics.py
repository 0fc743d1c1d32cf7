"""The topics that colours-only allows (T4): colours held, stacks wanted, courtesies."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tenback.talk.filter import vocabulary
from tenback.talk.filter.courtesies import (
    begins_courtesy,
    completes_courtesy,
    is_courteous_word,
    is_courtesy,
    is_slip,
    without_courtesies,
)
from tenback.talk.filter.message import Message, read
from tenback.talk.filter.normalize import SIGNS, decoded, fold
from tenback.talk.filter.patterns import Patterns

if TYPE_CHECKING:
    from collections.abc import Sequence


_FACE = re.compile(r"(?<!\w)(?:[:;=x8][-'o]?[)(dp/|*\\3>\]]+|\^_*\^|<3+|:'\()", re.IGNORECASE)
_PAINTED = str.maketrans(
    dict.fromkeys("🔴🟥", " red ")
    | dict.fromkeys("🟡🟨", " yellow ")
    | dict.fromkeys("🟢🟩", " green ")
    | dict.fromkeys("🔵🟦", " blue ")
    | dict.fromkeys("🟣🟪", " purple ")
)
_NAMED = re.compile(r"(.*?\b([A-Za-z]+)\W+?)[A-Z][a-z]+(?: (?:and|und|et|&) [A-Z][a-z]+)?\W*")
_SPACED = re.compile(r"(?<![a-z])[a-z](?:[^a-z0-9]{1,2}[a-z](?![a-z])){2,}")


@cache
def _words(name: str) -> frozenset[str]:
    return vocabulary.plain(vocabulary.table("topics")[name])


def off_topic(message: Message, earlier: Sequence[str]) -> str:
    """The first word that is off topic, or ""."""
    message = _without_names(read(message.raw.translate(_PAINTED)))
    readings = (message, _decoded(message))
    strange = ""
    for reading in readings:
        line = _patterns("wishes").masked(_patterns("names").masked(reading.line, "#"), "#")
        strange = _strange(without_courtesies(line).split())
        if not strange:
            return ""
    if len(message.words) < 3 and _is_beginning(message, earlier):
        return ""
    return strange


def _without_names(message: Message) -> Message:
    """A courtesy without the name of the player it addresses."""
    match = _NAMED.fullmatch(message.cased)
    if match and match[2].lower() not in _words("before_nouns") and is_courtesy(match[1]):
        return read(match[1])
    return message


def _strange(words: Sequence[str]) -> str:
    topic = _words("colours") | _words("stacks") | _words("tricks")
    known = topic | _words("frame")
    for word in words:
        if word not in known and "#" not in word and not _is_forgiven(word):
            return word
    if not words:
        return ""
    if words[0] in _words("orders"):
        return words[0]
    if any(word in _words("colours") for word in words):
        return ""
    stray = next((word for word in words if word in _words("others")), "")
    on_topic = any(word in topic or "#" in word or _is_topic_slip(word) for word in words)
    return stray or ("" if on_topic else words[0])


def _is_forgiven(word: str) -> bool:
    return is_courteous_word(word) or _is_topic_slip(word)


def _is_topic_slip(word: str) -> bool:
    """Whether a long word is a word for a stack or a trick with a typing error."""
    topic = _words("stacks") | _words("tricks")
    return 8 <= len(word) < 30 and any(is_slip(word, right) for right in topic)


@cache
def _patterns(name: str) -> Patterns:
    return Patterns(vocabulary.table("topics")[name], {})


def _decoded(message: Message) -> Message:
    """The message without faces, with signs as letters and spaced letters joined."""
    text = _FACE.sub(" ", message.raw)
    text = " ".join(
        decoded(chunk)[0] if SIGNS.search(chunk) else chunk for chunk in fold(text).split()
    )
    return read(_SPACED.sub(lambda run: re.sub("[^a-z]", "", run[0]), text))


def _is_beginning(message: Message, earlier: Sequence[str]) -> bool:
    """Whether a message is a piece of a wish or of a courtesy."""
    if _patterns("beginnings").find(message.line):
        return True
    text = "".join(message.words)
    for count in (1, 2, 3) if earlier else ():
        before = earlier[-count:]
        if completes_courtesy("".join(before), text) or is_courtesy(" ".join((*before, text))):
            return True
    return not earlier and begins_courtesy(text)


def height(message: Message) -> str:
    """A vague height in a message, or ""."""
    words, stacks = message.words, {"pile", "piles", "stack", "stapel", "tas", "rangee"}
    for place, word in enumerate(words):
        if word in _words("heights") and not stacks & set(words[max(0, place - 2) : place + 2]):
            return word
    return ""
