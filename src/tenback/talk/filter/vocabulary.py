"""The words and patterns of all languages, read once from `data/`.

Messages mix languages, so the languages are one vocabulary; only what counts as a known piece of a
word is asked for by language.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from tenback.talk.filter.patterns import Patterns, spellings

_DATA = Path(__file__).parent / "data"
LANGUAGES = ("en", "fr", "de")


@cache
def table(name: str) -> dict[str, Any]:
    """One file of the data: a language, or something that all of them share."""
    return tomllib.loads((_DATA / f"{name}.toml").read_text(encoding="utf-8"))


def plain(words: str) -> frozenset[str]:
    """The words of a text in all their plain spellings."""
    return frozenset(spelling for word in words.split() for spelling in spellings(word))


@cache
def words(kind: str, *languages: str) -> frozenset[str]:
    """One list of words, of some languages or of all."""
    lists = (table(language)["words"].get(kind, "") for language in languages or LANGUAGES)
    return frozenset().union(*map(plain, lists))


@cache
def patterns(kind: str) -> Patterns:
    """One set of patterns, of all languages."""
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
    """The number words of one language, as they are written and as they sound."""
    if language == "others":
        return plain(table("others")["numbers"])
    lists = table(language)["words"]
    stems, endings = lists.get("stems", "").split(), lists.get("endings", "").split()
    inflected = " ".join(stem + ending for stem in stems for ending in endings)
    return plain(f"{lists['numbers']} {lists['sounds']} {inflected}")


@cache
def written(language: str) -> frozenset[str]:
    """The number words of one language in their right spelling, which others resemble."""
    return plain(table(language)["words"]["numbers"])


@cache
def all_numbers() -> frozenset[str]:
    """Every number word of every language."""
    return frozenset().union(*map(numbers, (*LANGUAGES, "others")))


@cache
def innocent() -> frozenset[str]:
    """Words that resemble number words, or contain them, and are none."""
    return plain((_DATA / "innocent.txt").read_text(encoding="utf-8"))


@cache
def pieces(language: str) -> frozenset[str]:
    """Pieces of number words that are words of their own in a language."""
    return plain(table("pieces").get(language, ""))
