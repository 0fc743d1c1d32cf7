"""Guess which phrases the speaker of a refused text may mean, by its words and its number.

Only the speaker sees the guesses and chooses from them, so that a guess may be wrong.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tenback.talk.filter import vocabulary
from tenback.talk.filter.intent import name_colour, named_piles, words_of
from tenback.talk.filter.normalize import fold
from tenback.talk.filter.patterns import Patterns
from tenback.talk.phrases import PHRASES, About, Remark

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenback.core.cards import Card
    from tenback.core.rules import Rules

_LONGEST = 200
_NUMBER = re.compile(r"\b\d{1,4}\b")
_USUAL = ("leave", "want")
"""A speaker who mentions a card mostly wants its pile left alone, or to play there."""


def guesses(
    text: str, rules: Rules, tops: Sequence[Card | None], seat: int, *, card: bool = True
) -> Iterator[tuple[str, ...]]:
    """Groups of phrases that differ only in their pile, the likeliest group first.

    `card`: the text is about a card, whatever its words are.
    """
    if len(text) > _LONGEST or "?" in text:
        return
    folded = fold(text)
    line = words_of(folded)
    meant = [id_ for id_, patterns in _patterns().items() if patterns.find(line)]
    colour = name_colour(folded, rules)[1]
    about = {About.PILE: _piles(folded, rules, tops, seat), About.COLOUR: [colour]}
    for id_ in (*meant, *["colour"] * bool(colour), *_USUAL * card):
        phrase = PHRASES[id_]
        yield tuple(str(Remark(phrase, subject)) for subject in about.get(phrase.about, [""]))


def _piles(text: str, rules: Rules, tops: Sequence[Card | None], seat: int) -> Sequence[str]:
    """The piles that a text may be about: named, with its number on top, or nearest to it."""
    named = named_piles(text, rules)
    number = _NUMBER.search(text)
    card = str(int(number[0])) if number else ""
    showing = [pile.name for pile, top in zip(rules.layout, tops, strict=True) if top == card]
    return named or showing or _nearest(card, rules, tops, seat) or tuple(rules.pile_index)


def _nearest(card: Card, rules: Rules, tops: Sequence[Card | None], seat: int) -> Sequence[str]:
    fits = zip(rules.layout, rules.fits[seat], tops, strict=True)
    lays = {pile.name: own.options(top).get(card) for pile, own, top in fits}
    steps = {name: lay.step for name, lay in lays.items() if lay is not None}
    return [name for name, step in steps.items() if step == min(steps.values())]


@cache
def _patterns() -> dict[str, Patterns]:
    found = vocabulary.table("meanings")["guesses"]
    return {id_: Patterns(lines, {}) for id_, lines in found.items()}
