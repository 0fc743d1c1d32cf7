"""Numbers expressed by repetition: dots, marks, emoji, repeated words.

Each check returns the repeated part of the message, or ""."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from tenback.talk.filter import vocabulary
from tenback.talk.filter.courtesies import is_courtesy
from tenback.talk.filter.normalize import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.talk.filter.message import Message

_FINGERS = frozenset("☝✌🖐✋👆🤟🤚🤘")
_REACTIONS = frozenset("👏🎉🎊❤💙💚💛💜🖤🤍🤎🧡💔💕💖💗💘💓💞💟🔥👍👎🙏💪🥳🤣✨💤🙌🤝🫶🥂🍻🌹💐🎈")
_TALLIES = frozenset("|¦•●○◦◉■□▪▫★☆⭐✦◆▲·♥♦♠♣✓✔✗✘⬤")
_ENDS = frozenset(".!?…")
_ORDINARY = frozenset('()"-:/^*~_')
_CUE = re.compile(
    r"\b(?:count|how many|that many|so many|mine|my card|zahlt?|so viele|so oft|anzahl|meine|"
    r"compte[rz]?|combien|autant|nombre|ma carte|la mienne|buchstaben|letters|card|karte|carte)\b"
    r"|= *[^\w\s]"
)
_LETTERS = re.compile(r"(?<![a-z])([a-z])\1{3,}(?![a-z])")
# Sighs and cries repeat these letters; other repeated letters are there to be counted.
_CRIES = frozenset("zmhaouefrspbyntgw")
_MORSE = re.compile(r"(?<![.\-–—·_])[.\-–—·]{5}(?![.\-–—·_])")


def counted(message: Message) -> str:
    """Signs, letters or words that are there to be counted."""
    cue = bool(_CUE.search(message.folded))
    return _marks(message, cue) or _letters(message, cue) or _words(message) or _emoji(message, cue)


def _marks(message: Message, cue: bool) -> str:
    morse = _MORSE.search(message.raw)
    if morse and len(set(morse[0])) > 1:
        return morse[0]
    bare = not any(map(str.isalpha, message.raw))
    for sign, count in Counter(filter(_is_mark, message.raw)).items():
        if count >= _too_many(sign, bare, cue):
            return sign * min(count, 20)
    return ""


def _is_mark(sign: str) -> bool:
    if sign.isalnum() or sign.isspace() or sign in "',’" or ord(sign) > 0x1EFFF:
        return False
    return unicodedata.category(sign)[0] in "PS" and sign not in _FINGERS | _REACTIONS


def _too_many(sign: str, bare: bool, cue: bool) -> int:
    """How many marks are too many. Marks that end sentences or draw faces are frequent."""
    if sign in _TALLIES:
        return 3
    if sign in _ENDS:
        return 4 if cue else 5 if bare else 8
    if sign in _ORDINARY:
        return 3 if cue and sign == "*" else 4 if cue or bare else 9
    return 3 if cue else 4 if bare else 6


def _letters(message: Message, cue: bool) -> str:
    for match in _LETTERS.finditer(message.folded):
        if cue or match[1] not in _CRIES:
            return match[0]
    return ""


def _words(message: Message) -> str:
    for word, group in groupby(message.words):
        if len(list(group)) >= (7 if word in _often() else 4):
            return word
    return ""


@cache
def _often() -> frozenset[str]:
    """Words that players repeat without counting."""
    return vocabulary.plain(vocabulary.table("topics")["often"])


def _emoji(message: Message, cue: bool) -> str:
    signs = Counter(sign for sign in message.raw if _is_emoji(sign))
    if sum(signs[finger] for finger in _FINGERS) > 1:
        return "☝"
    for sign, count in signs.items():
        mood = (
            sign in _REACTIONS or 0x1F600 <= ord(sign) <= 0x1F64F or 0x1F910 <= ord(sign) <= 0x1F92F
        )
        if count >= (7 if mood and not cue else 4 if mood else 3):
            return sign * min(count, 20)
    return ""


def _is_emoji(sign: str) -> bool:
    return ord(sign) > 0x1EFFF or sign in _FINGERS or sign in _REACTIONS


def counted_over_messages(message: Message, earlier: Sequence[str]) -> str:
    """A short message, not a courtesy, that the speaker repeats."""
    now = fold(message.raw).strip()
    again = sum(1 for _ in _same(now, earlier))
    limit = 3 if any(map(str.isalpha, now)) else 2
    if now and len(now) < 20 and again >= limit and not (limit == 3 and is_courtesy(now)):
        return now
    return ""


def _same(now: str, earlier: Sequence[str]) -> Iterator[str]:
    for text in reversed(earlier[-12:]):
        if fold(text[:40]).strip() != now:
            return
        yield text
