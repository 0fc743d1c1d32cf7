"""Between talk and the words of the kernels: what stands, and what to say so that it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tenback.core.rules_check import MAX_SEATS
from tenback.sim.arrays import MAX_COLOURS
from tenback.sim.search import speech
from tenback.talk.phrases import PHRASES, About, Remark, read, replaced
from tenback.talk.standing_remarks import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from tenback.core.rules import Rules
    from tenback.core.views import View

ABOUT_PILES = {
    "small": speech.SMALL,
    "spare": speech.SPARE,
    "leave": speech.LEAVE,
    "back": speech.BACK,
    "want": speech.WANT,
    "trick": speech.TRICK_WANTED,
}
"""What is said about a pile; anything else is as good as silence."""

ABOUT_ONESELF = {"tight": speech.TIGHT, "bad": speech.BAD}
"""What is said about oneself."""

ABOUT_COLOURS = ("colour", "low", "middling", "high")
"""What is said about a colour, by its bit."""

BITS = int(speech.PILE_BITS)
MASK = int(speech.PILE_MASK)
SILENCE = int(speech.SILENCE)


class Heard(NamedTuple):
    """What stands, seat by seat: about the piles and the speaker (`said`), and about colours.

    `spoken` has a bit for each seat that has ever spoken of these. Of others nothing is known:
    their silence means nothing.
    """

    said: NDArray[np.uint64]
    colours: NDArray[np.uint64]
    spoken: int


def heard(view: View) -> Heard:
    """What the others have said that still stands."""
    said, colours = np.zeros(MAX_SEATS, np.uint64), np.zeros(MAX_SEATS, np.uint64)
    every, talkative = standing(view), _talkative(view)
    for seat in talkative - {view.seat}:
        mine = [stands.remark for stands in every if stands.seat == seat]
        said[seat] = _said(view.rules, mine)
        colours[seat] = _colour_bits(view.rules, mine)
    return Heard(said, colours, sum(1 << seat for seat in talkative))


def _talkative(view: View) -> set[int]:
    spoken = ((said.seat, read(said.phrase)) for said in view.talk)
    return {
        seat
        for seat, remark in spoken
        if seat is not None and remark is not None and _counts(remark)
    }


def _counts(remark: Remark) -> bool:
    phrase = remark.phrase
    return phrase.about in (About.PILE, About.COLOUR) or phrase.id in ABOUT_ONESELF


def _said(rules: Rules, remarks: list[Remark]) -> int:
    words = [SILENCE] * len(rules.layout)
    for remark in remarks:
        if remark.phrase.id in ABOUT_PILES:
            pile = rules.pile_index[remark.subject]
            words[pile] = max(words[pile], int(ABOUT_PILES[remark.phrase.id]))
    moods = [int(ABOUT_ONESELF.get(remark.phrase.id, speech.SILENCE)) for remark in remarks]
    mood = max(moods, default=SILENCE) << BITS * int(speech.MOOD)
    return mood | sum(word << BITS * pile for pile, word in enumerate(words))


def _colour_bits(rules: Rules, remarks: list[Remark]) -> int:
    bits = 0
    for remark in remarks:
        if remark.phrase.id in ABOUT_COLOURS:
            hue = rules.deck.colours.index(remark.subject)
            if hue < MAX_COLOURS:
                bits |= 1 << BITS * hue + ABOUT_COLOURS.index(remark.phrase.id)
    return bits


def changes(view: View, words: int, colour_bits: int) -> tuple[str, ...]:
    """What a seat says so that this stands, and what no longer holds does not."""
    piles, colours = _about_piles(view.rules, words), _about_colours(view.rules, colour_bits)
    wanted = [*piles, *colours, *_about_oneself(words)]
    stands = [each.remark for each in standing(view) if each.seat == view.seat]
    old = [remark for remark in stands if _counts(remark) and remark not in wanted]
    new = [remark for remark in wanted if remark not in stands]
    gone = [remark for remark in old if not any(_replaces(later, remark) for later in new)]
    taken_back = (Remark(remark.phrase, remark.subject, unsaid=True) for remark in gone)
    return tuple(map(str, (*taken_back, *new)))


def _replaces(later: Remark, earlier: Remark) -> bool:
    return later.subject == earlier.subject and earlier.phrase.id in replaced(later.phrase)


def _about_piles(rules: Rules, words: int) -> Iterator[Remark]:
    phrases = {int(word): PHRASES[name] for name, word in ABOUT_PILES.items()}
    for number, pile in enumerate(rules.layout):
        word = words >> BITS * number & MASK
        if word in phrases:
            yield Remark(phrases[word], pile.name)


def _about_oneself(words: int) -> Iterator[Remark]:
    mood = words >> BITS * int(speech.MOOD) & MASK
    yield from (Remark(PHRASES[name]) for name, word in ABOUT_ONESELF.items() if mood == word)


def _about_colours(rules: Rules, colour_bits: int) -> Iterator[Remark]:
    for hue, colour in enumerate(rules.deck.colours[:MAX_COLOURS]):
        for bit, name in enumerate(ABOUT_COLOURS):
            if colour_bits >> BITS * hue + bit & 1:
                yield Remark(PHRASES[name], colour)
