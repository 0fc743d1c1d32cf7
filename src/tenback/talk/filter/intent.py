"""Find the phrase with the plain meaning of a text, which bots and all languages understand."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tenback.talk.filter import vocabulary
from tenback.talk.filter.normalize import fold
from tenback.talk.filter.patterns import Patterns
from tenback.talk.phrases import PHRASES, About, Remark, subjects

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tenback.core.rules import Rules

_LONGEST = 80
_PILE, _COLOUR = "thatpile", "thatcolour"
"""The placeholders for the pile and the colour that a text names."""
_WAYS = ((True, "up"), (False, "down"))
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")


def meaning(text: str, rules: Rules) -> str | None:
    """The phrase with the plain meaning of a text in this game, as `leave:u1`, or None."""
    if len(text) > _LONGEST or "?" in text:
        return None
    named, pile = _name_pile(fold(text), rules)
    named, colour = name_colour(named, rules)
    lines = {words_of(named, skipped) for skipped in _skipped()}
    for id_, patterns in _patterns().items():
        if any(map(patterns.find, lines)):
            return _phrase(id_, pile, colour, rules)
    return None


def _phrase(id_: str, pile: str, colour: str, rules: Rules) -> str | None:
    phrase = PHRASES[id_]
    subject = {About.PILE: pile, About.COLOUR: colour}.get(phrase.about, "")
    if subject not in subjects(rules, phrase):
        return None
    return str(Remark(phrase, subject))


def named_piles(text: str, rules: Rules) -> list[str]:
    """The piles that a text names, or all piles of the one direction that it names."""
    words = re.findall(r"[a-z0-9]+", text)
    ways = {up for up, way in _WAYS if any(word in _word_list(way) for word in words)}
    named = [pile.name for pile in rules.layout if pile.name in words]
    return named or [pile.name for pile in rules.layout if ways == {pile.up}]


def _name_pile(text: str, rules: Rules) -> tuple[str, str]:
    """The text with a placeholder for its pile, and that pile, if it names exactly one."""
    names = [pile.name for pile in rules.layout]
    found = {name for name in re.findall(r"[a-z0-9]+", text) if name in names}
    if len(found) == 1:
        return re.sub(rf"\b{next(iter(found))}\b", _PILE, text), found.pop()
    for up, way in _WAYS:
        piles = [pile.name for pile in rules.layout if pile.up is up]
        found_words = [word for word in re.findall("[a-z]+", text) if word in _word_list(way)]
        if len(found_words) == 1 and len(piles) == 1 and not found:
            return re.sub(rf"\b{found_words[0]}(?: one\b)?", _PILE, text), piles[0]
    return text, ""


def name_colour(text: str, rules: Rules) -> tuple[str, str]:
    """The text with a placeholder for its colour, and that colour, if it names exactly one."""
    words = re.findall("[a-z]+", text)
    found_words = {word: colour for word in words if (colour := _colours().get(word))}
    colours = set(found_words.values()) & set(rules.deck.colours)
    if len(found_words) != 1 or len(colours) != 1:
        return text, ""
    return re.sub(rf"\b{next(iter(found_words))}\b", _COLOUR, text), colours.pop()


@cache
def _colours() -> dict[str, str]:
    table = vocabulary.table("meanings")["colours"]
    return {word: colour for colour, words in table.items() for word in vocabulary.plain(words)}


@cache
def _word_list(name: str) -> frozenset[str]:
    return vocabulary.plain(vocabulary.table("meanings")[name])


def words_of(text: str, skipped: Collection[str] = ()) -> str:
    """The words of a text without skipped ones, each followed by a space."""
    words: Sequence[str] = [word.replace("'", "") for word in _WORD.findall(text)]
    kept = [word for word in words if word not in skipped] or words
    return "".join(f"{word} " for word in kept)


@cache
def _skipped() -> tuple[frozenset[str], ...]:
    """The sets of words to skip; some of the words carry meaning in another language."""
    skipped = _word_list("skipped")
    return skipped, skipped - {"du", "well", "so", "thanks", "merci", "danke"}


@cache
def _patterns() -> dict[str, Patterns]:
    phrases = vocabulary.table("meanings")["phrases"]
    return {
        id_: Patterns((f"^ {_filled(line)} $" for line in lines), {})
        for id_, lines in phrases.items()
    }


def _filled(line: str) -> str:
    return line.replace("PILE", _PILE).replace("COLOUR", _COLOUR)
