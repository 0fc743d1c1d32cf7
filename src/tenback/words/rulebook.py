"""The rule book of any rules: their data decides what it says, the catalogues how."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from tenback.core.rules import DrawRule, Start, TalkPolicy
from tenback.words import lists
from tenback.words.catalogues import Words
from tenback.words.facts import Facts

if TYPE_CHECKING:
    from tenback.core.rules import Draw, Rules


@dataclass(frozen=True, slots=True)
class Section:
    """One subject of a rule book; its name is the same in every language."""

    name: str
    title: str
    paragraphs: tuple[str, ...]


def rulebook(rules: Rules, language: str = "en") -> tuple[Section, ...]:
    """The rule book of a game; a subject that the game does not know is left out."""
    say = _Sentences(rules, Words(language))
    found = [(name, tuple(filter(None, write(say)))) for name, write in _SECTIONS.items()]
    return tuple(Section(name, say.title(name), text) for name, text in found if text)


def as_text(sections: Sequence[Section], width: int = 80) -> str:
    """A rule book for the terminal: titles at the margin, paragraphs indented beneath."""
    blocks = [
        section.title + "\n" + "\n\n".join(_wrapped(text, width) for text in section.paragraphs)
        for section in sections
    ]
    return "\n\n".join(blocks) + "\n"


def _wrapped(text: str, width: int) -> str:
    return textwrap.fill(
        text,
        max(width, 20),
        initial_indent="  ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


class _Sentences:
    """Rules and a language, from which every section is written."""

    def __init__(self, rules: Rules, words: Words) -> None:
        self.rules = rules
        self.facts = Facts(rules)
        self.words = words

    def __call__(self, name: str, /, **params: object) -> str:
        return self.words(f"rulebook.{name}", **params)

    def title(self, name: str) -> str:
        """A section's title; `count` chooses between the trick and the tricks."""
        return self(f"{name}.title", stock=self.stock, count=self.facts.tricks)

    @property
    def stock(self) -> str:
        """The stock, or your stock."""
        return self("stock.own" if self.facts.own_decks else "stock.shared")


def _paragraph(*sentences: str | bool) -> str:
    """Those sentences that the rules give a reason for."""
    return " ".join(sentence for sentence in sentences if isinstance(sentence, str))


def _goal(say: _Sentences) -> Iterator[str]:
    facts, count = say.facts, len(say.rules.cards)
    who = say(f"goal.{facts.company}")
    if not say.rules.duel:
        what = say("goal.all_decks") if facts.own_decks else say("goal.all", count=count)
    elif facts.own_decks:
        what = say("goal.first_own", count=count)
    else:
        what = say("goal.first_shared" if facts.has_stock else "goal.first_without_stock")
    yield _paragraph(who, what)


def _table(say: _Sentences) -> Iterator[str]:
    facts, deck = say.facts, say.rules.deck
    kind = "table.decks" if facts.own_decks else "table.deck"
    numbers = lists.numbers(say.words, deck.numbers)
    cards = say("table.numbers", count=len(deck.numbers), numbers=numbers)
    if deck.colours:
        colours = [lists.colour(say.words, colour) for colour in deck.colours]
        cards = say(
            "table.coloured",
            numbers=cards,
            count=len(colours),
            number=lists.number(say.words, len(colours)),
            colours=lists.every(say.words, colours),
        )
    yield say(kind, count=len(say.rules.cards), cards=cards)
    yield _paragraph(_piles(say), _bases(say))
    yield say("table.tops")


def _piles(say: _Sentences) -> str:
    piles, count = say.rules.piles, len(say.facts.bases)
    parts = [
        _pile(say, direction, base, alike, sole=count == 1)
        for direction, bases in (("up", piles.up), ("down", piles.down))
        for base, alike in Counter(bases).items()
    ]
    return say(
        "table.own_piles" if piles.own else "table.piles",
        count=count,
        number=lists.number(say.words, count),
        piles=lists.every(say.words, parts),
    )


def _pile(say: _Sentences, direction: str, base: int | None, alike: int, *, sole: bool) -> str:
    """Piles that are alike: which way they go, and how many there are unless it is the only one."""
    without = "_empty" if say.facts.all_empty else "_any"
    key = direction if base is not None else direction + without
    goes = say(f"table.{key}", count=alike, base=base)
    if sole:
        return goes
    number = lists.number(say.words, alike)
    return say("table.alike", count=alike, number=number, goes=goes)


def _bases(say: _Sentences) -> str:
    facts = say.facts
    if facts.all_empty:
        return say("table.empty", count=len(facts.bases))
    return say("table.bases", count=len(facts.bases) - facts.bases.count(None))


def _deal(say: _Sentences) -> Iterator[str]:
    facts = say.facts
    if facts.counts == (1,):
        players = say("deal.for_one")
    else:
        players = say("deal.for_players", players=lists.players(say.words, facts.counts))
    own = "_own" if facts.own_decks else ""
    yield _paragraph(players, _hands(say), say(f"deal.stock_{facts.stock}{own}"))
    if facts.several:
        agree = say.rules.start is Start.AGREE
        yield _paragraph(
            say("deal.hidden"),
            say("deal.agree" if agree else "deal.lot"),
            say("deal.alternate" if max(facts.counts) == 2 else "deal.clockwise"),
        )


def _hands(say: _Sentences) -> str:
    facts = say.facts
    kind = "own" if facts.own_decks else "everyone" if facts.several else "alone"
    if facts.hand is not None:
        return say(f"deal.hand_{kind}", count=facts.hand)
    by_size: dict[int, list[str]] = {}
    for players, size in say.rules.hands:
        if players > 1:
            by_size.setdefault(size, []).append(lists.number(say.words, players))
    parts = [
        say("deal.size_several", count=size, players=lists.either(say.words, players))
        for size, players in by_size.items()
    ]
    if facts.alone:
        parts.insert(0, say("deal.size_alone", count=say.rules.hand_size(1)))
    return say(f"deal.hands_{kind}", hands=lists.every(say.words, parts))


def _turn(say: _Sentences) -> Iterator[str]:
    facts = say.facts
    kind = "own_piles" if say.rules.piles.own else "piles"
    single = "single_" if facts.most == 1 else ""
    yield _paragraph(
        _how_many(say),
        say(f"turn.{single}{kind}", count=len(facts.bases)),
        say.rules.gift and say("turn.gift"),
    )
    if not facts.exact:
        yield say("turn.finish")


def _how_many(say: _Sentences) -> str:
    facts = say.facts
    if facts.exact:
        return say("turn.exactly", count=facts.minimum)
    if say.rules.maximum is None:
        return say("turn.at_least", count=facts.minimum)
    kind = "either" if facts.most == facts.minimum + 1 else "between"
    return say(f"turn.{kind}", minimum=facts.minimum, maximum=facts.most)


def _fits(say: _Sentences) -> Iterator[str]:
    facts, piles = say.facts, say.rules.piles
    yield _paragraph(
        bool(piles.up) and say("fits.up"),
        bool(piles.down) and say("fits.down"),
        facts.equal_numbers and say("fits.equal"),
        say("fits.empty" if facts.all_empty else "fits.base"),
        None in facts.bases and not facts.all_empty and say("fits.any"),
    )
    yield say("fits.jump")


def _trick(say: _Sentences) -> Iterator[str]:
    facts, trick = say.facts, say.rules.trick
    if trick.distance is not None:
        yield _paragraph(
            say(f"trick.{facts.directions}", distance=trick.distance),
            _example(say),
            not facts.all_empty and say("trick.base"),
        )
    if trick.same_colour:
        yield say("trick.colour")
    if facts.tricks:
        yield _paragraph(
            facts.most > 1 and say("trick.often", count=facts.tricks),
            facts.others_lay_here and say("trick.anyone"),
        )


def _example(say: _Sentences) -> str | bool:
    example = say.facts.trick_example
    if example is None:
        return False
    key = "trick.example_up" if say.rules.piles.up else "trick.example_down"
    return say(key, top=example[0], card=example[1])


def _gift(say: _Sentences) -> Iterator[str]:
    if say.rules.gift:
        yield _paragraph(say("gift.may"), say(f"gift.{say.facts.directions}"))
        yield _paragraph(say("gift.base"), say("gift.counts"))


def _fire(say: _Sentences) -> Iterator[str]:
    facts, fire = say.facts, say.rules.fire
    if not fire:
        return
    cards = say(
        "fire.coloured" if say.rules.deck.colours else "fire.cards",
        count=len(fire),
        numbers=lists.every(say.words, [str(number) for number in fire]),
    )
    longer = "longer" if facts.most > 1 else "single"
    who = f"fire.{longer}_several" if facts.several else f"fire.{longer}_alone"
    both = facts.several and facts.alone and say("fire.own_next_turn")
    yield _paragraph(cards, say("fire.duty"), say(who), both)
    yield _paragraph(say("fire.cover"), say("fire.last"))
    yield say("fire.duel" if say.rules.duel else "fire.lost")


def _draw(say: _Sentences) -> Iterator[str]:
    facts = say.facts
    if not facts.has_stock:
        return
    changed = facts.draw_after_gift
    yield _paragraph(
        _drawn(say, "", facts.draw),
        changed is not None and _drawn(say, "gift_", changed),
        facts.draws_may_fall_short and say("draw.short", stock=say.stock),
    )


def _drawn(say: _Sentences, after: str, draw: Draw) -> str:
    hand = say.facts.hand
    if draw is DrawRule.LAID:
        return say(f"draw.{after}laid")
    if draw is DrawRule.FULL:
        return say(f"draw.{after}full" + ("_varied" if hand is None else ""), count=hand)
    exact = say.facts.exact and not after
    return say("draw.exactly" if exact else f"draw.{after}fixed", count=draw)


def _empty(say: _Sentences) -> Iterator[str]:
    facts, rules = say.facts, say.rules
    if not facts.has_stock:
        return
    before, after = rules.minimum, rules.minimum_without_stock
    change = "lower" if after < before else "higher" if after > before else "same"
    passed = facts.several and not rules.duel
    yield _paragraph(
        say("empty.on"),
        say(f"empty.{change}", count=after),
        passed and say("empty.passed"),
    )


def _end(say: _Sentences) -> Iterator[str]:
    facts, rules = say.facts, say.rules
    who = "duel" if rules.duel else "team" if facts.several else "alone"
    need = "single" if facts.one_will_do else "minimum"
    stuck = say(f"end.{need}_{who}")
    short = facts.hand_may_fall_short and say("end.short")
    if rules.duel:
        won = "own" if facts.own_decks or not facts.has_stock else "shared"
        yield say(f"end.won_{won}")
        yield _paragraph(stuck, short)
    else:
        yield _paragraph(stuck, short)
        fire = bool(rules.fire) and say("end.fire")
        yield _paragraph(say("end.beaten"), say("end.mark"), fire)
    yield say(f"end.resign_{who}")


def _take_back(say: _Sentences) -> Iterator[str]:
    facts = say.facts
    if not facts.several:
        yield say("take_back.alone")
    elif facts.alone:
        yield say("take_back.when_alone")
        yield _paragraph(say("take_back.when_several"), say("take_back.table"))
    else:
        yield _paragraph(say("take_back.several"), say("take_back.table"))


def _talk(say: _Sentences) -> Iterator[str]:
    rules = say.rules
    if not say.facts.several:
        return
    if rules.talk is TalkPolicy.COLOURS_ONLY:
        yield say("talk.colours-only", subjects=lists.every(say.words, _subjects(say)))
        return
    if rules.talk is TalkPolicy.VAGUE_HEIGHTS and rules.deck.colours:
        colour = lists.colour(say.words, rules.deck.colours[0])
        yield say("talk.vague-heights-coloured", colour=colour)
        return
    trick = bool(say.facts.tricks) and f"rulebook.talk.{rules.talk}-trick" in say.words
    yield _paragraph(say(f"talk.{rules.talk}"), trick and say(f"talk.{rules.talk}-trick"))


def _subjects(say: _Sentences) -> list[str]:
    """What may be spoken of where numbers may not be touched at all."""
    known = {"colours": bool(say.rules.deck.colours), "pile": True, "trick": say.facts.tricks > 0}
    return [say(f"talk.subject.{subject}") for subject, there in known.items() if there]


_Writer: TypeAlias = Callable[[_Sentences], Iterator[str]]

_SECTIONS: dict[str, _Writer] = {
    "goal": _goal,
    "table": _table,
    "deal": _deal,
    "turn": _turn,
    "fits": _fits,
    "trick": _trick,
    "gift": _gift,
    "fire": _fire,
    "draw": _draw,
    "empty": _empty,
    "end": _end,
    "take_back": _take_back,
    "talk": _talk,
}
