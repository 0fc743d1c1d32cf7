"""How to play, told for any rules: the data says what to tell, the catalogues how."""

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
    tell = _Teller(rules, Words(language))
    found = [(name, tuple(filter(None, write(tell)))) for name, write in _SECTIONS.items()]
    return tuple(Section(name, tell.title(name), text) for name, text in found if text)


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


class _Teller:
    """Rules and a language: what every section is written from."""

    def __init__(self, rules: Rules, words: Words) -> None:
        self.rules = rules
        self.facts = Facts(rules)
        self.words = words

    def __call__(self, name: str, /, **params: object) -> str:
        return self.words(f"rulebook.{name}", **params)

    def title(self, name: str) -> str:
        """A section's title; `count` tells the trick from the tricks."""
        return self(f"{name}.title", stock=self.stock, count=self.facts.tricks)

    @property
    def stock(self) -> str:
        """The stock, or your stock."""
        return self("stock.own" if self.facts.own_decks else "stock.shared")


def _paragraph(*sentences: str | bool) -> str:
    """Those sentences that there was a reason to write."""
    return " ".join(sentence for sentence in sentences if isinstance(sentence, str))


def _goal(tell: _Teller) -> Iterator[str]:
    facts, count = tell.facts, len(tell.rules.cards)
    who = tell(f"goal.{facts.company}")
    if not tell.rules.duel:
        what = tell("goal.all_decks") if facts.own_decks else tell("goal.all", count=count)
    elif facts.own_decks:
        what = tell("goal.first_own", count=count)
    else:
        what = tell("goal.first_shared" if facts.has_stock else "goal.first_without_stock")
    yield _paragraph(who, what)


def _table(tell: _Teller) -> Iterator[str]:
    facts, deck = tell.facts, tell.rules.deck
    kind = "table.decks" if facts.own_decks else "table.deck"
    said = lists.numbers(tell.words, deck.numbers)
    cards = tell("table.numbers", count=len(deck.numbers), numbers=said)
    if deck.colours:
        colours = [lists.colour(tell.words, colour) for colour in deck.colours]
        cards = tell(
            "table.coloured",
            numbers=cards,
            count=len(colours),
            number=lists.number(tell.words, len(colours)),
            colours=lists.every(tell.words, colours),
        )
    yield tell(kind, count=len(tell.rules.cards), cards=cards)
    yield _paragraph(_piles(tell), _bases(tell))
    yield tell("table.tops")


def _piles(tell: _Teller) -> str:
    piles, count = tell.rules.piles, len(tell.facts.bases)
    said = [
        _pile(tell, direction, base, alike, sole=count == 1)
        for direction, bases in (("up", piles.up), ("down", piles.down))
        for base, alike in Counter(bases).items()
    ]
    return tell(
        "table.own_piles" if piles.own else "table.piles",
        count=count,
        number=lists.number(tell.words, count),
        piles=lists.every(tell.words, said),
    )


def _pile(tell: _Teller, direction: str, base: int | None, alike: int, *, sole: bool) -> str:
    """Piles that are alike: which way they go, and how many there are unless it is the only one."""
    without = "_empty" if tell.facts.all_empty else "_any"
    key = direction if base is not None else direction + without
    goes = tell(f"table.{key}", count=alike, base=base)
    if sole:
        return goes
    number = lists.number(tell.words, alike)
    return tell("table.alike", count=alike, number=number, goes=goes)


def _bases(tell: _Teller) -> str:
    facts = tell.facts
    if facts.all_empty:
        return tell("table.empty", count=len(facts.bases))
    return tell("table.bases", count=len(facts.bases) - facts.bases.count(None))


def _deal(tell: _Teller) -> Iterator[str]:
    facts = tell.facts
    if facts.counts == (1,):
        players = tell("deal.for_one")
    else:
        players = tell("deal.for_players", players=lists.players(tell.words, facts.counts))
    own = "_own" if facts.own_decks else ""
    yield _paragraph(players, _hands(tell), tell(f"deal.stock_{facts.stock}{own}"))
    if facts.several:
        agree = tell.rules.start is Start.AGREE
        yield _paragraph(
            tell("deal.hidden"),
            tell("deal.agree" if agree else "deal.lot"),
            tell("deal.alternate" if max(facts.counts) == 2 else "deal.clockwise"),
        )


def _hands(tell: _Teller) -> str:
    facts = tell.facts
    kind = "own" if facts.own_decks else "everyone" if facts.several else "alone"
    if facts.hand is not None:
        return tell(f"deal.hand_{kind}", count=facts.hand)
    by_size: dict[int, list[str]] = {}
    for players, size in tell.rules.hands:
        if players > 1:
            by_size.setdefault(size, []).append(lists.number(tell.words, players))
    said = [
        tell("deal.size_several", count=size, players=lists.either(tell.words, players))
        for size, players in by_size.items()
    ]
    if facts.alone:
        said.insert(0, tell("deal.size_alone", count=tell.rules.hand_size(1)))
    return tell(f"deal.hands_{kind}", hands=lists.every(tell.words, said))


def _turn(tell: _Teller) -> Iterator[str]:
    facts = tell.facts
    kind = "own_piles" if tell.rules.piles.own else "piles"
    single = "single_" if facts.most == 1 else ""
    yield _paragraph(
        _how_many(tell),
        tell(f"turn.{single}{kind}", count=len(facts.bases)),
        tell.rules.gift and tell("turn.gift"),
    )
    if not facts.exact:
        yield tell("turn.finish")


def _how_many(tell: _Teller) -> str:
    facts = tell.facts
    if facts.exact:
        return tell("turn.exactly", count=facts.minimum)
    if tell.rules.maximum is None:
        return tell("turn.at_least", count=facts.minimum)
    kind = "either" if facts.most == facts.minimum + 1 else "between"
    return tell(f"turn.{kind}", minimum=facts.minimum, maximum=facts.most)


def _fits(tell: _Teller) -> Iterator[str]:
    facts, piles = tell.facts, tell.rules.piles
    yield _paragraph(
        bool(piles.up) and tell("fits.up"),
        bool(piles.down) and tell("fits.down"),
        facts.equal_numbers and tell("fits.equal"),
        tell("fits.empty" if facts.all_empty else "fits.base"),
        None in facts.bases and not facts.all_empty and tell("fits.any"),
    )
    yield tell("fits.jump")


def _trick(tell: _Teller) -> Iterator[str]:
    facts, trick = tell.facts, tell.rules.trick
    if trick.distance is not None:
        yield _paragraph(
            tell(f"trick.{facts.directions}", distance=trick.distance),
            _example(tell),
            not facts.all_empty and tell("trick.base"),
        )
    if trick.same_colour:
        yield tell("trick.colour")
    if facts.tricks:
        yield _paragraph(
            facts.most > 1 and tell("trick.often", count=facts.tricks),
            facts.others_lay_here and tell("trick.anyone"),
        )


def _example(tell: _Teller) -> str | bool:
    example = tell.facts.trick_example
    if example is None:
        return False
    key = "trick.example_up" if tell.rules.piles.up else "trick.example_down"
    return tell(key, top=example[0], card=example[1])


def _gift(tell: _Teller) -> Iterator[str]:
    if tell.rules.gift:
        yield _paragraph(tell("gift.may"), tell(f"gift.{tell.facts.directions}"))
        yield _paragraph(tell("gift.base"), tell("gift.counts"))


def _fire(tell: _Teller) -> Iterator[str]:
    facts, fire = tell.facts, tell.rules.fire
    if not fire:
        return
    cards = tell(
        "fire.coloured" if tell.rules.deck.colours else "fire.cards",
        count=len(fire),
        numbers=lists.every(tell.words, [str(number) for number in fire]),
    )
    longer = "longer" if facts.most > 1 else "single"
    who = f"fire.{longer}_several" if facts.several else f"fire.{longer}_alone"
    both = facts.several and facts.alone and tell("fire.own_next_turn")
    yield _paragraph(cards, tell("fire.duty"), tell(who), both)
    yield _paragraph(tell("fire.cover"), tell("fire.last"))
    yield tell("fire.duel" if tell.rules.duel else "fire.lost")


def _draw(tell: _Teller) -> Iterator[str]:
    facts = tell.facts
    if not facts.has_stock:
        return
    changed = facts.draw_after_gift
    yield _paragraph(
        _drawn(tell, "", facts.draw),
        changed is not None and _drawn(tell, "gift_", changed),
        facts.draws_may_fall_short and tell("draw.short", stock=tell.stock),
    )


def _drawn(tell: _Teller, after: str, draw: Draw) -> str:
    hand = tell.facts.hand
    if draw is DrawRule.LAID:
        return tell(f"draw.{after}laid")
    if draw is DrawRule.FULL:
        return tell(f"draw.{after}full" + ("_varied" if hand is None else ""), count=hand)
    exact = tell.facts.exact and not after
    return tell("draw.exactly" if exact else f"draw.{after}fixed", count=draw)


def _empty(tell: _Teller) -> Iterator[str]:
    facts, rules = tell.facts, tell.rules
    if not facts.has_stock:
        return
    before, after = rules.minimum, rules.minimum_without_stock
    change = "lower" if after < before else "higher" if after > before else "same"
    passed = facts.several and not rules.duel
    yield _paragraph(
        tell("empty.on"),
        tell(f"empty.{change}", count=after),
        passed and tell("empty.passed"),
    )


def _end(tell: _Teller) -> Iterator[str]:
    facts, rules = tell.facts, tell.rules
    who = "duel" if rules.duel else "team" if facts.several else "alone"
    need = "single" if facts.one_will_do else "minimum"
    stuck = tell(f"end.{need}_{who}")
    short = facts.hand_may_fall_short and tell("end.short")
    if rules.duel:
        won = "own" if facts.own_decks or not facts.has_stock else "shared"
        yield tell(f"end.won_{won}")
        yield _paragraph(stuck, short)
    else:
        yield _paragraph(stuck, short)
        fire = bool(rules.fire) and tell("end.fire")
        yield _paragraph(tell("end.beaten"), tell("end.mark"), fire)
    yield tell(f"end.resign_{who}")


def _take_back(tell: _Teller) -> Iterator[str]:
    facts = tell.facts
    if not facts.several:
        yield tell("take_back.alone")
    elif facts.alone:
        yield tell("take_back.when_alone")
        yield _paragraph(tell("take_back.when_several"), tell("take_back.table"))
    else:
        yield _paragraph(tell("take_back.several"), tell("take_back.table"))


def _talk(tell: _Teller) -> Iterator[str]:
    rules = tell.rules
    if not tell.facts.several:
        return
    if rules.talk is TalkPolicy.COLOURS_ONLY:
        yield tell("talk.colours-only", subjects=lists.every(tell.words, _subjects(tell)))
        return
    if rules.talk is TalkPolicy.VAGUE_HEIGHTS and rules.deck.colours:
        colour = lists.colour(tell.words, rules.deck.colours[0])
        yield tell("talk.vague-heights-coloured", colour=colour)
        return
    trick = bool(tell.facts.tricks) and f"rulebook.talk.{rules.talk}-trick" in tell.words
    yield _paragraph(tell(f"talk.{rules.talk}"), trick and tell(f"talk.{rules.talk}-trick"))


def _subjects(tell: _Teller) -> list[str]:
    """What may be spoken of where numbers may not be touched at all."""
    known = {"colours": bool(tell.rules.deck.colours), "pile": True, "trick": tell.facts.tricks > 0}
    return [tell(f"talk.subject.{subject}") for subject, there in known.items() if there]


_Writer: TypeAlias = Callable[[_Teller], Iterator[str]]

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
