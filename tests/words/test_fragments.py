"""No English travels inside an error: what it carries is what somebody wrote, an id or a part."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any, TypeAlias

import pytest

from tenback import Deal, DealCode, Game, Position, Rules
from tenback.core.errors import InvalidRecord, Part, TenbackError
from tenback.core.messages import MESSAGES
from tenback.core.record import Note, Record
from tenback.core.rules import Deck
from tenback.core.talk import Said
from tenback.words import Words
from tests.rules.situations import game_at

Bad: TypeAlias = tuple[str, Callable[[], object]]
"""What somebody wrote, and what reads it."""

WORDS = re.compile(r"[a-z]{2,} [a-z]{2,}|\b(nothing|none|colours?)\b", re.IGNORECASE)
SHARED = {"bad-record", "not-toml", "bad-json"}
"""Codes whose parameters may be what a library says, or problems that are told one by one."""

ORIGINAL = Rules.named("original")
DUEL = Rules.named("face-to-face")
GOOD = {
    "name": '"mine"',
    "minimum": "2",
    "hands": "{2 = 6}",
    "deck.numbers": '"2..99"',
    "piles.up": "[1, 1]",
}


def variant(**changes: str | None) -> str:
    keys = GOOD | {key.replace("__", "."): value for key, value in changes.items()}
    return "\n".join(f"{key} = {value}" for key, value in keys.items() if value is not None)


VARIANTS = [
    "a = ",
    "x" * 30_000,
    variant(name=None),
    variant(name="3"),
    variant(name='"My Variant"'),
    variant(name='"original"'),
    variant(minimum=None),
    variant(minimum="9"),
    variant(minimum="true"),
    variant(minimun="2"),
    variant(zzzzzz="2"),
    variant(minimum_without_stock="0"),
    variant(maximum="1"),
    variant(maximum="99"),
    variant(maximum='"all"'),
    variant(hands="3"),
    variant(hands="{}"),
    variant(hands="{two = 6}"),
    variant(hands="{9 = 6}"),
    variant(hands="{2 = 13}"),
    variant(hands="{2 = 1}"),
    variant(hands="{}", piles__own="true"),
    variant(hands="{1 = 6}", piles__own="true"),
    variant(deck__numbers=None),
    variant(deck__numbers=None, deck="3"),
    variant(deck__numbers=None, deck="{own = false}"),
    variant(deck__numbers='"all of them"'),
    variant(deck__numbers='"990..1001"'),
    variant(deck__numbers='"2..9, 2"'),
    variant(deck__numbers='"2..11"'),
    variant(deck__numbers='"1..200"'),
    variant(deck__colours='"red"'),
    variant(deck__colours='["dark red"]'),
    variant(deck__colours='["red", "rose"]'),
    variant(deck__colours=str(list("abcdefghijklmnopqrstuvwxyz+"))),
    variant(deck__colors="[]"),
    variant(deck__own='"yes"'),
    variant(piles__up='["some"]'),
    variant(piles__up="[-1]"),
    variant(piles__up="[]"),
    variant(piles__up=str([1] * 9)),
    variant(piles__up=None, piles="3"),
    variant(piles__own="true", fire="[22]"),
    variant(draw="0"),
    variant(draw="9"),
    variant(draw='"some more"'),
    variant(draw_after_gift="1"),
    variant(trick="3"),
    variant(trick__distance='"some"'),
    variant(trick__distance="1000"),
    variant(trick__same_colour="true"),
    variant(gift="1"),
    variant(gift="true"),
    variant(fire="3"),
    variant(fire="[1000]"),
    variant(win='"alone"'),
    variant(win='"first"', hands="{3 = 6}"),
    variant(start='"me"'),
    variant(talk='"loud"'),
]


def line(
    hands: str = "2,3/4,5",
    laid: str = "",
    turn: str = "0",
    more: str = "",
    rules: Rules = ORIGINAL,
    **piles: str,
) -> str:
    """A position for two whose stock, or first stock, holds every card that is nowhere else."""
    shown = dict.fromkeys(rules.pile_index, "-") | piles
    gone = {value.split("*")[0] for value in shown.values()} | set(re.split("[,/]", hands))
    gone |= set(re.findall(":([^,]+)", laid))
    stock = ",".join(card for card in rules.cards if card not in gone)
    tops = " ".join(f"{name}={value}" for name, value in shown.items())
    lays = f"laid={laid}" if laid else ""
    return f"{rules.name} 2p {tops} hands={hands} stocks={stock} turn={turn} {lays} {more}"


def duel(hands: str, stocks: str, laid: str = "", **piles: str) -> str:
    shown = dict.fromkeys(DUEL.pile_index, "-") | piles
    tops = " ".join(f"{name}={value}" for name, value in shown.items())
    return f"face-to-face 2p {tops} hands={hands} stocks={stocks} turn=0 laid={laid}"


def rest(*gone: int) -> str:
    return ",".join(card for card in DUEL.cards if int(card) not in gone)


MAXIMUM = Rules.from_toml(variant(maximum="2"))

POSITIONS = [
    "",
    "original many players",
    "orignal 2p",
    "zzzzzz 2p",
    "original 9p",
    "quick-and-easy 7p",
    line(more="moon=1"),
    line(more="turn=1"),
    line().replace("turn=0", ""),
    line(turn="2"),
    line("2,3/4,4"),
    line("2,3"),
    line("2,3/4,x"),
    line(u1="50*2"),
    line(u1="50*0"),
    line("2,3/4,5,6,7,8,9,10,11"),
    line("/4,5"),
    line(more="known=9/"),
    line(laid="what"),
    line(laid="50-u1:-", u1="51*1"),
    line(laid="50-u1:-", u1="50*2").replace("stocks=6,", "stocks="),
    line(laid="50-u1:-,60-u2:50", u1="50*1", u2="60*2").replace("stocks=6,", "stocks="),
    line(laid="40-u1:50", u1="40*2").replace("40-u1:50", "40-u1:49"),
    line(laid="30-u1:50", u1="30*2"),
    line(laid="50-u1:-", turn="-", u1="50*1"),
    line("2,50/4,5", u1="50*1", u2="6*1").replace("stocks=7,", "stocks="),
    line(turn="-", more="over=fire"),
    line(turn="-", more="over=finished"),
    line(turn="-", more="over=stuck:1"),
    line(turn="-", more="over=bored"),
    duel("2/3", f"{rest(2)}/3,{rest(3)}"),
    duel("2/3", f"{rest(2, 50)}/{rest(3)}", "50-d1:-", d1="50*1").replace("50", "59"),
    duel("2/3", f"{rest(2, 30, 31)}/{rest(3, 40, 50)}", "30-u3:40,31-u3:30", u3="31*3"),
    duel("2/3", f"{rest(2, 30, 31)}/{rest(3, 40, 50)}", "30-u3:40,31-u4:50", u3="30*2", u4="31*2"),
]
MISFIT = Rules.from_toml(variant(piles__up="[50]"))
POSITIONS_OF_MINE = [
    (line("7/8", "30-u1:-", rules=MISFIT, u1="30*1"), MISFIT),
    (line("7/8", "3-u1:-,4-u1:3,5-u1:4", rules=MAXIMUM, u1="5*3"), MAXIMUM),
]

RECORD = Game(ORIGINAL, Deal.from_seed(ORIGINAL, 2, "lighthouse"), starter=0).record()
HEAD = "tenback-record 1\nRules: original\nDeal: original-2p-lighthouse\n"
RULES_LINES = "".join(f"| {text}\n" for text in variant().splitlines())

RECORDS = [
    "",
    "once upon a time",
    "tenback-record 1\nRules: the one we like",
    "tenback-record 1\nRules: original",
    "tenback-record 1\nRules: original\nPosition: somewhere in the middle",
    "tenback-record 1\nRules: original\nDeal: original-9p-x",
    "tenback-record 1\nRules: original\nHands: 2/3\nStocks: 4",
    f"tenback-record 1\nRules: other\n{RULES_LINES}Deal: mine-2p-x",
    f"{HEAD}Starter: the first one",
    f"{HEAD}Starter: 0\nStarter: 1",
    f"{HEAD}Takebacks: now and then",
    f"{HEAD}Starter: 0\nResult: lost",
    f"{HEAD}Starter: 0\n\n1 [1] 2-u1 && what?",
]

DATA: dict[str, Any] = json.loads(RECORD.to_json())
DATAS = [
    {"tenback-record": 2},
    {"rules": 3},
    {"rules": "orignal"},
    {"rules": {"name": 3}},
    {"position": 3},
    {"position": "here or there"},
    {"deal": None},
    {"deal": DATA["deal"] | {"seed": 3}},
    {"deal": DATA["deal"] | {"hands": [3]}},
    {"deal": DATA["deal"] | {"stocks": [[3]]}},
    {"deal": DATA["deal"] | {"starter": "me"}},
    {"starter": "the first one"},
    {"moves": 3},
    {"moves": [3]},
    {"moves": ["over there"]},
    {"takebacks": "yes"},
    {"sealed": 0},
    {"talk": [3]},
    {"talk": [[0, 1, "hello there"]]},
    {"talk": [["now and then", 1, "", "hi"]]},
    {"notes": [[0, "!!!", ""]]},
    {"headers": [["Rules", "mine"]]},
]
JSONS = ["", "[]", "[" * 100_000, *(json.dumps(DATA | data) for data in DATAS)]

HANDS = RECORD.origin.hands if isinstance(RECORD.origin, Deal) else ()
STOCK = RECORD.origin.stocks[0] if isinstance(RECORD.origin, Deal) else ()
SPARE = Deal.from_seed(DUEL, 2, "x")
DEALS = [
    (Deal((HANDS[0], HANDS[0]), (STOCK,)), ORIGINAL),
    (Deal(HANDS, ((*STOCK[:-1], HANDS[0][0]),)), ORIGINAL),
    (Deal(HANDS, ((*STOCK[:-1], "my own card"),)), ORIGINAL),
    (Deal(HANDS, (STOCK[:-1],)), ORIGINAL),
    (Deal(HANDS, (STOCK, ())), ORIGINAL),
    (Deal(HANDS[:1], (STOCK,)), ORIGINAL),
    (Deal(HANDS, (STOCK,), seed=""), ORIGINAL),
    (Deal(HANDS, (STOCK,), starter=7), ORIGINAL),
    (Deal(SPARE.hands, (SPARE.stocks[1], SPARE.stocks[0])), DUEL),
    (Deal(HANDS * 3, (STOCK,)), DUEL),
]

CODES = ["somewhere", "orignal-2p-x", "original-9p-x", "face-to-face-3p-x", "original-2p-%zz"]

MOVES = ["over there", "500-u1", "30-u9", "3-u1", "20-u1", "end", "30-u1"]


def gift() -> Game:
    """The other player's piles begin with any card, and nothing lies there yet."""
    piles = {"piles__own": "true", "piles__up": '["any"]', "piles__down": '["any"]'}
    rules = Rules.from_toml(variant(hands="{2 = 2}", gift="true", **piles))
    return game_at(rules, hands="30 31 / 40 41", stock="50..60")


def inputs() -> Iterator[Bad]:
    """Bad input of every kind."""
    yield from ((text, lambda text=text: Rules.from_toml(text)) for text in VARIANTS)
    yield from ((text, lambda text=text: Position.parse(text)) for text in POSITIONS)
    for text, rules in POSITIONS_OF_MINE:
        yield text, lambda text=text, rules=rules: Position.parse(text, rules)
    yield from ((text, lambda text=text: Record.parse(text)) for text in RECORDS)
    yield from ((text, lambda text=text: Record.from_json(text)) for text in JSONS)
    for deal, rules in DEALS:
        yield repr(deal), lambda deal=deal, rules=rules: deal.checked(rules)
    yield from ((text, lambda text=text: DealCode.parse(text)) for text in CODES)
    table = game_at(hands="20 30 40 / 50 60", u1="35", d1="38")
    yield from ((text, lambda text=text: table.play(text)) for text in MOVES)
    yield from others()


def others() -> Iterator[Bad]:
    """What only a program can hand in."""
    empty = Deck(numbers=())
    yield "", lambda: replace(ORIGINAL, name="mine", deck=empty)
    yield "", lambda: Rules.named("face-to-face", expert=True)
    yield "", lambda: Rules.named("original", short_hands=True)
    yield "", lambda: gift().play("30-u2")
    yield "", lambda: Game(ORIGINAL, Deal.from_seed(ORIGINAL, 2, "x")).start(7)
    yield "Not A Phrase", lambda: Said(1, 0, phrase="Not A Phrase")
    yield "", lambda: Note(1)
    yield "", lambda: Words("en-us")


@cache
def errors() -> tuple[tuple[str, TenbackError], ...]:
    """What was written and the error that it causes; problems of records one by one."""
    found: list[tuple[str, TenbackError]] = []
    for text, do in inputs():
        with pytest.raises(TenbackError) as caught:
            pytest.fail(f"{do()} came of {text}")
        error = caught.value
        told = [p.error for p in error.problems] if isinstance(error, InvalidRecord) else [error]
        found += [(text, error) for error in told]
    return tuple(found)


def pieces(told: TenbackError | Part) -> Iterator[TenbackError | Part]:
    """The error and every part in it."""
    yield told
    for value in told.params.values():
        if isinstance(value, Part):
            yield from pieces(value)


def from_outside(value: str, text: str) -> bool:
    """Whether somebody wrote this: literally, or as one sees it after reading."""
    plain = [re.sub(r"""[\s"'\\]+""", " ", shown).strip().lower() for shown in (value, text)]
    return plain[0] in plain[1]


def test_no_error_carries_english() -> None:
    for text, error in errors():
        for piece in pieces(error):
            for value in piece.params.values():
                if isinstance(value, str) and WORDS.search(value) and piece.code not in SHARED:
                    assert from_outside(value, text), piece


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_error_is_told_in_full_sentences(language: str) -> None:
    words = Words(language)
    for _, error in errors():
        told = words.refusal(error)
        assert told.endswith((".", "?")), told
        assert not re.search(r"[.?:;,][.?]$|  |Part\(", told.replace("...", "")), told
        assert language != "en" or told == str(error)


def test_every_part_was_told() -> None:
    """The bad input above reaches every part there is, so that none is left unproved."""
    families = re.compile(r"(allowed|place|top|position|json)-|did-you-mean|too-long")
    parts = {code for code in MESSAGES if families.match(code)}
    told = {piece.code for _, error in errors() for piece in pieces(error)}
    assert parts - told == set()
