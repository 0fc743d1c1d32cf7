"""The words and patterns of all languages, loaded once from `data/`.

Messages mix languages, so all languages form one vocabulary; only the known pieces of words depend
on the language.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from tenback.talk.filter.patterns import Patterns, spellings
from tenback.words import languages

_DATA = Path(__file__).parent / "data"
LANGUAGES = tuple(name for name in languages.LANGUAGES if (_DATA / f"{name}.toml").is_file())
"""The languages whose number words are known in full. Of any other, listed or not, the filter knows
figures and the plain number words of `others.toml`.
"""


@cache
def table(name: str) -> dict[str, Any]:
    """One data file: a language, or data that all languages share."""
    return tomllib.loads((_DATA / f"{name}.toml").read_text(encoding="utf-8"))


def plain(words: str) -> frozenset[str]:
    """The words of a text in all their plain spellings."""
    return frozenset(spelling for word in words.split() for spelling in spellings(word))


@cache
def words(kind: str, *languages: str) -> frozenset[str]:
    """One list of words, in some languages or in all."""
    lists = (table(language)["words"].get(kind, "") for language in languages or LANGUAGES)
    return frozenset().union(*map(plain, lists))


@cache
def patterns(kind: str) -> Patterns:
    """One set of patterns, in all languages."""
    lines: list[str] = []
    classes: dict[str, str] = {}
    for language in LANGUAGES:
        data = table(language)
        own = {f"{language}_{name}": value for name, value in data["classes"].items()}
        classes |= {name: value.replace("{", "{" + language + "_") for name, value in own.items()}
        lines += (
            line.replace("{", "{" + language + "_") for line in data["patterns"].get(kind, ())
        )
    return Patterns(lines, classes)


@cache
def numbers(language: str) -> frozenset[str]:
    """The number words of one language, as written and as they sound."""
    if language == "others":
        return plain(table("others")["numbers"])
    lists = table(language)["words"]
    stems, endings = lists.get("stems", "").split(), lists.get("endings", "").split()
    inflected = " ".join(stem + ending for stem in stems for ending in endings)
    return plain(f"{lists['numbers']} {lists['sounds']} {inflected}")


@cache
def written(language: str) -> frozenset[str]:
    """The correct number words of one language, to which the filter compares misspelt words."""
    return plain(table(language)["words"]["numbers"])


@cache
def all_numbers() -> frozenset[str]:
    """Every number word of every language."""
    return frozenset().union(*map(numbers, (*LANGUAGES, "others")))


@cache
def innocent() -> frozenset[str]:
    """Words that resemble or contain number words without being numbers."""
    return plain((_DATA / "innocent.txt").read_text(encoding="utf-8"))


@cache
def pieces(language: str) -> frozenset[str]:
    """Pieces of number words that are words themselves in a language."""
    return plain(table("pieces").get(language, ""))
