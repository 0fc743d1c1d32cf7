"""The vocabulary: what can be said in one tap, the same in every language.

A phrase is written as its id and, where it is about a pile or a colour, that after a colon:
`leave:u1`, `colour:red`, `thanks`. Taken back, `unsay:` stands before it. Ids are stable: records
hold them. The words belong to `tenback.words` (`phrases.toml`).
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
    """What a phrase is about, and so what follows its id."""

    PILE = "pile"
    COLOUR = "colour"
    START = "start"
    TURN = "turn"
    COURTESY = "courtesy"


class Strength(StrEnum):
    """How much it matters to the speaker: a plea weighs more than a wish."""

    PLEA = "plea"
    WISH = "wish"
    NEWS = "news"


class End(StrEnum):
    """What ends a phrase, besides its speaker taking it back and the end of the game."""

    OWN_TURN = "own-turn"
    """Its speaker ends a turn, not counting the one in which it was said."""
    CHANGE = "change"
    """The pile changes at all."""
    JUMP = "jump"
    """The pile has moved far (`FAR`) from where it was, in either direction."""
    COLOUR = "colour"
    """Its speaker lays a card of that colour."""
    START = "start"
    """Somebody starts."""
    MOVE = "move"
    """Anything is done at the table."""


FAR = Fraction(1, 10)
"""A pile has moved far when it is this part of the deck's range of numbers from where it was."""

SMALLEST_FAR = 2
"""In a small deck a step to the neighbouring number is not far, whatever its part of the range."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """One entry of the vocabulary: what it is about, where it is legal, what ends it.

    `trick`: it announces a trick, so that it needs a game that has one.
    """

    id: str
    about: About
    strength: Strength
    policies: frozenset[TalkPolicy]
    ends: frozenset[End]
    trick: bool = False


SPOKEN = frozenset(TalkPolicy) - {TalkPolicy.SILENT}
"""Where anything may be said: courtesies."""

OPEN = SPOKEN - {TalkPolicy.COLOURS_ONLY}
"""Where one may talk about everything but numbers (T1, T2, T3, T5)."""

ROUGH = OPEN - {TalkPolicy.NO_CLUES}
"""Where cards may be described, as long as no number is told: T2 forbids what narrows one down."""

CLUES = SPOKEN - {TalkPolicy.NO_CLUES}
"""Where one may wish for a trick, or tell of colours, which can lead to one (T1, T3, T4, T5)."""


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
        # A trick is announced: T1 allows it, T2 does not. T4 allows to wish for one, and no more.
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
        # Courtesies last until the next move, so that repeating them cannot count anything.
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
"""Phrases that one speaker does not mean together of one thing: the later replaces the earlier."""

UNSAY = "unsay"
"""Before a phrase: its speaker takes it back."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A phrase together with the pile or the colour it is about, said or taken back."""

    phrase: Phrase
    subject: str = ""
    unsaid: bool = False

    @property
    def said(self) -> str:
        """What was said or is taken back, as a record writes it: `leave:u1`."""
        return f"{self.phrase.id}:{self.subject}" if self.subject else self.phrase.id

    def __str__(self) -> str:
        return f"{UNSAY}:{self.said}" if self.unsaid else self.said


def read(text: str) -> Remark | None:
    """The remark behind its written form, whatever it is about; None where there is no such one."""
    rest = text.removeprefix(f"{UNSAY}:")
    id_, colon, subject = rest.partition(":")
    if id_ not in PHRASES or bool(colon) != bool(subject):
        return None
    return Remark(PHRASES[id_], subject, unsaid=rest != text)


def replaced(phrase: Phrase) -> frozenset[str]:
    """The ids of the phrases that this one ends when the same speaker says it of the same thing."""
    groups = [group for group in EXCLUSIVE if phrase.id in group]
    return frozenset().union(*groups) - {phrase.id}


def sayable(rules: Rules, policy: TalkPolicy) -> Iterator[str]:
    """Everything that can be said in this game under a policy, in the order of the vocabulary."""
    for phrase in PHRASES.values():
        if policy in phrase.policies:
            yield from (str(Remark(phrase, subject)) for subject in subjects(rules, phrase))


def subjects(rules: Rules, phrase: Phrase) -> tuple[str, ...]:
    """What may follow the id of a phrase in this game; "" where nothing does.

    There is nothing to choose from where the game has no colours, or no trick to announce.
    """
    if phrase.trick and rules.trick.distance is None and not rules.trick.same_colour:
        return ()
    if phrase.about is About.PILE:
        return tuple(pile.name for pile in rules.layout)
    if phrase.about is About.COLOUR:
        return rules.deck.colours
    return ("",)


def far(rules: Rules) -> int:
    """How far a pile of this game has to move until it has moved far."""
    numbers = rules.deck.numbers
    part = FAR * (max(numbers) - min(numbers))
    return max(SMALLEST_FAR, -(-part.numerator // part.denominator))
