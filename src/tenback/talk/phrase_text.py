"""Phrases in the language of a reader: as a line, at their pile, and as players type them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tenback.core.rules import Rules
from tenback.talk.phrases import PHRASES, About, Phrase, Remark, subjects
from tenback.words import Words
from tenback.words.lists import colour

if TYPE_CHECKING:
    from collections.abc import Sequence

ANY = "…"
"""The placeholder for a colour that the player has not chosen yet."""


def sentence(say: Words, remark: Remark) -> str:
    """The text of a phrase with the name of its pile; the same if the remark is taken back."""
    return _text(say, remark, "text")


def at_pile(say: Words, remark: Remark) -> str:
    """The text of a phrase as shown at its pile, or alone if it is about no pile."""
    return _text(say, remark, "here" if remark.phrase.about is About.PILE else "text")


def _text(say: Words, remark: Remark, form: str) -> str:
    about = remark.phrase.about
    named = colour(say, remark.subject) if about is About.COLOUR else ""
    return say(f"phrases.{remark.phrase.id}.{form}", pile=remark.subject, colour=named or ANY)


@dataclass(frozen=True)
class TypedPhrases:
    """Phrases as players type them in one language: a short word and, if needed, a subject."""

    say: Words
    rules: Rules

    @cached_property
    def _phrases(self) -> dict[str, Phrase]:
        words = {
            _plain(word): phrase for phrase in PHRASES.values() for word in self._words(phrase)
        }
        return {phrase.id: phrase for phrase in PHRASES.values()} | words

    @cached_property
    def _colours(self) -> dict[str, str]:
        names = self.rules.deck.colours
        return {name: name for name in names} | {_plain(self.subject(n)): n for n in names}

    def _words(self, phrase: Phrase) -> list[str]:
        return self.say(f"phrases.{phrase.id}.word").split()

    def word(self, phrase: Phrase) -> str:
        """The short word of a phrase."""
        return self._words(phrase)[0]

    def subject(self, name: str) -> str:
        """A pile or a colour as a player types it."""
        return colour(self.say, name)

    def typed(self, remark: Remark) -> str:
        """A remark as a player types it: `leave u1`."""
        return f"{self.word(remark.phrase)} {self.subject(remark.subject)}".strip()

    def knows(self, word: str) -> bool:
        """Whether this word stands for a phrase."""
        return _plain(word) in self._phrases

    def read(self, words: Sequence[str]) -> str:
        """The typed words as the id of a phrase with its subject; unknown words stay unchanged."""
        first, *rest = map(_plain, words)
        phrase = self._phrases.get(first)
        named = [self._colours.get(word, word) for word in rest]
        return ":".join([phrase.id if phrase else first, *named])

    def choices(self, allowed: Sequence[str]) -> list[tuple[str, str]]:
        """For each allowed phrase, what to type with all its subjects, and its text."""
        lines = []
        for phrase in PHRASES.values():
            open_ = [s for s in subjects(self.rules, phrase) if str(Remark(phrase, s)) in allowed]
            if open_:
                typed = f"{self.word(phrase)} {'/'.join(map(self.subject, open_))}".strip()
                words = at_pile(self.say, Remark(phrase))
                lines.append((typed, words.replace(f"{ANY}.", ANY)))
        return lines


def _plain(word: str) -> str:
    """A word without capitals and accents, which hasty players leave out."""
    letters = unicodedata.normalize("NFD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
