"""Phrases in a reader's language: as a line of text, at their pile, and as one types them."""

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
"""Stands where a colour is still to be chosen."""


def sentence(say: Words, remark: Remark) -> str:
    """The words of a phrase, with the name of its pile; not whether it is taken back."""
    return _text(say, remark, "text")


def at_pile(say: Words, remark: Remark) -> str:
    """The words of a phrase where they are shown at its pile, or, about no pile, by themselves."""
    return _text(say, remark, "here" if remark.phrase.about is About.PILE else "text")


def _text(say: Words, remark: Remark, form: str) -> str:
    about = remark.phrase.about
    named = colour(say, remark.subject) if about is About.COLOUR else ""
    return say(f"phrases.{remark.phrase.id}.{form}", pile=remark.subject, colour=named or ANY)


@dataclass(frozen=True)
class Typing:
    """How phrases are typed in one language: a short word and, where it needs one, a subject."""

    say: Words
    rules: Rules

    @cached_property
    def _phrases(self) -> dict[str, Phrase]:
        words = {_plain(word): phrase for phrase in PHRASES.values() for word in self._of(phrase)}
        return {phrase.id: phrase for phrase in PHRASES.values()} | words

    @cached_property
    def _colours(self) -> dict[str, str]:
        names = self.rules.deck.colours
        return {name: name for name in names} | {_plain(self.subject(n)): n for n in names}

    def _of(self, phrase: Phrase) -> list[str]:
        return self.say(f"phrases.{phrase.id}.word").split()

    def word(self, phrase: Phrase) -> str:
        """The short word of a phrase."""
        return self._of(phrase)[0]

    def subject(self, name: str) -> str:
        """A pile or a colour as one types it."""
        return colour(self.say, name)

    def typed(self, remark: Remark) -> str:
        """A remark as one types it: `leave u1`."""
        return f"{self.word(remark.phrase)} {self.subject(remark.subject)}".strip()

    def knows(self, word: str) -> bool:
        """Whether a phrase is typed with this word."""
        return _plain(word) in self._phrases

    def read(self, words: Sequence[str]) -> str:
        """What was typed, as a phrase's id with its subject; what is unknown stays as it is."""
        first, *rest = map(_plain, words)
        phrase = self._phrases.get(first)
        named = [self._colours.get(word, word) for word in rest]
        return ":".join([phrase.id if phrase else first, *named])

    def choices(self, said: Sequence[str]) -> list[tuple[str, str]]:
        """Phrases with all their subjects as one types them, and their words, one line each."""
        lines = []
        for phrase in PHRASES.values():
            open_ = [s for s in subjects(self.rules, phrase) if str(Remark(phrase, s)) in said]
            if open_:
                typed = f"{self.word(phrase)} {'/'.join(map(self.subject, open_))}".strip()
                words = at_pile(self.say, Remark(phrase))
                lines.append((typed, words.replace(f"{ANY}.", ANY)))
        return lines


def _plain(word: str) -> str:
    """A word as somebody types it who has no time for capitals and accents."""
    letters = unicodedata.normalize("NFD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
