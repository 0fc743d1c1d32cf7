"""Patterns over words, as the data files write them.

    half of the|its top     words; a bar separates words that may stand in one place
    rhyme* with             a star: any ending
    {my} card?              a class of words; a question mark: this word may be missing
    wait .. pile            two dots: up to three words in between; one dot: exactly one
    !card|pile seven        any word but these; at the end also nothing
    ^ two $                 beginning and end of the message

Every pattern begins with a word, so that the filter tries only the patterns of the message's words.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from tenback.talk.filter.normalize import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_END = r"(?=(?:[?!] ){0,9}(?![^\n]))"
_UMLAUTS = {"ä": ("a", "ae"), "ö": ("o", "oe"), "ü": ("u", "ue")}


def spellings(word: str) -> Iterator[str]:
    """The spellings of a word without accents and apostrophes; umlauts have two plain forms."""
    for letters in product(*(_UMLAUTS.get(letter, (letter,)) for letter in word)):
        yield fold("".join(letters)).replace("'", "")


class Patterns:
    """A set of patterns, indexed by their first words."""

    def __init__(self, lines: Iterable[str], classes: Mapping[str, str]) -> None:
        grouped: dict[str, list[str]] = {}
        for line in lines:
            elements = _filled(line, classes).split()
            rest = _expression(elements)
            first = elements[1] if elements[0] == "^" else elements[0]
            for key in {_key(word) for word in _words(first)}:
                grouped.setdefault(key, []).append(rest)
        # The longest come first: of two matches, the longer one explains more of the message.
        self._grouped = {
            key: re.compile("|".join(sorted(found, key=_size, reverse=True)))
            for key, found in grouped.items()
        }

    def find(self, text: str) -> tuple[int, int] | None:
        """The span of the first match in a text of words, each followed by a space."""
        return next(self.all(text), None)

    def all(self, text: str) -> Iterator[tuple[int, int]]:
        """The spans of all matches; they may overlap."""
        start, grouped = 0, self._grouped
        while start < len(text):
            end = text.index(" ", start)
            word = text[start:end]
            group = grouped.get(word[:3])
            match = group.match(text, start) if group else None
            if match:
                yield match.span()
            start = end + 1

    def masked(self, text: str, sign: str = "_") -> str:
        """The text with every letter of a match replaced by a sign."""
        for start, end in self.all(text):
            blanks = "".join(letter if letter == " " else sign for letter in text[start:end])
            text = text[:start] + blanks + text[end:]
        return text


def _size(expression: str) -> int:
    return expression.count(" ")


def _expression(elements: Sequence[str]) -> str:
    *others, last = elements
    found = "".join(map(_element, others))
    if last.startswith("!") and len(last) > 1:
        end = f"|{_END}" if "$" in last.split("|") else ""
        return f"{found}(?!{_choice(last[1:])} {end})"
    return found + _element(last)


def _filled(line: str, classes: Mapping[str, str]) -> str:
    for _ in range(3):  # classes may name classes
        line = re.sub(r"\{(\w+)\}", lambda name: classes[name[1]], line)
    return line


def _words(element: str) -> Iterator[str]:
    for word in element.rstrip("?").split("|"):
        yield from spellings(word)


def _key(word: str) -> str:
    if len(word.rstrip("*")) < 3 and word.endswith("*"):
        raise ValueError(f"{word}: three letters at least before a star at the beginning")
    return word.rstrip("*")[:3]


def _element(element: str) -> str:
    if element == "^":
        return r"(?<![^\n])"
    if element == "$":
        return _END
    if element == "..":
        return r"(?:\S+ ){0,3}?"
    if element == ".":
        return r"\S+ "
    if element.startswith("!") and len(element) > 1:
        return f"(?!{_choice(element[1:])} )\\S+ "
    optional = "?" if element.endswith("?") and element != "?" else ""
    if "$" in element.split("|"):
        return f"(?:{_choice(element)} |{_END}){optional}"
    return f"(?:{_choice(element)} ){optional}"


def _choice(element: str) -> str:
    return "(?:" + "|".join(_word(word) for word in _words(element) if word != "$") + ")"


def _word(word: str) -> str:
    return re.escape(word.rstrip("*")) + (r"\S*" if word.endswith("*") else "")
