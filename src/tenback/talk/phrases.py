"""The phrases: what a player can say in one tap, the same in every language.

The written form is the id and, if the phrase is about a pile or a colour, a colon and its name:
`leave:u1`, `colour:red`, `thanks`. The prefix `unsay:` takes a phrase back. Ids are stable, because
records hold them. The texts are in `tenback.words` (`phrases.toml`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from tenback.core.rules import TalkPolicy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenback.core.rules import Rules


class About(StrEnum):
    """What a phrase is about; it decides what follows the id."""

    PILE = "pile"
    COLOUR = "colour"
    START = "start"
    TURN = "turn"
    COURTESY = "courtesy"


class Strength(StrEnum):
    """How much a phrase matters to the speaker: a plea weighs more than a wish."""

    PLEA = "plea"
    WISH = "wish"
    NEWS = "news"


class End(StrEnum):
    """What ends a phrase, apart from its speaker, who can take it back, and the end of the game."""

    OWN_TURN = "own-turn"
    """The speaker ends a turn that began after the phrase."""
    CHANGE = "change"
    """The pile changes in any way."""
    JUMP = "jump"
    """The pile has moved far (`FAR`) in either direction."""
    COLOUR = "colour"
    """The speaker lays a card of that colour."""
    START = "start"
    """A seat starts."""
    MOVE = "move"
    """Any player moves."""


FAR = Fraction(1, 10)
"""The distance that counts as far, as a part of the range of numbers of the deck."""

SMALLEST_FAR = 2
"""The least distance that counts as far: in a small deck one step may be a tenth of the range."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase: what it is about, which policies allow it, and what ends it.

    `trick`: the phrase announces a trick, so that only games with tricks have it.
    """

    id: str
    about: About
    strength: Strength
    policies: frozenset[TalkPolicy]
    ends: frozenset[End]
    trick: bool = False


SPOKEN = frozenset(TalkPolicy) - {TalkPolicy.SILENT}
"""The policies that allow any talk: courtesies."""

OPEN = SPOKEN - {TalkPolicy.COLOURS_ONLY}
"""The policies that allow talk about everything but numbers (T1, T2, T3, T5)."""

ROUGH = OPEN - {TalkPolicy.NO_CLUES}
"""The policies that allow descriptions of cards without numbers, which T2 forbids."""

CLUES = SPOKEN - {TalkPolicy.NO_CLUES}
"""The policies that allow wishes for a trick and talk of colours (T1, T3, T4, T5)."""


def _pile(
    id_: str,
    strength: Strength,
    policies: frozenset[TalkPolicy],
    *,
    end: End = End.CHANGE,
    trick: bool = False,
) -> Phrase:
    return Phrase(id_, About.PILE, strength, policies, frozenset((End.OWN_TURN, end)), trick)


def _colour(id_: str, policies: frozenset[TalkPolicy]) -> Phrase:
    ends = frozenset((End.OWN_TURN, End.COLOUR))
    return Phrase(id_, About.COLOUR, Strength.NEWS, policies, ends)


def _start(id_: str) -> Phrase:
    return Phrase(id_, About.START, Strength.WISH, OPEN, frozenset((End.START,)))


def _turn(id_: str, strength: Strength) -> Phrase:
    return Phrase(id_, About.TURN, strength, OPEN, frozenset((End.OWN_TURN,)))


def _courtesy(id_: str) -> Phrase:
    return Phrase(id_, About.COURTESY, Strength.NEWS, SPOKEN, frozenset((End.MOVE,)))


PHRASES = {
    phrase.id: phrase
    for phrase in (
        _pile("leave", Strength.PLEA, OPEN),
        _pile("spare", Strength.WISH, OPEN),
        _pile("small", Strength.WISH, OPEN, end=End.JUMP),
        _pile("go", Strength.NEWS, OPEN),
        _pile("want", Strength.WISH, SPOKEN),
        # T1 allows a player to announce a trick, T2 does not; T4 allows only the wish for one.
        _pile("back", Strength.NEWS, ROUGH, trick=True),
        _pile("trick", Strength.WISH, CLUES, trick=True),
        _colour("colour", CLUES),
        _colour("low", ROUGH),
        _colour("middling", ROUGH),
        _colour("high", ROUGH),
        _start("start"),
        _start("not-me"),
        _turn("wait", Strength.NEWS),
        _turn("tight", Strength.NEWS),
        _turn("bad", Strength.PLEA),
        # Courtesies last until the next move, so that players cannot count with them.
        _courtesy("thanks"),
        _courtesy("sorry"),
        _courtesy("well-done"),
    )
}

EXCLUSIVE = (
    frozenset(("leave", "spare", "small", "go")),
    frozenset(("go", "want")),
    frozenset(("start", "not-me")),
    frozenset(("wait", "tight", "bad")),
)
"""Phrases that exclude each other about one subject: the later one replaces the earlier."""

UNSAY = "unsay"
"""The prefix with which a speaker takes a phrase back."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A phrase with its pile or colour, said or taken back."""

    phrase: Phrase
    subject: str = ""
    unsaid: bool = False

    @property
    def said(self) -> str:
        """The phrase without the prefix `unsay:`, as a record writes it: `leave:u1`."""
        return f"{self.phrase.id}:{self.subject}" if self.subject else self.phrase.id

    def __str__(self) -> str:
        return f"{UNSAY}:{self.said}" if self.unsaid else self.said


def read(text: str) -> Remark | None:
    """The remark for a written form; None for an unknown phrase. The subject is not checked."""
    rest = text.removeprefix(f"{UNSAY}:")
    id_, colon, subject = rest.partition(":")
    if id_ not in PHRASES or bool(colon) != bool(subject):
        return None
    return Remark(PHRASES[id_], subject, unsaid=rest != text)


def replaced(phrase: Phrase) -> frozenset[str]:
    """The ids of the phrases of the same speaker and subject that this one replaces."""
    groups = [group for group in EXCLUSIVE if phrase.id in group]
    return frozenset().union(*groups) - {phrase.id}


def sayable(rules: Rules, policy: TalkPolicy) -> Iterator[str]:
    """Every phrase that a policy allows in this game, with every subject."""
    for phrase in PHRASES.values():
        if policy in phrase.policies:
            yield from (str(Remark(phrase, subject)) for subject in subjects(rules, phrase))


def subjects(rules: Rules, phrase: Phrase) -> tuple[str, ...]:
    """The subjects of a phrase in this game; ("",) for a phrase without one.

    There are none if the game has no colours, or no trick to announce.
    """
    if phrase.trick and rules.trick.distance is None and not rules.trick.same_colour:
        return ()
    if phrase.about is About.PILE:
        return tuple(pile.name for pile in rules.layout)
    if phrase.about is About.COLOUR:
        return rules.deck.colours
    return ("",)


def far_distance(rules: Rules) -> int:
    """The distance from which on a pile of this game has moved far."""
    numbers = rules.deck.numbers
    part = FAR * (max(numbers) - min(numbers))
    return max(SMALLEST_FAR, -(-part.numerator // part.denominator))
