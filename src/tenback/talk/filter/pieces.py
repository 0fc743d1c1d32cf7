"""Number words in pieces: spaced letters, words cut by gaps or signs, words in several messages.

Each check returns the part of the message that gives a number away, or ""."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from string import ascii_lowercase
from typing import TYPE_CHECKING

from tenback.talk.filter import vocabulary
from tenback.talk.filter.digits import is_roman
from tenback.talk.filter.message import Message, read
from tenback.talk.filter.numberwords import is_exact, is_glued, is_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MOST = 6
"""The most pieces of a number word, apart from single letters."""
_LONGEST = 18
_HIDDEN = re.compile(r"(?<![a-z])[a-z]*[A-Z]{3,}[a-z]*")
_CAPITALS = re.compile(r"[A-Z]{3,}")
_CUT = re.compile(r"(?<![a-z])[a-z]+[-._(){}\[\]/|*~]+[a-z]+(?:[-._(){}\[\]/|*~]+[a-z]+)?")
_CLUE = re.compile(r"\b(?:without|minus|less|ohne|sans|moins|but|aber)\b")
_NAMED_LETTER = re.compile(r"\b([a-z]) (?:comme|wie|as in|for|like) [a-z]+")
_JOINING = frozenset(["then", "and", "et", "puis", "dann", "und", "ensuite", "a", "an"])


def pieced(words: Sequence[str]) -> str:
    """Adjacent words that together make a number word."""
    for start in range(len(words) - 1):
        joined = words[start]
        for end in range(start + 1, min(start + _MOST, len(words))):
            joined += words[end]
            if len(joined) > _LONGEST:
                break
            if len(joined) == end - start + 1:
                continue  # single letters: see `spelled`
            if joined in _by_language() and not _are_words(words[start : end + 1], joined):
                return " ".join(words[start : end + 1])
    return ""


def _are_words(pieces: Sequence[str], joined: str) -> bool:
    """Whether every piece is a word in the language of the number word."""
    known = vocabulary.pieces(_by_language()[joined])
    return all(piece in known or is_exact(piece) for piece in pieces)


@cache
def _by_language() -> dict[str, str]:
    return {
        number: language
        for language in vocabulary.LANGUAGES
        for number in vocabulary.numbers(language)
        if len(number) > 2
    }


def spelled(message: Message) -> str:
    """Single letters that spell a number word or a Roman numeral."""
    words = _NAMED_LETTER.sub(r"\1", message.folded)
    for run in _runs(read(words).words if words != message.folded else message.words):
        if _spells("".join(run)) or _spells("".join(word for word in run if len(word) == 1)):
            return " ".join(run)
    return _spelled_by_name(message.words)


def _spelled_by_name(words: Sequence[str]) -> str:
    """Names of letters that spell a number word: `eff oh you are`, `tango echo november`."""
    for names in _letter_names():
        letters = "".join(names.get(word, word if len(word) == 1 else " ") for word in words)
        for run in letters.split():
            if len(run) > 2 and is_exact(run):
                return run
    return ""


@cache
def _letter_names() -> tuple[dict[str, str], ...]:
    """The letters by their names, for each spelling alphabet."""
    return tuple(
        {
            name: letter
            for letter, names in zip(ascii_lowercase, alphabet.split(), strict=True)
            for name in vocabulary.plain(names.replace("|", " "))
        }
        for alphabet in vocabulary.table("letters").values()
    )


def _spells(letters: str) -> bool:
    if len(letters) > 2 and (is_number(letters) or is_glued(letters)):
        return True
    return len(letters) > 2 and is_roman(letters)


def _runs(words: Sequence[str]) -> Iterator[list[str]]:
    """Runs of single letters; small words between letters do not end a run."""
    run: list[str] = []
    for place, word in enumerate(words):
        if len(word) == 1 or (run and _goes_on(words, place)):
            run.append(word)
        elif word not in _JOINING:
            if len(run) > 1:
                yield run
            run = []
    if len(run) > 1:
        yield run


def _goes_on(words: Sequence[str], place: int) -> bool:
    """Whether a piece of two letters continues a run: `s e v, then e n`."""
    return len(words[place]) == 2 and words[place] not in _JOINING and words[place - 1] != "i"


def spelling_alphabet(message: Message) -> str:
    """Words whose initials spell a number word: `Siegfried Ida Emil ...`."""
    words = re.findall(r"[A-Za-z']+", message.cased)
    initials = "".join(word[0] for word in words)
    if 4 <= len(words) <= 12 and initials.isupper() and is_exact(initials.lower()):
        return " ".join(words)
    return ""


def capitals(message: Message) -> str:
    """A number word in capitals inside a word: `kitTEN`."""
    for match in _HIDDEN.finditer(message.cased):
        word = match[0]
        if not word.isupper() and _is_hidden_in(word):
            return word
    return ""


def _is_hidden_in(word: str) -> bool:
    found = _CAPITALS.findall(word)
    return any(is_exact(run.lower()) or run == "ONE" for run in found) and not is_exact(
        word.lower()
    )


def cut(message: Message) -> str:
    """A number word that a sign cuts in two inside a longer chunk: `thi(s even)ing`."""
    for match in _CUT.finditer(message.folded):
        parts = re.findall("[a-z]+", match[0])
        if any(_crosses(left, right) for left, right in pairwise(parts)):
            return match[0]
    return ""


def _crosses(left: str, right: str) -> bool:
    """Whether the end of one part and the next part make a number word of at least five letters."""
    return any(
        len(end) + len(right) > 4 and is_exact(end + right) and not is_exact(right)
        for end in (left[-1:], left[-2:], left[-3:])
    )


def subtracted(message: Message) -> str:
    """A word that leaves a number word without some of its letters."""
    if not _CLUE.search(message.folded):
        return ""
    words = message.words[:40]
    short = [word for word in words if len(word) < 6]
    for word in words:
        for gone in short:
            left = word.removeprefix(gone) if word.startswith(gone) else word.removesuffix(gone)
            if len(left) > 2 and left != word and gone not in _JOINING and is_exact(left):
                return word
    return ""


def reversed_word(message: Message) -> str:
    """A short reversed number word in a message that mentions reading backwards."""
    cues = vocabulary.words("reversing")
    if not any(word in cues for word in message.words):
        return ""
    return next((word for word in message.words if len(word) > 2 and is_number(word[::-1])), "")


def sent_in_pieces(message: Message, earlier: Sequence[str]) -> str:
    """A number word that earlier messages begin and this message completes."""
    before = _tail(earlier)
    if not before or not message.words:
        return ""
    now = message.words if len(message.words) < 4 else (*message.words[:2], "")
    quiet = vocabulary.words("interjections")
    for words in (before, [word for word in before if word not in quiet]):
        if found := _completed(words, now):
            return found
    return ""


def _completed(before: Sequence[str], now: Sequence[str]) -> str:
    for count in range(1, min(len(before), 10) + 1):
        start = list(before[-count:])
        for end in range(1, len(now) + 1):
            together = [*start, *now[:end]]
            joined = "".join(together)
            if len(joined) > _LONGEST:
                break
            whole = end == len(now) < 3
            if _is_completed(together, joined, whole):
                return " ".join(together)
    return ""


def _is_completed(together: Sequence[str], joined: str, whole: bool) -> bool:
    if all(len(piece) == 1 for piece in together):
        return _spells(joined)
    if joined in _by_language():
        return not _are_words(together, joined)
    return whole and len(joined) > 6 and len(together) < 4 and is_number(joined)


def _tail(earlier: Sequence[str]) -> list[str]:
    """The last words of earlier messages: short messages whole, then the end of a long one."""
    words: list[str] = []
    for text in reversed(earlier[-10:]):
        said = read(text[-60:]).words
        words[:0] = said if len(said) < 3 else said[-1:]
        if len(said) > 2:
            break
    return words
